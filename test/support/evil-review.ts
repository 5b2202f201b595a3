// One whole review by models that an attacker has won over: the real review, the real asker, and either the vendors' real
// SDKs over HTTP or, where there are too many reviews for that, a model that is handed its questions directly.
import type { Git } from "../../src/change/git.ts";
import { ModelFault } from "../../src/errors.ts";
import type { Tool } from "../../src/findings/asking/asking.ts";
import { reviewers } from "../../src/findings/reviewers/index.ts";
import type { Draft } from "../../src/review/draft.ts";
import type { Plan } from "../../src/review/plan.ts";
import { plan, reviewRead } from "../../src/review-change.ts";
import { openModelStandin } from "../../src/standin/models/open.ts";
import type {
  ScriptedRequest,
  ModelStandin,
  ScriptedReply,
  ModelScript,
  SimulatedVendor,
} from "../../src/standin/models/story.ts";
import { jsonSchemaOf } from "../../src/world/models/answer-schema.ts";
import { openAsker } from "../../src/world/models/ask.ts";
import { countTokens } from "../../src/world/models/count-tokens.ts";
import type { Model } from "../../src/world/models/model.ts";
import { openModel } from "../../src/world/models/open-model.ts";
import { promptText } from "../../src/world/models/prompt-texts.ts";
import { redactLine } from "../../src/secrets/redact-line.ts";
import { openSpendingBudget } from "../../src/world/models/spending-budget.ts";
import type { EvilChange } from "./evil-change.ts";

export interface EvilReview {
  given: EvilChange;
  draft: Draft;
  plan: Plan;
  /** Every request that reached a model. */
  asked: readonly ScriptedRequest[];
  nonce: string;
}

/** The three models of a review: of the reviewers, of the second opinion, of the arbiter. */
export type Models = (script: ModelScript, heard: ScriptedRequest[]) => { of(unit: string): Model; ended?(): void };

export async function evilReview(
  given: EvilChange,
  script: ModelScript,
  models: Models,
  nonce: string,
): Promise<EvilReview> {
  const heard: ScriptedRequest[] = [];
  const { of, ended } = models(script, heard);
  const asker = openAsker({
    modelFor: of,
    recorder: { full: false, keep: async () => {} },
    purse: openSpendingBudget({}, { repositoryThisMonth: 0, thisMonth: 0 }),
    onProgress: () => {},
    clock: { now: () => performance.now(), sleep: async (_ms, stop) => stop.throwIfAborted() },
  });
  try {
    const draft = await reviewRead(given.change, {
      // What was read already needs no git.
      git: {} as Git,
      code: { at: () => given.code },
      checks: given.checks,
      panel: { asker, nonce, reviewers, text: promptText, countTokens },
      user: {},
      largestFile: 1_000_000,
      clock: { now: () => performance.now(), today: () => "2026-01-01" },
      stop: new AbortController().signal,
      progress: () => {},
    });
    const planned = plan(draft, "all", { checkRun: true, version: "0.0.0" });
    if (planned === null) throw new Error("a pull request has a plan");
    return { given, draft, plan: planned, asked: heard, nonce };
  } finally {
    ended?.();
  }
}

/** A way to each of the four vendors' APIs; `turn` says who is first. */
export interface Wire {
  models(turn: number): Models;
  close(): Promise<void>;
}

const uses: Readonly<Record<SimulatedVendor, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  "openai-responses": "openai/gpt-5",
  google: "google/gemini-2.5-pro",
  "openai-chat": "compatible/some-model",
};
export const wireVendors = Object.keys(uses) as SimulatedVendor[];

export async function openWire(): Promise<Wire> {
  let script: ModelScript | null = null;
  let heard: ScriptedRequest[] = [];
  const standin: ModelStandin = await openModelStandin({
    key: "a-key",
    async script(asked) {
      heard.push(asked);
      if (script === null) throw new Error("nobody reviews");
      return await script(asked);
    },
  });
  const opened = wireVendors.map((vendor) =>
    openModel({ use: uses[vendor], baseUrl: standin.url(vendor), key: "EVIL_KEY" }, { env: { EVIL_KEY: "a-key" } }),
  );
  return {
    models: (turn) => (given, into) => {
      script = given;
      heard = into;
      return { of: (unit) => opened[(turn + sideOf(unit)) % opened.length]! };
    },
    close: () => standin.close(),
  };
}

function sideOf(unit: string): number {
  return unit === "arbiter" ? 2 : unit === "second-opinion" ? 1 : 0;
}

/** Models that are handed what they are asked, and their tools, without any vendor in between. */
export const directly: Models = (script, heard) => {
  const models = ["first", "second", "third"].map((name) => directModel(`compatible/${name}`, script, heard));
  return { of: (unit) => models[sideOf(unit)]! };
};

function directModel(name: string, script: ModelScript, heard: ScriptedRequest[]): Model {
  return {
    facts: { name, price: null, budget: 60_000, tools: true },
    async converse({ prompt, schema, tools, earlier, limits }, events) {
      const turns: ScriptedRequest["turns"][number][] = [
        { role: "user", text: prompt.shared + prompt.own },
        ...earlier.flatMap(({ answer, complaint }) => [
          { role: "assistant" as const, text: answer },
          { role: "user" as const, text: complaint },
        ]),
      ];
      for (let step = 1; step <= limits.steps; step++) {
        const asked: ScriptedRequest = {
          vendor: "openai-chat",
          model: name,
          system: prompt.instructions,
          turns: [...turns],
          tools: tools.map((tool) => tool.name),
          schema,
          stream: true,
          body: { tools: tools.map((tool) => ({ name: tool.name, parameters: jsonSchemaOf(tool.input) })) },
          nth: heard.length,
        };
        heard.push(asked);
        const reply = await script(asked);
        const usage = { input: 1000, cacheReads: 0, cacheWrites: 0, output: 100 };
        events.began();
        events.used(usage, step);
        if (reply.is === "text") return { text: reply.text, usage, steps: step };
        if (reply.is === "json") return { text: JSON.stringify(reply.value), usage, steps: step };
        if (reply.is !== "calls") throw faultOf(name, reply);
        turns.push({ role: "assistant", text: JSON.stringify(reply.calls) });
        for (const { name: called, input } of reply.calls)
          turns.push({ role: "tool", text: await resultOf(tools, called, input) });
      }
      throw new ModelFault(name, "too-many-steps", `no answer after ${limits.steps} steps`);
    },
  };
}

function faultOf(name: string, reply: Exclude<ScriptedReply, { is: "calls" | "text" | "json" }>): ModelFault {
  if (reply.is === "refusal") return new ModelFault(name, "refused", redactLine(reply.text, []));
  if (reply.is === "error") return new ModelFault(name, "failed", redactLine(reply.message, []));
  return new ModelFault(name, reply.is === "length" ? "too-long" : "failed", reply.is);
}

async function resultOf(tools: readonly Tool[], name: string, input: unknown): Promise<string> {
  const tool = tools.find((one) => one.name === name);
  return tool ? await tool.run(input, new AbortController().signal) : "There is no such tool.";
}
