// Reads recorded answers of models on real pull requests, the judge's labels of them, and their golden comments.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../reconcile/judged.ts";

interface PullRow {
  pr: string;
  title: string;
  repo: string;
  base_sha: string;
  sha: string;
  diff_from: string;
}

export type Worth = "fix" | "minor" | "noise";

/** One distinct finding: the answers that made it, the golden comments that it matches, and a maintainer's verdict. */
export interface Label {
  ids: string[];
  golden: string[];
  worth: Worth | null;
}

export interface RecordedPull {
  name: string;
  repo: string;
  /** A bare git directory. */
  folder: string;
  base: string;
  head: string;
  goldens: string[];
  labels: Label[];
  /** The answers as JSON, by `<model>--<job>`, with the quoted lines. */
  answers: Map<string, { findings: RecordedFinding[] }>;
}

interface RecordedFinding {
  path: string;
  side: "base" | "head";
  line: number;
  title: string;
}

/** Its golden comments describe other code than its diff. */
const leftOut = "sentry-greptile-2";

/** Null where the folders lack the recordings or a repository. */
export function readRecorded(evalFolder: string, repositories: string): RecordedPull[] | null {
  const play = join(evalFolder, "play");
  const martian = join(evalFolder, "bench-findings/martian");
  if (!existsSync(join(play, "labels.json")) || !existsSync(repositories)) return null;
  const labels = JSON.parse(readFileSync(join(play, "labels.json"), "utf8")) as Record<string, Label[]>;
  const goldens = Map.groupBy(readLines<{ pr: string; id: string }>(join(martian, "golden.jsonl")), ({ pr }) => pr);
  const rows = readLines<PullRow>(join(martian, "prs.jsonl"))
    .map((row) => ({ ...row, name: row.pr.split("/").at(-1)!.replace("#", "-") }))
    .filter(({ name }) => name !== leftOut && existsSync(join(play, "answers", name)));
  if (rows.some((row) => !existsSync(folderOf(row, repositories)))) return null;
  return rows.map((row) => {
    const folder = folderOf(row, repositories);
    const base = git(folder, "merge-base", row.base_sha, row.sha).trim();
    return {
      name: row.name,
      repo: row.repo,
      folder,
      base,
      head: row.sha,
      goldens: goldens.get(row.pr)!.map(({ id }) => id),
      labels: labels[row.name] ?? [],
      answers: answersIn(join(play, "answers", row.name), lineReader(folder, { base, head: row.sha })),
    };
  });
}

function folderOf({ diff_from: repository }: PullRow, repositories: string): string {
  return join(repositories, repository.replace("/", "+"), "repo");
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", ["--git-dir", folder, ...args], { maxBuffer: 1e9, stdio: "pipe" }).toString("utf8");
}

type LinesOf = (path: string, side: "base" | "head") => string[];

function lineReader(folder: string, commits: Record<"base" | "head", string>): LinesOf {
  const known = new Map<string, string[]>();
  return (path, side) => {
    const key = `${side}:${path}`;
    const lines = known.get(key) ?? git(folder, "show", `${commits[side]}:${path}`).split("\n");
    known.set(key, lines);
    return lines;
  };
}

function answersIn(folder: string, linesOf: LinesOf): RecordedPull["answers"] {
  return new Map(
    readdirSync(folder).map((file) => [
      file.replace(/\.json$/, ""),
      withQuotes(JSON.parse(readFileSync(join(folder, file), "utf8")), linesOf) as { findings: RecordedFinding[] },
    ]),
  );
}

/** Recorded quotes are places: "@3" stands for three lines from `line` on. */
function withQuotes(value: unknown, linesOf: LinesOf): unknown {
  if (Array.isArray(value)) return value.map((item) => withQuotes(item, linesOf));
  if (typeof value !== "object" || value === null) return value;
  const filled: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withQuotes(item, linesOf)]),
  );
  const { quote, path, side, line } = filled;
  if (typeof quote !== "string" || !quote.startsWith("@")) return filled;
  const start = Number(line) - 1;
  const lines = linesOf(path as string, side as "base" | "head").slice(start, start + Number(quote.slice(1)));
  return { ...filled, quote: lines.join("\n") };
}
