// Divides a file's diff into pieces of bounded size, with the findings under their lines.
import type { Side } from "../../../change/change.ts";
import { linesOf, type DiffLine, type FileDiff, type Hunk } from "../../../change/diff.ts";
import {
  cutNote,
  reportLabels,
  moreLinesLine,
  moreOutsideLine,
  noNewlineLine,
  tableLabel,
} from "../../words/report-texts.ts";
import { oneLine } from "../../words/text.ts";
import type { LineTokens } from "./code-line.ts";
import { diffTable } from "./diff-rows.ts";
import { findingCardHtml, type ShownFinding } from "./finding-card.ts";
import { cardWeight, pieceWeight } from "./page-limits.ts";
import type { RedactedLines } from "./redacted-lines.ts";
import { exactHtml, html, type Html } from "./template.ts";
import { beginsPrivateKey, endsPrivateKey } from "../../../secrets/private-key.ts";

/** How a diff is laid out. */
export interface DiffStyle {
  /** Both sides next to each other. */
  split?: boolean;
  /** Syntax tokens of a line; null: plain text. */
  tokens?(line: DiffLine): LineTokens | null;
}

/** A part of a diff that is rendered at once. */
export interface DiffPiece {
  /** Label of the button that loads it. */
  label: string;
  /** Lazy: most pieces are never opened. */
  markup(style?: DiffStyle): Html;
  /** Its lines of code, as they are shown. */
  code(): readonly ShownLine[];
  /** The lines in it, as `lineKey` names them. */
  has(line: string): boolean;
  weight: number;
  /** Indexes of the findings in it. */
  findings: readonly number[];
}

export interface ShownLine {
  line: DiffLine;
  text: string;
}

interface Row {
  /** Null: a hunk header or a note. */
  shown: ShownLine | null;
  /** Instead of a line. */
  says?: string;
  /** The lines it shows, of both sides. */
  at: readonly string[];
}

export interface DiffBit extends Row {
  /** Findings below it. */
  under: readonly ShownFinding[];
  touched: boolean;
}

export interface FileFindings {
  path: string;
  found: readonly ShownFinding[];
}

/**
 * The pieces of one file: first findings on lines that are not shown, then the lines. `room` is the maximum number of
 * rows.
 */
export function diffPieces(
  file: FileDiff | null,
  { path, found }: FileFindings,
  masks: RedactedLines,
  room: number,
): DiffPiece[] {
  const rows = file === null ? [] : [...diffRows(file, masks, room)];
  const lines = new Set(rows.flatMap((row) => row.at));
  const placed = Map.groupBy(found, (shown) => placeIn(lines, shown));
  const bits = rows.map((row): DiffBit => ({
    ...row,
    under: row.at.flatMap((line) => placed.get(line) ?? []),
    touched: row.at.some((line) => found.some((shown) => covers(shown, line))),
  }));
  const missing = file === null ? 0 : file.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) - room;
  const cut = missing > 0 ? [cutPiece(missing)] : [];
  return joined([...outsidePieces(placed.get(null) ?? []), ...tablePieces(bits, path), ...cut]);
}

/** Merges small neighbours: a button for three lines would be in the way. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const all: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (!last || last.weight + piece.weight > pieceWeight) all.push(piece);
    else
      all[all.length - 1] = {
        label: last.label,
        markup: (style) => exactHtml`${last.markup(style)}${piece.markup(style)}`,
        code: () => [...last.code(), ...piece.code()],
        has: (line) => last.has(line) || piece.has(line),
        weight: last.weight + piece.weight,
        findings: [...last.findings, ...piece.findings],
      };
  }
  return all;
}

/** Below its last line, or below its first if the last is not shown; null if neither is. */
function placeIn(lines: ReadonlySet<string>, { one }: ShownFinding): string | null {
  const { side, start, end } = one.finding.at;
  return [lineKey(side, end), lineKey(side, start)].find((line) => lines.has(line)) ?? null;
}

function covers({ one: { finding } }: ShownFinding, line: string): boolean {
  const { side, start, end } = finding.at;
  const [of, number] = [line.charAt(0), Number(line.slice(1))];
  return of === side.charAt(0) && number >= start && number <= end;
}

