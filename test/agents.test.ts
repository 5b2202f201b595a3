// A coding agent reviews through the MCP server, with its own model: in both generations of the protocol, in any order,
// with repeats, cancelled calls and restarts.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openData } from "../src/app/open-store.ts";
import type { Draft } from "../src/review/draft.ts";
import { parseDraft } from "../src/review/parse-draft.ts";
import { openStandin, type Standin } from "../src/standin/github/standin.ts";
import { makeRepository, type MadeRepository } from "../src/world/git/make-repository.ts";
import type { Store } from "../src/world/store/store.ts";
import {
  agentHome,
  openAgent,
  openIn,
  reviewIn,
  wholeQuestion,
  type AgentHome,
  type Generation,
  type ScriptedAgent,
  type ToolResult,
} from "./support/agent-client.ts";
import { propertyRuns } from "./support/property-runs.ts";
import { crosscheck } from "./support/run-cli.ts";
import { findingOf, nothingFound } from "./support/with-models.ts";

const generations: readonly Generation[] = ["2025", "2026"];
const fraction = "  return sum > limit ? sum * 0.9 : sum;";
const before = "export function total(sum: number) {\n  return sum > 100 ? sum * 0.9 : sum;\n}\n";
const after = `export function total(sum: number) {\n  const limit = 100;\n${fraction}\n}\n`;

let home: AgentHome;
let repository: MadeRepository;
let agents: ScriptedAgent[] = [];

beforeAll(async () => {
  repository = await makeRepository(
    [
      { message: "feat: a discount", files: { "src/total.ts": before } },
      { message: "feat: name the limit", files: { "src/total.ts": after } },
    ],
    process.env,
    new AbortController().signal,
  );
});
afterAll(() => repository.remove());
beforeEach(() => (home = agentHome()));
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
  home.remove();
});

async function connected(options: Partial<Parameters<typeof openAgent>[0]> = {}): Promise<ScriptedAgent> {
  const agent = await openAgent({ generation: "2026", home, ...options });
  agents.push(agent);
  return agent;
}

/** What this agent's model says to each reviewer. */
function answerOf(unit: string): object {
  if (unit === "editor") return { findings: [], causes: [] };
  if (unit !== "code-reviewer") return nothingFound;
  const found = { path: "src/total.ts", line: 3, quote: fraction, title: "Orders of exactly 100 get no discount" };
  return { ...nothingFound, findings: [findingOf(found)] };
}

async function begun(agent: ScriptedAgent, input: Record<string, unknown> = {}) {
  const started = await agent.call("review_start", { repo: repository.path, target: "HEAD^..HEAD", ...input });
  expect(started.text).toMatch(/^Review [0-9a-f]{16} of/);
  return { review: reviewIn(started), open: openIn(started) };
}

async function answerAll(agent: ScriptedAgent, review: string, open: ReturnType<typeof openIn>): Promise<ToolResult> {
  let last: ToolResult | null = null;
  for (let left = open; left.length > 0; left = openIn(last!))
    for (const { id, unit } of left)
      last = await agent.call("submit_answer", {
        review,
        question: id,
        answer: answerOf(unit),
        separate_context: true,
      });
  return last!;
}

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openData({ args: [], options: {} }, { env: home.env, platform: process.platform });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** All rows, so that a write of any kind shows. */
async function everythingStored(): Promise<string> {
  return await inStore(async (store) => {
    const rows: object[] = [];
    for await (const row of store.exported(null)) rows.push(row);
    return JSON.stringify(rows);
  });
}

async function finishedDraft(): Promise<Draft> {
  return await inStore(async ({ records }) => {
    const [latest] = await records.reviews(1);
    return parseDraft((await records.review(latest!.id))!.draft);
  });
}

/** Without the times, and what the id of the run goes into. */
function comparable({ reports, judged, decision, agent }: Draft): unknown {
  return { reports: reports.map((report) => ({ ...report, ms: 0 })), judged, decision, agent };
}

