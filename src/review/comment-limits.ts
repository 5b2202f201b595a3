// Applies GitHub's limits: the length of a comment, and the positions where a line comment is allowed.
import { longestComment } from "./summary-form.ts";
import type { Change, CodeLocation } from "../change/change.ts";
import { commentLocation } from "../findings/comment-location.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import { needsRoom, postedEntries, type PostedEntry } from "./posted-entries.ts";
import { splitSegments, type TextSegment } from "./comment-limits/segments.ts";
import { fencedCode } from "./sanitize-outgoing/markdown-tree.ts";
import { leftOutNote, partLine, type UnitKind } from "./words/left-out-note.ts";

/** GitHub counts code points. `length` counts astral characters twice, so it never underestimates. */
export const commentLimit = longestComment;
/** One less than GitHub's own limit. */
export const checkRunLimit = longestComment - 1;

/** The text, truncated to fit, with a last line that states what was left out. Every open element is closed. */
export function fitComment(text: string, limit: number = commentLimit, link: string | null = null): string {
  if (text.length <= limit) return text;
  const segments = splitSegments(text);
  const kept = new Set(segments);
  // A blank line may have to be added after each run.
  const room = limit - noteRoom(segments, link) - new Set(segments.map(({ run }) => run)).size;
  // Shortens from the end of each list, table and fence first, so every section keeps its first entry.
  let length = shrink(segments, kept, text.length, room, (segment, index) => isOneOfMany(segment, segments[index - 1]));
  length = shrink(segments, kept, length, room, (segment) => !segment.opens && !segment.closes);
  if (length > room) kept.clear();
  const shown = joined(segments, kept);
  const out = segments.filter((segment) => !kept.has(segment));
  return `${shown}${shown === "" ? "" : "\n\n"}${leftOutNote(unitsOf(out), link)}`;
}

/** The blank line after a list was removed with its last item; without one, the next block would join the list. */
function joined(segments: readonly TextSegment[], kept: ReadonlySet<TextSegment>): string {
  let text = "";
  for (const [index, segment] of segments.entries()) {
    if (!kept.has(segment)) continue;
    const gap = index > 0 && !kept.has(segments[index - 1]!) && !segment.closes && text !== "";
    text += (gap && !text.endsWith("\n\n") ? "\n" : "") + segment.text;
  }
  return text.trimEnd();
}

function isOneOfMany({ run }: TextSegment, before: TextSegment | undefined): boolean {
  return run !== null && before?.run === run;
}

function shrink(
  segments: readonly TextSegment[],
  kept: Set<TextSegment>,
  length: number,
  room: number,
  mayGo: (segment: TextSegment, index: number) => boolean,
): number {
  let left = length;
  /** Closing segments whose openings are still to come, each with the number of segments kept between them. */
  const open: { end: TextSegment; holds: number }[] = [];
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index]!;
    if (!kept.has(segment)) continue;
    if (segment.closes) open.push({ end: segment, holds: 0 });
    else if (segment.opens) {
      const pair = open.pop();
      if (pair?.holds === 0 && left > room) {
        left -= drop(segment) + drop(pair.end);
      } else if (open.length > 0) open.at(-1)!.holds++;
    } else if (left > room && mayGo(segment, index)) left -= drop(segment);
    else if (open.length > 0) open.at(-1)!.holds++;
  }
  return left;

  function drop(segment: TextSegment): number {
    kept.delete(segment);
    return segment.text.length;
  }
}

