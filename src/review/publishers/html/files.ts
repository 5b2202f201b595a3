// The changed files, each folded under its name: those that are open when the page opens are in it, the others are data.
import { pathOf, type FileDiff } from "../../../change/diff.ts";
import type { Change } from "../../../change/change.ts";
import type { Draft } from "../../draft.ts";
import { labels, noLinesLine, notInDiff, statusLine } from "../../words/html.ts";
import { sayNoise } from "../../words/reasons.ts";
import { oneLine } from "../../words/text.ts";
import { diffPieces, type Piece } from "./diff-table.ts";
import { countFlag, type Shown } from "./findings.ts";
import { listedFiles, openFiles, openWeight, rowsInAll, rowsPerFile } from "./limits.ts";
import { lineMasks } from "./secrets.ts";
import { html, type Html } from "./template.ts";

export interface FileView {
  index: number;
  path: string;
  pieces: readonly Piece[];
  found: readonly Shown[];
  /** In the page, as opposed to in its data. */
  listed: boolean;
  /** Unfolded, its first piece in the page. */
  open: boolean;
  head: Html;
}

interface Named {
  path: string;
  /** null where a finding is about a file that is not part of the change. */
  file: FileDiff | null;
}

export function fileViews(draft: Draft, all: readonly Shown[]): FileView[] {
  const { change } = draft;
  const masks = lineMasks(draft);
  const found = findingsByFile(change.files, all);
  const named: Named[] = [
    ...change.files.map((file) => ({ path: pathOf(file), file })),
    ...[...found.keys()].flatMap((key) => (typeof key === "string" ? [{ path: key, file: null }] : [])),
  ];
  const why = whyLeftOut(change);
  const room = roomFor(named, (one) => found.has(one.file ?? one.path));
  const views = named.map((one, index): FileView => {
    const { path, file } = one;
    const of = found.get(file ?? path) ?? [];
    const pieces = diffPieces(file, { path, found: of }, masks, room.get(one) ?? 0);
    const left = why.get(path) ?? null;
    return {
      index,
      path,
      pieces: pieces.length > 0 ? pieces : [emptyPiece(left ?? "empty")],
      found: of,
      listed: index < listedFiles,
      open: false,
      head: fileHead(path, file, of.length, left),
    };
  });
  const open = firstOpen(views, (view) => why.has(view.path));
  return views.map((view) => ({ ...view, open: open.has(view), listed: view.listed || open.has(view) }));
}

/** By the file's own diff, or by the path where no file of the change has it. */
function findingsByFile(files: readonly FileDiff[], all: readonly Shown[]): Map<FileDiff | string, Shown[]> {
  const sides = {
    head: new Map(files.map((file) => [file.newPath, file])),
    base: new Map(files.map((file) => [file.oldPath, file])),
  };
  return Map.groupBy(all, ({ one }) => {
    const { side, path } = one.finding.at;
    return sides[side].get(path) ?? sides[side === "head" ? "base" : "head"].get(path) ?? path;
  });
}

/** How many rows each file may have; files with findings come first. */
function roomFor(named: readonly Named[], isFound: (one: Named) => boolean): Map<Named, number> {
  let left = rowsInAll;
  const rooms = new Map<Named, number>();
  for (const one of named.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)))) {
    const lines = one.file?.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0) ?? 0;
    rooms.set(one, Math.min(lines, rowsPerFile, left));
    left -= rooms.get(one)!;
  }
  return rooms;
}

type Why = Parameters<typeof sayNoise>[0];

function whyLeftOut({ files, triage }: Change): Map<string, Why> {
  return new Map<string, Why>([
    ...triage.leftOut.filter((one) => one.hunks === null).map((one) => [one.path, one.why] as const),
    ...files.filter((file) => file.combined).map((file) => [pathOf(file), "combined"] as const),
  ]);
}

/** Files with findings first, as far as a page opens quickly; in small changes the others too, but for noise. */
function firstOpen(views: readonly FileView[], isNoise: (view: FileView) => boolean): Set<FileView> {
  const quiet = views.length > openFiles ? [] : views.filter((view) => view.found.length === 0 && !isNoise(view));
  const wanted = [...views.filter((view) => view.found.length > 0).slice(0, openFiles), ...quiet];
  const open = new Set<FileView>();
  let weight = 0;
  for (const view of wanted) {
    weight += view.pieces[0]!.weight;
    if (weight <= openWeight) open.add(view);
  }
  return open;
}

function emptyPiece(why: Why): Piece {
  const label = noLinesLine(sayNoise(why));
  return { label, markup: html`<p class="note">${label}</p>`, weight: 1, findings: [] };
}

function fileHead(path: string, file: FileDiff | null, found: number, left: Why | null): Html {
  const shown = oneLine(path);
  const name = shown.lastIndexOf("/") + 1;
  const status = file === null ? notInDiff : statusLine(file);
  return html`<summary>
    <span class="path"><span class="dir">${shown.slice(0, name)}</span>${shown.slice(name)}</span
    >${status !== "" && html`<span class="status">${status}</span>`}${left !== null && html`<span class="status">${sayNoise(left)}</span>`}${countFlag(found)}${file && html`<span class="plus">+${file.additions}</span><span class="minus">−${file.deletions}</span>`}
  </summary>`;
}

/** The file's place in the page, with its first piece where it is open. */
export function fileSection({ index, head, open, pieces }: FileView): Html {
  const [first, ...rest] = pieces;
  const body = open && first ? html`${first.markup}${rest.map((piece, at) => moreButton(piece, at + 1))}` : null;
  return html`<details class="file" data-i="${index}" ${open && html` open`}>
    ${head}
    <div class="body">${body}</div>
  </details>`;
}

function moreButton({ label }: Piece, at: number): Html {
  return html`<button type="button" class="more" data-piece="${at}">${label}</button>`;
}

export function fileList(views: readonly FileView[]): Html {
  if (views.length === 0) return html`<p class="quiet">${labels.noFiles}</p>`;
  return html`<div id="files-list">${views.filter(({ listed }) => listed).map(fileSection)}</div>
    <p class="quiet" id="no-file" hidden>${labels.noFileMatches}</p>
    <button type="button" id="more-files" class="more" hidden></button>`;
}
