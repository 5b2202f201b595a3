// Renders the changed files, each folded under its name. Open files are in the page; the others are embedded as data in
// a report, and fetched from the server on the dashboard.
import { pathOf, type FileDiff } from "../../../change/diff.ts";
import type { Change } from "../../../change/change.ts";
import { recentText, type RecentChanges } from "../../../change/look-first.ts";
import type { Draft } from "../../draft.ts";
import { reportLabels, noLinesLine, notInDiff, statusLine } from "../../words/report-texts.ts";
import { noiseText } from "../../words/reasons.ts";
import { oneLine } from "../../words/text.ts";
import { diffPieces, notePiece, type DiffPiece, type DiffStyle } from "./diff-table.ts";
import { countFlag, type ShownFinding } from "./finding-card.ts";
import { cardWeight, openFiles, pieceWeight, reportRoom, rowsPerFile, type PageRoom } from "./page-limits.ts";
import { redactedLines } from "./redacted-lines.ts";
import { exactHtml, html, type Html } from "./template.ts";
import { once } from "../../../once.ts";

export interface FileView extends NamedFile {
  index: number;
  /** Never empty; computed on first use. */
  pieces(): readonly DiffPiece[];
  /** Small enough to be one piece, known without computing it. */
  small: boolean;
  found: readonly ShownFinding[];
  /** In the page, as opposed to its data. */
  listed: boolean;
  open: boolean;
  /** Its first piece is in the page. */
  laid: boolean;
  head: Html;
}

interface NamedFile {
  path: string;
  /** null if a finding is about a file outside the change. */
  file: FileDiff | null;
}

export function fileViews(
  draft: Draft,
  all: readonly ShownFinding[],
  { files, openWeight, rowsInAll, fetches }: PageRoom = reportRoom,
): FileView[] {
  const { change } = draft;
  const masks = redactedLines(draft);
  const found = findingsByFile(change.files, all);
  const firstOf = ({ file, path }: NamedFile) => found.get(file ?? path)?.[0]?.index ?? all.length;
  // The worst finding first, as in the list.
  const named = [
    ...change.files.map((file): NamedFile => ({ path: pathOf(file), file })),
    ...[...found.keys()].flatMap((key): NamedFile[] => (typeof key === "string" ? [{ path: key, file: null }] : [])),
  ].toSorted((a, b) => firstOf(a) - firstOf(b));
  const why = whyLeftOut(change);
  const recent = new Map(change.triage.files.map((one) => [one.path, one.recent]));
  const room = roomFor(named, rowsInAll, (one) => found.has(one.file ?? one.path));
  const views = named.map((one, index): FileView => {
    const { path, file } = one;
    const of = found.get(file ?? path) ?? [];
    const left = why.get(path) ?? null;
    return {
      index,
      path,
      file,
      pieces: once(() => {
        const pieces = diffPieces(file, { path, found: of }, masks, room.get(one) ?? 0);
        return pieces.length > 0 ? pieces : [notePiece(noLinesLine(noiseText(left ?? "empty")))];
      }),
      small: isSmall(file, of.length),
      found: of,
      listed: index < files,
      open: false,
      laid: false,
      head: fileHead({ path, file }, of.length, left, recent.get(path)),
    };
  });
  const wanted = filesToOpen(views, (view) => why.has(view.path));
  const laid = filesRenderedFirst(wanted, openWeight);
  // Where nothing can be fetched on scroll, files that are not rendered stay folded.
  const open = fetches ? new Set(wanted) : laid;
  return views.map((view) => ({
    ...view,
    open: open.has(view),
    laid: laid.has(view),
    listed: view.listed || open.has(view),
  }));
}

/** Lines, hunk headers and ends, and cards: what `diffPieces` splits by. */
function isSmall(file: FileDiff | null, found: number): boolean {
  const rows = (file?.hunks ?? []).reduce((sum, hunk) => sum + hunk.lines.length + 2, 0);
  return rows + found * (1 + cardWeight) <= pieceWeight;
}

/** By the file's diff, or by path if the change has no such file. */
function findingsByFile(
  files: readonly FileDiff[],
  all: readonly ShownFinding[],
): Map<FileDiff | string, ShownFinding[]> {
  const sides = {
    head: new Map(files.map((file) => [file.newPath, file])),
    base: new Map(files.map((file) => [file.oldPath, file])),
  };
  return Map.groupBy(all, ({ one }) => {
    const { side, path } = one.finding.at;
    return sides[side].get(path) ?? sides[side === "head" ? "base" : "head"].get(path) ?? path;
  });
}

/** Maximum number of rows per file; files with findings come first. */
function roomFor(
  named: readonly NamedFile[],
  rows: number,
  isFound: (one: NamedFile) => boolean,
): Map<NamedFile, number> {
  let left = rows;
  const rooms = new Map<NamedFile, number>();
  for (const one of named.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)))) {
    const lines = one.file?.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) ?? 0;
    rooms.set(one, Math.min(lines, rowsPerFile, left));
    left -= rooms.get(one)!;
  }
  return rooms;
}

