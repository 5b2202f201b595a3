// Reads the documentation lines of a changed file: prose, comments and docstrings.
import { hasAddedText, readText } from "../../changed-text.ts";
import type { Code } from "../../../change/change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../../change/diff.ts";
import { languageFor } from "../../text/languages.ts";
import { beginsInside, commentOn, scan, stringsOn, type Scanned } from "../../text/scan.ts";
import { isFixture, isLocale, isNotHandWritten, isProse, isTest } from "../../../change/file-kinds.ts";
import { folderPattern, oneOf } from "../../../change/word-patterns.ts";

export interface DocLine {
  line: number;
  raw: string;
  /** The documentation part of it. */
  text: string;
  /** The text of the previous line. */
  before: string;
  /** The same text with the previous and next line, since sentences continue. */
  near: string;
}

/** A longer line is a table, a licence or not prose. */
const longestLine = 2000;

// Folders of plans and history, which describe code that need not exist.
const plannedFolder = folderPattern(`
  plans? planning proposals? rfcs? adrs? decisions? designs? design-docs? roadmaps? blogs? posts? news releases?
  release-notes? releasenotes changelogs? changesets? \\.changeset(?:s)? \\.chronus newsfragments upcoming_changes
  whats-new whatsnew archives? archived history migrations? upgrading specs?-kit \\.specify tasks todos? versioned_docs
  changes drafts? notes research memory-bank openspec superpowers brainstorms? prompts? templates? skeletons?
  scaffold[^/]* boilerplates? unreleased_changes \\.changes
`);
const plannedName = new RegExp(
  `(?:^|/)[^/]*${oneOf(`
    change-?log changes history news roadmap rfc adr- proposal plan(?:s|ning)?(?=[._-]) design(?=[._-]) todo release
    migrat upgrad whats-?new breaking deprecat draft postmortem spec(?=[._-]) licen[cs]e notice authors copying
    third[-_]?party backlog template
  `)}[^/]*$`,
  "i",
);

/** Documents that describe the repository at head. */
function isDocument(path: string): boolean {
  return isProse(path) && !isTest(path) && !isExcludedDoc(path);
}

export function isExcludedDoc(path: string): boolean {
  return (
    isNotHandWritten(path) ||
    isFixture(path) ||
    isLocale(path) ||
    plannedFolder.test(path) ||
    (isProse(path) && plannedName.test(path))
  );
}

export function mayHoldDocs(file: FileDiff): boolean {
  const path = pathOf(file);
  if (!hasAddedText(file)) return false;
  return isProse(path) ? isDocument(path) : !isExcludedDoc(path) && !isTest(path) && languageFor(path) !== null;
}

/** Added documentation lines, except moved ones. */
export async function addedDocLines(file: FileDiff, code: Code, worth: (text: string) => boolean): Promise<DocLine[]> {
  const path = pathOf(file);
  const gone = new Set([...removedLines(file)].map(({ text }) => text.trim()));
  const added = [...addedLines(file)].filter(
    ({ text }) => text.length <= longestLine && worth(text) && !gone.has(text.trim()),
  );
  if (added.length === 0) return [];
  const head = (await readText(code.head, path)) ?? "";
  const whole = isProse(path) ? proseReader(head, path) : commentReader(head, path);
  const lineText = (line: number) => whole(line).slice(0, longestLine);
  return added.flatMap(({ line, text }) => {
    const words = lineText(line);
    if (words === "") return [];
    const before = lineText(line - 1);
    return [{ line, raw: text, text: words, before, near: [before, words, lineText(line + 1)].join(" ") }];
  });
}

/** Returns the text of a prose line; empty inside code blocks and hidden comments. */
function proseReader(head: string, path: string): (line: number) => string {
  const lines = head.split("\n");
  const isProseLine = /\.(?:rst|txt)$/i.test(path) ? outsideLiterals(lines) : outsideFences(lines);
  return (line) => (isProseLine[line - 1] ? (lines[line - 1] ?? "").trim() : "");
}

/** Marks Markdown lines outside code fences, front matter and HTML comments. */
export function outsideFences(lines: readonly string[]): boolean[] {
  let fence = "";
  let hidden = false;
  let front = lines[0]?.trimEnd() === "---";
  return lines.map((line, index) => {
    if (front) {
      front = index === 0 || line.trimEnd() !== "---";
      return false;
    }
    const mark = /^[\s>*-]{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "") {
      if (mark !== undefined && mark.startsWith(fence) && line.trimEnd().endsWith(mark)) fence = "";
      return false;
    }
    if (mark !== undefined) {
      fence = mark;
      return false;
    }
    const was = hidden;
    hidden = hidden ? !line.includes("-->") : line.lastIndexOf("<!--") > line.lastIndexOf("-->");
    return !was && !hidden && !/^(?: {4}|\t)\s*[^\s*+\d-]/.test(line);
  });
}

/** Marks reStructuredText lines outside literal blocks: indented text after `::` or a code directive. */
export function outsideLiterals(lines: readonly string[]): boolean[] {
  let literal = -1;
  return lines.map((line) => {
    if (line.trim() === "") return false;
    const indent = line.length - line.trimStart().length;
    if (literal >= 0 && indent > literal) return false;
    literal =
      /::\s*$/.test(line) || /^\s*\.\. (?:code|code-block|sourcecode|console|highlight|parsed-literal)/.test(line)
        ? indent
        : -1;
    return true;
  });
}

function commentReader(head: string, path: string): (line: number) => string {
  const language = languageFor(path);
  if (!language || head === "") return () => "";
  const scanned = scan(head, language);
  const docstrings = language.family === "python" ? docstringLines(scanned) : new Set<number>();
  return (line) => (docstrings.has(line) ? stringsOn(scanned, line) : commentOn(scanned, line)).trim();
}

/** Lines of strings that are statements of their own. */
function docstringLines(scanned: Scanned): Set<number> {
  const docstrings = new Set<number>();
  let inDocstring = false;
  scanned.lines.forEach((text, index) => {
    const line = index + 1;
    if (!beginsInside(scanned, line)) inDocstring = /^\s*[rRuUbB]{0,2}(?:"""|''')/.test(text);
    if (inDocstring) docstrings.add(line);
  });
  return docstrings;
}
