// Texts that tell of a moment: plans, proposals, change lists, sections about one version. What they name was there
// when they were written, and nobody brings them up to date.

export type Telling = "now" | "then" | "unsure";

/** How many lines of a document are read for its headings; the rest is judged as if it had none. */
const mostLines = 20_000;
/** A ticked box this near is of the same list. */
const listReach = 4;

const ofAMoment = new RegExp(
  [
    // "Plan: x", "Detailed plan"; a plan may also be what a customer pays for, or what a tool prints.
    "^plans?(?::|$)",
    "\\b(?:implementation|detailed|project|execution|migration|rollout|refactoring|work|action|port|porting|release) plan\\b",
    "\\b(?:proposals?|rfcs?|adrs?)\\b",
    "^phase \\d",
    // Migrations are also what a database has.
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
/** `## 2.0`, `## [1.4.2] - 2024-05-01`, `1.4.367 and earlier`, `Introduced in 1.4`; `1.2 Install it` is a number only. */
const versioned =
  /^\[?v?\d+(?:\.\d+)+[\w.-]*\]?(?:\s*[-(:\u2013]|\s+and\b|\s*$)|^v\d+$|\b(?:in|since|version|release|until|before|after) v?\d+\.\d+|\b\d{4}-\d{2}-\d{2}\b/i;
/** What Sphinx calls a note about one version. */
const versionNote = /^(\s*)\.\. (?:versionadded|versionchanged|versionremoved|deprecated|deprecated-removed)::/;
/** The head of a record: `Status: accepted`, `**Date**: 2024-05-01`. A page of a site may have a bare `date:` and live. */
const stamp =
  /^[\s>*_|-]{0,12}(?:status[*_]*\s*[:|][\s*_]*(?:accepted|proposed|draft|done|implemented|completed?|superseded|rejected|approved|in progress)(?=[\s*_|.]*$|\s*[(,;])|(?:\*\*|\| ?)(?:date|created|written)[*_]*\s*[:|][\s*_]*\d{4}-\d{2}-\d{2})/i;

/** What each line (from 1) of a document speaks of. The headings are read once: many names are looked up in one page. */
export function tellingIn(lines: readonly string[]): (line: number) => Telling {
  const stamped = isStamped(lines);
  const under = headingsIn(lines);
  return (line) => {
    const heading = under.findLast(({ from }) => from <= line);
    if (isTicked(lines, line) || isInVersionNote(lines, line) || heading?.telling === "then") return "then";
    // Such a section may also give advice that is to be followed today.
    return stamped || heading?.telling === "unsure" ? "unsure" : "now";
  };
}

function isStamped(lines: readonly string[]): boolean {
  return lines.slice(0, 15).some((text) => text.length < 300 && stamp.test(text));
}

function isTicked(lines: readonly string[], line: number): boolean {
  return lines
    .slice(Math.max(0, line - 1 - listReach), line + listReach)
    .some((text) => /^\s*(?:[-*+]|\d+[.)])\s+\[[xX]\]\s/.test(text));
}

/** The lines below a directive that are set in deeper than it. */
function isInVersionNote(lines: readonly string[], line: number): boolean {
  const own = indentOf(lines[line - 1] ?? "");
  for (let above = line - 1; above >= Math.max(0, line - 40); above--) {
    const text = lines[above] ?? "";
    const note = versionNote.exec(text);
    if (note) return above === line - 1 || note[1]!.length < own;
    if (text.trim() !== "" && indentOf(text) === 0) return false;
  }
  return false;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

interface Section {
  /** The line of its heading. */
  from: number;
  telling: Telling;
}

/** The sections, each with what its own heading and those above it say, the document's title among them. */
function headingsIn(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  const over: Telling[] = [];
  let fence = "";
  for (const [at, text] of lines.slice(0, mostLines).entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark !== undefined) fence = fence === "" ? mark : mark.startsWith(fence) ? "" : fence;
    if (fence !== "" || mark !== undefined) continue;
    const heading = headingAt(text, lines[at + 1]);
    if (heading === null) continue;
    over.length = Math.min(over.length, heading.level);
    over[heading.level] = tellingOf(heading.text);
    sections.push({
      from: at + 1,
      telling: over.includes("then") ? "then" : over.includes("unsure") ? "unsure" : "now",
    });
  }
  return sections;
}

function headingAt(text: string, below: string | undefined): { level: number; text: string } | null {
  const heading = /^(#{1,6}|={1,6}) +(\S.{0,200})/.exec(text);
  if (heading) return { level: heading[1]!.length - 1, text: heading[2]! };
  return isUnderlined(text, below) ? { level: levels.indexOf(below![0]!), text } : null;
}

function tellingOf(heading: string): Telling {
  if (versioned.test(heading)) return "then";
  return ofAMoment.test(heading) ? "unsure" : "now";
}

/** The order in which reStructuredText's underlines are commonly nested; Markdown has the first two. */
const levels = "=-~^\"'`*+.";

function isUnderlined(text: string, below: string | undefined): boolean {
  if (below === undefined || !/^([=~^"'*+-])\1{2,}\s*$/.test(below)) return false;
  return /^\s{0,3}[\p{L}\p{N}`[:]/u.test(text) && text.length < 120;
}
