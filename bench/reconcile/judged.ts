// Findings of real reviewers, judged true or false and matched with the golden comments of their pull requests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compareIssues } from "../../src/findings/same-issue.ts";
import { setOverlap } from "../../src/findings/same-issue/weigh.ts";

export interface Row {
  pr: string;
  repo: string;
  source: string;
  text: string;
  verdict: string;
  matched_golden?: string[];
  extracted_and_judged_by: string;
}

export interface Judged {
  rows: readonly Row[];
  byPull: ReadonlyMap<string, readonly Row[]>;
  /** Also those on which no tool said anything. */
  pulls: readonly string[];
  goldens: (pr: string) => number;
  repoOf: (pr: string) => string | undefined;
  repos: readonly string[];
}

export function readJudged(folder: string): Judged {
  const rows = readLines<Row>(join(folder, "findings.jsonl")).filter(
    (row) => row.extracted_and_judged_by === "claude-opus-4.5" && ["tp", "fp"].includes(row.verdict),
  );
  const goldens = Map.groupBy(readLines<{ pr: string }>(join(folder, "golden.jsonl")), ({ pr }) => pr);
  const repos = new Map(rows.map(({ pr, repo }) => [pr, repo]));
  return {
    rows,
    byPull: Map.groupBy(rows, ({ pr }) => pr),
    pulls: [...goldens.keys()],
    goldens: (pr) => goldens.get(pr)!.length,
    repoOf: (pr) => repos.get(pr),
    repos: [...new Set(repos.values())].toSorted(),
  };
}

export function readLines<T>(file: string): T[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export function goldensOf(row: Row): string[] {
  return row.verdict === "tp" ? (row.matched_golden ?? []) : [];
}

export function crossTool(list: readonly Pick<Row, "source">[]): [number, number][] {
  return list.flatMap((one, a) =>
    list.flatMap((other, b): [number, number][] => (b > a && one.source !== other.source ? [[a, b]] : [])),
  );
}

/** Scores any two of the findings of one pull request. */
export type Compare = (rows: readonly Pick<Row, "text">[]) => (a: number, b: number) => number;

export const ours: Compare = (list) => compareIssues(list.map(({ text }) => ({ text })));

export const wordOverlap: Compare = (list) => {
  const words = list.map(({ text }) => new Set(text.toLowerCase().match(/[a-z0-9]+/g)));
  return (a, b) => setOverlap(words[a]!, words[b]!);
};
