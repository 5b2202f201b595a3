// Publishes the draft as JSON; `schemas/draft.json` documents every field.
import type { PullOrigin } from "../../change/change.ts";
import { pathOf } from "../../change/diff.ts";
import { describedTitle } from "../../change/is-described.ts";
import { coverageReceipt } from "../../findings/coverage.ts";
import type { CrossModel } from "../../findings/cross-model.ts";
import { reachesAuthor, findingOutcomes, severities } from "../../findings/finding.ts";
import { settledConcerns } from "../../findings/settled-concerns.ts";
import { chosenBy, conclusionOf, eventOf, rulesOf, verdictOf } from "../decision.ts";
import type { Draft } from "../draft.ts";
import { findingLabels } from "../group-findings.ts";
import { summariseIntent } from "../intent-summary.ts";
import { shownQuote } from "../words/finding-lines.ts";
import { omissionText, reasonText } from "../words/reasons.ts";
import { decisionRuleText } from "../words/decision-rule-texts.ts";
import {
  descriptionLine,
  goalLine,
  issueLine,
  targetLine,
  goalVerdictLine,
  whatLines,
  whyLine,
} from "../words/intent-summary-lines.ts";
import { plainJson } from "../words/text.ts";
import { proofText, executionTroubleText, verificationRows } from "../words/verification-texts.ts";
import type { DraftJson } from "./json-schema.ts";
import type { Publisher } from "./publisher.ts";

export const jsonPublisher: Publisher = {
  id: "json",
  title: "for programs",
  extension: "json",
  render: (draft, { version }) => `${plainJson(JSON.stringify(draftToJson(draft, version), null, 2))}\n`,
};

export function draftToJson(draft: Draft, version: string): DraftJson {
  const { change, judged, reports, decision } = draft;
  const summary = summariseIntent(change, reports);
  return {
    version: 1,
    tool: { name: "crosscheck", version },
    id: draft.id,
    change: changeJson(draft),
    summary: {
      what: whatLines(summary, change),
      why: whyLine(summary),
      description: descriptionLine(summary),
      goal: goalLine(summary),
      issue: issueLine(summary),
      verdict: summary.goal?.verdict?.is ?? null,
      says: goalVerdictLine(summary),
    },
    concerns: settledConcerns(change, reports),
    intent: { ...change.intent, tags: change.intent.tags.map((tag) => ({ ...tag })) },
    triage: triageJson(draft),
    findings: findingsJson(judged),
    counts: {
      byOutcome: Object.fromEntries(
        findingOutcomes.map((outcome) => [outcome, judged.filter((one) => one.outcome === outcome).length]),
      ),
      bySeverity: Object.fromEntries(
        severities.map((severity) => [
          severity,
          judged.filter((one) => reachesAuthor(one) && one.severity === severity).length,
        ]),
      ),
    },
    reports: reports.map((report) => ({
      unit: report.unit,
      by: report.by,
      status: report.status,
      why: report.why ?? null,
      says: report.why ? reasonText(report.why) : null,
      findings: report.findings.length,
      verdicts: report.verdicts,
      model: report.model ?? null,
      cost: report.cost ?? null,
      notes: [...(report.notes ?? [])],
      ms: report.ms,
    })),
    verification: verificationRows(draft).map((row) => ({ ...row, command: row.command && [...row.command] })),
    tests: testsJson(draft),
    probe: probeJson(draft),
    agent: draft.agent ?? null,
    crossModel: draft.crossModel ? crossModelJson(draft.crossModel) : null,
    coverage: coverageJson(draft),
    decision: {
      event: eventOf(decision),
      verdict: verdictOf(decision),
      conclusion: conclusionOf(decision),
      rules: rulesOf(decision).map((rule) => ({ ...rule, says: decisionRuleText(rule) })),
      chosenBy: chosenBy(decision),
    },
  };
}

