// A secret that shortening would cut in half, or that escaping would split, is redacted before either happens.
import { describe, expect, test } from "vitest";
import { questionContext } from "../src/app/child/tasks/answer-mention/answer-text.ts";
import { replayedFinding } from "../src/app/review/run-backtest.ts";
import { findBreaking } from "../src/change/breaking.ts";
import { findConcerns } from "../src/change/concerns.ts";
import { arbiterPrompt } from "../src/findings/arbitrate/prompt.ts";
import { snippetAround } from "../src/findings/arbitrate/snippet.ts";
import { boundary } from "../src/findings/asking/boundary.ts";
import { byPath, hunkText, summaryOf } from "../src/findings/asking/diff-text.ts";
import { readKnowledge } from "../src/findings/asking/knowledge.ts";
import { knownText, listKnown } from "../src/findings/asking/known-findings.ts";
import { wordsText } from "../src/findings/asking/author-words.ts";
import { readerOf } from "../src/findings/asking/read-trees.ts";
import { reviewTools, toolLimits } from "../src/findings/asking/tools.ts";
import { shortenText } from "../src/findings/execution/lint-gate/judged-lint.ts";
import { clipMessage, endOfOutput } from "../src/findings/execution/runners/reports/plain-text.ts";
import { textsOf } from "../src/findings/texts.ts";
import { quotedFile } from "../src/findings/quote.ts";
import { planPosting } from "../src/review/plan.ts";
import { findingsToStore } from "../src/review/compare-rounds.ts";
import { redactLine } from "../src/secrets/redact-line.ts";
import { redactSecrets } from "../src/secrets/redact-secrets.ts";
import { threadContext } from "../src/threads/conversation.ts";
import { compareCode } from "../src/threads/triage/compare-code.ts";
import { triageByModel, type OpenThread } from "../src/threads/triage/triage-by-model.ts";
import { fetchInto } from "../src/world/git/mirror-fetch.ts";
import { excerpt } from "../src/threads/replies/excerpt.ts";
import { renderReply, defaultTemplate } from "../src/threads/render-reply.ts";
import { changeOf, codeOf } from "./support/change-of.ts";
import { canaryOf } from "./support/canaries/kinds.ts";
import { draftOf, findingOf, judgedOf, onPull, reportOf } from "./support/finding-of.ts";
import { makeFolder } from "./support/sandbox/made-folder.ts";

const token = canaryOf("GitHub token, classic", "order").value;
const key = canaryOf("GitHub App's private key", "order");
const { fence } = boundary("abcdefgh12", redactSecrets);
const stop = new AbortController().signal;

/** The token stands where a text of this length is cut: half before, half after. */
const across = (length: number, filler = "a b ") =>
  `${filler.repeat(length).slice(0, length - 21)} ${token} ${"c ".repeat(200)}`;
const longLine = (length: number) => `${across(length)}\n`;

function reply(summary: string, command = "npm test"): string | null {
  const head = "a".repeat(40);
  const fix = {
    threadId: "T",
    classification: "valid" as const,
    fixSummary: summary,
    verification: [{ command, result: "passed" as const, sha: head }],
  };
  return renderReply(fix, head, defaultTemplate, { host: "github.com", repository: "acme/shop" });
}

async function readLines(text: string, start: number, end: number): Promise<string> {
  const code = codeOf({ head: { "a.ts": text } });
  const tools = reviewTools({ code, read: readerOf(code), fence }, toolLimits);
  return await tools.find(({ name }) => name === "read_lines")!.run({ path: "a.ts", side: "head", start, end }, stop);
}

const words = (edit: Parameters<typeof changeOf>[0]) => wordsText(changeOf(edit), fence);
const posted = (text: string) => draftOf(onPull(changeOf({})), [judgedOf({ title: text, explanation: text })]);
const dispute = { id: "1", flaggedBy: ["a"], place: "a.ts:1", severity: "high" as const, snippet: null };

