// Renders the rows of a diff, unified or with both sides next to each other. Long stretches before a finding are folded.
import type { DiffLine } from "../../../change/diff.ts";
import { reportLabels, unfoldLine } from "../../words/report-texts.ts";
import { changedWords, replacedLines } from "./changed-words.ts";
import { codeLine, type WordRange } from "./code-line.ts";
import type { DiffBit, DiffStyle, ShownLine } from "./diff-table.ts";
import { findingCardHtml } from "./finding-card.ts";
import { exactHtml, html, type Html } from "./template.ts";

/** Rows above a finding that stay visible. */
const rowsAbove = 8;
/** Fewer are not worth a button. */
const leastFolded = 12;

export function diffTable(bits: readonly DiffBit[], label: string, style: DiffStyle): Html {
  const words = wordsOf(bits);
  const write = (some: readonly DiffBit[]) =>
    style.split ? splitRows(some, words, style) : unifiedRows(some, words, style);
  const columns = style.split ? 4 : 3;
  const parts = foldedParts(bits).map(({ folded, bits: part }) =>
    folded
      ? exactHtml`<tbody class=fold><tr><td colspan=${columns}><button type=button>${unfoldLine(part.filter(({ shown }) => shown !== null).length)}</button><tbody class=far>${write(part)}`
      : exactHtml`<tbody>${write(part)}`,
  );
  const head = style.split ? splitHead : unifiedHead;
  return exactHtml`<table class="diff${style.split && " split"}" aria-label="${label}">${head}${parts}</table>`;
}

/** The table head for readers of the page by ear; the columns' widths. */
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

const unifiedHead = diffHead(reportLabels.before, reportLabels.after, reportLabels.code);
const splitHead = html`<colgroup>
    <col />
    <col />
    <col />
    <col />
  </colgroup>
  <thead>
    <tr>
      <th scope="col">${reportLabels.before}</th>
      <th scope="col">${reportLabels.codeBefore}</th>
      <th scope="col">${reportLabels.after}</th>
      <th scope="col">${reportLabels.codeAfter}</th>
    </tr>
  </thead>`;

interface Part {
  folded: boolean;
  bits: readonly DiffBit[];
}

/** Nothing is folded below the last finding, and nothing where there is none. */
function foldedParts(bits: readonly DiffBit[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const [at, { under }] of bits.entries()) {
    if (under.length === 0) continue;
    const first = bits.findIndex(({ touched }, index) => index >= from && touched);
    const near = Math.max(from, (first === -1 ? at : Math.min(first, at)) - rowsAbove);
    if (near - from >= leastFolded) parts.push({ folded: true, bits: bits.slice(from, near) });
    else if (near > from) parts.push({ folded: false, bits: bits.slice(from, near) });
    parts.push({ folded: false, bits: bits.slice(near, at + 1) });
    from = at + 1;
  }
  if (from < bits.length) parts.push({ folded: false, bits: bits.slice(from) });
  return parts;
}

type ChangedIn = ReadonlyMap<DiffLine, readonly WordRange[]>;

function wordsOf(bits: readonly DiffBit[]): ChangedIn {
  const lines = bits.flatMap(({ shown }) => (shown === null ? [] : [{ ...shown, kind: shown.line.kind }]));
  const all = new Map<DiffLine, readonly WordRange[]>();
  for (const [removed, added] of replacedLines(lines)) {
    const changed = changedWords(removed.text, added.text);
    if (changed === null) continue;
    all.set(removed.line, changed.removed);
    all.set(added.line, changed.added);
  }
  return all;
}

function codeOf({ line, text }: ShownLine, words: ChangedIn, { tokens }: DiffStyle): Html {
  return codeLine(text, { tokens: tokens?.(line) ?? undefined, words: words.get(line) });
}

// Optional closing tags are omitted: there may be a hundred thousand of these.
const rowStarts = {
  added: [exactHtml`<tr class=a>`, exactHtml`<tr class="a t">`],
  removed: [exactHtml`<tr class=d>`, exactHtml`<tr class="d t">`],
  context: [exactHtml`<tr>`, exactHtml`<tr class=t>`],
} as const;

function unifiedRows(bits: readonly DiffBit[], words: ChangedIn, style: DiffStyle): Html[] {
  return bits.map(({ shown, says = "", touched, under }) => {
    const row =
      shown === null
        ? exactHtml`<tr class=h><td><td><td>${says}`
        : exactHtml`${rowStarts[shown.line.kind][touched ? 1 : 0]}<td>${shown.line.old}<td>${shown.line.new}<td>${codeOf(shown, words, style)}`;
    return exactHtml`${row}${cards(under, 3)}`;
  });
}

function splitRows(bits: readonly DiffBit[], words: ChangedIn, style: DiffStyle): Html[] {
  const partner = new Map(
    replacedLines(bits.map((bit) => ({ bit, kind: bit.shown?.line.kind ?? ("context" as const) }))),
  );
  const after = new Map([...partner].map(([removed, added]) => [removed.bit, added.bit]));
  const placed = new Set(after.values());
  return bits.flatMap((bit) => {
    if (placed.has(bit)) return [];
    const { shown, says = "" } = bit;
    if (shown === null) return [exactHtml`<tr class=h><td><td><td><td>${says}`];
    const other = after.get(bit);
    const side = (one: DiffBit | null | undefined, of: "old" | "new", kind: string) =>
      one?.shown && one.shown.line[of] !== null
        ? exactHtml`<td${kind !== "" && exactHtml` class=${kind}`}>${one.shown.line[of]}<td${kind !== "" && exactHtml` class=${kind}`}>${codeOf(one.shown, words, style)}`
        : exactHtml`<td class=e><td class=e>`;
    const { kind } = shown.line;
    const isTouched = bit.touched || other?.touched === true;
    const row =
      kind === "context"
        ? exactHtml`${side(bit, "old", "")}${side(bit, "new", "")}`
        : exactHtml`${side(kind === "removed" ? bit : null, "old", "d")}${side(kind === "added" ? bit : other, "new", "a")}`;
    return [
      exactHtml`<tr${isTouched && exactHtml` class=t`}>${row}${cards([...bit.under, ...(other?.under ?? [])], 4)}`,
    ];
  });
}

function cards(under: DiffBit["under"], columns: number): Html[] {
  return under.map(
    (shown) => exactHtml`<tr class=f data-f="${shown.index}"><td colspan=${columns}>${findingCardHtml(shown)}`,
  );
}
