// Selects how much of a change a model reads within its token budget: sensitive and core files first, the rest
// summarised by name and reported.
import { hunkId, pathOf, type FileDiff } from "../../change/diff.ts";
import type { Change } from "../../change/change.ts";
import type { FileCategory } from "../../change/file-kinds.ts";
import type { Report } from "../report.ts";
import { aboutFile, byPath, hunkText, summaryOf, type HunkText, type TriagedPaths } from "./diff-text.ts";
import type { Boundary } from "./boundary.ts";

export interface ReadMeans {
  fence: Boundary["fence"];
  countTokens(text: string): number;
}

export interface FilesRead {
  /** Fenced, the riskiest file first. */
  shown: string;
  /** Files that are only named, and those that are only counted. */
  summaries: string;
  leftOut: string;
  /** Each hunk that is shown or summarised, with its true depth. */
  read: Report["read"];
  counts: { full: number; partly: number; summarised: number; counted: number; leftOut: number };
}

/** More of a budget than this does not go into names of files. */
const shareOfSummaries = 0.3;
/** In tokens: the overview, and how many more files each folder has. */
const forCounts = 600;

interface Candidate {
  file: FileDiff;
  path: string;
  risk: number;
  /** By position; hunks that are noise are not among them. */
  hunks: ReadonlyMap<number, HunkText>;
  summary: string;
  /** Of all that there is to read in it, in characters. */
  length: number;
}

/** Some hunks of a file, or all of them, as they are shown. */
interface Shown {
  hunks: ReadonlySet<number>;
  text: string;
  tokens: number;
}

export function readFiles(change: Pick<Change, "files" | "triage">, budget: number, means: ReadMeans): FilesRead {
  const out = wholeLeftOut(change);
  const triaged = byPath(change.triage);
  const files = change.files.filter((file) => !out.has(pathOf(file))).map((file) => candidateOf(file, triaged));
  const leftOut = leftOutText(change, means);
  const toSpend = budget - means.countTokens(leftOut) - forCounts;
  const named = namedWithin(files.toSorted(byRisk), toSpend * shareOfSummaries, means);
  let left = toSpend - [...named.values()].reduce((sum, tokens) => sum + tokens, 0);
  const shown = new Map<Candidate, Shown>();
  for (const one of files.toSorted((a, b) => a.risk - b.risk || a.length - b.length)) {
    const freed = named.get(one) ?? 0;
    const fits = fitting(one, left + freed, triaged, means);
    if (fits === null) continue;
    shown.set(one, fits);
    left += freed - fits.tokens;
  }
  const inOrder = [...shown].toSorted(([a], [b]) => byRisk(a, b));
  const rest = files.filter((one) => !shown.has(one));
  const summarised = rest.filter((one) => named.has(one)).toSorted(byRisk);
  const counted = rest.filter((one) => !named.has(one));
  const partly = inOrder.filter(([one, { hunks }]) => hunks.size < one.hunks.size);
  return {
    shown: inOrder.map(([, { text }]) => text).join("\n"),
    summaries: summaryText(summarised, counted, means),
    leftOut,
    read: [
      ...inOrder.flatMap(([one, { hunks }]) => depthsOf(one, hunks)),
      ...summarised.flatMap((one) => depthsOf(one, new Set())),
    ],
    counts: {
      full: inOrder.length - partly.length,
      partly: partly.length,
      summarised: summarised.length,
      counted: counted.length,
      leftOut: out.size,
    },
  };
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
    const one = candidateOf(file, triaged);
    const fits = one.hunks.size === 0 ? null : fitting(one, left, triaged, means);
    if (fits === null) continue;
    left -= fits.tokens;
    texts.push(fits.text);
    read.push(...depthsOf(one, fits.hunks));
  }
  return { shown: texts.join("\n"), read };
}

function wholeLeftOut({ triage }: Pick<Change, "triage">): ReadonlySet<string> {
  return new Set(triage.leftOut.filter(({ hunks }) => hunks === null).map(({ path }) => path));
}

const categoryRisk: Record<FileCategory, number> = { source: 1, infra: 2, config: 3, test: 4, docs: 5 };

function candidateOf(file: FileDiff, triaged: TriagedPaths): Candidate {
  const path = pathOf(file);
  const planned = triaged.files.get(path);
  const noise = triaged.noise.get(path) ?? [];
  const delicate = triaged.topics.has(path);
  const hunks = new Map(
    file.hunks.flatMap((hunk, index) => (noise.includes(index) ? [] : [[index, hunkText(hunk)] as const])),
  );
  return {
    file,
    path,
    risk: (planned?.depth === "summary" ? 10 : 0) + (delicate ? 0 : categoryRisk[planned?.category ?? "source"]),
    hunks,
    summary: summaryOf(file, triaged),
    length: [...hunks.values()].reduce((sum, { text }) => sum + text.length, 0),
  };
}