/** The prompt about a thread whose comment and code are these. */
async function triagePrompt(comment: string, file: string, line = 1): Promise<string> {
  const lines = file.split("\n");
  const objections = { suggestions: [], spans: [], removed: [], added: [], prose: "", clauses: [], asked: [] };
  const code = { path: "a.ts", start: line, end: line, before: lines, now: lines, headPath: "a.ts" };
  const facts = compareCode({ ...code, entry: null, files: [], objections });
  const open = {
    thread: { comments: [{ body: comment }] },
    facts,
    verdict: { confidence: "low", evidence: { words: [] } },
  } as unknown as OpenThread;
  let asked = "";
  const asker = {
    modelFor: () => "m",
    ask: async ({ prompt }: { prompt: { own: string } }) => {
      asked = prompt.own;
      return { value: { threads: [] }, model: "m", cost: { calls: [] } };
    },
  };
  const needs = { asker: asker as never, instructions: "", nonce: "abcdefgh12", stop, cover: redactSecrets };
  await triageByModel([open], needs).catch(() => null);
  return asked;
}

async function mentionPrompt(hunk: string): Promise<unknown> {
  const mention = { hunk, path: null, line: null, text: "why?", author: "ann" };
  const input = { mention, settings: { prompt: "" }, asked: { ask: "question", text: "" }, findings: [] };
  const read = { root: null, code: null, pull: null, conversation: "", notes: [] };
  const means = { fence: (_label: string, text: string) => text, countTokens: () => 0 };
  return (await questionContext(input as never, { is: "none" }, read, { budget: 1000 }, means)).texts;
}

/** What is kept of the messages of a git that says this. */
async function fetchMessages(said: string, secret: string): Promise<string> {
  using folder = makeFolder({ "said.txt": said });
  using programs = makeFolder({ git: `#!/bin/sh\n/bin/cat '${folder.path}/said.txt' >&2\nexit 1\n` });
  const run = { mirror: folder.path, env: { PATH: programs.path }, stop, progress: () => {} };
  return (await fetchInto(run, { url: "https://git.example/a", token: secret }, [], [])).stderr;
}

async function replayed(quote: string): Promise<unknown> {
  const code = codeOf({ head: { "a.ts": `${quote}\n` } });
  const judged = judgedOf({ path: "a.ts", text: quote, title: `is ${token}`, explanation: `is ${token}` });
  return await replayedFinding({ sha: "a", parent: "b", subject: "c", when: 0 }, judged, textsOf(code));
}

async function knowledge(section: string): Promise<unknown> {
  const story = { base: { "AGENTS.md": section, "a.ts": "a\n" }, head: { "AGENTS.md": section, "a.ts": "b\n" } };
  return (await readKnowledge(changeOf(story), codeOf(story).base)).map(({ text }) => fence("", text));
}

const turn = (body: string, id = 1) => ({ id, author: "ann", body, createdAt: "2025", updatedAt: "2025" });
const knownAt = (path: string) => {
  const findings = [findingOf({ path })];
  return knownText(listKnown([reportOf({ findings })], { checks: {} }), 1000, { fence, countTokens: () => 1 });
};

