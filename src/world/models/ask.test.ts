import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { ModelFault } from "../../errors.ts";
import { openModelStandin } from "../../standin/models/open.ts";
import type { Counted, ModelStandin, ModelStandinOptions, SimulatedVendor } from "../../standin/models/story.ts";
import {
  stage,
  stageKey,
  stageQuestion,
  type StageAnswer,
  type StageOptions,
} from "../../../test/support/models/ask-stage.ts";
import { questionHash } from "./question-hash.ts";
import { replayAsker } from "./replay.ts";

const open: ModelStandin[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

const never = new AbortController().signal;
const good: StageAnswer = { findings: [{ path: "src/a.ts", line: 3 }] };

async function scene(
  options: ModelStandinOptions,
  more: Omit<StageOptions, "url"> & { vendor?: SimulatedVendor } = {},
) {
  const standin = await openModelStandin(options);
  open.push(standin);
  const { vendor = "anthropic", ...rest } = more;
  return { ...stage({ url: standin.url(vendor), ...rest }), standin };
}

async function faultBy(work: Promise<unknown>): Promise<ModelFault> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelFault);
  return error as ModelFault;
}

/** About 20,000 tokens that all reviewers share. */
const longChange = Array.from({ length: 4_200 }, (_, n) => `line ${n}`).join("\n");

function aboutLong(own: string) {
  return stageQuestion({ unit: own, prompt: { instructions: "Review.", shared: longChange, own } });
}

function ownOf(own: string, unit = own) {
  return stageQuestion({ unit, prompt: { ...stageQuestion().prompt, own } });
}

