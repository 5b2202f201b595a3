// Defines the view of a changed file that the finders of comment-hygiene share.
import type { ChangedLine } from "../../../change/diff.ts";
import type { Language } from "../../text/languages.ts";
import type { Scanned } from "../../text/scan.ts";

export interface HygieneFile {
  path: string;
  added: readonly ChangedLine[];
  language: Language | null;
  /** The file at head; null for prose and for languages without a table. */
  scanned: Scanned | null;
  /** The file's text before the change, also where it had another ending then; empty for a new file. */
  before: string;
  /** The lines that the change takes out of it. */
  removed: readonly string[];
  /** Lines, trimmed, that this change takes away somewhere: a line that only moved is not this change's doing. */
  removedAnywhere: ReadonlySet<string>;
}

export interface HygieneProblem {
  kind: string;
  line: number;
  text: string;
  title: string;
  explanation: string;
  confidence?: number;
}

/** Some languages keep the tests of a file at its end. */
export function isInlineTest({ scanned, language }: HygieneFile, line: number): boolean {
  if (scanned === null || (language?.family !== "rust" && language?.family !== "js")) return false;
  const opens = language.family === "rust" ? /#\[(?:cfg\(test\)|(?:\w+::)*test)\]/ : /\bif \(import\.meta\.vitest\)/;
  const from = scanned.lines.findIndex((text) => text.length < 200 && opens.test(text));
  return from >= 0 && line > from;
}

export function isMoved(file: HygieneFile, text: string): boolean {
  return file.removedAnywhere.has(text.trim());
}

/** The added lines that the scan of the head agrees about, so that comments and strings are told apart there. */
export function scannedLines(file: HygieneFile): readonly ChangedLine[] {
  const { scanned } = file;
  return scanned === null ? [] : file.added.filter(({ line, text }) => scanned.lines[line - 1] === text);
}

/** Of several spots on neighbouring lines, the first. */
export function firstOfEachRun(spots: readonly HygieneProblem[]): HygieneProblem[] {
  return spots.filter((spot, index) => spots[index - 1]?.line !== spot.line - 1);
}
