// Reads facts about the commented code from git. Any clone or mirror will do: missing objects make a fact unknown, and
// nothing is concluded from it.
import type { Oid } from "../../change/change.ts";
import type { FileDiff } from "../../change/diff.ts";
import { fileDiffs } from "../../change/file-diffs.ts";
import type { Git, RawRow } from "../../change/git.ts";
import { UserError } from "../../errors.ts";
import type { ReviewThread } from "../thread.ts";
import { compareCode, type CodeCompared } from "./compare-code.ts";
import { unknownCodeFacts, type CodeFacts, type UnknownWhy } from "./code-facts.ts";
import { fileDiffAt } from "./line-map.ts";
import { lastChange, lastChangeByText, type CommitFiles } from "./last-change.ts";
import { parseObjections } from "./objections.ts";
import { codeTokens } from "./code-tokens.ts";

export interface FactsGit extends Pick<Git, "resolve" | "tree" | "compare" | "commits" | "mergeBase"> {
  /** Oldest first, each with its own diff; empty if there is only one. */
  commitDiffs(base: Oid, head: Oid): Promise<{ sha: string; rows: RawRow[]; patch: Uint8Array }[]>;
}

const largestFile = 2_000_000;
const largestDiff = 24_000_000;

export async function codeFacts(thread: ReviewThread, head: Oid, git: FactsGit): Promise<CodeFacts> {
  return await factsReader(head, git)(thread);
}

/** For many threads of one pull request: shared data is read once. */
export function factsReader(head: Oid, git: FactsGit): (thread: ReviewThread) => Promise<CodeFacts> {
  const between = keep((original) => diffBetween(git, original, head));
  const commits = keep((original) => commitsBetween(git, original, head));
  return async (thread) => {
    const { path, originalLine, originalCommit, diffHunk } = thread;
    const shown = lastShown(diffHunk);
    if (path === null || originalLine === null || originalCommit === null)
      return unknownCodeFacts("no-place", { path });
    if (shown?.mark === "-") return unknownCodeFacts("removed-line", { path });
    if ((await git.resolve(originalCommit)) === null || (await git.resolve(head)) === null)
      return unknownCodeFacts("no-commit", { path, lineAtHead: await shownAtHead(git, head, path, shown?.text) });
    const before = await linesIn(git, originalCommit, path);
    if (before === "too-large") return unknownCodeFacts("too-large", { path });
    const start = originalLine - heightOf(thread);
    const line = before?.[originalLine - 1];
    if (before === null || line === undefined || start < 1) return unknownCodeFacts("no-file", { path });
    if (shown && shown.text.trimEnd() !== line.trimEnd()) return unknownCodeFacts("other-text", { path });
    const files = await between(originalCommit);
    if (typeof files === "string") return unknownCodeFacts(files, { path });
    const entry = fileDiffAt(files, path);
    const headPath = entry === null ? path : entry.newPath;
    const now = headPath === null ? null : await linesIn(git, head, headPath);
    if (now === "too-large") return unknownCodeFacts("too-large", { path, headPath });
    // Neither in the diff nor at the head: git cannot tell, as with a file that became binary.
    if (headPath !== null && (now === null || entry?.binary)) return unknownCodeFacts("no-file", { path, headPath });
    const objections = parseObjections(thread.firstComment?.body ?? "");
    const place = { path, start, end: originalLine };
    const compared = compareCode({ ...place, before, now, headPath, entry, files, objections });
    const commit = needsCommit(compared) ? touchOf(await commits(originalCommit), compared) : null;
    return { unknown: null, ...compared, commit };
  };
}

function keep<T>(read: (original: Oid) => Promise<T>): (original: Oid) => Promise<T> {
  const kept = new Map<Oid, Promise<T>>();
  return (original) => {
    const known = kept.get(original) ?? read(original);
    kept.set(original, known);
    return known;
  };
}

/** The last line of the hunk above a comment is the commented one. */
function lastShown(diffHunk: string | null): { mark: string; text: string } | null {
  const lines = (diffHunk ?? "").split("\n").filter((line) => !line.startsWith("\\"));
  const last = lines.at(-1) ?? "";
  return lines.length < 2 || !/^[ +-]/.test(last) ? null : { mark: last[0]!, text: last.slice(1).replace(/\r$/, "") };
}

const highest = 100;

/** Number of lines between a thread's first and last line; known if GitHub still finds its position. */
function heightOf({ line, startLine }: ReviewThread): number {
  return line === null || startLine === null ? 0 : Math.min(Math.max(line - startLine, 0), highest);
}

async function linesIn(git: FactsGit, commit: Oid, path: string): Promise<string[] | null | "too-large"> {
  const bytes = await git.tree(commit).read(path);
  if (bytes === null) return null;
  if (bytes.length > largestFile) return "too-large";
  if (bytes.includes(0)) return null;
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

async function shownAtHead(git: FactsGit, head: Oid, path: string, text: string | undefined): Promise<boolean | null> {
  const wanted = codeTokens(text ?? "").join(" ");
  if (wanted === "" || (await git.resolve(head)) === null) return null;
  const lines = await linesIn(git, head, path);
  return Array.isArray(lines) ? lines.some((line) => codeTokens(line).join(" ") === wanted) : null;
}

async function diffBetween(git: FactsGit, original: Oid, head: Oid): Promise<FileDiff[] | UnknownWhy> {
  try {
    const { rows, patch } = await git.compare(original, head);
    return patch.length > largestDiff ? "too-large" : fileDiffs(rows, patch);
  } catch (error) {
    // Objects are missing, as in a partial clone.
    if (error instanceof UserError) return "no-commit";
    throw error;
  }
}

interface Between {
  commits: readonly CommitFiles[];
  /** The original commit is an ancestor of the head. */
  inRow: boolean;
}

const mostCommits = 250;

async function commitsBetween(git: FactsGit, original: Oid, head: Oid): Promise<Between> {
  const { commits, total } = await git.commits(original, head, mostCommits);
  // Contains everything since, also after an amend.
  if (total === 1) {
    const { rows, patch } = await git.compare(original, head);
    return { commits: [{ sha: commits[0]!.sha, files: fileDiffs(rows, patch) }], inRow: true };
  }
  const onTop = (await git.mergeBase(original, head)) === original;
  const diffs = await git.commitDiffs(original, head);
  const read = diffs.map(({ sha, rows, patch }) => ({ sha, files: fileDiffs(rows, patch) }));
  return { commits: read, inRow: onTop && read.length === total };
}

/** Without a change there is no commit to name. */
function needsCommit({ outcome, suggestion, proposals }: CodeCompared): boolean {
  return outcome !== "untouched" || suggestion === "stands" || proposals.some(({ stands }) => stands);
}

function touchOf({ commits, inRow }: Between, { commented, headPath, outcome, now }: CodeCompared): string | null {
  const { path, start, lines } = commented!;
  const followed = inRow ? lastChange(commits, { path, start, lines }) : null;
  if (followed !== null) return followed;
  return lastChangeByText(
    commits,
    [path, headPath ?? path],
    outcome === "untouched" ? [] : lines,
    (now?.lines ?? []).filter((line) => line.trim() !== ""),
  );
}
