// Selects how much of a change a model reads within its token budget: sensitive files and code first, over several parts
// where one does not hold all code, the rest summarised by name and reported.
import { redactDiff } from "../../change/redact-diff.ts";
import { hunkId, pathOf, type FileDiff } from "../../change/diff.ts";
import type { Change } from "../../change/change.ts";
import { afterCode, readingOrder } from "../../change/reading-depth.ts";
import type { Report } from "../report.ts";
import { aboutFile, byPath, hunkText, pathLine, splitHunk, summaryOf, type TriagedPaths } from "./diff-text.ts";
import type { Boundary } from "./boundary.ts";
import { sameEdits, sameEditText } from "./same-edit.ts";

export interface ReadMeans {
  fence: Boundary["fence"];
  countTokens(text: string): number;
}

/** What one call reads of a change. */
export interface FilesRead {
  /** Fenced, the riskiest file first. */
  shown: string;
  /** Files that are only named, and those that are only counted. */
  summaries: string;
  leftOut: string;
  /** Each hunk that is shown or summarised, with its true depth. */
  read: Report["read"];
  /** Pieces of hunks that are too large to be shown at once. */
  pieces: readonly PieceRead[];
  counts: { full: number; partly: number; summarised: number; counted: number; elsewhere: number; leftOut: number };
}

export interface PieceRead {
  hunk: Report["read"][number]["hunk"];
  piece: number;
  of: number;
}

/** More of a budget than this does not go into names of files. */
const shareOfSummaries = 0.12;
/** In tokens: the overview, and how many more files each folder has. */
const forCounts = 600;

interface Candidate {
  file: FileDiff;
  path: string;
  risk: number;
  /** Where it is listed among files of the same risk. */
  place: number;
  /** In order; hunks that are noise are not among them. */
  pieces: readonly Piece[];
  summary: string;
  /** Of all that there is to read in it, in characters. */
  length: number;
}

/** A hunk, or a part of a large one. */
interface Piece {
  hunk: number;
  /** From 0, of so many. */
  piece: number;
  of: number;
  text: string;
  /** No line of it is cut. */
  whole: boolean;
}

/** Some pieces of a file, or all of them, as they are shown. */
interface Shown {
  pieces: ReadonlySet<Piece>;
  text: string;
  tokens: number;
  /** The file after which it is listed, because its edit is the same. */
  like?: Candidate;
}

/** One part, or as many as it takes to show all code, but no more than `most`. */
export function readFiles(
  change: Pick<Change, "files" | "triage">,
  budget: number,
  means: ReadMeans,
  most = 1,
): [FilesRead, ...FilesRead[]] {
  const out = wholeLeftOut(change);
  const triaged = byPath(change.triage);
  const files = change.files
    .filter((file) => !out.has(pathOf(file)))
    .map((file, place) => candidateOf(file, triaged, place));
  const order = files.toSorted((a, b) => a.risk - b.risk || a.length - b.length);
  const leftOut = leftOutText(change, means);
  const facts: PartFacts = {
    order,
    alike: sameEdits(order.filter(isComparable), ({ risk }) => risk),
    budget: budget - means.countTokens(leftOut) - forCounts,
    triaged,
    means,
  };
  const done = new Set<Piece>();
  const first = readPart(facts, done);
  const parts: [Part, ...Part[]] = [first];
  while (parts.length < most) {
    for (const one of parts.at(-1)!.pieces) done.add(one);
    if (!order.some((one) => isCode(one) && one.pieces.some((piece) => !done.has(piece)))) break;
    const next = readPart(facts, done);
    if (!next.showsCode) break;
    parts.push(next);
  }
  const finished = ({ files: read, ...part }: Part): FilesRead => ({
    ...read,
    leftOut,
    pieces: part.split,
    counts: { ...part.counts, leftOut: out.size },
  });
  return [finished(first), ...parts.slice(1).map(finished)];
}

function isCode({ risk }: Candidate): boolean {
  return risk < afterCode;
}

interface PartFacts {
  order: readonly Candidate[];
  /** Files whose edit is nearly that of another one. */
  alike: ReadonlyMap<Candidate, Candidate>;
  budget: number;
  triaged: TriagedPaths;
  means: ReadMeans;
}

