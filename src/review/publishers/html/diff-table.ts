// Renders a file's diff as tables of bounded size, with the findings under their lines.
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
import { highlightedCode, findingCardHtml, type ShownFinding } from "./finding-card.ts";
import { cardWeight, pieceWeight } from "./page-limits.ts";
import type { RedactedLines } from "./redacted-lines.ts";
import { beginsPrivateKey, endsPrivateKey } from "../../../secrets/private-key.ts";
import { exactHtml, html, type Html } from "./template.ts";

/** A part of a diff that is rendered at once. */
export interface DiffPiece {
  /** Label of the button that loads it. */
  label: string;
  /** Lazy: most pieces are never opened. */
  markup(): Html;
  /** The lines in it, as `lineKey` names them. */
  has(line: string): boolean;
  weight: number;
  /** Indexes of the findings in it. */
  findings: readonly number[];
}

interface Bit {
  markup(): Html;
  lines: readonly string[];
  rows: number;
  findings: readonly number[];
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
  const bits = rows.map(({ write, at }): Bit => {
    const under = at.flatMap((line) => placed.get(line) ?? []);
    return {
      markup: () => {
        const touched = at.some((line) => found.some((shown) => covers(shown, line)));
        return exactHtml`${write(touched)}${under.map(cardRow)}`;
      },
      lines: at,
      // A hunk header is not a line of the file.
      rows: at.length > 0 ? 1 : 0,
      findings: under.map(({ index }) => index),
    };
  });
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
        markup: () => exactHtml`${last.markup()}${piece.markup()}`,
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

interface Row {
  write(touched: boolean): Html;
  /** The lines it shows, of both sides. */
  at: readonly string[];
}

function* diffRows(file: FileDiff, masks: RedactedLines, limit: number): Generator<Row> {
  const show = shownText(file, masks);
  let rows = 0;
  for (const hunk of file.hunks) {
    if (rows >= limit) return;
    yield { at: [], write: () => hunkRow(hunk) };
    for (const line of linesOf(hunk)) {
      if (rows++ >= limit) return;
      const text = show(line);
      yield { at: lineKeys(line), write: (touched) => lineRow(line, text, touched) };
    }
    if (hunk.noNewline !== undefined) {
      const says = noNewlineLine(hunk.noNewline);
      yield {
        at: [],
        write: () => exactHtml`<tr class=h><td><td><td>${says}`,
      };
    }
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

function hunkRow({ oldStart, oldLines, newStart, newLines, heading }: Hunk): Html {
  return exactHtml`<tr class=h><td><td><td>@@ -${oldStart},${oldLines} +${newStart},${newLines} @@ ${oneLine(heading)}`;
}

// Optional closing tags are omitted: there may be a hundred thousand of these.
const rowStarts = {
  added: [exactHtml`<tr class=a>`, exactHtml`<tr class="a t">`],
  removed: [exactHtml`<tr class=d>`, exactHtml`<tr class="d t">`],
  context: [exactHtml`<tr>`, exactHtml`<tr class=t>`],
} as const;

function lineRow({ kind, old, new: after }: DiffLine, text: string, touched: boolean): Html {
  return exactHtml`${rowStarts[kind][touched ? 1 : 0]}<td>${old}<td>${after}<td>${highlightedCode(text)}`;
}

function cardRow(shown: ShownFinding): Html {
  return exactHtml`<tr class=f data-f="${shown.index}"><td colspan=3>${findingCardHtml(shown)}`;
}

function outsidePieces(found: readonly ShownFinding[]): DiffPiece[] {
  const bits = found.map((shown): Bit => ({
    markup: () => html`<div class="f" data-f="${shown.index}">${findingCardHtml(shown)}</div>`,
    lines: [],
    rows: 0,
    findings: [shown.index],
  }));
  return split(bits).map((part) => ({
    ...part,
    label: moreOutsideLine(part.findings.length),
    markup: () =>
      html`<div class="outside">
        <h4>${reportLabels.outside}</h4>
        ${part.markup()}
      </div>`,
  }));
}

export function diffHead(before: string, after: string, code: string): Html {
  return html`<colgroup>
      <col />
      <col />
      <col />
    </colgroup>
    <thead>
      <tr>
        <th scope="col">${before}</th>
        <th scope="col">${after}</th>
        <th scope="col">${code}</th>
      </tr>
    </thead>`;
}

const tableHead = diffHead(reportLabels.before, reportLabels.after, reportLabels.code);

function tablePieces(bits: readonly Bit[], path: string): DiffPiece[] {
  return split(bits).map((part) => ({
    ...part,
    label: moreLinesLine(part.rows, part.findings.length),
    markup: () =>
      exactHtml`<table class=diff aria-label="${tableLabel(oneLine(path))}">${tableHead}<tbody>${part.markup()}</table>`,
  }));
}

function cutPiece(missing: number): DiffPiece {
  return notePiece(cutNote(missing));
}

/** A message instead of lines. */
export function notePiece(label: string): DiffPiece {
  return { label, markup: () => html`<p class="note">${label}</p>`, has: () => false, weight: 1, findings: [] };
}

type Split = Omit<DiffPiece, "label"> & { rows: number };

function split(bits: readonly Bit[]): Split[] {
  const parts: { bits: Bit[]; weight: number }[] = [];
  for (const bit of bits) {
    const weight = 1 + bit.findings.length * cardWeight;
    const last = parts.at(-1);
    if (last && last.weight + weight <= pieceWeight) {
      last.bits.push(bit);
      last.weight += weight;
    } else parts.push({ bits: [bit], weight });
  }
  return parts.map((part) => ({
    markup: () => exactHtml`${part.bits.map((bit) => bit.markup())}`,
    has: (line) => part.bits.some(({ lines }) => lines.includes(line)),
    rows: part.bits.reduce((sum, bit) => sum + bit.rows, 0),
    findings: part.bits.flatMap((bit) => bit.findings),
    weight: part.weight,
  }));
}
