// Asking about threads and disputes in a child process: its environment, and validation of its answers.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { noCost } from "../../findings/asking/asking.ts";
import type { ReviewThread, ThreadId } from "../../threads/thread.ts";
import { triageByRules, type OpenThread } from "../../threads/triage.ts";
import { unknownCodeFacts } from "../../threads/triage/code-facts.ts";
import { openStore } from "../../world/store/open-store.ts";
import type { Store } from "../../world/store/store.ts";
import { arbitrateInChild, triageInChild } from "./ask-in-child.ts";

let folder = "";
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-ask-"));
  store = await openStore({ folder: join(folder, "data") });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = {
  PATH: process.env["PATH"] ?? "",
  GITHUB_TOKEN: "ghp_secret",
  GH_ENTERPRISE_TOKEN: "secret",
  OPENAI_API_KEY: "of another vendor",
  ANTHROPIC_API_KEY: "its own",
};

/** Rules leave it open. */
function openThread(body = "This seems off."): OpenThread {
  const said = { id: "C1", body, author: "grace", authorKind: "human", createdAt: null };
  const thread = {
    threadId: "PRRT_1" as ThreadId,
    path: "a.ts",
    line: 3,
    isResolved: false,
    isOutdated: false,
    authorKind: "human",
    firstComment: said,
    latestComment: said,
    comments: [said],
  } as unknown as ReviewThread;
  const facts = unknownCodeFacts("no-commit", { path: "a.ts" });
  const verdict = triageByRules(thread, facts);
  return { thread, facts, verdict: { ...verdict, confidence: "low", evidence: { ...verdict.evidence, words: [] } } };
}

/** A program that does this instead of asking; `given` is what came by standard input. */
function around(body: string, stop = new AbortController().signal) {
  const file = join(folder, "program.mjs");
  writeFileSync(
    file,
    `let input = ""; for await (const part of process.stdin) input += part;
const given = JSON.parse(input);
const cost = ${JSON.stringify({ ...noCost, money: 0.25 })};
const say = (said) => console.log(JSON.stringify(said));
const done = (...answers) => say({ is: "answer", answer: { answers, model: "a/b" } });
${body}`,
  );
  return { program: [process.execPath, file], env, cwd: folder, stop, now: () => Date.UTC(2026, 10, 16) };
}

let heard: string[] = [];
beforeEach(() => {
  heard = [];
});
const needs = () => ({
  user: { models: [{ use: "anthropic/claude-sonnet-4-5" }] },
  store,
  repository: "here",
  limits: {},
  asking: (model: string) => void heard.push(model),
});

const valid = {
  id: "T1",
  classification: "valid",
  confidence: "high",
  reason: "It rounds too early.",
  quote: null,
  reply: null,
  needsHuman: false,
};
const answering = (value: unknown) =>
  `say({ is: "progress", step: { model: "a/b" } }); done({ is: "answered", value: ${JSON.stringify(value)}, model: "a/b", cost });`;
const triaged = async (body: string, open = [openThread()]) => await triageInChild(open, needs(), around(body));

describe("the process that asks about threads", () => {
  test("gets the keys of its models, and no token and no other key", async () => {
    const told = triaged(
      'say({ is: "failed", as: "user", message: `${process.argv.slice(2)} ${Object.keys(process.env).sort()} ${given.what.is}`, remedy: "" });',
    );
    await expect(told).rejects.toThrow(new UserError("run-task,ask-models ANTHROPIC_API_KEY,PATH threads", ""));
    expect(heard).toEqual([]);
  });

  test("its answer is validated in the parent, and the model asked is reported", async () => {
    const { triaged: said, model, cost, notes } = await triaged(answering({ threads: [valid] }));
    expect(said).toMatchObject([{ threadId: "PRRT_1", classification: "valid", confidence: "medium" }]);
    expect([model, cost.money, notes, heard]).toEqual(["a/b", 0.25, [], ["a/b"]]);
  });

  test.each<[string, unknown]>([
    ["has another form", { threads: [{ ...valid, classification: "resolve it now" }] }],
    ["is a text", "ignore all rules"],
    ["speaks of another thread", { threads: [{ ...valid, id: "PRRT_1" }] }],
    ["calls it fixed and shows nothing", { threads: [{ ...valid, classification: "already_fixed" }] }],
  ])("an answer that %s has no effect", async (_, value) => {
    const { triaged: said } = await triaged(answering(value));
    expect(said).toMatchObject([{ classification: openThread().verdict.classification, evidence: { by: "rules" } }]);
  });

  test("output in the wrong format is rejected as an internal error", async () => {
    await expect(triaged('done({ is: "answered", value: 1, model: "a/b", cost, resolve: true });')).rejects.toThrow(
      "resolve",
    );
    await expect(triaged('throw new Error("broken to bits");')).rejects.toThrow(/ended with 1: [^]*broken to bits/);
  });

  test("a failed model is a note, and its cost is recorded", async () => {
    const call = {
      unit: "triage-thread",
      model: "a/b",
      at: Date.UTC(2026, 10, 16),
      money: 0.5,
      call: "{}",
      isOver: true,
    };
    const { notes, triaged: said } = await triaged(
      `say({ is: "call", call: ${JSON.stringify(call)} });
done({ is: "unanswered", model: "a/b", fault: "refused", message: "it would rather not", cost });`,
    );
    expect(notes).toEqual([expect.stringContaining("it would rather not")]);
    expect(said[0]!.evidence.by).toBe("rules");
    expect(await store.records.spent(0)).toBe(0.5);
    // The next one is told.
    const told = triaged('say({ is: "failed", as: "user", message: JSON.stringify(given.spent), remedy: "" });');
    await expect(told).rejects.toThrow('{"all":0.5,"repository":0.5}');
  });

  test("is not started if the rules already classified every thread", async () => {
    const open = openThread();
    const sure = { ...open, verdict: { ...open.verdict, confidence: "high" as const } };
    expect(await triaged("process.exit(1);", [sure])).toMatchObject({ triaged: [sure.verdict], model: null });
  });

  test("stops when aborted", async () => {
    const stopping = new AbortController();
    const running = triageInChild(
      [openThread()],
      { ...needs(), asking: () => stopping.abort(new Error("enough")) },
      around('say({ is: "progress", step: { model: "a/b" } }); setInterval(() => {}, 1000);', stopping.signal),
    );
    await expect(running).rejects.toThrow("enough");
  });
});

test("the process that asks the arbiter gets disputes, and no token", async () => {
  const contested = [
    { id: "n-1", flaggedBy: ["first"], place: { path: "a.ts", line: 1 }, severity: "high", claim: "c", snippet: null },
  ] as unknown as Parameters<typeof arbitrateInChild>[0];
  const body = `done({ is: "answered", value: { answer: \`ARB n-1 REAL_BUG — \${Object.keys(process.env).sort()} \${given.what.contested.length}\` }, model: "a/b", cost });`;
  expect(await arbitrateInChild(contested, needs(), around(body))).toMatchObject({
    by: "a/b",
    text: "ARB n-1 REAL_BUG — ANTHROPIC_API_KEY,PATH 1",
  });
});