function unitsOf(out: readonly TextSegment[]): { counts: Map<UnitKind, number>; sections: string[] } {
  const counts = new Map<UnitKind, number>();
  for (const { kind, opens, closes } of out)
    // The delimiters of a table, fence or fold are not content.
    if (!opens && !closes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return { counts, sections: [...new Set(out.map(({ section }) => section).filter((section) => section !== ""))] };
}

/** Maximum length of the note, including the blank line before it. */
function noteRoom(segments: readonly TextSegment[], link: string | null): number {
  const { counts, sections } = unitsOf(segments);
  const longest = sections.toSorted((a, b) => b.length - a.length);
  return leftOutNote({ counts, sections: longest }, link).length + 2;
}

/** Splits the text into as many comments as needed. Elements that a split interrupts are closed and reopened. */
export function splitComment(text: string, limit: number = commentLimit): string[] {
  if (text.length <= limit) return [text];
  const room = limit - partLine(9999, 9999).length - 2;
  const parts = pack(splitSegments(text), room);
  return parts.map((part, index) => `${partLine(index + 1, parts.length)}\n\n${part}`);
}

interface Packing {
  parts: string[];
  part: string;
  /** Whether the part holds more than reopened elements. */
  used: boolean;
  open: TextSegment[];
}

function pack(segments: readonly TextSegment[], room: number): string[] {
  const packing: Packing = { parts: [], part: "", used: false, open: [] };
  const ends = endsOf(segments);
  for (const [index, segment] of segments.entries()) {
    if (segment.opens) {
      const whole = segments
        .slice(index, (ends.get(index) ?? index) + 1)
        .reduce((sum, one) => sum + one.text.length, 0);
      if (packing.used && packing.part.length + whole + closers(packing) > room) next(packing);
      add(packing, segment, room);
      packing.open.push(segment);
    } else if (segment.closes) {
      packing.open.pop();
      packing.part += segment.text;
    } else add(packing, segment, room);
  }
  if (packing.used) packing.parts.push(packing.part.trimEnd());
  return packing.parts;
}

/** Maps each opening segment to its closing one. */
function endsOf(segments: readonly TextSegment[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, segment] of segments.entries()) {
    if (segment.opens) open.push(index);
    else if (segment.closes) ends.set(open.pop() ?? index, index);
  }
  return ends;
}

function closers({ open }: Packing): number {
  return open.reduce((sum, { opens }) => sum + (opens?.close.length ?? 0), 0);
}

/** Elements open at the end of a part are closed there and reopened in the next. */
function next(packing: Packing): void {
  const closing = packing.open.toReversed().map(({ opens }) => opens?.close ?? "");
  packing.parts.push(`${packing.part.trimEnd()}\n${closing.join("")}`.trimEnd());
  packing.part = packing.open.map((segment) => segment.text).join("");
  packing.used = false;
}

function add(packing: Packing, segment: TextSegment, room: number): void {
  const least = room - closers(packing) - (segment.opens?.close.length ?? 0) - 1;
  if (packing.part.length + segment.text.length > least && packing.used) next(packing);
  for (const piece of packing.part.length + segment.text.length > least
    ? pieces(segment, least - packing.part.length)
    : [segment.text]) {
    if (packing.used && packing.part.length + piece.length > least) next(packing);
    packing.part += piece;
    packing.used = true;
  }
}

/** A block larger than a comment is shown as source text, in several pieces. */
function pieces({ text, kind }: TextSegment, room: number): string[] {
  const longest = Math.max(200, room - 20 - longestRun(text) * 2);
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + longest, text.length);
    // Never splits a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(text[end - 1]!) && end < text.length) end--;
    const piece = text.slice(at, end);
    found.push(kind === "line of code" ? `${piece.trimEnd()}\n` : `${fencedCode(piece, "text")}\n\n`);
    at = end;
  }
  return found;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 3);
}

export interface PlacedFindings {
  /** With the lines on which the comment stands. */
  inline: readonly (PostedEntry & { at: CodeLocation })[];
  /** As grave as a comment, but no line of the diff takes one, or there are too many: in full in the body. */
  inBody: readonly PostedEntry[];
  /** One line each in the body. */
  listed: readonly PostedEntry[];
}

/** From its first line to its last, it must lie in one hunk: one bad place, and GitHub refuses the whole review. */
export function placeFindings(judged: readonly JudgedFinding[], change: Pick<Change, "files">): PlacedFindings {
  const placed = postedEntries(judged).map((entry) => ({
    ...entry,
    at: entry.one.outcome === "inline" ? commentLocation(change.files, entry.one.finding) : null,
  }));
  const inline = placed.flatMap(({ at, ...entry }) => (at === null ? [] : [{ ...entry, at }]));
  const others = placed.filter(({ at }) => at === null).map(({ one, also }) => ({ one, also }));
  return {
    inline,
    inBody: others.filter(({ one }) => needsRoom(one)),
    listed: others.filter(({ one }) => !needsRoom(one)),
  };
}
