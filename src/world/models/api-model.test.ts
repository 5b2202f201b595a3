import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ModelFault, type ModelFaultKind } from "../../errors.ts";
import type { Tool } from "../../findings/asking/asking.ts";
import { openModelStandin } from "../../standin/models/open.ts";
import type {
  ScriptedRequest,
  ModelStandin,
  ScriptedReply,
  ModelStandinOptions,
  SimulatedVendor,
} from "../../standin/models/story.ts";
import { jsonSchemaOf } from "./answer-schema.ts";
import { openApiModel } from "./api-model.ts";
import { stage, stageKey, stageQuestion, type Stage } from "../../../test/support/models/ask-stage.ts";

const open: ModelStandin[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

async function standinOf(options: ModelStandinOptions): Promise<ModelStandin> {
  const standin = await openModelStandin(options);
  open.push(standin);
  return standin;
}

const never = new AbortController().signal;
const good = { findings: [{ path: "src/a.ts", line: 3 }] };

const uses: Record<SimulatedVendor, string> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  "openai-responses": "openai/gpt-5.4",
  "openai-chat": "compatible/llama3:8b",
  google: "google/gemini-3.5-flash",
};
const vendors = Object.keys(uses) as SimulatedVendor[];

interface Scene extends Stage {
  standin: ModelStandin;
}

async function scene(
  vendor: SimulatedVendor,
  script: ModelStandinOptions["script"],
  more: object = {},
): Promise<Scene> {
  const standin = await standinOf({ script, key: stageKey });
  return { ...stage({ use: uses[vendor], url: standin.url(vendor), ...more }), standin };
}

/** What was thrown; an answer instead of it is a failure of the test. */
async function faultBy(work: Promise<unknown>): Promise<ModelFault> {
  const result = await work.then(
    (value) => ({ answered: value }),
    (error: unknown) => error,
  );
  expect(result).toBeInstanceOf(ModelFault);
  return result as ModelFault;
}

const look: Tool = {
  name: "read_range",
  description: "Shows lines of a file.",
  input: z.strictObject({ path: z.string(), from: z.int().optional() }),
  run: async (input) => `shown: ${JSON.stringify(input)}`,
};

describe.each(vendors)("%s", (vendor) => {
  test("answers a question and reports the cost", async () => {
    const { asker, calls, standin } = await scene(vendor, () => ({ is: "json", value: good }));
    const answered = await asker.ask(stageQuestion(), never);
    expect(answered).toMatchObject({ value: good, model: uses[vendor] });
    const [counted] = standin.counted;
    const { tokensIn, cacheReads, cacheWrites, tokensOut } = answered.cost;
    expect({ tokensIn, cacheReads, cacheWrites, tokensOut }).toEqual({
      tokensIn: counted!.uncached,
      cacheReads: counted!.cacheReads,
      cacheWrites: counted!.cacheWrites,
      tokensOut: counted!.output,
    });
    expect(calls).toMatchObject([{ unit: "code-reviewer", outcome: { is: "answered", value: good }, steps: 1 }]);
  });

  test("gets shared and own instructions in this order, streams, and must follow the schema", async () => {
    const { asker, standin } = await scene(vendor, () => ({ is: "json", value: good }));
    await asker.ask(stageQuestion(), never);
    const [asked] = standin.asked;
    expect(asked).toMatchObject({ system: "Review.", stream: true });
    const texts = asked!.turns.map(({ text }) => text).join("\n");
    expect(texts.indexOf("The change.")).toBeGreaterThanOrEqual(0);
    expect(texts.indexOf("The change.")).toBeLessThan(texts.indexOf("Look for bugs."));
    expect(JSON.stringify(asked!.schema)).toContain("findings");
  });

  test("gets the reasoning effort of the settings in the vendor's own option", async () => {
    const { asker, standin } = await scene(vendor, () => ({ is: "json", value: good }), { effort: "low" });
    await asker.ask(stageQuestion(), never);
    const usual = await scene(vendor, () => ({ is: "json", value: good }));
    await usual.asker.ask(stageQuestion(), never);
    const words = /"effort":"low"|"reasoning_effort":"low"|"budget_tokens":\d+|"thinking(?:Level|Budget)":/;
    expect(JSON.stringify(standin.asked[0]!.body)).toMatch(words);
    expect(JSON.stringify(usual.standin.asked[0]!.body)).not.toMatch(words);
  });

  test("calls tools before it answers and gets their results", async () => {
    const { asker, standin, told } = await scene(vendor, (asked) =>
      asked.turns.some(({ role }) => role === "tool")
        ? { is: "json", value: good }
        : { is: "calls", calls: [{ name: "read_range", input: { path: "src/a.ts" } }] },
    );
    const answered = await asker.ask(stageQuestion({ tools: [look] }), never);
    expect(answered.value).toEqual(good);
    expect(standin.asked.map(({ tools }) => tools.includes("read_range"))).toEqual([true, true]);
    expect(JSON.stringify(standin.asked[1]!.turns)).toContain("shown:");
    expect(told.map(({ is }) => is)).toContain("reading");
    expect(told.at(-1)).toMatchObject({ is: "ended", steps: 2 });
  });

  test("gets one repair round with the problem", async () => {
    const { asker, standin, calls, told } = await scene(vendor, ({ nth }) => ({
      is: "json",
      value: nth === 0 ? { findings: [{ path: "src/a.ts", line: "three" }] } : good,
    }));
    const answered = await asker.ask(stageQuestion(), never);
    expect(answered.value).toEqual(good);
    expect(standin.asked).toHaveLength(2);
    const turns = standin.asked[1]!.turns.map(({ role, text }) => `${role} ${text}`);
    expect(turns.at(-2)).toMatch(/^assistant .*three/);
    expect(turns.at(-1)).toContain("findings.0.line: ");
    expect(calls).toMatchObject([
      { steps: 2, cost: { tokensOut: standin.counted[0]!.output + standin.counted[1]!.output } },
    ]);
    expect(told.map(({ is }) => is)).toContain("repairing");
  });
});

