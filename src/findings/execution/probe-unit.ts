// Runs the break-point probe: is the changed code on the path from a user to the symptom, and which steps of it were
// executed? Rules trace it, and a model may refine the result.
import type { Change } from "../../change/change.ts";
import type { Reason } from "../reason.ts";
import type { UnitResult } from "../report.ts";
import { mayRun, type ExecutionNeeds, type ExecutionUnit } from "./execute.ts";
import type { Probe, ProbeEvidence } from "./probe-contract.ts";
import { findBreakPoint } from "./probe/break-point.ts";
import { probeByRules } from "./probe/probe-by-rules.ts";
import { findCoverage, noCoverage } from "./probe/test-coverage.ts";
import { openManualBoxes } from "./probe/manual-boxes.ts";
import { ModuleGraph } from "./probe/module-graph.ts";
import { residualFindings } from "./probe/residual-findings.ts";
import { notes } from "./probe/probe-sentences.ts";
import { openProbeSources } from "./probe/probe-sources.ts";
import { traceChange } from "./probe/trace-change.ts";
import { callsForProbe } from "./probe/calls-for-probe.ts";

/** `asked`: the user asked for a probe. `runAsked`: the user asked to run code, even if the repository is not theirs. */
export function probeUnit(asked: boolean, runAsked: boolean): ExecutionUnit {
  return {
    id: "probe",
    title: "The way from a person through the change to the systems outside, and what of it was executed",
    passes: [],
    when: (change) => whenToProbe(change, asked, runAsked),
    run: (change, needs, stop) => runProbe(change, asked, needs, stop),
  };
}

function whenToProbe(change: Change, asked: boolean, runAsked: boolean): true | Reason {
  if (!callsForProbe(change, asked))
    return { kind: "nothing-to-check", what: "the change does not call for a break-point probe" };
  return mayRun(change, runAsked) ? true : { kind: "not-mine", what: "probe" };
}

const nothing: UnitResult = { findings: [], verdicts: [], read: [] };

async function runProbe(change: Change, asked: boolean, needs: ExecutionNeeds, stop: AbortSignal): Promise<UnitResult> {
  const { code, panel } = needs;
  const context = { code, sources: openProbeSources(code), modules: await ModuleGraph.of(code.head) };
  const found = await findBreakPoint(change, context);
  if (!found) return { ...nothing, notes: [notes.nothing] };
  const { at, others } = found;
  const traced = at.location && (await traceChange(at.location, context, stop));
  const boxes = openManualBoxes(change.words);
  // A fix that nothing leads to may have no effect: that gap is named, not left out.
  const isWanted = asked || boxes.length > 0 || change.triage.archetype.is === "bugfix";
  if (!isWanted && traced && traced.entry === null && !traced.cut && traced.externals.length === 0)
    return { ...nothing, notes: [notes.internal] };
  const reports = await needs.reports;
  stop.throwIfAborted();
  const coverage = await findCoverage([at, ...others], context, reports);
  const ruled = probeByRules({ at, trace: traced, coverage: coverage.get(at.path) ?? noCoverage, boxes });
  // Loaded only for reviews with models.
  const { askForProbe } = panel ? await import("./probe/ask-for-probe.ts") : { askForProbe: null };
  const said = panel && askForProbe ? await askForProbe({ change, code, panel, ruled, coverage, reports }, stop) : null;
  const evidence: ProbeEvidence = said?.checked
    ? { ...said.checked, by: "model", tooLow: isTooLow(said.checked.probe) }
    : { probe: ruled.probe, by: "rules", lowered: null, tooLow: isTooLow(ruled.probe) };
  return {
    ...nothing,
    findings: residualFindings(evidence.probe, ruled.residuals, await lineAt(evidence.probe, needs)),
    probe: evidence,
    ...(said?.cost && { cost: said.cost }),
    ...(said?.model !== undefined && { model: said.model }),
    ...(said?.notes && { notes: said.notes }),
  };
}

/** A static trace or a test shows little about an external system. */
export function isTooLow({ probe_decision: { verified_at }, failure_chain }: Probe): boolean {
  return (verified_at === "A" || verified_at === "B") && failure_chain.some(({ external }) => external !== null);
}

async function lineAt({ break_point: { path, line } }: Probe, { code }: ExecutionNeeds): Promise<string> {
  const bytes = await code.head.read(path);
  return bytes === null ? "" : (new TextDecoder().decode(bytes).split("\n")[line - 1] ?? "").replace(/\r$/, "");
}
