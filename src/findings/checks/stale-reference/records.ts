// Recognises plans, changelogs and other records of a moment, which are not kept up to date.

export type RecordStatus = "now" | "then" | "unsure";

/** Headings are read up to this line; later lines have none. */
const mostLines = 20_000;
/** A checked box within this distance belongs to the same list. */
const listReach = 4;

const recordHeading = new RegExp(
  [
    // "Plan: x", "Detailed plan"; a plan can also be a subscription or a tool's output.
    "^plans?(?::|$)",
    "\\b(?:implementation|detailed|project|execution|migration|rollout|refactoring|work|action|port|porting|release) plan\\b",
    "\\b(?:proposals?|rfcs?|adrs?)\\b",
    "^phase \\d",
    // Databases have migrations too.
    "^(?:migrat|upgrad)ing\\b",
    "^migration$",
    "\\b(?:migration|upgrade) (?:guide|notes|from|to|path)\\b",
    "\\bchange ?log\\b",
    "^changes(?: (?:in|introduced|since|from|made)\\b|$)",
    "\\brelease notes?\\b",
    "\\bwhat['\u2019]?s new\\b",
    "\\bbreaking\\b",
    "\\bdeprecat(?:ed|ions?)\\b",
    "\\bremov(?:ed|als?)\\b",
    "^history$",
    "\\bhistoric(?:al)?\\b",
    "\\b(?:version|revision) history\\b",
    "\\bpost-?mortem\\b",
    "\\bretrospective\\b",
    "^(?:\\w+ )?design$",
    "\\bdesign (?:doc(?:ument)?s?|notes?|decisions?|rationale)\\b",
    "\\broad ?map\\b",
    "^(?:background|motivation|future work)$",
  ].join("|"),
  "i",
);
/**
 * `## 2.0`, `## [1.4.2] - 2024-05-01`, `1.4.367 and earlier`, `Introduced in 1.4`; in `1.2 Install it` the number is a
 * section number.
 */
const versionHeading =
  /^\[?v?\d+(?:\.\d+)+[\w.-]*\]?(?:\s*[-(:\u2013]|\s+and\b|\s*$)|^v\d+$|\b(?:in|since|version|release|until|before|after) v?\d+\.\d+|\b\d{4}-\d{2}-\d{2}\b/i;
/** Sphinx directives for notes about one version. */
const versionNote = /^(\s*)\.\. (?:versionadded|versionchanged|versionremoved|deprecated|deprecated-removed)::/;
/** Metadata of a record: `Status: accepted`, `**Date**: 2024-05-01`. A bare `date:` can belong to a maintained page. */
const recordStamp =
  /^[\s>*_|-]{0,12}(?:status[*_]*\s*[:|][\s*_]*(?:accepted|proposed|draft|done|implemented|completed?|superseded|rejected|approved|in progress)(?=[\s*_|.]*$|\s*[(,;])|(?:\*\*|\| ?)(?:date|created|written)[*_]*\s*[:|][\s*_]*\d{4}-\d{2}-\d{2})/i;

/**
 * Returns the status of each line (from 1). The headings are parsed once, because many names are looked up in one page.
 */
export function createRecordLookup(lines: readonly string[]): (line: number) => RecordStatus {
  const stamped = isStamped(lines);
  const under = parseSections(lines);
  return (line) => {
    const heading = under.findLast(({ from }) => from <= line);
    if (isTicked(lines, line) || isInVersionNote(lines, line) || heading?.status === "then") return "then";
    // Such a section may also contain advice for today.
    return stamped || heading?.status === "unsure" ? "unsure" : "now";
  };
}

function isStamped(lines: readonly string[]): boolean {
  return lines.slice(0, 15).some((text) => text.length < 300 && recordStamp.test(text));
}

function isTicked(lines: readonly string[], line: number): boolean {
  return lines
    .slice(Math.max(0, line - 1 - listReach), line + listReach)
    .some((text) => /^\s*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s/.test(text));
}

/** Whether the line is indented below a version directive. */
function isInVersionNote(lines: readonly string[], line: number): boolean {
  const own = indentation(lines[line - 1] ?? "");
  for (let above = line - 1; above >= Math.max(0, line - 40); above--) {
    const text = lines[above] ?? "";
    const note = versionNote.exec(text);
    if (note) return above === line - 1 || note[1]!.length < own;
    if (text.trim() !== "" && indentation(text) === 0) return false;
  }
  return false;
}

function indentation(text: string): number {
  return text.length - text.trimStart().length;
}

interface Section {
  /** The line of the heading. */
  from: number;
  status: RecordStatus;
}

/** Sections with the status of their own heading and of those above, including the document's title. */
function parseSections(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  const over: RecordStatus[] = [];
  let fence = "";
  for (const [at, text] of lines.slice(0, mostLines).entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
    if (fence !== "" || mark !== undefined) continue;
    const heading = parseHeading(text, lines[at + 1]);
    if (heading === null) continue;
    over.length = Math.min(over.length, heading.level);
    over[heading.level] = headingStatus(heading.text);
    sections.push({
      from: at + 1,
      status: over.includes("then") ? "then" : over.includes("unsure") ? "unsure" : "now",
    });
  }
  return sections;
}

function parseHeading(text: string, below: string | undefined): { level: number; text: string } | null {
  const heading = /^(#{1,6}|={1,6}) +(\S.{0,200})/.exec(text);
  if (heading) return { level: heading[1]!.length - 1, text: heading[2]! };
  return isUnderlined(text, below) ? { level: levels.indexOf(below![0]!), text } : null;
}

function headingStatus(heading: string): RecordStatus {
  if (versionHeading.test(heading)) return "then";
  return recordHeading.test(heading) ? "unsure" : "now";
}

/** The usual nesting order of reStructuredText underlines; Markdown has the first two. */
const levels = "=-~^\"'`*+.";

function isUnderlined(text: string, below: string | undefined): boolean {
  if (below === undefined || !/^([=~^"'*+-])\1{2,}\s*$/.test(below)) return false;
  return /^\s{0,3}[\p{L}\p{N}`[:]/u.test(text) && text.length < 120;
}