/** Ways of failing, and how often the vendor is then asked. */
interface Failing {
  name: string;
  reply: ScriptedReply | ((asked: ScriptedRequest) => ScriptedReply);
  kind: ModelFaultKind;
  asks?: number;
  tools?: readonly Tool[];
  says?: RegExp;
}

const cutText = JSON.stringify({ findings: Array.from({ length: 30 }, (_, line) => ({ path: "src/long.ts", line })) });

const failings: readonly Failing[] = [
  {
    name: "a server that fails",
    reply: { is: "error", status: 500, message: "boom" },
    kind: "failed",
    says: /500.*boom/,
  },
  { name: "a model that is unknown", reply: { is: "error", status: 404, message: "no such model" }, kind: "failed" },
  { name: "a request that is refused", reply: { is: "error", status: 400, message: "bad schema" }, kind: "failed" },
  { name: "a key without rights", reply: { is: "error", status: 403, message: "not yours" }, kind: "unauthorised" },
  { name: "a key that has expired", reply: { is: "error", status: 401, message: "expired" }, kind: "unauthorised" },
  { name: "overload", reply: { is: "overload" }, kind: "overloaded", asks: 3 },
  { name: "overload in the middle", reply: { is: "overload", inStream: true }, kind: "overloaded", asks: 3 },
  { name: "too many requests", reply: { is: "error", status: 429, message: "slow down" }, kind: "overloaded", asks: 3 },
  {
    name: "a proxy without a server",
    reply: { is: "error", status: 502, message: "bad gateway" },
    kind: "unreachable",
    asks: 3,
  },
  { name: "a refusal", reply: { is: "refusal", text: "I will not." }, kind: "refused" },
  { name: "a connection that breaks", reply: { is: "cut", text: cutText, after: 200 }, kind: "cut-off" },
  { name: "a stream that just ends", reply: { is: "cut", text: cutText, after: 200, quietly: true }, kind: "cut-off" },
  { name: "an answer that is cut at its limit", reply: { is: "length", text: '{"findings":[' }, kind: "too-long" },
  { name: "silence", reply: { is: "silence" }, kind: "timeout" },
  { name: "silence after some words", reply: { is: "silence", after: '{"findings":' }, kind: "timeout" },
  { name: "prose", reply: { is: "text", text: "All fine, nothing to see." }, kind: "bad-json", asks: 2 },
  { name: "JSON in prose", reply: { is: "text", text: 'Sure: {"findings":[]} as asked.' }, kind: "bad-json", asks: 2 },
  { name: "another shape", reply: { is: "json", value: { ok: true } }, kind: "wrong-shape", asks: 2, says: /findings/ },
  { name: "nothing", reply: { is: "text", text: "" }, kind: "bad-json", asks: 2 },
  {
    name: "looking things up for ever",
    reply: { is: "calls", calls: [{ name: "read_range", input: { path: "src/a.ts" } }] },
    kind: "too-many-steps",
    asks: 4,
    tools: [look],
  },
  {
    name: "a tool that breaks",
    reply: { is: "calls", calls: [{ name: "read_range", input: {} }] },
    kind: "failed",
    tools: [{ ...look, run: async () => Promise.reject(new Error("disk gone")) }],
    says: /read_range failed: disk gone/,
  },
];

