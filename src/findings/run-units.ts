// Runs units in parallel. A unit that throws or times out is a line in the review.
import type { Change } from "../change/change.ts";
import type { QuotedFile } from "./quote.ts";
import { ModelFault } from "../errors.ts";
import { NotExecuted } from "./execution/not-executed.ts";
import { identify } from "./identity.ts";
import { OverLimit } from "./over-limit.ts";
import type { Reason } from "./reason.ts";
import type { Report, Unit, UnitResult } from "./report.ts";

export interface RunFacts {
  change: Change;
  stop: AbortSignal;
  limitMs: number;
  now(): number;
  text(path: string, side: "base" | "head"): Promise<QuotedFile | null>;
  /** Told as each unit ends, for progress. */
  ended?(report: Report): void;
  /** What is said of the time that a unit took; a review that is replayed says what it took then. */
  took?(unit: string, ms: number): number;
}

export async function runUnits<Needs>(
  by: Report["by"],
  units: readonly Unit<Needs>[],
  needs: Needs,
  facts: RunFacts,
): Promise<Report[]> {
  return await Promise.all(
    units.map(async (unit) => {
      const report = await runUnit(by, unit, needs, facts);
      facts.ended?.(report);
      return report;
    }),
  );
}

async function runUnit<Needs>(by: Report["by"], unit: Unit<Needs>, needs: Needs, facts: RunFacts): Promise<Report> {
  facts.stop.throwIfAborted();
  const started = facts.now();
  const nothing = { unit: unit.id, by, findings: [], verdicts: [], read: [] };
  const ended = () => {
    const ms = Math.round(facts.now() - started);
    return facts.took?.(unit.id, ms) ?? ms;
  };
  try {
    if (facts.change.config.checks[unit.id]?.mode === "off")
      return { ...nothing, status: "skipped", why: { kind: "turned-off" }, ms: ended() };
    const wanted = unit.when(facts.change);
    if (wanted !== true) return { ...nothing, status: "skipped", why: wanted, ms: ended() };
    const { incomplete, ...result } = withoutFlood(await withinTime(unit, needs, facts));
    return {
      ...result,
      findings: await identified(unit.id, result, facts),
      unit: unit.id,
      by,
      ...(incomplete ? { status: "failed", why: failure(incomplete) } : { status: "ran" }),
      ms: ended(),
    };
  } catch (error) {
    // A person's Ctrl-C ends the whole review, not one unit of it.
    facts.stop.throwIfAborted();
    if (error instanceof NotExecuted)
      return { ...nothing, status: "skipped", why: { kind: "not-executed", because: error.because }, ms: ended() };
    const spent = error instanceof ModelFault && error.cost ? { model: error.model, cost: error.cost } : {};
    return { ...nothing, ...spent, status: "failed", why: failure(error), ms: ended() };
  }
}

/** More findings of one unit than this help nobody, and cost the gates time. */
export const mostFindings = 200;

function withoutFlood(result: UnitResult): UnitResult {
  const left = result.findings.length - mostFindings;
  if (left <= 0) return result;
  return {
    ...result,
    findings: result.findings.slice(0, mostFindings),
    verdicts: result.verdicts.map((verdict) => ({
      ...verdict,
      evidence: `${verdict.evidence}; ${left} more findings are not listed`,
    })),
  };
}

async function withinTime<Needs>(unit: Unit<Needs>, needs: Needs, facts: RunFacts): Promise<UnitResult> {
  const late = new AbortController();
  const over = new AbortController();
  const stop = AbortSignal.any([facts.stop, late.signal]);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late.abort();
      reject(new OverLimit({ kind: "too-slow", limitMs: facts.limitMs }));
    }, facts.limitMs);
    facts.stop.addEventListener("abort", () => reject(facts.stop.reason), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([unit.run(facts.change, needs, stop), limit]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

async function identified(unit: string, { findings }: UnitResult, facts: RunFacts) {
  const places = new Map<string, QuotedFile | null>();
  await Promise.all(
    findings.map(async ({ at }) => places.set(`${at.side}:${at.path}`, await facts.text(at.path, at.side))),
  );
  return identify(unit, findings, {
    files: facts.change.files,
    text: (path, side) => places.get(`${side}:${path}`) ?? null,
  });
}

function failure(error: unknown): Reason {
  if (error instanceof OverLimit) return error.why;
  if (error instanceof ModelFault)
    return { kind: "model-failed", model: error.model, fault: error.fault, message: error.message };
  return { kind: "threw", message: error instanceof Error ? error.message : String(error) };
}
