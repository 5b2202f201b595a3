// How well findings of different reviewers on the same issue are told from others, and what keeping only those that two
// or more agree on is worth, on judged findings of real reviewers.
//   node bench/reconcile.ts [--eval FOLDER] [--sets 30] [--keep-repeats]
// FOLDER holds bench-findings (default ../shared/eval); with --keep-repeats a tool is heard as often as it says a thing.
// The peer is plain word overlap in the same run. Text alone is compared: the judged set has neither files nor lines.
// One set of tools is a small sample, so the same is done for as many sets drawn at random as `--sets` says.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sameFrom } from "../src/findings/same-issue.ts";
import { finish } from "./measure.ts";
import {
  agreed,
  alone,
  difference,
  drawSets,
  quality,
  total,
  type Difference,
  type Repeats,
  type Tally,
} from "./reconcile/agreement.ts";
import { ours, readJudged, wordOverlap } from "./reconcile/judged.ts";
import { auc, nearScores, scoredPairs } from "./reconcile/pairs.ts";

const { values } = parseArgs({
  options: {
    eval: { type: "string", default: "../shared/eval" },
    sets: { type: "string", default: "30" },
    "keep-repeats": { type: "boolean", default: false },
  },
});
const folder = join(values.eval, "bench-findings/martian");
if (!existsSync(folder)) {
  console.log("skipped: no data (give the eval folder with --eval)");
  process.exit(0);
}
const judged = readJudged(folder);
const { repos, repoOf } = judged;
const agreedBy = (tools: readonly string[]) =>
  agreed(judged, tools, values["keep-repeats"] ? "kept" : "dropped", { own: ours, peer: wordOverlap });

function percent(value: number): string {
  return value.toFixed(3).replace(/^(-?)0/, "$1");
}

function printRow(cells: readonly string[]): void {
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(10))).join(""));
}

function printAuc(): { own: number; peer: number } {
  const compared = { own: scoredPairs(judged, ours), peer: scoredPairs(judged, wordOverlap) };
  const same = compared.own.filter((pair) => pair.same).length;
  console.log(`Same issue or not: ${same} pairs that are, ${compared.own.length - same} that are not\n`);
  printRow(["AUC", "all", ...repos.map((repo) => repo.slice(0, 9))]);
  for (const [name, pairs] of [["ours", compared.own] as const, ["word overlap", compared.peer] as const])
    printRow([
      name,
      ...[auc(pairs), ...repos.map((repo) => auc(pairs.filter(({ pr }) => repoOf(pr) === repo)))].map(percent),
    ]);
  // Nothing is fitted, so that leaving a repository out changes only what is measured.
  printRow([
    "ours, without the repository",
    "",
    ...repos.map((repo) => percent(auc(compared.own.filter(({ pr }) => repoOf(pr) !== repo)))),
  ]);
  const taken = compared.own.filter(({ score }) => score >= sameFrom);
  const right = taken.filter((pair) => pair.same).length;
  console.log(
    `\nTaken for one at ${sameFrom}: ${right} of ${same} that are, ${taken.length - right} of ${compared.own.length - same} that are not\n`,
  );
  return { own: auc(compared.own), peer: auc(compared.peer) };
}

/** Comments on near lines in a set that keeps one comment an issue: few of these may be taken for one. */
function printNear(): void {
  const file = join(values.eval, "bench-findings/aacr/findings.jsonl");
  if (!existsSync(file)) return;
  const scores = nearScores(file);
  const taken = scores.filter((score) => score >= sameFrom).length;
  console.log(`Distinct comments on near lines: ${taken} of ${scores.length} pairs taken for one at ${sameFrom}\n`);
}

function printAgreement(name: string, tools: readonly string[]): { single: Difference; peer: Difference } {
  const { own, peer } = agreedBy(tools);
  printRow([`${name} tools`, "clusters", "right", "goldens", "precision", "recall", "F1"]);
  for (const tool of tools) printTallies(`${tool} alone`, alone(judged, tool, "kept"));
  printTallies(`agreed, word overlap ${range(peer.chosen)}`, peer.tallies);
  printTallies(`agreed, ours ${range(own.chosen)}`, own.tallies);
  const best = bestAlone(tools, "kept");
  const dropped = bestAlone(tools, "dropped");
  const differences = { single: difference(own.tallies, best.tallies), peer: difference(own.tallies, peer.tallies) };
  printDifference(`the best alone, ${best.tool}`, differences.single);
  printDifference(`the best alone with its repeats dropped, ${dropped.tool}`, difference(own.tallies, dropped.tallies));
  printDifference("word overlap", differences.peer);
  console.log();
  return differences;
}

function printTallies(label: string, tallies: readonly Tally[]): void {
  const { precision, recall, f1 } = quality(tallies);
  const counts = (["clusters", "right", "found"] as const).map((what) => String(total(tallies, what)));
  printRow([label, ...counts, ...[precision, recall, f1].map(percent)]);
}

function bestAlone(tools: readonly string[], repeats: Repeats): { tool: string; tallies: Tally[] } {
  const each = tools.map((tool) => ({ tool, tallies: alone(judged, tool, repeats) }));
  return each.toSorted((a, b) => quality(b.tallies).f1 - quality(a.tallies).f1)[0]!;
}

/** Which is higher here, and whether other pull requests would say the same. */
function printDifference(than: string, { by, low, high }: Difference): void {
  const signed = (value: number) => `${value < 0 ? "" : "+"}${percent(value)}`;
  const side = by > 0 ? "above" : by < 0 ? "BELOW" : "the same as";
  const sure = low > 0 || high < 0 ? "surely" : "within chance";
  console.log(`F1 of ours is ${side} ${than}: ${signed(by)} (${signed(low)} to ${signed(high)}), ${sure}`);
}

function range(chosen: readonly number[]): string {
  return `(from ${Math.min(...chosen)} to ${Math.max(...chosen)})`;
}

/** The same for sets of tools drawn at random: means of F1, and how often which is higher. */
function printDrawn(size: number): void {
  const results = drawSets(judged, size, Number(values.sets)).map((set) => {
    const { own, peer } = agreedBy(set);
    return {
      best: quality(bestAlone(set, "kept").tallies).f1,
      dropped: quality(bestAlone(set, "dropped").tallies).f1,
      peer: quality(peer.tallies).f1,
      own: quality(own.tallies).f1,
    };
  });
  const mean = (what: keyof (typeof results)[number]) =>
    percent(results.reduce((sum, one) => sum + one[what], 0) / results.length);
  const above = (what: "best" | "peer") => results.filter((one) => one.own > one[what]).length;
  console.log(
    `${results.length} sets of ${size} tools drawn: mean F1 ours ${mean("own")}, word overlap ${mean("peer")}, best alone ${mean("best")} (repeats dropped ${mean("dropped")}); ` +
      `ours is above word overlap in ${above("peer")}, above the best alone in ${above("best")}`,
  );
}

const { own, peer } = printAuc();
printNear();
const three = printAgreement("three", ["claude", "gemini", "copilot"]);
const five = printAgreement("five", ["augment", "qodo-v2", "bugbot", "devin", "propel"]);
for (const size of [3, 5]) printDrawn(size);
console.log(`AUC above word overlap: ${own > peer ? "yes" : "NO"}\n`);
finish({
  "AUC .97 or more": own >= 0.97,
  "three tools: F1 above the best alone": three.single.by > 0,
  "five tools: F1 above the best alone": five.single.by > 0,
  "three tools: F1 not below word overlap, or within chance": three.peer.high >= 0,
  "five tools: F1 not below word overlap, or within chance": five.peer.high >= 0,
});
