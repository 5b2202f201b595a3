// How well the claim gate tells right claims from wrong ones, on claims about public commits that somebody else wrote.
//   node bench/claims.ts FILE.json [...]
// Each file is a list of { repo, base, head, path, start, end, title, explanation, holds }: `repo` a git directory, the
// lines those at head, `holds` whether the claim is right. At least 95% of the wrong ones must be refused or doubted, and
// 98% of the right ones kept.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openGitRepository } from "../src/app/review/open-repository.ts";
import { readingOf } from "../src/app/review/review-inputs.ts";
import type { Change, Identity } from "../src/change/change.ts";
import type { Finding } from "../src/findings/finding.ts";
import { claimGate, claimedNames } from "../src/findings/gates/claim-gate.ts";
import { textsOf, type Texts } from "../src/findings/texts.ts";
import { read } from "../src/review-change.ts";
import { finish } from "./measure.ts";

interface WrittenClaim {
  repo: string;
  base: string;
  head: string;
  path: string;
  start: number;
  end: number;
  title: string;
  explanation: string;
  holds: boolean;
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { list: { type: "boolean" } } });
const files = positionals.filter((file) => existsSync(file));
if (files.length === 0) {
  console.log("skipped: no data (name files of claims)");
  process.exit(0);
}
const claims = files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as WrittenClaim[]);
const home = mkdtempSync(join(tmpdir(), "crosscheck-claims-"));
const stopped: WrittenClaim[] = [];
const left: WrittenClaim[] = [];
for (const group of Object.values(Object.groupBy(claims, ({ repo, base, head }) => JSON.stringify([repo, base, head]))))
  await judgeGroup(group!);
rmSync(home, { recursive: true, force: true });

const count = (list: readonly WrittenClaim[], holds: boolean) => list.filter((one) => one.holds === holds).length;
const wrong = { stopped: count(stopped, false), all: count(claims, false) };
const right = { kept: count(left, true), all: count(stopped, true) + count(left, true) };
const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(1)}%)`;
console.log(`wrong claims refused or doubted: ${share(wrong.stopped, wrong.all)}`);
console.log(`right claims kept: ${share(right.kept, right.all)}`);
if (values.list === true) {
  for (const one of left.filter(({ holds }) => !holds)) console.log(`passed, though wrong: ${one.path}: ${one.title}`);
  for (const one of stopped.filter(({ holds }) => holds))
    console.log(`stopped, though right: ${one.path}: ${one.title}`);
}
finish({
  "95% of the wrong claims refused or doubted": wrong.stopped >= 0.95 * wrong.all,
  "98% of the right claims kept": right.kept >= 0.98 * right.all,
});

async function judgeGroup(group: readonly WrittenClaim[]): Promise<void> {
  const [{ repo, base, head }] = group as [WrittenClaim];
  const env = { PATH: process.env["PATH"], HOME: home };
  const outside = { env, stop: new AbortController().signal, now: () => Date.now() };
  const repository = openGitRepository(repo, env, outside.stop);
  try {
    const reading = { ...(await readingOf(repository, {}, outside)), progress: () => {} };
    const change = await read({ kind: "range", from: base, to: head, symmetric: false }, reading, {});
    const texts = textsOf(repository.code.at(change.base, change.head));
    const findings = await Promise.all(group.map((one) => findingOf(one, texts)));
    await Promise.all(change.files.flatMap((file) => quotedAtBase(change, file.newPath, group, texts)));
    const facts = { change, text: texts.known, occurs: texts.occurs, today: "2026-01-01" };
    await texts.search(claimedNames(findings, facts));
    for (const [index, finding] of findings.entries()) {
      const isStopped = claimGate(finding, facts).some(({ outcome }) => outcome !== undefined);
      (isStopped ? stopped : left).push(group[index]!);
    }
  } finally {
    await repository.close();
  }
}

async function findingOf(claim: WrittenClaim, texts: Texts): Promise<Finding> {
  const { path, start, end, title, explanation } = claim;
  const at = { path, side: "head", start, end } as const;
  const lines = (await texts.read(path, "head"))?.lines ?? [];
  return {
    id: title,
    identity: title as Identity,
    kind: "claimed",
    at,
    // Models quote few lines.
    evidence: [
      { ...at, end: Math.min(end, start + 5), text: lines.slice(start - 1, Math.min(end, start + 5)).join("\n") },
    ],
    claim: "present",
    proof: "argued",
    severity: "high",
    confidence: 8,
    root: "CODE",
    category: "correctness",
    pass: "correctness",
    improvement: false,
    title,
    explanation,
    sources: ["code-reviewer"],
  };
}

function quotedAtBase(change: Change, path: string | null, group: readonly WrittenClaim[], texts: Texts) {
  const before = change.files.find(({ newPath }) => newPath === path)?.oldPath;
  return before && group.some((one) => one.path === path) ? [texts.read(before, "base")] : [];
}