interface Part {
  files: Pick<FilesRead, "shown" | "summaries" | "read">;
  /** All that it shows. */
  pieces: readonly Piece[];
  split: readonly PieceRead[];
  showsCode: boolean;
  counts: Omit<FilesRead["counts"], "leftOut">;
}

/** As much as fits of what no earlier part has shown. */
function readPart({ order, alike, budget, triaged, means }: PartFacts, done: ReadonlySet<Piece>): Part {
  const isDone = (one: Candidate) => done.size > 0 && one.pieces.every((piece) => done.has(piece));
  const elsewhere = order.filter(isDone).toSorted(byRisk);
  const open = order.filter((one) => !isDone(one));
  const others = elsewhereText(elsewhere, means);
  const toSpend = budget - means.countTokens(others);
  // Room for the names of files that are not shown, but never more than these need.
  let names = open.reduce((sum, one) => sum + nameTokens(one), 0);
  let left = toSpend;
  const shown = new Map<Candidate, Shown>();
  const begun = new Set<Candidate>();
  for (const one of open) {
    const room = left - Math.min(toSpend * shareOfSummaries, names - nameTokens(one));
    const like = alike.get(one);
    const shorter = like && isWhole(like, shown.get(like)) ? listed(one, like, !begun.has(like), means) : null;
    const fits = shorter && shorter.tokens <= room ? shorter : fitting(one, room, done, triaged, means);
    if (fits === null) continue;
    shown.set(one, fits);
    if (fits.like) begun.add(fits.like);
    names -= nameTokens(one);
    left -= fits.tokens;
  }
  const inOrder = [...shown].toSorted(([a], [b]) => byRisk(a, b));
  const rest = open.filter((one) => !shown.has(one)).toSorted(byRisk);
  const named = namedWithin(rest, left, means);
  const summarised = rest.slice(0, named.length);
  const counted = rest.slice(named.length);
  const full = inOrder.filter(([one, { pieces }]) => one.pieces.every((piece) => pieces.has(piece) || done.has(piece)));
  return {
    files: {
      shown: shownText(inOrder, means),
      summaries: [summaryText(named, counted, means), others].filter((text) => text !== "").join("\n"),
      read: [
        ...inOrder.flatMap(([one, { pieces }]) => depthsOf(one, pieces)),
        ...summarised.flatMap((one) => depthsOf(one, new Set())),
      ],
    },
    pieces: inOrder.flatMap(([, { pieces }]) => [...pieces]),
    split: inOrder.flatMap(([one, { pieces }]) => splitPieces(one, pieces)),
    showsCode: inOrder.some(([one, { pieces }]) => isCode(one) && pieces.size > 0),
    counts: {
      full: full.length,
      partly: inOrder.length - full.length,
      summarised: summarised.length,
      counted: counted.length,
      elsewhere: elsewhere.length,
    },
  };
}

/** Each file, and after it those with the same edit. */
function shownText(shown: readonly (readonly [Candidate, Shown])[], { fence }: ReadMeans): string {
  const following = Map.groupBy(shown, ([, { like }]) => like);
  return shown
    .filter(([, { like }]) => like === undefined)
    .map(([one, { text }]) => {
      const same = following.get(one) ?? [];
      const list = same.map(([, { text: entry }]) => entry).join("\n");
      return same.length === 0 ? text : `${text}\n${fence(sameLabel(one, same.length), list)}`;
    })
    .join("\n");
}

function sameLabel({ path }: Candidate, files: number): string {
  return `the same edit as in ${path}, in ${files} more files`;
}

/** With all of its lines, so that another can refer to them. */
function isWhole(one: Candidate, shown: Shown | undefined): boolean {
  return shown !== undefined && shown.like === undefined && one.pieces.every((piece) => shown.pieces.has(piece));
}

function listed(one: Candidate, like: Candidate, isFirst: boolean, { fence, countTokens }: ReadMeans): Shown {
  const text = sameEditText(one.file, like.file);
  const around = isFirst ? countTokens(fence(sameLabel(like, mostNames), "")) : 0;
  const tokens = countTokens(text) + 1 + around;
  return { pieces: new Set(one.pieces), text, tokens, like };
}

/** No line of it is cut, and no hunk is noise. */
function isComparable({ file, pieces }: Candidate): boolean {
  return pieces.every(({ whole }) => whole) && new Set(pieces.map(({ hunk }) => hunk)).size === file.hunks.length;
}

