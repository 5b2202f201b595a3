// The same issue or not, pair by pair.
import { linesApart, nearLines } from "../../src/findings/same-issue.ts";
import { crossTool, goldensOf, ours, readLines, type Compare, type Judged, type Row } from "./judged.ts";

export interface Scored {
  score: number;
  same: boolean;
  pr: string;
}

/** Pairs of true findings of different tools. */
export function scoredPairs({ byPull }: Judged, compare: Compare): Scored[] {
  return [...byPull].flatMap(([pr, list]) => {
    const score = compare(list);
    return crossTool(list)
      .filter(([a, b]) => list[a]!.verdict === "tp" && list[b]!.verdict === "tp")
      .map(([a, b]) => ({ score: score(a, b), same: shareGolden(list[a]!, list[b]!), pr }));
  });
}

function shareGolden(a: Row, b: Row): boolean {
  return goldensOf(a).some((golden) => goldensOf(b).includes(golden));
}

/** How often a pair on the same issue scores above one that is not; ties count half. */
export function auc(pairs: readonly Scored[]): number {
  const sorted = pairs.toSorted((a, b) => a.score - b.score);
  let sum = 0;
  let below = 0;
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (end < sorted.length && sorted[end]!.score === sorted[at]!.score) end++;
    const tied = sorted.slice(at, end);
    const same = tied.filter((pair) => pair.same).length;
    sum += same * (below + (tied.length - same) / 2);
    below += tied.length - same;
    at = end;
  }
  return sum / (below * (pairs.length - below));
}

interface Placed extends Pick<Row, "pr" | "source" | "text"> {
  file: string;
  side: string;
  line: number | null;
  end_line: number | null;
}

/** How alike comments on near lines are in a set that keeps one comment an issue. */
export function nearScores(file: string): number[] {
  const placed = Map.groupBy(readLines<Placed>(file), ({ pr }) => pr);
  return [...placed.values()].flatMap((list) => {
    const score = ours(list);
    return crossTool(list)
      .filter(([a, b]) => isNear(list[a]!, list[b]!))
      .map(([a, b]) => score(a, b));
  });
}

function isNear(a: Placed, b: Placed): boolean {
  if (a.file !== b.file || a.side !== b.side || a.line === null || b.line === null) return false;
  const lines = (one: Placed, start: number) => ({ start, end: Math.max(start, one.end_line ?? start) });
  return linesApart(lines(a, a.line), lines(b, b.line)) <= nearLines;
}