type Why = Parameters<typeof noiseText>[0];

function whyLeftOut({ files, triage }: Change): Map<string, Why> {
  return new Map<string, Why>([
    ...triage.leftOut.filter((one) => one.hunks === null).map((one) => [one.path, one.why] as const),
    ...files.filter((file) => file.combined).map((file) => [pathOf(file), "combined"] as const),
  ]);
}

/** Opens files with findings first, as far as the page stays fast; in small changes the others too, except noise. */
function filesToOpen(views: readonly FileView[], isNoise: (view: FileView) => boolean): FileView[] {
  const quiet = views.length > openFiles ? [] : views.filter((view) => view.found.length === 0 && !isNoise(view));
  return [...views.filter((view) => view.found.length > 0).slice(0, openFiles), ...quiet];
}

function filesRenderedFirst(wanted: readonly FileView[], most: number): Set<FileView> {
  const laid = new Set<FileView>();
  let weight = 0;
  for (const view of wanted) {
    weight += view.pieces()[0]!.weight;
    if (weight <= most) laid.add(view);
  }
  return laid;
}

function fileHead({ path, file }: NamedFile, found: number, left: Why | null, recent?: RecentChanges): Html {
  const shown = oneLine(path);
  const name = shown.lastIndexOf("/") + 1;
  const status = file === null ? notInDiff : statusLine(file);
  return exactHtml`<summary><span class="path"><span class="dir">${shown.slice(0, name)}</span>${shown.slice(name)}</span>${status !== "" && html`<span class="status">${status}</span>`}${left !== null && html`<span class="status">${noiseText(left)}</span>`}${recent && html`<span class="status">${recentText(recent)}</span>`}${countFlag(found)}${file && exactHtml`<span class="plus">+${file.additions}</span><span class="minus">−${file.deletions}</span>`}</summary>`;
}

/** Where pieces outside the page are: in its data (null), or at a URL each. */
export type PieceAddress = ((file: number, piece: number) => string) | null;

/** The file's section, with its first piece if that is rendered, and with the requested ones. */
export function fileSection(
  view: FileView,
  elsewhere: PieceAddress = null,
  also: number | null = null,
  style?: DiffStyle,
): Html {
  const { index, head, open, laid } = view;
  const isOpen = open || also !== null;
  const body =
    laid || also !== null
      ? filePieces(view, elsewhere, new Set([...(laid ? [0] : []), ...(also === null ? [] : [also])]), style)
      : elsewhere && moreLink(elsewhere(index, 0), 0, reportLabels.showLines);
  return exactHtml`<details class="file" data-i="${index}"${isOpen && exactHtml` open`}>${head}${elsewhere ? body : exactHtml`<div class="body">${body}</div>`}</details>`;
}

/** Some pieces of a file, and buttons for the others. */
export function filePieces(
  { index, pieces }: FileView,
  elsewhere: PieceAddress,
  laid: ReadonlySet<number>,
  style?: DiffStyle,
): Html {
  return exactHtml`${pieces().map((piece, at) => {
    if (laid.has(at)) return piece.markup(style);
    return elsewhere ? moreLink(elsewhere(index, at), at, piece.label) : moreButton(piece, at);
  })}`;
}

/** Groups files that a browser renders together: observing thousands of files one by one is slow. */
const filesInChunk = 50;

function chunks(sections: readonly Html[]): Html[] {
  return Array.from({ length: Math.ceil(sections.length / filesInChunk) }, (_, at) => {
    const some = sections.slice(at * filesInChunk, (at + 1) * filesInChunk);
    return exactHtml`<div class="chunk">${some}</div>`;
  });
}

function moreButton({ label }: DiffPiece, at: number): Html {
  return html`<button type="button" class="more" data-piece="${at}">${label}</button>`;
}

/** Without scripts the link leads to a page with that piece. */
function moreLink(address: string, at: number, label: string): Html {
  return exactHtml`<a class="more" data-piece="${at}" href="${address}">${label}</a>`;
}

/** `wanted`: the piece that must be rendered when the page opens. */
export function fileList(
  views: readonly FileView[],
  elsewhere: PieceAddress = null,
  wanted: { file: number; piece: number } | null = null,
  style?: DiffStyle,
): Html {
  if (views.length === 0) return html`<p class="quiet">${reportLabels.noFiles}</p>`;
  const sections = views
    .filter(({ listed }) => listed)
    .map((view) => fileSection(view, elsewhere, wanted?.file === view.index ? wanted.piece : null, style));
  return html`<div id="files-list">${elsewhere ? chunks(sections) : sections}</div>
    <p class="quiet" id="no-file" hidden>${reportLabels.noFileMatches}</p>
    <button type="button" id="more-files" class="more" hidden></button>`;
}