/** As much as fits of files that everyone else is not shown. */
export function readLeftOut(
  change: Pick<Change, "files" | "triage">,
  wanted: (path: string) => boolean,
  budget: number,
  means: ReadMeans,
): Pick<FilesRead, "shown" | "read"> {
  const out = wholeLeftOut(change);
  const triaged = byPath(change.triage);
  const read: Report["read"][number][] = [];
  const texts: string[] = [];
  let left = budget;
  for (const file of change.files.filter((one) => out.has(pathOf(one)) && wanted(pathOf(one)))) {
    const one = candidateOf(file, triaged, texts.length);
    const fits = one.pieces.length === 0 ? null : fitting(one, left, new Set(), triaged, means);
    if (fits === null) continue;
    left -= fits.tokens;
    texts.push(fits.text);
    read.push(...depthsOf(one, fits.pieces));
  }
  return { shown: texts.join("\n"), read };
}

function wholeLeftOut({ triage }: Pick<Change, "triage">): ReadonlySet<string> {
  return new Set(triage.leftOut.filter(({ hunks }) => hunks === null).map(({ path }) => path));
}

function candidateOf(changed: FileDiff, triaged: TriagedPaths, place: number): Candidate {
  const file = redactDiff(changed);
  const path = pathOf(file);
  const noise = triaged.noise.get(path) ?? [];
  const pieces = file.hunks.flatMap((hunk, index) => (noise.includes(index) ? [] : piecesOf(hunk, index)));
  return {
    file,
    path,
    risk: readingOrder(path, triaged.topics.has(path)),
    place,
    pieces,
    summary: summaryOf(file, triaged),
    length: pieces.reduce((sum, { text }) => sum + text.length, 0),
  };
}

function piecesOf(hunk: FileDiff["hunks"][number], index: number): Piece[] {
  return splitHunk(hunk).map((part, piece, all) => ({ hunk: index, piece, of: all.length, ...hunkText(part) }));
}

function byRisk(a: Candidate, b: Candidate): number {
  return a.risk - b.risk || a.place - b.place;
}

/** About what the summary takes in a list. */
function nameTokens({ summary }: Candidate): number {
  return Math.ceil(summary.length / 3);
}

/** The first files that fit, each with its hunks where all of them fit so, else on one line. */
function namedWithin(files: readonly Candidate[], budget: number, { countTokens }: ReadMeans): string[] {
  const inFull = files.reduce((sum, one) => sum + nameTokens(one), 0) <= budget;
  const named: string[] = [];
  let left = budget;
  for (const { summary } of files) {
    const text = inFull ? summary : summary.split("\n", 1)[0]!;
    if ((left -= countTokens(text) + 1) < 0) break;
    named.push(text);
  }
  return named;
}

/** No text has more characters to a token; what is longer is not worth counting, however large a change is. */
const mostCharacters = 24;
/** In tokens: the lines around the hunks of a file, and those that say what is not shown of it. */
const aroundHunks = 200;

/** What is open of a file whole where it fits, else those of its pieces that do. */
function fitting(
  one: Candidate,
  budget: number,
  done: ReadonlySet<Piece>,
  triaged: TriagedPaths,
  means: ReadMeans,
): Shown | null {
  const open = one.pieces.filter((piece) => !done.has(piece));
  const length = open.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= budget * mostCharacters) {
    const whole = shownWith(one, new Set(open), done, triaged, means);
    if (whole.tokens <= budget) return whole;
  }
  const some = new Set<Piece>();
  let left = budget - aroundHunks;
  for (const piece of open) {
    if (piece.text.length > left * mostCharacters) continue;
    const tokens = means.countTokens(piece.text);
    if (tokens > left) continue;
    left -= tokens;
    some.add(piece);
  }
  if (some.size === 0) return null;
  const partly = shownWith(one, some, done, triaged, means);
  return partly.tokens <= budget ? partly : null;
}

const mostNotShown = 5;