describe.each(vendors)("%s fails", (vendor) => {
  test.each(failings)("$name is $kind, recorded once", async ({ reply, kind, asks = 1, tools = [], says }) => {
    const script = typeof reply === "function" ? reply : () => reply;
    const { asker, calls, standin, told } = await scene(vendor, script, { full: true });
    const limits = { steps: 4, outputTokens: 1_000, ms: 20_000 };
    if (kind === "timeout") vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failing = faultBy(asker.ask(stageQuestion({ tools, limits }), never));
    if (kind === "timeout") {
      // The limit counts from when the question has arrived, however busy the machine is.
      while (standin.asked.length === 0) await setImmediate();
      vi.advanceTimersByTime(limits.ms);
    }
    const fault = await failing;
    expect({ fault: fault.fault, model: fault.model }).toEqual({ fault: kind, model: uses[vendor] });
    expect(fault.message).not.toMatch(/[\r\n]/);
    if (says) expect(fault.message).toMatch(says);
    expect(standin.asked).toHaveLength(asks);
    expect(calls).toMatchObject([{ outcome: { is: "failed", fault: kind, message: fault.message } }]);
    expect(told.at(-1)?.is).toBe("ended");
    expect(JSON.stringify([calls, fault.message])).not.toContain(stageKey);
  });

  test("with a wrong key is unauthorised, and the key is not shown", async () => {
    const standin = await standinOf({ script: () => ({ is: "json", value: good }), key: "another-key" });
    const { asker, calls } = stage({ use: uses[vendor], url: standin.url(vendor) });
    const fault = await faultBy(asker.ask(stageQuestion(), never));
    expect(fault.fault).toBe("unauthorised");
    expect(standin.asked).toEqual([]);
    expect(JSON.stringify([calls, fault.message])).not.toContain(stageKey);
  });

  test("with its key in the vendor's error, which is redacted", async () => {
    const { asker, calls } = await scene(vendor, () => ({
      is: "error",
      status: 400,
      message: `key ${stageKey} is odd`,
    }));
    const fault = await faultBy(asker.ask(stageQuestion(), never));
    expect(fault.message).toContain("key *** is odd");
    expect(JSON.stringify(calls)).not.toContain(stageKey);
  });

  test("without a key with no-key: nothing is sent, and opening the model is not an error", async () => {
    const standin = await standinOf({ script: () => ({ is: "json", value: good }) });
    const { asker, calls } = stage({ use: uses[vendor], url: standin.url(vendor), noKey: true });
    const fault = await faultBy(asker.ask(stageQuestion(), never));
    expect(fault).toMatchObject({ fault: "no-key", message: "STAGE_KEY is not set" });
    expect(standin.asked).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  test("with an unreachable server after three attempts", async () => {
    const standin = await openModelStandin({ script: () => ({ is: "json", value: good }) });
    const url = standin.url(vendor);
    await standin.close();
    const { asker, calls, waits } = stage({ use: uses[vendor], url });
    const fault = await faultBy(asker.ask(stageQuestion(), never));
    expect(fault.fault).toBe("unreachable");
    expect(waits).toEqual([1_000, 2_000]);
    expect(calls).toHaveLength(1);
  });

  test("with an overload, waits as long as the vendor asks, and then gets an answer", async () => {
    const { asker, waits, standin } = await scene(vendor, ({ nth }) =>
      nth === 0 ? { is: "overload", retryAfterSeconds: 7 } : { is: "json", value: good },
    );
    expect((await asker.ask(stageQuestion(), never)).value).toEqual(good);
    expect(waits).toEqual([7_000]);
    expect(standin.asked).toHaveLength(2);
  });

  test("on abort with the given reason, which is recorded", async () => {
    const stop = new AbortController();
    const reason = new Error("the person pressed Ctrl-C");
    const { asker, calls } = await scene(vendor, () => {
      stop.abort(reason);
      return { is: "silence" };
    });
    await expect(asker.ask(stageQuestion(), stop.signal)).rejects.toBe(reason);
    expect(calls).toMatchObject([{ outcome: { is: "failed", fault: "failed", message: "it was stopped" } }]);
  });
});

// OpenAI says only at the end what was used.
describe.each<SimulatedVendor>(["anthropic", "google"])("%s", (vendor) => {
  test.each<[string, ScriptedReply]>([
    ["breaks off", { is: "cut", text: cutText, after: 200 }],
    ["just ends", { is: "cut", text: cutText, after: 200, quietly: true }],
    ["stalls", { is: "silence", after: '{"findings":' }],
  ])("is charged for an answer that %s", async (_, reply) => {
    const { asker, calls, standin } = await scene(vendor, () => reply);
    await faultBy(asker.ask(stageQuestion({ limits: { steps: 4, outputTokens: 1_000, ms: 500 } }), never));
    expect(calls).toMatchObject([{ cost: { tokensIn: standin.counted[0]!.uncached }, steps: 1 }]);
  });
});

test("nothing is written to the console", async () => {
  const spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "info")];
  const { asker } = await scene("openai-chat", ({ nth }) =>
    nth === 0 ? { is: "error", status: 500, message: "boom" } : { is: "json", value: good },
  );
  await faultBy(asker.ask(stageQuestion(), never));
  await asker.ask(stageQuestion(), never);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

test("a redirect is not followed, because it would send the key to another host", async () => {
  const elsewhere = await standinOf({ script: () => ({ is: "json", value: good }) });
  const server = createServer((request, response) => {
    response.writeHead(307, { location: `${elsewhere.url("anthropic")}/messages` }).end();
    request.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { asker } = stage({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
  const fault = await faultBy(asker.ask(stageQuestion(), never));
  server.closeAllConnections();
  server.close();
  expect(fault.fault).toBe("unreachable");
  expect(elsewhere.asked).toEqual([]);
});

describe("Anthropic's cache", () => {
  const counts = (asked: ScriptedRequest) => (JSON.stringify(asked.body).match(/"cache_control"/g) ?? []).length;

  test("has two breakpoints without tools, and at most four with them", async () => {
    const { asker, standin } = await scene("anthropic", ({ nth }) =>
      nth > 0 && nth < 7
        ? { is: "calls", calls: [{ name: "read_range", input: { path: `${nth}` } }] }
        : { is: "json", value: good },
    );
    await asker.ask(stageQuestion(), never);
    await asker.ask(stageQuestion({ tools: [look], limits: { steps: 9, outputTokens: 1_000, ms: 20_000 } }), never);
    expect(standin.asked.map(counts)).toEqual([2, 3, 4, 4, 4, 4, 4, 4]);
  });

  test("of a step is read by the next step of a tool loop", async () => {
    const long = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(" ");
    const { asker, standin } = await scene("anthropic", ({ nth }) =>
      nth < 3
        ? { is: "calls", calls: [{ name: "read_range", input: { path: `${nth}` } }] }
        : { is: "json", value: good },
    );
    const tools = [{ ...look, run: async () => long }];
    await asker.ask(stageQuestion({ tools }), never);
    const [first, ...later] = standin.counted;
    expect(first!.cacheReads).toBe(0);
    // The third and fourth step read the results of the tools before them instead of paying for them anew.
    expect(later.slice(1).every((step) => step.cacheReads > 5_000)).toBe(true);
    expect(later.slice(1).every((step) => step.uncached < 200)).toBe(true);
  });
});

test("OpenAI gets one cache key per change and is told to store nothing", async () => {
  const { asker, standin } = await scene("openai-responses", () => ({ is: "json", value: good }));
  const prompt = stageQuestion().prompt;
  await asker.ask(stageQuestion(), never);
  await asker.ask(stageQuestion({ prompt: { ...prompt, own: "Something else." } }), never);
  await asker.ask(stageQuestion({ prompt: { ...prompt, shared: "Another change." } }), never);
  const bodies = standin.asked.map(({ body }) => body as { prompt_cache_key: string; store: boolean });
  const [one, two, three] = bodies.map((body) => body.prompt_cache_key);
  expect(one).toMatch(/^crosscheck-[0-9a-f]{32}$/);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
  expect(bodies.map(({ store }) => store)).toEqual([false, false, false]);
});

test("a compatible server gets the schema without tools, and a written request for JSON with them", async () => {
  const { asker, standin } = await scene("openai-chat", () => ({ is: "json", value: good }));
  await asker.ask(stageQuestion({ tools: [look] }), never);
  await asker.ask(stageQuestion(), never);
  expect(standin.asked.map(({ schema }) => schema === null)).toEqual([true, false]);
  expect(standin.asked[0]!.system).toContain('"findings"');
});

test("a compatible server needs no key", async () => {
  const standin = await standinOf({ script: () => ({ is: "json", value: good }) });
  const model = openApiModel({ use: "compatible/llama3", baseUrl: standin.url("openai-chat") }, { env: {} });
  const { prompt, limits, schema } = stageQuestion();
  const reply = await model.converse(
    { prompt, schema: jsonSchemaOf(schema), tools: [], earlier: [], limits },
    { began() {}, used() {} },
    never,
  );
  expect(JSON.parse(reply.text)).toEqual(good);
});