function lineKey(side: Side, line: number): string {
  return `${side.charAt(0)}${line}`;
}

function* diffRows(file: FileDiff, masks: RedactedLines, limit: number): Generator<Row> {
  const show = shownText(file, masks);
  let rows = 0;
  for (const hunk of file.hunks) {
    if (rows >= limit) return;
    yield { at: [], shown: null, says: hunkLine(hunk) };
    for (const line of linesOf(hunk)) {
      if (rows++ >= limit) return;
      yield { at: lineKeys(line), shown: { line, text: show(line) } };
    }
    if (hunk.noNewline !== undefined) yield { at: [], shown: null, says: noNewlineLine(hunk.noNewline) };
  }
}

export function lineKeys(line: DiffLine): string[] {
  return [
    ...(line.old === null ? [] : [lineKey("base", line.old)]),
    ...(line.new === null ? [] : [lineKey("head", line.new)]),
  ];
}

/**
 * Returns the displayed text of each line: redacted if a finding redacts it, and until the end of a private key that
 * starts there.
 */
export function shownText(file: FileDiff, masks: RedactedLines): (line: DiffLine) => string {
  let inKey = false;
  return ({ text, old, new: after }) => {
    const mask =
      (after !== null && file.newPath !== null ? masks("head", file.newPath, after) : undefined) ??
      (old !== null && file.oldPath !== null ? masks("base", file.oldPath, old) : undefined);
    if (mask !== undefined && beginsPrivateKey(text)) inKey = !endsPrivateKey(text);
    else if (inKey) {
      inKey = !endsPrivateKey(text);
      return mask ?? "…";
    }
    return mask ?? text;
  };
}

function hunkLine({ oldStart, oldLines, newStart, newLines, heading }: Hunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${oneLine(heading)}`;
}

function outsidePieces(found: readonly ShownFinding[]): DiffPiece[] {
  const bits = found.map((shown): DiffBit => ({ at: [], shown: null, under: [shown], touched: false }));
  return split(bits).map(({ bits: part, ...rest }) => ({
    ...rest,
    label: moreOutsideLine(rest.findings.length),
    markup: () =>
      html`<div class="outside">
        <h4>${reportLabels.outside}</h4>
        ${part.flatMap(({ under }) =>
          under.map((shown) => html`<div class="f" data-f="${shown.index}">${findingCardHtml(shown, false)}</div>`),
        )}
      </div>`,
  }));
}

function tablePieces(bits: readonly DiffBit[], path: string): DiffPiece[] {
  return split(bits).map(({ bits: part, ...rest }) => ({
    ...rest,
    label: moreLinesLine(part.filter(({ shown }) => shown !== null).length, rest.findings.length),
    markup: (style = {}) => diffTable(part, tableLabel(oneLine(path)), style),
  }));
}

function cutPiece(missing: number): DiffPiece {
  return notePiece(cutNote(missing));
}

/** A message instead of lines. */
export function notePiece(label: string): DiffPiece {
  return {
    label,
    markup: () => html`<p class="note">${label}</p>`,
    code: () => [],
    has: () => false,
    weight: 1,
    findings: [],
  };
}

type Split = Omit<DiffPiece, "label" | "markup"> & { bits: readonly DiffBit[] };

function split(bits: readonly DiffBit[]): Split[] {
  const parts: { bits: DiffBit[]; weight: number }[] = [];
  for (const bit of bits) {
    const weight = 1 + bit.under.length * cardWeight;
    const last = parts.at(-1);
    if (last && last.weight + weight <= pieceWeight) {
      last.bits.push(bit);
      last.weight += weight;
    } else parts.push({ bits: [bit], weight });
  }
  return parts.map((part) => ({
    bits: part.bits,
    code: () => part.bits.flatMap(({ shown }) => shown ?? []),
    has: (line) => part.bits.some(({ at }) => at.includes(line)),
    findings: part.bits.flatMap(({ under }) => under.map(({ index }) => index)),
    weight: part.weight,
  }));
}
