// Identifies changed lines by content instead of position, so that an earlier round's lines are recognised after a
// rebase.
import { createHash } from "node:crypto";
import type { Change, Round, Side } from "./change.ts";
import { linesOf, type DiffLine, type FileDiff, type Hunk } from "./diff.ts";

/** One text per changed line that is not blank: its file, and the added or removed text. */
export function hunkPatch(file: FileDiff, hunk: Hunk): string[] {
  const path = pathKey(file);
  return [...linesOf(hunk)].flatMap((line) => {
    const key = lineKey(line);
    return key === null ? [] : [path + key];
  });
}

/** A plan with more would be rejected. Dropped lines count as new, and no finding is called late because of them. */
const mostKept = 500_000;

/** The record that a round stores: each text once, with its number of occurrences. */
export function patchesOf(files: readonly FileDiff[]): string[] {
  return [...countsOf(files)].slice(0, mostKept).map(([key, times]) => (times === 1 ? key : `${key}*${times}`));
}

export interface SeenHunks {
  /** Whether an earlier round saw this changed line; null if the change does not touch it. */
  line(path: string, side: Side, line: number): boolean | null;
  /**
   * Whether an earlier round saw, in any file, at least half of the adjacent changed lines. True if there are none,
   * because then nothing can be decided.
   */
  around(path: string, side: Side, line: number): boolean;
  /** Whether an earlier round saw such a line in any file. */
  text(text: string, side: Side): boolean;
  /** The change is the same as in the last round, on the same base. */
  nothingNew: boolean;
  /** Whether earlier rounds recorded any lines. */
  known: boolean;
}

const nothingSeen: SeenHunks = {
  line: () => false,
  around: () => false,
  text: () => false,
  nothingNew: false,
  known: false,
};

export function seenBy(rounds: readonly Round[], change: Pick<Change, "base" | "files">): SeenHunks {
  if (rounds.every(({ hunks }) => hunks.length === 0)) return nothingSeen;
  const earlier = rounds.map((round) => readCounts(round.hunks));
  const most = maximumCounts(earlier);
  const now = countsOf(change.files);
  const texts = new Set([...most.keys()].map((key) => key.slice(pathLength)));
  const last = earlier.at(-1);
  const names = earlierPaths(change.files, most);
  const text = (content: string, side: Side) => texts.has(textKey(side, content) ?? "");
  const around = (path: string, side: Side, line: number) => {
    const beside = linesBeside(fileAt(change.files, path, side), side, line);
    return beside.filter((one) => text(one.text, side)).length * 2 >= beside.length;
  };
  return {
    line(path, side, line) {
      const file = fileAt(change.files, path, side);
      const key = keyAt(file, side, line);
      if (key === null || file === undefined) return null;
      const own = pathKey(file);
      // With more occurrences than earlier rounds saw, the new one cannot be identified, so all count as new.
      const enough = names(own).some((name) => (most.get(name + key) ?? 0) >= (now.get(own + key) ?? 0));
      // A short line may be a rewrite of a removed one, so the adjacent lines decide.
      return enough && around(path, side, line);
    },
    around,
    text,
    nothingNew: last !== undefined && rounds.at(-1)!.base === change.base && haveSameCounts(last, now),
    known: true,
  };
}

type Counts = Map<string, number>;

function countsOf(files: readonly FileDiff[]): Counts {
  const counts: Counts = new Map();
  for (const file of files)
    for (const hunk of file.hunks) for (const key of hunkPatch(file, hunk)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function readCounts(patches: readonly string[]): Counts {
  return new Map(
    patches.map((patch) => {
      const [key = "", times = "1"] = patch.split("*");
      return [key, Number(times) || 1];
    }),
  );
}

/** Rounds see the same lines again, so the maximum of all rounds counts. */
function maximumCounts(all: readonly Counts[]): Counts {
  const most: Counts = new Map();
  for (const counts of all) for (const [key, times] of counts) most.set(key, Math.max(times, most.get(key) ?? 0));
  return most;
}

function haveSameCounts(a: Counts, b: Counts): boolean {
  return a.size === b.size && [...a].every(([key, times]) => b.get(key) === times);
}

/**
 * The paths under which an earlier round may have seen a file: its own, or, if no round knows that, one that is no
 * longer in the change. Git cannot name an older path of an added file.
 */
function earlierPaths(files: readonly FileDiff[], most: Counts): (own: string) => readonly string[] {
  const before = new Set([...most.keys()].map((key) => key.slice(0, pathLength)));
  const present = new Set(files.map(pathKey));
  const gone = [...before].filter((name) => !present.has(name));
  return (own) => (before.has(own) ? [own] : gone);
}

function fileAt(files: readonly FileDiff[], path: string, side: Side): FileDiff | undefined {
  return files.find((one) => (side === "head" ? one.newPath : one.oldPath) === path);
}

function keyAt(file: FileDiff | undefined, side: Side, line: number): string | null {
  const at = file?.hunks
    .flatMap((hunk) => (containsLine(hunk, side, line) ? [...linesOf(hunk)] : []))
    .find(hasLineNumber(side, line));
  return at ? lineKey(at) : null;
}

/** How many changed lines on either side are compared. */
const near = 2;
/** Shorter lines, such as a brace or `try {`, occur next to everything. */
const distinctiveLength = 8;

/** Adjacent changed lines, up to the first unchanged one. */
function linesBeside(file: FileDiff | undefined, side: Side, line: number): DiffLine[] {
  const hunk = file?.hunks.find((one) => containsLine(one, side, line));
  if (!hunk) return [];
  const lines = [...linesOf(hunk)].filter(
    (one) => one.text.trim() !== "" && (side === "head" ? one.new : one.old) !== null,
  );
  const at = lines.findIndex(hasLineNumber(side, line));
  if (at < 0) return [];
  const before = lines.slice(0, at).toReversed();
  return [before, lines.slice(at + 1)].flatMap((some) => {
    const end = some.findIndex(({ kind }) => kind === "context");
    const run = end < 0 ? some : some.slice(0, end);
    return run.filter(({ text }) => text.trim().length >= distinctiveLength).slice(0, near);
  });
}

function containsLine(hunk: Hunk, side: Side, line: number): boolean {
  const [start, length] = side === "head" ? [hunk.newStart, hunk.newLines] : [hunk.oldStart, hunk.oldLines];
  return line >= start && line < start + length;
}

function hasLineNumber(side: Side, line: number): (one: DiffLine) => boolean {
  return (one) => (side === "head" ? one.new : one.old) === line;
}

const pathLength = 8;

/** The path before the change: a rename is the same file, a copy is another one. */
function pathKey(file: FileDiff): string {
  const path = file.status === "copied" ? file.newPath : (file.oldPath ?? file.newPath);
  return hash(path ?? "", pathLength);
}

function lineKey({ kind, text }: DiffLine): string | null {
  return kind === "context" ? null : textKey(kind === "added" ? "head" : "base", text);
}

/** Ignores indentation. */
function textKey(side: Side, text: string): string | null {
  const normalized = text.replaceAll(/\s+/g, " ").trim();
  return normalized === "" ? null : hash(`${side}\0${normalized}`, 10);
}

function hash(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