function byRisk(a: Candidate, b: Candidate): number {
  return a.risk - b.risk || (a.path < b.path ? -1 : 1);
}

function namedWithin(
  files: readonly Candidate[],
  budget: number,
  { countTokens }: ReadMeans,
): ReadonlyMap<Candidate, number> {
  const named = new Map<Candidate, number>();
  let left = budget;
  for (const one of files) {
    const tokens = countTokens(one.summary);
    if ((left -= tokens) < 0) break;
    named.set(one, tokens);
  }
  return named;
}

/** No text has more characters to a token; what is longer is not worth counting, however large a change is. */
const mostCharacters = 24;
/** In tokens: the lines around the hunks of a file, and those that say what is not shown of it. */
const aroundHunks = 200;

/** A file whole where it fits, else the first of its hunks that do. */
function fitting(one: Candidate, budget: number, triaged: TriagedPaths, means: ReadMeans): Shown | null {
  if (one.length <= budget * mostCharacters) {
    const whole = shownWith(one, new Set(one.hunks.keys()), triaged, means);
    if (whole.tokens <= budget) return whole;
  }
  const some = new Set<number>();
  let left = budget - aroundHunks;
  for (const [index, { text }] of one.hunks) {
    if (text.length > left * mostCharacters || (left -= means.countTokens(text)) < 0) break;
    some.add(index);
  }
  if (some.size === 0) return null;
  const partly = shownWith(one, some, triaged, means);
  return partly.tokens <= budget ? partly : null;
}

const mostNotShown = 5;

function shownWith(
  one: Candidate,
  hunks: ReadonlySet<number>,
  triaged: TriagedPaths,
  { fence, countTokens }: ReadMeans,
): Shown {
  const lines = [aboutFile(one.file, triaged)];
  let notShown = 0;
  for (const [index, hunk] of one.file.hunks.entries()) {
    const text = one.hunks.get(index)?.text;
    if (text !== undefined && hunks.has(index)) lines.push(text);
    else if (notShown++ < mostNotShown)
      lines.push(
        `${hunkText({ ...hunk, lines: [] }).text} (${text === undefined ? "white space only; " : ""}not shown)`,
      );
  }
  if (notShown > mostNotShown) lines.push(`and ${notShown - mostNotShown} more hunks (not shown)`);
  const text = fence(`file ${one.path}`, lines.join("\n"));
  return { hunks, text, tokens: countTokens(text) };
}

/** A hunk that a long line was cut in was not read in full either. */
function depthsOf({ path, hunks }: Candidate, shown: ReadonlySet<number>): Report["read"] {
  return [...hunks].map(([index, { whole }]) => ({
    hunk: hunkId(path, index),
    depth: shown.has(index) && whole ? ("full" as const) : ("summary" as const),
  }));
}

function summaryText(summarised: readonly Candidate[], counted: readonly Candidate[], { fence }: ReadMeans): string {
  if (summarised.length + counted.length === 0) return "";
  const folders = new Map<string, number>();
  for (const { path } of counted) {
    const folder = path.split("/").slice(0, -1).slice(0, 2).join("/") || "the root";
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const most = [...folders].toSorted(([, a], [, b]) => b - a);
  const others = most.slice(30).reduce((sum, [, files]) => sum + files, 0);
  return fence(
    "files that did not fit, by name only",
    [
      ...summarised.map(({ summary }) => summary),
      ...most.slice(0, 30).map(([folder, files]) => `${folder}: ${files} more files`),
      ...(others > 0 ? [`elsewhere: ${others} more files`] : []),
    ].join("\n"),
  );
}

const mostNames = 40;

function leftOutText({ triage }: Pick<Change, "triage">, { fence }: ReadMeans): string {
  const whole = triage.leftOut.filter(({ hunks }) => hunks === null);
  if (whole.length === 0) return "";
  const lines = whole.slice(0, mostNames).map(({ path, why, lines: changed }) => `${path}: ${why}, ${changed} lines`);
  const more = whole.length > mostNames ? [`and ${whole.length - mostNames} more files`] : [];
  return fence("files left out as noise, with the reason", [...lines, ...more].join("\n"));
}