function shownWith(
  one: Candidate,
  pieces: ReadonlySet<Piece>,
  done: ReadonlySet<Piece>,
  triaged: TriagedPaths,
  { fence, countTokens }: ReadMeans,
): Shown {
  const lines = [aboutFile(one.file, triaged)];
  const byHunk = Map.groupBy(one.pieces, ({ hunk }) => hunk);
  let notShown = 0;
  const skip = (heading: string, why: string): void => {
    if (notShown++ < mostNotShown) lines.push(`${heading} (${why})`);
  };
  for (const [index, hunk] of one.file.hunks.entries()) {
    const own = byHunk.get(index);
    if (own === undefined) skip(hunkText({ ...hunk, lines: [] }).text, "white space only; not shown");
    for (const piece of own ?? [])
      if (pieces.has(piece)) lines.push(piece.text);
      else skip(piece.text.split("\n", 1)[0]!, done.has(piece) ? "shown in another part" : "not shown");
  }
  if (notShown > mostNotShown) lines.push(`and ${notShown - mostNotShown} more hunks (not shown)`);
  const text = fence(`file ${one.path}`, lines.join("\n"));
  return { pieces, text, tokens: countTokens(text) };
}

/** A hunk that a long line was cut in was not read in full either. */
function depthsOf({ path, pieces }: Candidate, shown: ReadonlySet<Piece>): Report["read"] {
  return [...Map.groupBy(pieces, ({ hunk }) => hunk)].map(([hunk, own]) => ({
    hunk: hunkId(path, hunk),
    depth: own.every((piece) => shown.has(piece) && piece.whole) ? ("full" as const) : ("summary" as const),
  }));
}

function splitPieces({ path }: Candidate, shown: ReadonlySet<Piece>): PieceRead[] {
  return [...shown].flatMap(({ hunk, piece, of, whole }) =>
    of > 1 && whole ? [{ hunk: hunkId(path, hunk), piece, of }] : [],
  );
}

/** What all parts together read: a hunk in full where one of them shows it, or all of its pieces are shown. */
export function joinReads(parts: readonly Pick<FilesRead, "read" | "pieces">[]): Report["read"] {
  const pieces = Map.groupBy(
    parts.flatMap((part) => part.pieces),
    ({ hunk }) => hunk,
  );
  const full = new Set(
    [...pieces].flatMap(([hunk, some]) => (new Set(some.map(({ piece }) => piece)).size === some[0]!.of ? [hunk] : [])),
  );
  const joint = new Map<string, Report["read"][number]>();
  for (const one of parts.flatMap(({ read }) => read))
    if (!joint.has(one.hunk) || one.depth === "full")
      joint.set(one.hunk, full.has(one.hunk) ? { ...one, depth: "full" } : one);
  return [...joint.values()];
}

function summaryText(named: readonly string[], counted: readonly Candidate[], { fence }: ReadMeans): string {
  if (named.length + counted.length === 0) return "";
  const folders = new Map<string, number>();
  for (const { path } of counted) {
    const folder = path.split("/").slice(0, -1).slice(0, 2).join("/") || "the root";
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = [...folders].toSorted(([, a], [, b]) => b - a);
  const others = most.slice(30).reduce((sum, [, files]) => sum + files, 0);
  return fence(
    "files that are not shown, by name only",
    [
      ...named,
      ...most.slice(0, 30).map(([folder, files]) => `${folder}: ${files} more files`),
      ...(others > 0 ? [`elsewhere: ${others} more files`] : []),
    ].join("\n"),
  );
}

const mostNames = 40;

function elsewhereText(files: readonly Candidate[], { fence }: ReadMeans): string {
  if (files.length === 0) return "";
  const more = files.length > mostNames ? [`and ${files.length - mostNames} more files`] : [];
  return fence(
    "files that another part shows",
    [...files.slice(0, mostNames).map(({ path }) => pathLine(path)), ...more].join("\n"),
  );
}

function leftOutText({ triage }: Pick<Change, "triage">, { fence }: ReadMeans): string {
  const whole = triage.leftOut.filter(({ hunks }) => hunks === null);
  if (whole.length === 0) return "";
  const lines = whole
    .slice(0, mostNames)
    .map(({ path, why, lines: changed }) => `${pathLine(path)}: ${why}, ${changed} lines`);
  const more = whole.length > mostNames ? [`and ${whole.length - mostNames} more files`] : [];
  return fence("files left out as noise, with the reason", [...lines, ...more].join("\n"));
}
