// Real changes that left a stale reference behind, and controls where the old name is not stale.
//   node bench/stale-pairs.ts [eval folder] --repos FOLDER     FOLDER holds bare repositories as OWNER+NAME/repo
import { reachesAuthor } from "../src/findings/finding.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import type { Change } from "../src/change/change.ts";
import { readChange } from "../src/change/read-change.ts";
import { checks } from "../src/findings/checks/index.ts";
import { runChecks } from "../src/findings/run-checks.ts";
import { textsOf } from "../src/findings/texts.ts";
import { gate } from "../src/findings/gate.ts";
import { largestFile } from "../src/world/git/own-directory.ts";
import { finish } from "./measure.ts";

interface Pair {
  id: string;
  label: "stale" | "control";
  repo: string;
  intro: string;
  intro_parent: string;
  kind: string;
  reference: string;
  symbol: string;
  stale_file: string;
  stale: number[];
}

/** The checks that speak of what is gone. */
const asked = new Set(["stale-reference", "dependency-chain", "refactor-audit"]);

const { values, positionals } = parseArgs({
  options: { repos: { type: "string" }, list: { type: "boolean", default: false } },
  allowPositionals: true,
});
const file = join(positionals[0] ?? "../shared/eval", "stale-pairs/pairs.jsonl");
if (!existsSync(file) || values.repos === undefined) {
  console.log("skipped: no data (give the eval folder, and --repos with bare repositories)");
  process.exit(0);
}

const pairs = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Pair);
const stop = new AbortController().signal;
const results: { pair: Pair; hit: boolean | null }[] = [];
for (const pair of pairs) results.push({ pair, hit: await isReported(pair) });

const ran = results.filter(({ hit }) => hit !== null);
console.log(`${ran.length} of ${pairs.length} pairs could be run`);
const stale = ran.filter(({ pair }) => pair.label === "stale");
const controls = ran.filter(({ pair }) => pair.label === "control");
for (const by of ["kind", "reference"] as const) table(by);
if (values.list)
  for (const { pair, hit } of ran)
    if (hit !== (pair.label === "stale"))
      console.log(
        `${pair.label === "stale" ? "missed" : "false"}  ${pair.kind}/${pair.reference} ${pair.repo} ${pair.intro_parent.slice(0, 10)}..${pair.intro.slice(0, 10)} ${pair.symbol} ${pair.stale_file}:${pair.stale.join(",")}`,
      );
const recall = share(stale.filter(({ hit }) => hit).length, stale.length);
const quiet = share(controls.filter(({ hit }) => !hit).length, controls.length);
console.log(
  `recall ${percent(recall)} of ${stale.length} (limit 80%), quiet ${percent(quiet)} of ${controls.length} controls (limit 90%)`,
);
finish({ "recall is 80% or more": recall >= 0.8, "9 of 10 controls are quiet": quiet >= 0.9 });

function table(by: "kind" | "reference") {
  for (const [name, rows] of Map.groupBy(stale, ({ pair }) => pair[by]))
    console.log(`  ${by} ${name.padEnd(16)} ${rows.filter(({ hit }) => hit).length} of ${rows.length}`);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)}%`;
}

/** null where the repository is not at hand. */
async function isReported(pair: Pair): Promise<boolean | null> {
  const folder = join(values.repos!, pair.repo.replace("/", "+"), "repo");
  if (!existsSync(folder)) return null;
  const { git, code, close } = openGitRepository(folder, process.env, stop);
  try {
    const target = { kind: "range", from: pair.intro_parent, to: pair.intro, symmetric: false } as const;
    const options = { git, user: {}, knownChecks: [], largestFile };
    const change = await readChange(target, { ignoreConfig: true }, options);
    return (await placesReported(change, code.at(change.base, change.head))).some(
      ({ path, line }) => path === pair.stale_file && pair.stale.some((one) => Math.abs(one - line) <= 1),
    );
  } finally {
    await close();
  }
}

async function placesReported(change: Change, code: import("../src/change/change.ts").Code) {
  const texts = textsOf(code);
  const chosen = checks.filter(({ id }) => asked.has(id));
  const reports = await runChecks(chosen, change, code, { stop, now: () => performance.now(), texts });
  const failed = reports.find(({ status }) => status === "failed");
  if (failed) throw new Error(`${failed.unit} failed: ${JSON.stringify(failed.why)}`);
  const judged = await gate(change, reports, texts, "2026-01-05");
  return judged
    .filter((one) => reachesAuthor(one) || one.outcome === "advisory")
    .map(({ finding }) => ({ path: finding.at.path, line: finding.at.start }));
}