describe.each(generations)("an agent of protocol generation %s", (generation) => {
  test("reviews a change with its own model, and the review is like any other", async () => {
    const agent = await connected({ generation });
    const { review, open } = await begun(agent);
    expect(open.map(({ unit }) => unit)).toContain("code-reviewer");
    const parts = await wholeQuestion(agent, review, open[0]!.id);
    expect(parts.join("\n")).toContain(`<<<${review} begin`);
    expect(parts.at(-1)).toContain("submit_answer");
    const looked = await agent.call("look_up", {
      review,
      question: open[0]!.id,
      tool: "read_lines",
      input: { path: "src/total.ts", side: "head", start: 1, end: 4 },
    });
    expect(looked.text).toContain("3|  return sum > limit");
    const early = await agent.call("get_draft", { review });
    expect(early.text).toMatch(/^Not finished: \d+ open questions/);
    expect(early.text).toContain("host/scripted-agent has not answered yet");

    expect((await answerAll(agent, review, open)).text).toContain("The review is finished: Needs changes: 1 high");
    const { text } = await agent.call("get_draft", { review });
    expect(text).toContain("Orders of exactly 100 get no discount");
    expect(text).toMatch(/Answered: \d+ questions by host\/scripted-agent, each in a separate context, as it says/);
    expect(text).not.toContain("cost");
    expect(agent.progress).toContain("Reading the change");
    const explained = await agent.call("explain", { repo: repository.path, finding: "1" });
    expect(explained.text).toContain("Found by");
    expect((await agent.call("post_review", { review })).text).toBe("A review of a local change cannot be posted.");

    const { id } = await finishedDraft();
    const replayed = await crosscheck(["replay", id], { env: home.env });
    expect([replayed.code, replayed.err]).toEqual([0, expect.not.stringContaining("differs")]);
  });

  test("finds tools that say what they may do, and a prompt", async () => {
    const agent = await connected({ generation });
    const { tools } = await agent.client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      "get_question",
      "look_up",
      "get_draft",
      "list_threads",
      "explain",
    ]);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual([
      "post_review",
      "fix_threads",
    ]);
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
    const { messages } = await agent.client.getPrompt({ name: "review", arguments: { target: "main...x" } });
    expect(JSON.stringify(messages)).toContain("main...x");
    const reading = await connected({ generation, readOnly: true });
    const names = (await reading.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(tools.map(({ name }) => name).filter((name) => !/^(?:post_review|fix_threads)$/.test(name)));
  });
});