/** A gate that opens once, and can be waited for. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

describe("five reviewers of the same change", () => {
  const units = ["one", "two", "three", "four", "five"];

  // OpenAI's first events say no more than that the request has arrived: there the rest follow what comes after them.
  test.each<[SimulatedVendor, string, boolean]>([
    ["anthropic", "anthropic/claude-sonnet-4-5", true],
    ["openai-responses", "openai/gpt-5.4", false],
    ["openai-chat", "compatible/llama3", true],
    ["google", "google/gemini-3.5-flash", true],
  ])("%s: one starts, and the rest follow at its first token and read its cache", async (vendor, use, holds) => {
    const others = gate();
    const { asker, standin, told } = await scene(
      {
        script: ({ nth }) => {
          if (nth === 4) others.open();
          return { is: "json", value: good };
        },
        // The first is not at its end before all the others have arrived: who waits for that end waits for ever.
        betweenFirstAndRest: async ({ nth }) => (holds && nth === 0 ? await others.opened : undefined),
      },
      { vendor, use },
    );
    const answers = await Promise.all(units.map((unit) => asker.ask(aboutLong(unit), never)));
    expect(answers.map(({ value }) => value)).toEqual(units.map(() => good));
    expect(told.filter(({ is }) => is === "waiting").map(({ unit }) => unit)).toEqual(units.slice(1));
    const late = standin.counted.filter(({ nth }) => nth > 0).map(({ cacheReads }) => cacheReads > 15_000);
    expect(late).toEqual([true, true, true, true]);
    expect(standin.counted.find(({ nth }) => nth === 0)!.cacheReads).toBe(0);
  });

  test("pay a third more than one for reading 20,000 tokens, not five times as much", async () => {
    const { asker, standin } = await scene({ script: () => ({ is: "json", value: good }) });
    await Promise.all(units.map((unit) => asker.ask(aboutLong(unit), never)));
    const weighted = ({ uncached, cacheReads, cacheWrites }: Counted) =>
      uncached + 1.25 * cacheWrites + 0.1 * cacheReads;
    const [one, ...more] = standin.counted.map(weighted);
    const five = more.reduce((sum, each) => sum + each, one!);
    expect(standin.counted[0]!.cacheWrites).toBeGreaterThan(18_000);
    expect(five / one!).toBeLessThan(1.4);
  });

  test("all start if the first one failed", async () => {
    const { asker, standin } = await scene({
      script: ({ nth }) => (nth === 0 ? { is: "error", status: 500, message: "boom" } : { is: "json", value: good }),
    });
    const results = await Promise.allSettled(units.map((unit) => asker.ask(ownOf(unit), never)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", ...units.slice(1).map(() => "fulfilled")]);
    expect(standin.asked).toHaveLength(5);
  });

  test("do not delay those of another change", async () => {
    const second = gate();
    const { asker, told } = await scene({
      script: ({ nth }) => {
        if (nth === 1) second.open();
        return { is: "json", value: good };
      },
      betweenFirstAndRest: async ({ nth }) => (nth === 0 ? await second.opened : undefined),
    });
    const { prompt } = stageQuestion();
    const other = stageQuestion({ unit: "other", prompt: { ...prompt, shared: "Another change." } });
    await Promise.all([asker.ask(stageQuestion(), never), asker.ask(other, never)]);
    expect(told.filter(({ is }) => is === "waiting")).toEqual([]);
  });

  test("can be aborted one by one while waiting", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const stopped = gate();
    const { asker, standin } = await scene({
      script: () => ({ is: "json", value: good }),
      betweenFirstAndRest: async ({ nth }) => (nth === 0 ? undefined : await stopped.opened),
    });
    const first = asker.ask(ownOf("one"), never);
    const waiting = asker.ask(ownOf("two"), stop.signal);
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    stopped.open();
    expect((await first).value).toEqual(good);
    expect(standin.asked).toHaveLength(1);
  });
});

describe("time limits", () => {
  test("exclude the wait for the first token of another question", async () => {
    const { asker, standin, waits } = await scene({
      script: ({ nth }) => (nth < 2 ? { is: "overload", retryAfterSeconds: 30 } : { is: "json", value: good }),
    });
    // The first waits a minute for the vendor; the second, which has 20 seconds, waits all that time for the first.
    const patient = { ...ownOf("one"), limits: { ...stageQuestion().limits, ms: 100_000 } };
    const answers = await Promise.all([asker.ask(patient, never), asker.ask(ownOf("two"), never)]);
    expect(answers.map(({ value }) => value)).toEqual([good, good]);
    expect(waits).toEqual([30_000, 30_000]);
    expect(standin.asked).toHaveLength(4);
  });

  test("are replaced by the user's own limit for the model", async () => {
    const script: ModelStandinOptions["script"] = ({ nth }) =>
      nth === 0 ? { is: "overload", retryAfterSeconds: 30 } : { is: "json", value: good };
    const { asker, waits } = await scene({ script }, { timeout: 60 });
    expect((await asker.ask(stageQuestion(), never)).value).toEqual(good);
    expect(waits).toEqual([30_000]);
  });

  test("prevent a retry if the vendor asks for a longer wait", async () => {
    const { asker, waits, standin } = await scene({ script: () => ({ is: "overload", retryAfterSeconds: 30 }) });
    const fault = await faultBy(asker.ask(stageQuestion(), never));
    expect(fault).toMatchObject({ fault: "overloaded", retryAfterMs: 30_000 });
    expect(waits).toEqual([]);
    expect(standin.asked).toHaveLength(1);
  });
});

describe("the answer", () => {
  test.each([
    ["bare", JSON.stringify(good)],
    ["with space around it", `\n\n${JSON.stringify(good, null, 2)}\n`],
    ["in a block", `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``],
    [
      "in a block with words around it",
      `Here it is:\n\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\`\nThat is all.`,
    ],
  ])("%s is accepted", async (_, text) => {
    const { asker, standin } = await scene({ script: () => ({ is: "text", text }) });
    expect((await asker.ask(stageQuestion(), never)).value).toEqual(good);
    expect(standin.asked).toHaveLength(1);
  });

  test("in two blocks is rejected", async () => {
    const block = `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``;
    const { asker } = await scene({ script: () => ({ is: "text", text: `${block}\nor\n${block}` }) });
    expect((await faultBy(asker.ask(stageQuestion(), never))).fault).toBe("bad-json");
  });

  test("in lines is parsed if the question supports it and it is not JSON", async () => {
    const fromText = (text: string) => (text.startsWith("[HIGH]") ? good : null);
    const lines = await scene({ script: () => ({ is: "text", text: "[HIGH] src/a.ts:3" }) });
    expect((await lines.asker.ask(stageQuestion({ fromText }), never)).value).toEqual(good);
    const json = await scene({ script: () => ({ is: "text", text: '"[HIGH] src/a.ts:3"' }) });
    expect((await faultBy(json.asker.ask(stageQuestion({ fromText }), never))).fault).toBe("wrong-shape");
  });

  test("has a problem description of at most 2,000 characters", async () => {
    const findings = Array.from({ length: 500 }, () => ({ path: 1, line: "x" }));
    const { asker, standin } = await scene({
      script: ({ nth }) => ({ is: "json", value: nth === 0 ? { findings } : good }),
    });
    await asker.ask(stageQuestion(), never);
    const complaint = standin.asked[1]!.turns.at(-1)!.text;
    expect(complaint).toContain("findings.0.path: ");
    expect(complaint.length).toBeLessThan(2_200);
  });
});

describe("spending", () => {
  const price = { input: 1_000, output: 1_000, cacheRead: 100, cacheWrite: 1_250 };
  const calling = {
    script: () => ({ is: "calls", calls: [{ name: "look", input: {} }] }) as const,
  };
  const tools = [{ name: "look", description: "Looks.", input: z.strictObject({}), run: async () => "nothing" }];

  test("over the limit ends the conversation before the next step", async () => {
    const { asker, standin, calls } = await scene(calling, { price, limits: { perReview: 0.01 } });
    const fault = await faultBy(asker.ask(stageQuestion({ tools }), never));
    expect(fault.fault).toBe("over-budget");
    expect(fault.message).toMatch(/^\$0\.\d{4} spent of the \$0\.01 allowed for one review$/);
    expect(standin.asked).toHaveLength(1);
    expect(calls).toHaveLength(1);
    expect(calls[0]!.cost.money).toBeGreaterThan(0.01);
  });

  test("that used up the budget prevents further calls, which is recorded", async () => {
    const { asker, standin, calls } = await scene(calling, { price, limits: { perReview: 0.01 } });
    await faultBy(asker.ask(stageQuestion({ tools }), never));
    const fault = await faultBy(asker.ask(ownOf("another"), never));
    expect(fault.fault).toBe("over-budget");
    expect(standin.asked).toHaveLength(1);
    expect(calls.map(({ unit, steps }) => [unit, steps])).toEqual([
      ["code-reviewer", 1],
      ["another", 0],
    ]);
  });

  test("is unknown without a price: tokens are counted and can be limited", async () => {
    const { asker, calls } = await scene(calling, {
      use: "anthropic/claude-unheard-of",
      limits: { perReview: 0, maxTokens: 10 },
    });
    const first = await faultBy(asker.ask(stageQuestion({ tools }), never));
    expect(first.message).toContain("$0.00 allowed");
    expect(calls[0]!.cost.money).toBeNull();
    const counted = await scene(calling, {
      use: "anthropic/claude-unheard-of",
      limits: { perReview: 1, maxTokens: 10 },
    });
    const second = await faultBy(counted.asker.ask(stageQuestion({ tools }), never));
    expect(second.message).toMatch(/^\d+ tokens used of the 10 allowed for one review$/);
  });

  test("is reported as it grows", async () => {
    const { asker, told } = await scene(calling, { price });
    await faultBy(asker.ask(stageQuestion({ tools }), never));
    const spent = told.map(({ cost }) => cost.money!);
    expect(spent).toEqual(spent.toSorted((a, b) => a - b));
    expect(new Set(spent).size).toBe(5);
    expect(told.at(-1)).toMatchObject({ is: "ended", steps: 4 });
  });
});

describe("the record", () => {
  test("has no text of prompt or answer unless it is full, and never a key", async () => {
    const quiet = await scene({ script: () => ({ is: "json", value: good }) });
    await quiet.asker.ask(stageQuestion(), never);
    expect(quiet.calls[0]!.bodies).toBeNull();
    const full = await scene({ script: () => ({ is: "json", value: good }) }, { full: true });
    const prompt = { instructions: "Review.", shared: `leaked: ${stageKey}`, own: "Look." };
    await full.asker.ask(stageQuestion({ prompt }), never);
    expect(full.calls[0]!.bodies).toEqual({
      prompt: { instructions: "Review.", shared: "leaked: ***", own: "Look." },
      answers: [JSON.stringify(good)],
    });
  });

  test("replays the same answers and failures without a model", async () => {
    const { asker, calls, standin } = await scene({
      script: (asked) =>
        asked.turns.some(({ text }) => text.includes("refuse"))
          ? { is: "refusal", text: "No." }
          : { is: "json", value: good },
    });
    const answered = await asker.ask(ownOf("one"), never);
    const failed = await faultBy(asker.ask(ownOf("refuse"), never));
    const kept = JSON.parse(JSON.stringify(calls)) as typeof calls;
    const asks = standin.asked.length;
    const replay = replayAsker(kept, asker.modelFor);
    expect(await replay.ask(ownOf("one"), never)).toEqual(answered);
    expect(await faultBy(replay.ask(ownOf("refuse"), never))).toMatchObject({
      fault: failed.fault,
      message: failed.message,
      model: failed.model,
    });
    const unknown = await faultBy(replay.ask(ownOf("something new"), never));
    expect(unknown.fault).toBe("not-recorded");
    expect(standin.asked).toHaveLength(asks);
  });

  test("distinguishes every input of a model", () => {
    const base = stageQuestion();
    const tool = { name: "look", description: "Looks.", input: z.strictObject({}), run: async () => "" };
    const all = [
      questionHash("a/b", base),
      questionHash("a/c", base),
      questionHash("a/b", { ...base, prompt: { ...base.prompt, own: "else" } }),
      questionHash("a/b", { ...base, prompt: { ...base.prompt, shared: "The change.Look for bugs.", own: "" } }),
      questionHash("a/b", { ...base, schema: z.strictObject({}) }),
      questionHash("a/b", { ...base, tools: [tool] }),
      questionHash("a/b", { ...base, tools: [{ ...tool, description: "Else." }] }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(questionHash("a/b", stageQuestion())).toBe(all[0]);
  });
});

test("nothing is asked without a model", async () => {
  const { asker, calls } = await scene({ script: () => ({ is: "json", value: good }) });
  expect(asker.modelFor("nobody")).toBeNull();
  expect(asker.modelFor("code-reviewer")).toMatchObject({ name: "anthropic/claude-sonnet-4-5", tools: true });
  await faultBy(asker.ask(stageQuestion({ unit: "nobody" }), never));
  expect(calls).toEqual([]);
});