test.each<[string, () => unknown]>([
  ["a message", () => redactLine(across(20_000, " "), [])],
  [
    "a message that holds a known value",
    () => redactLine(across(20_000, " ").replaceAll("ghp_", "own-"), [token.replace("ghp_", "own-")]),
  ],
  ["the label of a fence", () => fence(across(300), "")],
  ["a description", () => words({ body: across(20_000) })],
  ["a commit message", () => words({ words: { commits: [{ message: across(600) } as never] } })],
  [
    "a line of a diff",
    () =>
      fence(
        "",
        changeOf({ head: { "a.ts": longLine(2000) } })
          .files[0]!.hunks.map((hunk) => hunkText(hunk).text)
          .join(),
      ),
  ],
  ["a line that a model looks up", async () => await readLines(longLine(toolLimits.width - 2), 1, 1)],
  ["a claim", () => arbiterPrompt([{ ...dispute, claim: across(4000) }], fence, "").own],
  ["a line of a snippet", () => snippetAround("a.ts", quotedFile(Buffer.from(longLine(400))), 1)],
  ["an excerpt", () => excerpt("a.ts", Buffer.from(longLine(400)), 1)],
  ["a linter's message", () => shortenText(across(200), 200)],
  ["the summary of a reply", () => reply(across(1200))],
  ["the command of a reply", () => reply("Done.", across(80))],
  ["a posted finding, where Markdown would escape the token", () => planPosting(posted(`is ${token} here`), "code")],
  ["a comment that a model triages", () => triagePrompt(across(3000), "a\n")],
  ["the code of a thread that a model triages", () => triagePrompt("a", longLine(400))],
  ["the hunk above a mention", () => mentionPrompt(`${"a b ".repeat(20)}${token} ${"c ".repeat(1990)}`)],
  ["a turn of a conversation", () => threadContext([turn(across(500))], 560)],
  ["an older turn of a conversation", () => threadContext([across(400), "b", "c", "d"].map(turn), 5000)],
  [
    "what git said, where the end of a long line is dropped",
    () => fetchMessages(`${`${token} `.repeat(44)}${across(2000 - 44 * (token.length + 1), " ")}`, token),
  ],
  ["a quote of a backtest", () => replayed(across(400))],
  ["the path of what a check found", () => knownAt(`src/${token}/a.ts`)],
  ["a section of a project document", () => knowledge(`# Rules\n\n${across(2991)}`)],
  [
    "a project document that is read in part",
    () => knowledge(`# Rules\n${"a b\n".repeat(49_700)}## Last\n${across(1184)}`),
  ],
  [
    "a description of a skill",
    async () => {
      const skill = `---\nname: a\ndescription: ${across(400)}\n---\n`;
      const story = { base: { ".claude/skills/a/SKILL.md": skill, "a.ts": "a\n" }, head: { "a.ts": "b\n" } };
      return (await readKnowledge(changeOf(story), codeOf(story).base)).map(({ text }) => fence("", text));
    },
  ],
  ["a concern", () => fence("", findConcerns({ body: "", issues: [], request: across(300) })[0]?.text ?? "")],
  ["the excerpt of a breaking change", () => findBreaking(`feat!: ${across(72)}`, "", [])],
  [
    "the heading of a hunk in a summary",
    () => {
      const change = changeOf({ head: { "a.ts": "a\n" } });
      const file = change.files[0]!;
      const hunks = file.hunks.map((hunk) => ({ ...hunk, heading: across(60) }));
      return fence("", summaryOf({ ...file, hunks }, byPath(change.triage)));
    },
  ],
  ["the message of a failed test", () => clipMessage(across(4000))],
  ["the end of a run's output", () => endOfOutput(`a ${token} ${"c ".repeat(240)}`, 500)],
  ["a stored quote", () => findingsToStore(draftOf(onPull(changeOf({})), [judgedOf({ text: across(2000) })]))],
])("%s", async (_, made) => {
  const text = JSON.stringify(await made()).replaceAll("\\", "");
  expect(text).not.toContain(token.slice(4, 16));
  expect(text).not.toContain(token.slice(-12));
});

describe("lines from the middle of a private key are redacted", () => {
  const file = `${key.value}\n${"x\n".repeat(50)}`;

  test.each<[string, () => unknown]>([
    ["that a model looks up", async () => await readLines(file, 4, 6)],
    ["in a snippet", () => snippetAround("a.ts", quotedFile(Buffer.from(file)), 8, 9)],
    ["in the code of a thread that a model triages", async () => await triagePrompt("a", file, 9)],
    ["in an excerpt", () => excerpt("a.ts", Buffer.from(`${"y\n".repeat(3)}${file}`), 40)],
  ])("%s", async (_, made) => {
    const text = String(await made());
    expect(key.pieces.filter((piece) => text.includes(piece))).toEqual([]);
    expect(text).not.toBe("null");
  });
});
