// Defines the view of a changed file that the finders of comment-hygiene share.
import type { ChangedLine } from "../../../change/diff.ts";
import type { Language } from "../../text/languages.ts";
import type { Scanned } from "../../text/scan.ts";

export interface HygieneFile {
  path: string;
  added: readonly ChangedLine[];
  language: Language | null;
  /** The file at head; null for prose and unsupported languages. */
  scanned: Scanned | null;
  /** The file's text at base, even under another extension; empty for a new file. */
  before: string;
  /** Lines that the change removes from this file. */
  removed: readonly string[];
  /** Trimmed lines that the change removes anywhere, to recognise moved lines. */
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

/** Some languages keep tests at the end of the source file. */
export function isInlineTest({ scanned, language }: HygieneFile, line: number): boolean {
  if (scanned === null || (language?.family !== "rust" && language?.family !== "js")) return false;
  const opens = language.family === "rust" ? /#\[(?:cfg\(test\)|(?:\w+::)*test)\]/ : /\bif \(import\.meta\.vitest\)/;
  const from = scanned.lines.findIndex((text) => text.length < 200 && opens.test(text));
  return from >= 0 && line > from;
}

export function isMoved(file: HygieneFile, text: string): boolean {
  return file.removedAnywhere.has(text.trim());
}

/** Added lines that match the scan of the head, so that comments and strings can be distinguished. */
export function scannedLines(file: HygieneFile): readonly ChangedLine[] {
  const { scanned } = file;
  return scanned === null ? [] : file.added.filter(({ line, text }) => scanned.lines[line - 1] === text);
}

/** Keeps the first of several problems on adjacent lines. */
export function firstOfEachRun(problems: readonly HygieneProblem[]): HygieneProblem[] {
  return problems.filter((problem, index) => problems[index - 1]?.line !== problem.line - 1);
}