/** Numbers from a seed, so that a run that fails can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

async function untidily(seed: number): Promise<Draft> {
  home.remove();
  home = agentHome();
  const random = randomFrom(seed);
  let agent = await connected({ generation: generations[seed % 2]! });
  const { review, open } = await begun(agent);
  let waiting = [...open];
  const done: typeof open = [];
  const submit = async ({ id, unit }: { id: string; unit: string }, stop?: AbortSignal) =>
    await agent.call(
      "submit_answer",
      { review, question: id, answer: answerOf(unit), separate_context: true },
      ...(stop ? [stop] : []),
    );
  for (let step = 0; step < 60; step++) {
    const what = random(10);
    if (what === 0) {
      await agents.pop()!.close();
      agent = await connected({ generation: generations[random(2)]! });
    } else if (what === 1 && done.length > 0) await submit(done[random(done.length)]!);
    else if (what === 2) await agent.call("get_draft", { review });
    else {
      const index = random(waiting.length);
      const one = waiting[index]!;
      const stopping = new AbortController();
      if (what < 5) setImmediate(() => stopping.abort(new Error("cancelled")));
      const result = await submit(one, stopping.signal).catch(() => null);
      if (result === null) continue;
      done.push(one);
      waiting.splice(index, 1);
      if (result.text.includes("is finished")) return await finishedDraft();
      waiting = openIn(result);
    }
    if (waiting.length === 0) throw new Error("nothing is open, and it is not finished");
  }
  throw new Error("it does not end");
}

test("in any order, with repeats, cancelled calls and restarts, it ends with the same draft", async () => {
  const { numRuns } = propertyRuns(50);
  const first = comparable(await untidily(0));
  for (let seed = 1; seed < numRuns; seed++) expect([seed, comparable(await untidily(seed))]).toEqual([seed, first]);
}, 300_000);

describe("several reviews at once", () => {
  test("do not mix", async () => {
    const agent = await connected();
    const [one, two] = await Promise.all([begun(agent), begun(agent, { request: "Look at rounding" })]);
    expect(one.review).not.toBe(two.review);
    const other = { review: two.review, question: one.open[0]!.id, answer: nothingFound, separate_context: false };
    expect(await agent.call("submit_answer", other)).toEqual({
      failed: true,
      text: "This review has no such question.",
    });
    const ended = await Promise.all([one, two].map(({ review, open }) => answerAll(agent, review, open)));
    expect(ended.map(({ text }) => text)).toEqual([
      expect.stringContaining("is finished"),
      expect.stringContaining("is finished"),
    ]);
  });
});

describe("answers", () => {
  const broken = [
    "",
    "no JSON",
    "null",
    "[]",
    '{"findings":1}',
    '{"findings":[{}]}',
    "```json\n{}\n```",
    "\0",
    "🙂".repeat(9),
  ];

  test("that are not of the form are asked for once more, and then the reviewer has failed", async () => {
    const agent = await connected();
    const { review, open } = await begun(agent);
    const say = async (answers: readonly unknown[], of: typeof open) => {
      let last: ToolResult | null = null;
      for (const [index, { id }] of of.entries()) {
        const answer = answers[index % answers.length];
        last = await agent.call("submit_answer", { review, question: id, answer, separate_context: false });
      }
      return last!;
    };
    const again = await say(broken, open);
    expect(again.text).toContain("was not accepted");
    expect(openIn(again)).toHaveLength(open.length);
    const question = await agent.call("get_question", { review, question: open[0]!.id, part: 2 });
    expect(question.text).toContain("Your answer was not accepted");
    const ended = await say(broken.toReversed(), openIn(again));
    expect(ended.text).toContain("The review is finished");
    const draft = await finishedDraft();
    expect(draft.decision.gaps.length).toBeGreaterThan(0);
    expect(draft.judged.filter(({ finding }) => finding.id.startsWith("code-reviewer"))).toEqual([]);
    expect(draft.agent).toEqual({ name: "host/scripted-agent", answered: open.length, separate: 0 });
  });

  test("to files that have changed meanwhile end the review", async () => {
    const agent = await connected();
    repository.write({ "src/total.ts": before });
    try {
      const { review, open } = await begun(agent, { target: undefined, working: true });
      repository.write({ "src/total.ts": `${before}// more\n` });
      expect(await answerAll(agent, review, open)).toEqual({
        failed: true,
        text: expect.stringContaining("The files have changed"),
      });
    } finally {
      await repository.git("checkout", "--quiet", "--", ".");
    }
  });
});

test.each([
  ["review_start", { repo: "." }, "not an absolute path"],
  ["review_start", { repo: "/" }, "not in a git repository"],
  ["review_start", { repo: "/proc/self/\0" }, "not an absolute path"],
  ["review_start", { repo: "REPO", target: "no-such-branch" }, "no-such-branch"],
  ["review_start", { repo: "REPO", target: "--upload-pack=x" }, "--upload-pack=x"],
  ["review_start", { repo: "REPO", exec: "rm" }, "exec"],
  ["get_question", { review: "../../etc" }, "no such review"],
  ["get_draft", { review: "0123456789abcdef" }, "no such review"],
  ["look_up", { review: "0123456789abcdef", question: "x", tool: "rm", input: {} }, "tool"],
  ["submit_answer", { review: "x" }, "question"],
  ["fix_threads", { repo: "REPO", payload: "{" }, "Fix the JSON there"],
  ["explain", { repo: "REPO", finding: "99" }, "99"],
] as const)("%s with %j is refused", async (name, input, says) => {
  const agent = await connected();
  const given = "repo" in input && input.repo === "REPO" ? { ...input, repo: repository.path } : input;
  const result = await agent.call(name, given).catch((error: Error) => ({ failed: true, text: error.message }));
  expect(result).toEqual({ failed: true, text: expect.stringContaining(says) });
});

test("no result is longer than clients show, and its parts are whole", async () => {
  const lines = Array.from({ length: 2500 }, (_, at) => `export const value${at} = "${"x".repeat(20)}${at}";`);
  const large = await makeRepository(
    [
      { message: "feat: start", files: { "a.ts": "export {};\n" } },
      { message: "feat: many values", files: { "a.ts": `${lines.join("\n")}\n` } },
    ],
    process.env,
    new AbortController().signal,
  );
  try {
    const agent = await connected();
    const { review, open } = await begun(agent, { repo: large.path });
    const parts = await wholeQuestion(agent, review, open[0]!.id);
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(30_000);
    const whole = parts.map((part) => part.replace(/^Question .*\n\n/, "")).join("");
    const [last = ""] =
      /value\d+ = "x+\d+";(?=[^"]*$)/.exec(whole.slice(0, whole.indexOf("found by checks already"))) ?? [];
    const shown = lines.slice(0, 1 + lines.findIndex((line) => line.includes(last)));
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.filter((line) => !whole.includes(line))).toEqual([]);
  } finally {
    large.remove();
  }
});

describe("on a pull request", () => {
  let github: Standin;
  let url: string;
  let clone: string;

  beforeEach(async () => {
    const folder = join(home.folder, "hub");
    github = await openStandin({ folder, clock: { now: Date.now }, path: process.env["PATH"] ?? "" });
    github.user("ada");
    github.user("kim");
    github.organization("acme", [{ login: "kim", role: "admin" }]);
    const shop = await github.repository("acme", "shop", [
      { message: "feat: start", files: { "src/total.ts": before } },
    ]);
    await github.push(shop, "side", [{ message: "feat: x", files: { "src/total.ts": after } }], {
      from: "main",
      by: "ada",
    });
    const pull = await github.openPull(shop, "ada", { title: "feat: name the limit", head: "side", body: "" });
    url = `${github.url}/acme/shop/pull/${pull.number}`;
    clone = join(home.folder, "clone");
    await promisify(execFile)("git", ["clone", "--quiet", `${github.url}/acme/shop.git`, clone]);
    home.env["GH_ENTERPRISE_TOKEN"] = github.token("kim");
  });
  afterEach(() => github.close());

  const writes = () => github.ledger.wire().map(({ what }) => what);

  async function finished(agent: ScriptedAgent): Promise<string> {
    const { review, open } = await begun(agent, { repo: clone, target: url });
    await answerAll(agent, review, open);
    return review;
  }

  test.each(generations)("posts once, after the user has agreed (%s)", async (generation) => {
    const agent = await connected({ generation, user: "accept" });
    const review = await finished(agent);
    expect(writes()).toEqual([]);
    const posted = await agent.call("post_review", { review });
    expect(agent.asked).toEqual([expect.stringMatching(/^Post this review on .*acme\/shop#1\? Needs changes/)]);
    expect([posted.failed, posted.text]).toEqual([false, expect.stringContaining("posted")]);
    const once = writes();
    expect(once.length).toBeGreaterThan(0);
    await agent.call("post_review", { review });
    expect(writes()).toEqual(once);
  });

  test.each(["refuse", "decline", "cancel", undefined] as const)(
    "posts nothing when the user says %s",
    async (user) => {
      const agent = await connected({ ...(user && { user }) });
      const review = await finished(agent);
      const { text } = await agent.call("post_review", { review });
      const { id } = await finishedDraft();
      expect(text).toContain(user === undefined ? `crosscheck post ${id}` : "the user declined");
      expect(writes()).toEqual([]);
    },
  );

  test("threads are looked at, answered and resolved as the policy allows, once the user agrees", async () => {
    github.user("coderabbitai[bot]", { type: "Bot" });
    const [pull] = github.state.pulls;
    await github.review(pull!, "coderabbitai[bot]", {
      comments: [{ path: "src/total.ts", line: 3, body: "Orders of exactly 100 get no discount." }],
    });
    await github.push(
      github.state.repositories[0]!,
      "side",
      [{ message: "fix: discount at 100", files: { "src/total.ts": after.replace("sum > limit", "sum >= limit") } }],
      { by: "ada" },
    );
    const agent = await connected({ user: "accept" });
    const listed = await agent.call("list_threads", { repo: clone, pull: url });
    const board = JSON.parse(listed.text) as { head: string; rows: { threadId: string }[] };
    const { threadId } = board.rows[0]!;
    const verification = [{ command: "npm test", result: "passed", sha: board.head }];
    const reply = { threadId, classification: "valid", fixSummary: "It is >= now.", commitSha: board.head };
    const payload = { prNumber: 1, threads: [{ ...reply, verification, checks: "passed" }] };
    const triage = {
      prNumber: 1,
      threads: [
        {
          threadId,
          classification: "valid",
          confidence: "high",
          reason: "The comparison excludes 100.",
          recommendedAction: "Fix it.",
          filesToInspect: [],
          filesToChange: [],
          checksToRun: [],
          replyBody: null,
          canResolveAfterChecks: true,
          requiresHumanDecision: false,
        },
      ],
    };
    const preview = await agent.call("fix_threads", { repo: clone, payload, triage });
    expect([preview.failed, preview.text]).toEqual([false, expect.stringContaining("Reply: planned")]);
    expect(writes()).toEqual([]);
    const done = await agent.call("fix_threads", { repo: clone, payload, triage, apply: "both" });
    expect(agent.asked).toHaveLength(1);
    expect([done.failed, done.text]).toEqual([false, expect.stringContaining("Reply: posted")]);
    expect(writes().length).toBeGreaterThan(0);
  });

  test("read-only tools write nothing, here or on GitHub", async () => {
    const agent = await connected({ user: "accept" });
    const { review, open } = await begun(agent, { repo: clone, target: url });
    const question = open[0]!.id;
    const stored = await everythingStored();
    const input = { path: "src/total.ts", side: "head", start: 1, end: 9 };
    const read = async (on: ScriptedAgent) =>
      (await readAll(on)).map(({ text, ...one }) => ({ ...one, text: text.replace(/"at": ".*"/, "") }));
    const readAll = async (on: ScriptedAgent) => [
      await on.call("get_question", { review }),
      await on.call("look_up", { review, question, tool: "read_lines", input }),
      await on.call("get_draft", { review }),
      await on.call("list_threads", { repo: clone, pull: url }),
      await on.call("fix_threads", { repo: clone, payload: { threads: [] } }),
    ];
    const results = await read(agent);
    expect(results.slice(0, 4).map(({ failed }) => failed)).toEqual([false, false, false, false]);
    // A process that has not reviewed anything yet reads the same.
    expect(await read(await connected())).toEqual(results);
    expect(await everythingStored()).toBe(stored);
    expect(writes()).toEqual([]);
    await answerAll(agent, review, open);
    expect(await everythingStored()).not.toBe(stored);
  });
});
