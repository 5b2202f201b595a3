// Runs the checks on the changes merged into a repository, one by one, in one process.
import { redactSecrets } from "../../secrets/redact-secrets.ts";
import { createHash } from "node:crypto";
import type { Change, Oid } from "../../change/change.ts";
import { readChange } from "../../change/read-change.ts";
import type { JudgedFinding } from "../../findings/finding.ts";
import { gate } from "../../findings/gate.ts";
import { advisingOnly, type Check, type Report } from "../../findings/report.ts";
import { runChecks } from "../../findings/run-checks.ts";
import { textsOf, type Texts } from "../../findings/texts.ts";
import { lineFollower } from "../../review/backtest/follow-lines.ts";
import type { Backtest, ReplayedChange, ReplayedFinding } from "../../review/backtest/backtest-result.ts";
import { largestFile } from "../../world/git/own-directory.ts";
import type { MergedChange } from "../../world/git/merged.ts";
import type { OpenRepository } from "./open-repository.ts";

export interface ReplayOptions {
  checks: readonly Check[];
  /** The repository's name in the output. */
  name: string;
  tip: Oid;
  last: number;
  /** Only changes that touch one of these paths. */
  touching?: readonly string[];
  stop: AbortSignal;
  now(): number;
  memory(): number;
  progress(done: number, of: number, change: MergedChange): void;
}

export async function replay(repository: OpenRepository, given: ReplayOptions): Promise<Backtest> {
  // Includes unproven checks, because measuring them is the purpose of a backtest.
  const options = { ...given, checks: given.checks.map(asProven) };
  const merged = await repository.git.merged(options.tip, options.last, options.touching);
  // The index of a whole tree pays off only for many searches.
  const searches = options.checks.some((check) => check.searches);
  if (searches && merged.length >= 20) await repository.code.prepare(options.tip);
  const lines = lineFollower();
  const changes: ReplayedChange[] = [];
  const unread: Backtest["unread"][number][] = [];
  let memory = 0;
  for (const [index, one] of merged.entries()) {
    options.stop.throwIfAborted();
    options.progress(index, merged.length, one);
    try {
      const { change, replayed } = await replayOne(one, repository, options);
      lines.pass(one.when, change.files);
      for (const finding of replayed.findings)
        if (finding.side === "head") lines.follow(finding.id, finding.path, finding.line, one.when);
      changes.push(replayed);
    } catch (error) {
      options.stop.throwIfAborted();
      unread.push({ sha: one.sha, why: error instanceof Error ? error.message : String(error) });
    }
    memory = Math.max(memory, options.memory());
  }
  const again = lines.results(merged.at(-1)?.when ?? 0);
  const followed = changes.map((change) => ({
    ...change,
    findings: change.findings.map((finding) => ({ ...finding, again: again.get(finding.id) ?? finding.again })),
  }));
  return {
    repository: options.name,
    head: options.tip,
    checks: options.checks.map(({ id }) => id),
    changes: followed,
    unread,
    unproven: given.checks.flatMap(({ id, unproven }) => advisingOnly(id, unproven)),
    memory: Math.round(memory),
  };
}

function asProven(check: Check): Check {
  const { unproven, ...proven } = check;
  return unproven ? proven : check;
}

async function replayOne(merged: MergedChange, { git, code }: OpenRepository, options: ReplayOptions) {
  const started = options.now();
  const target = { kind: "range", from: merged.parent, to: merged.sha, symmetric: false } as const;
  const knownChecks = options.checks.map(({ id }) => id);
  const change = await readChange(target, {}, { git, user: {}, knownChecks, largestFile });
  const around = code.at(change.base, change.head);
  const texts = textsOf(around);
  const reports = await runChecks(options.checks, change, around, { stop: options.stop, now: options.now, texts });
  const judged = await gate(change, reports, texts, day(merged.when));
  const ms = Math.round(options.now() - started);
  const findings = await Promise.all(judged.map((one) => replayedFinding(merged, one, texts)));
  return { change, replayed: { ...rowOf(merged, change, reports), ms, findings } };
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function rowOf({ sha, subject, when }: MergedChange, { files }: Change, reports: readonly Report[]) {
  return {
    sha,
    subject,
    when,
    files: files.length,
    lines: files.reduce((sum, file) => sum + file.additions + file.deletions, 0),
    checks: Object.fromEntries(
      reports
        .filter(({ status }) => status !== "skipped")
        .map(({ unit, ms, status, why }) => [unit, { ms, failed: status === "failed" ? JSON.stringify(why) : null }]),
    ),
  };
}

/** Lines shown before and after a flagged line. */
const reach = 8;
/** Longer lines are truncated. */
const widest = 400;

export async function replayedFinding(
  merged: MergedChange,
  { finding, outcome }: JudgedFinding,
  texts: Texts,
): Promise<ReplayedFinding> {
  const { path, side, start } = finding.at;
  const file = await texts.read(path, side);
  const hidden = finding.evidence.some(({ masked }) => masked !== undefined);
  const first = Math.max(1, start - reach);
  const around = hidden ? [] : (file?.lines.slice(first - 1, start + reach) ?? []);
  return {
    id: createHash("sha256").update(`${merged.sha}\0${finding.identity}`).digest("hex").slice(0, 12),
    check: finding.sources[0].replace(/^PRESCAN:/, ""),
    kind: finding.kind,
    severity: finding.severity,
    outcome,
    path,
    line: start,
    side,
    title: redactSecrets(finding.title),
    explanation: redactSecrets(finding.explanation),
    quotes: finding.evidence.map((quote) => ({
      path: quote.path,
      line: quote.start,
      side: quote.side,
      text: redactSecrets(quote.masked ?? quote.text).slice(0, widest),
    })),
    around: around.map((text, index) => ({ line: first + index, text: redactSecrets(text).slice(0, widest) })),
    again: "too-soon",
  };
}
