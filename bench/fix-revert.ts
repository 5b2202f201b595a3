// Fix-revert proof on real commits: what is told of each beside what is known to be so.
//   node bench/fix-revert.ts --list FILE [--repos FOLDER=.] [--only TEXT] [--packed] [--json FILE]
// Lines of the list: the folder of a clone (below --repos, or absolute), a commit, and what is expected of it: proven,
// not-proven, no-tests, head-fails, could-not-run, or no-proof where the change is not seen as a bugfix. What follows is
// a note. Lines that begin with # are skipped. Every verdict must be the expected one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { finish } from "./measure.ts";
import { programIn, run } from "./run-program.ts";

interface Listed {
  repo: string;
  commit: string;
  expected: string;
}

interface Row extends Listed {
  title: string;
  runner: string;
  verdict: string;
  seconds: number;
  /** Why, where nothing was shown. */
  because: string;
}

const { values } = parseArgs({
  options: {
    list: { type: "string" },
    repos: { type: "string", default: "." },
    only: { type: "string", default: "" },
    packed: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
if (values.list === undefined) throw new Error("which commits? --list FILE");

const listed = readFileSync(values.list, "utf8").split("\n").flatMap(listedIn).filter(isWanted);
const folder = mkdtempSync(join(tmpdir(), "fix-revert-"));
const rows: Row[] = [];
try {
  const program = programIn(folder, !values.packed);
  for (const one of listed) {
    const row = await judge(one, program);
    rows.push(row);
    console.log(lineOf(row));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows, null, 1));
summarize(rows);
finish({
  "at least 20 commits were judged": rows.length >= 20,
  "every verdict is the expected one": rows.every(isRight),
});

function listedIn(line: string): Listed[] {
  const [repo, commit, expected] = line.trim().split(/\s+/);
  return !repo || repo.startsWith("#") || !commit || !expected ? [] : [{ repo, commit, expected }];
}

function isWanted({ repo, commit }: Listed): boolean {
  return `${repo} ${commit}`.includes(values.only);
}

interface Said {
  tests: {
    runs: { runner: string; trouble: { is: string; why: unknown } | null }[];
    proof: { is: string; why?: string; message?: string | null } | null;
  } | null;
  reports: { unit: string; says: string | null; notes: readonly string[] }[];
}

async function judge(one: Listed, program: readonly string[]): Promise<Row> {
  const clone = resolve(values.repos, one.repo);
  const args = ["review", `${one.commit}^..${one.commit}`, "--repo", clone, "--run-tests", "--json"];
  const started = performance.now();
  const title = execFileSync("git", ["-C", clone, "log", "-1", "--format=%s", one.commit], { encoding: "utf8" }).trim();
  const env = process.env as Record<string, string>;
  const { out } = await run(process.execPath, [...program, ...args], { env, cwd: folder });
  const seconds = (performance.now() - started) / 1000;
  const said = JSON.parse(out) as Said;
  const runners = [...new Set((said.tests?.runs ?? []).map(({ runner }) => runner))].join("+") || "-";
  return { ...one, title, runner: runners, seconds, ...verdictIn(said) };
}

function verdictIn({ tests, reports }: Said): Pick<Row, "verdict" | "because"> {
  const proof = tests?.proof ?? null;
  const troubles = (tests?.runs ?? []).flatMap(({ trouble }) => (trouble ? [JSON.stringify(trouble.why)] : []));
  if (proof !== null)
    return {
      verdict: proof.is === "not-run" ? (proof.why ?? "not-run") : proof.is,
      because: proof.message ?? troubles.join("; "),
    };
  const ran = (tests?.runs ?? []).some(({ trouble }) => trouble === null);
  if (ran) return { verdict: "no-proof", because: "" };
  const report = reports.find(({ unit }) => unit === "tests");
  return { verdict: "could-not-run", because: [report?.says ?? "", ...(report?.notes ?? [])].join(" ").trim() };
}

function isRight({ verdict, expected }: Row): boolean {
  return verdict === expected;
}

function lineOf(row: Row): string {
  const { repo, commit, title, runner, verdict, expected, seconds, because } = row;
  const told = isRight(row) ? verdict : `${verdict} (WRONG: expected ${expected})`;
  const cells = [repo, commit.slice(0, 10), title.slice(0, 60).replaceAll("|", "/"), runner, told, seconds.toFixed(1)];
  return `| ${cells.join(" | ")} |${because === "" ? "" : ` ${because.slice(0, 300)}`}`;
}

function summarize(all: readonly Row[]): void {
  const count = (of: (row: Row) => string) =>
    [...Map.groupBy(all, of)].map(([name, same]) => `${name} ${same.length}`).join(", ");
  const seconds = all.map((row) => row.seconds).toSorted((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  console.log(`\n${all.filter(isRight).length} of ${all.length} right; verdicts: ${count((row) => row.verdict)}`);
  console.log(`repositories ${new Set(all.map(({ repo }) => repo)).size}; runners: ${count((row) => row.runner)}`);
  console.log(`seconds each: median ${median.toFixed(1)}, most ${(seconds.at(-1) ?? 0).toFixed(1)}`);
}
