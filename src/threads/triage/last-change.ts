// Finds the commit that last changed the commented lines by following them through each commit, including a revert that
// restores them. After a rebase lines cannot be followed, and only the text is compared.
import { addedLines, removedLines, type FileDiff } from "../../change/diff.ts";
import { fileDiffAt, lineMap, currentRange } from "./line-map.ts";
import { codeTokens } from "./code-tokens.ts";

export interface CommitFiles {
  sha: string;
  files: readonly FileDiff[];
}

interface FollowedRange {
  path: string;
  start: number;
  lines: readonly string[];
}

/** Maximum distance from its old position at which a line counts as restored. */
const near = 12;

/** Commits are oldest first; the first one's parent is the commit of the lines. */
export function lastChange(commits: readonly CommitFiles[], { path, start, lines }: FollowedRange): string | null {
  let at = path;
  let found: string | null = null;
  const places = lines.map((text, index) => ({ key: keyOf(text), line: start + index, stands: true }));
  for (const { sha, files } of commits) {
    const file = fileDiffAt(files, at);
    if (file === null) continue;
    if (file.newPath === null) return sha;
    const map = lineMap(file);
    const added = [...addedLines(file)];
    for (const place of places) {
      const now = map.now(place.line);
      if (place.stands && now === null) {
        found = sha;
        place.stands = false;
      }
      const back = place.stands ? undefined : added.find((one) => isBack(one, place, now));
      place.line = back?.line ?? now ?? nextTo(map, place.line);
      place.stands ||= back !== undefined;
    }
    at = file.newPath;
  }
  return found;
}

function isBack(one: { line: number; text: string }, place: { key: string; line: number }, now: number | null) {
  return place.key !== "" && Math.abs(one.line - (now ?? place.line)) <= near && keyOf(one.text) === place.key;
}

function nextTo(map: ReturnType<typeof lineMap>, line: number): number {
  return currentRange(map, line, line, line + 10_000, line).start;
}

/**
 * By text alone: the newest commit that removed such a line from the file, else the newest that added the current one.
 */
export function lastChangeByText(
  commits: readonly CommitFiles[],
  paths: readonly string[],
  gone: readonly string[],
  present: readonly string[],
): string | null {
  const newestWith = (texts: readonly string[], linesIn: typeof addedLines) => {
    const keys = new Set(texts.map(keyOf).filter((key) => key !== ""));
    return commits.findLast(({ files }) =>
      files.some(
        (file) =>
          (paths.includes(file.newPath ?? "") || paths.includes(file.oldPath ?? "")) &&
          [...linesIn(file)].some(({ text }) => keys.has(keyOf(text))),
      ),
    );
  };
  return (newestWith(gone, removedLines) ?? newestWith(present, addedLines))?.sha ?? null;
}

function keyOf(text: string): string {
  return codeTokens(text).join(" ");
}