function changeJson({ change }: Draft): DraftJson["change"] {
  const triaged = new Map(change.triage.files.map((file) => [file.path, file]));
  return {
    from: change.from.kind === "local" ? change.from.shown : targetLine(change),
    pull: change.from.kind === "local" ? null : pullJson(change.from, change.words.author),
    base: change.base,
    head: change.head,
    owned: change.owned,
    title: describedTitle(change),
    branch: change.words.branch,
    additions: change.files.reduce((sum, file) => sum + file.additions, 0),
    deletions: change.files.reduce((sum, file) => sum + file.deletions, 0),
    files: change.files.map((file) => {
      const path = pathOf(file);
      const known = triaged.get(path);
      const { category = "source", language = null, lines = 0, depth = "left-out", recent = null } = known ?? {};
      const { oldPath, status, additions, deletions, binary } = file;
      const about = { category, language, effectiveLines: lines, depth, recent };
      return { path, oldPath, status, additions, deletions, binary, ...about };
    }),
    cuts: change.cuts.map((cut) => ({ ...cut, says: omissionText(cut) })),
  };
}

function pullJson({ pull, url, fork }: PullOrigin, author: string | null): DraftJson["change"]["pull"] {
  const { host, owner, repo, number } = pull;
  return { host, owner, repo, number, url, author, fork };
}

function triageJson({ change: { triage } }: Draft): DraftJson["triage"] {
  const { files: _, ...rest } = triage;
  return {
    ...rest,
    roster: [...triage.roster],
    leftOut: triage.leftOut.map((one) => ({ ...one, hunks: one.hunks === null ? null : [...one.hunks] })),
    sensitive: [...triage.sensitive],
  };
}

function findingsJson(judged: Draft["judged"]): DraftJson["findings"] {
  const labels = findingLabels(judged);
  return judged.map((one) => findingJson(one, labels.get(one.finding.id) ?? null));
}

function findingJson(one: Draft["judged"][number], label: string | null): DraftJson["findings"][number] {
  const { finding } = one;
  return {
    ...finding,
    label,
    evidence: finding.evidence.map((quote) => ({
      path: quote.path,
      side: quote.side,
      start: quote.start,
      end: quote.end,
      text: shownQuote(quote),
    })),
    fix: finding.fix ?? null,
    severity: one.severity,
    confidence: one.confidence,
    outcome: one.outcome,
    inline: one.outcome === "inline",
    before: { severity: finding.severity, confidence: finding.confidence },
    marks: one.marks.map((mark) => ({
      by: mark.by,
      why: mark.why,
      says: reasonText(mark.why),
      outcome: mark.outcome ?? null,
      confidence: mark.confidence ?? null,
      severity: mark.severity ?? null,
    })),
  };
}

function testsJson({ reports }: Draft): DraftJson["tests"] {
  const evidence = reports.find(({ tests }) => tests !== undefined && tests.tests.length > 0)?.tests;
  if (!evidence) return null;
  const { proof } = evidence;
  return {
    runs: evidence.tests.map(({ failed, trouble, command, newlyPassing, ...of }) => ({
      ...of,
      command: [...command],
      newlyPassing: [...newlyPassing],
      failed: failed.map(({ test: { file, name, message }, since, onBase }) => ({
        file,
        name,
        since,
        onBase,
        message,
      })),
      trouble: trouble && executionTroubleText(trouble),
    })),
    proof: proof && { ...proof, says: proofText(proof) },
  };
}

function probeJson({ reports }: Draft): DraftJson["probe"] {
  const probe = reports.find((report) => report.probe !== undefined)?.probe;
  return probe ? { ...probe } : null;
}

function crossModelJson({ counts, arbiter, disputes }: CrossModel): DraftJson["crossModel"] {
  return { counts, arbiter, disputes: disputes.map((one) => ({ ...one, flaggedBy: [...one.flaggedBy] })) };
}

function coverageJson({ change, reports }: Draft): DraftJson["coverage"] {
  const receipt = coverageReceipt(change, reports);
  return {
    total: receipt.total,
    byReviewers: receipt.byReviewers,
    byChecksOnly: receipt.byChecksOnly,
    unread: receipt.unread,
    hunks: receipt.hunks.map((hunk) => ({ ...hunk, checks: [...hunk.checks], reviewers: [...hunk.reviewers] })),
    withoutLines: [...receipt.withoutLines],
    notCovered: receipt.notCovered.map((one) => ({ ...one, what: [...one.what], languages: [...one.languages] })),
  };
}
