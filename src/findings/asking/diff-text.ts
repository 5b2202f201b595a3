// Renders a changed file for a model: each line with its marker and number, so that quotes and places are exact.
import { startOfText } from "../../secrets/cut-text.ts";
import { linesOf, pathOf, type DiffLine, type FileDiff, type Hunk } from "../../change/diff.ts";
import { recentText } from "../../change/look-first.ts";
import { countChangedLines } from "../../change/noise.ts";
import type { Triage, TriagedFile } from "../../change/triage.ts";

/** Of one line; what is longer was not written by a person, and would push everything else out. */
const longestLine = 2_000;

export interface HunkText {
  text: string;
  /** All of it is there. */
  whole: boolean;
}

export function hunkText(hunk: Hunk): HunkText {
  const all = [...linesOf(hunk)];
  // Where every line ends with a carriage return, saying so once is enough.
  const returns = all.length > 0 && all.every(({ text }) => text.endsWith("\r"));
  let whole = true;
  const lines = all.map((line) => {
    const text = returns ? line.text.slice(0, -1) : line.text;
    whole &&= text.length <= longestLine;
    return lineText({ ...line, text });
  });
  const heading = `${rangeOf(hunk)}${hunk.heading === "" ? "" : ` ${startOfText(hunk.heading, 200)}`}`;
  return { text: [returns ? `${heading} (lines end with CR LF)` : heading, ...lines].join("\n"), whole };
}

export function lineText({ kind, old, new: after, text }: DiffLine): string {
  const mark = { added: "+", removed: "-", context: " " }[kind];
  return `${mark}${after ?? old}|${text.length <= longestLine ? text : `${startOfText(text, longestLine)} (cut)`}`;
}

/** A path on one line, whatever its name holds. */
export function pathLine(path: string): string {
  return path.replaceAll("\n", "<U+000A>");
}

/** Larger pieces could not be moved to another call. */
const largestPiece = { lines: 150, characters: 8_000 };

/** A hunk in pieces that follow each other; one piece where it is small. */
export function splitHunk(hunk: Hunk): Hunk[] {
  const pieces: Hunk[] = [];
  let [oldStart, newStart] = [hunk.oldStart, hunk.newStart];
  let from = 0;
  let characters = 0;
  const end = (to: number): void => {
    const lines = hunk.lines.slice(from, to);
    const oldLines = lines.filter((line) => !line.startsWith("+")).length;
    const newLines = lines.filter((line) => !line.startsWith("-")).length;
    pieces.push({ oldStart, oldLines, newStart, newLines, heading: from === 0 ? hunk.heading : "", lines });
    [oldStart, newStart] = [oldStart + oldLines, newStart + newLines];
    [from, characters] = [to, 0];
  };
  hunk.lines.forEach((line, index) => {
    characters += line.length;
    const full = index - from >= largestPiece.lines || characters > largestPiece.characters;
    if (full && index > from) {
      end(index);
      characters = line.length;
    }
  });
  if (pieces.length === 0) return [hunk];
  end(hunk.lines.length);
  return pieces;
}

function rangeOf({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ ${range(oldStart, oldLines)} to ${range(newStart, newLines)} @@`;
}

function range(start: number, lines: number): string {
  return lines === 0 ? "nothing" : lines === 1 ? `${start}` : `${start}-${start + lines - 1}`;
}

/** What triage says, by path: a change can have very many files. */
export interface TriagedPaths {
  files: ReadonlyMap<string, TriagedFile>;
  topics: ReadonlyMap<string, ReadonlySet<string>>;
  /** Positions of the hunks that are left out of a file that is not left out as a whole. */
  noise: ReadonlyMap<string, readonly number[]>;
}

export function byPath({ files, sensitive, leftOut }: Pick<Triage, "files" | "sensitive" | "leftOut">): TriagedPaths {
  const topics = new Map<string, Set<string>>();
  for (const { path, topic } of sensitive) topics.set(path, (topics.get(path) ?? new Set()).add(topic));
  return {
    files: new Map(files.map((file) => [file.path, file])),
    topics,
    noise: new Map(leftOut.flatMap(({ path, hunks }) => (hunks === null ? [] : [[path, hunks]]))),
  };
}

/** What kind of file it is, and what became of it. */
export function aboutFile(file: FileDiff, triaged: TriagedPaths): string {
  const path = pathOf(file);
  const known = triaged.files.get(path);
  const topics = [...(triaged.topics.get(path) ?? [])];
  return [
    known?.language ?? null,
    known?.category ?? null,
    file.oldPath !== null && file.newPath !== null && file.oldPath !== file.newPath
      ? `${file.status} from ${pathLine(file.oldPath)}`
      : file.status,
    `+${file.additions} -${file.deletions}`,
    topics.length > 0 ? `sensitive: ${topics.join(", ")}` : null,
    known?.recent ? recentText(known.recent) : null,
  ]
    .filter((part) => part !== null)
    .join("; ");
}

/** Of a file that is not shown: what it is, and where and how much of it changed. */
export function summaryOf(file: FileDiff, triaged: TriagedPaths): string {
  const hunks = file.hunks.slice(0, 6).map((hunk) => {
    const heading = startOfText(hunk.heading.trim(), 60);
    return `  ${range(hunk.newStart, hunk.newLines)} (${countChangedLines(hunk)} lines)${heading === "" ? "" : ` ${heading}`}`;
  });
  const more = file.hunks.length > hunks.length ? [`  and ${file.hunks.length - hunks.length} more hunks`] : [];
  return [`${pathLine(pathOf(file))} (${aboutFile(file, triaged)})`, ...hunks, ...more].join("\n");
}
