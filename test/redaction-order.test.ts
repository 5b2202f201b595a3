// A secret that shortening would cut in half, or that escaping would split, is redacted before either happens.
import { describe, expect, test } from "vitest";
import { arbiterPrompt } from "../src/findings/arbitrate/prompt.ts";
import { snippetAround } from "../src/findings/arbitrate/snippet.ts";
import { boundary } from "../src/findings/asking/boundary.ts";
import { hunkText } from "../src/findings/asking/diff-text.ts";
import { wordsText } from "../src/findings/asking/author-words.ts";
import { readerOf } from "../src/findings/asking/read-trees.ts";
import { reviewTools, toolLimits } from "../src/findings/asking/tools.ts";
import { shortenText } from "../src/findings/execution/lint-gate/judged-lint.ts";
import { quotedFile } from "../src/findings/quote.ts";
import { planPosting } from "../src/review/plan.ts";
import { findingsToStore } from "../src/review/compare-rounds.ts";
import { redactLine } from "../src/secrets/redact-line.ts";
import { redactSecrets } from "../src/secrets/redact-secrets.ts";
import { excerpt } from "../src/threads/replies/excerpt.ts";
import { renderReply, defaultTemplate } from "../src/threads/render-reply.ts";
import { changeOf, codeOf } from "./support/change-of.ts";
import { canaryOf } from "./support/canaries/kinds.ts";
import { draftOf, judgedOf, onPull } from "./support/finding-of.ts";

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
  ["a line of a snippet", () => snippetAround(quotedFile(Buffer.from(longLine(400))), 1)],
  ["an excerpt", () => excerpt(Buffer.from(longLine(400)), 1)],
  ["a linter's message", () => shortenText(across(200), 200)],
  ["the summary of a reply", () => reply(across(1200))],
  ["the command of a reply", () => reply("Done.", across(80))],
  ["a posted finding, where Markdown would escape the token", () => planPosting(posted(`is ${token} here`), "code")],
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
    ["in a snippet", () => snippetAround(quotedFile(Buffer.from(file)), 8, 9)],
    ["in an excerpt", () => excerpt(Buffer.from(`${"y\n".repeat(3)}${file}`), 40)],
  ])("%s", async (_, made) => {
    const text = String(await made());
    expect(key.pieces.filter((piece) => text.includes(piece))).toEqual([]);
    expect(text).not.toBe("null");
  });
});
