// Finds complete sets of merge conflict markers on added lines.
import type { ChangedLine } from "../../../change/diff.ts";
import type { HygieneFile, HygieneProblem } from "./hygiene-file.ts";
import { beginsInside, partAt, part } from "../../text/scan.ts";
import { isFixture, isProse } from "../../../change/file-kinds.ts";

export function findConflictMarkers(file: HygieneFile): HygieneProblem[] {
  if (isFixture(file.path)) return [];
  const real = markerLines(file);
  const problems: HygieneProblem[] = [];
  let open: ChangedLine | null = null;
  let divided = false;
  for (const line of real) {
    if (line.text.startsWith("<<<<<<< ")) [open, divided] = [line, false];
    else if (line.text.startsWith("=======")) divided = open !== null;
    else if (open && divided) {
      problems.push(toProblem(open, line.line));
      open = null;
    }
  }
  return problems;
}

function markerLines(file: HygieneFile): ChangedLine[] {
  const markers = file.added.filter(({ text }) => /^(?:<{7} \S|={7}\r?$|>{7} \S)/.test(text));
  if (markers.length < 3) return [];
  const fenced = isProse(file.path) ? fencedLines(file.added) : new Set<number>();
  return markers.filter(({ line }) => !fenced.has(line) && !isInString(file, line));
}

function isInString(file: HygieneFile, line: number): boolean {
  return file.scanned !== null && (beginsInside(file.scanned, line) || partAt(file.scanned, line, 0) === part.string);
}

/** Added lines inside a code fence that the change itself opens, such as docs that show a conflict. */
function fencedLines(added: readonly ChangedLine[]): Set<number> {
  const inside = new Set<number>();
  let fence = "";
  for (const { line, text } of added) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence === "" && mark) fence = mark;
    else if (fence !== "" && mark?.startsWith(fence)) fence = "";
    else if (fence !== "") inside.add(line);
  }
  return inside;
}

function toProblem({ line, text }: ChangedLine, end: number): HygieneProblem {
  return {
    kind: "conflict-marker",
    line,
    text,
    title: "A merge conflict was committed unresolved",
    explanation:
      `Lines ${line} to ${end} contain both sides of a conflict. Keep one side, ` +
      `or merge the two, and remove the markers.`,
  };
}
