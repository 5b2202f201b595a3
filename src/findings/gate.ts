// Gates findings: each gate returns marks about a finding, and `applyMarks` turns the marks into its outcome. Findings
// are never changed or lost.
import type { Change, CodeLocation } from "../change/change.ts";
import type { Arbitrated } from "./arbitrate.ts";
import { carry, seenByRounds } from "./carry.ts";
import { commentLocation } from "./comment-location.ts";
import { pastGate } from "./gates/past-gate.ts";
import { answerGate, answersIn, withConfirmations, type GivenAnswer } from "./gates/answer-gate.ts";
import { arbitrationGate, countsAsCode } from "./gates/arbitration-gate.ts";
import { fixGate } from "./gates/fix-gate.ts";
import { modeGate } from "./gates/mode-gate.ts";
import { noiseGate } from "./gates/noise-gate.ts";
import { claimGate, claimedNames } from "./gates/claim-gate.ts";
import { quoteGate } from "./gates/quote-gate.ts";
import { baselineGate } from "./gates/baseline-gate.ts";
import { suppressionGate } from "./gates/suppression-gate.ts";
import {
  atLeast,
  findingOutcomes,
  severityRank,
  type FindingOutcome,
  type Finding,
  type JudgedFinding,
  type Mark,
} from "./finding.ts";
import { mergeFindings } from "./merge.ts";
import type { QuotedFile } from "./quote.ts";
import { advisingOnly, type Report } from "./report.ts";
import { readQuoted, type Texts } from "./texts.ts";

export interface GateFacts {
  change: Change;
  text(path: string, side: CodeLocation["side"]): QuotedFile | null;
  /** YYYY-MM-DD, for suppressions that expire. */
  today: string;
  /** Checks, and kinds of findings as `check/kind`, that are advisory unless the config says otherwise. */
  unproven?: ReadonlySet<string>;
  /** Whether the tree at head has the name as a whole word; undefined where nobody looked. */
  occurs?(name: string): boolean | undefined;
  /** What reviewers said of advisory findings, by the finding's id. */
  answers?: ReadonlyMap<string, readonly GivenAnswer[]>;
  /** What a third model said of findings that the others differ on, by the finding's id. */
  arbitrated?: ReadonlyMap<string, Arbitrated>;
}

type Gate = (finding: Finding, facts: GateFacts) => Mark[];

/** In this order; the gates of confidence and of the past come last, since they judge what the others left. */
const gates: readonly Gate[] = [
  // Before the others: no verdict of a model lifts what they lower.
  (finding, { arbitrated }) => (arbitrated ? arbitrationGate(finding, arbitrated) : []),
  quoteGate,
  claimGate,
  baselineGate,
  rootGate,
  modeGate,
  (finding, { answers }) => (answers ? answerGate(finding, answers) : []),
  suppressionGate,
  severityGate,
  placeGate,
  fixGate,
];

/** Reads what the reports quote, then judges it. */
export async function gate(
  change: Change,
  reports: readonly Report[],
  texts: Texts,
  today: string,
  arbitrated?: ReadonlyMap<string, Arbitrated>,
): Promise<JudgedFinding[]> {
  await readQuoted(texts, change, reports);
  const findings = withConfirmations(reports);
  const unproven = new Set(reports.flatMap((report) => advisingOnly(report.unit, report.unproven)));
  const { known: text, occurs } = texts;
  await texts.search(claimedNames(findings, { change, text }));
  const answers = answersIn(reports);
  return judge(findings, { change, text, occurs, today, unproven, answers, ...(arbitrated && { arbitrated }) });
}

export function judge(findings: readonly Finding[], facts: GateFacts): JudgedFinding[] {
  const { config } = facts.change;
  // What one source cannot show takes nothing from what another has shown: it stands alone.
  const { shown = [], unshown = [] } = Object.groupBy(findings, (finding) =>
    [quoteGate, claimGate].some((one) => one(finding, facts).some((mark) => mark.outcome)) ? "unshown" : "shown",
  );
  const merged = [...mergeFindings(shown), ...mergeFindings(unshown)];
  const { files, past } = facts.change;
  const seen = seenByRounds(facts.change);
  const carried = carry(
    merged.map(({ finding }) => finding),
    { files, past, seen, text: facts.text },
  );
  const judged = carried.map((finding, index) => {
    const marks = [...merged[index]!.marks, ...gates.flatMap((one) => one(finding, facts))];
    const said = [...marks, ...noiseGate(applyMarks(finding, marks), facts.change)];
    const left = applyMarks(finding, [...said, ...confidenceGate(finding, said)]);
    return applyMarks(finding, [...left.marks, ...pastGate(left, past, seen)]);
  });
  return judged.toSorted(
    (a, b) => Number(isFocus(b.finding, config)) - Number(isFocus(a.finding, config)) || byWeight(a, b),
  );
}

export function isFocus({ category }: Finding, { focusAreas }: Pick<Change["config"], "focusAreas">): boolean {
  return (focusAreas as readonly string[]).includes(category);
}

/**
 * The one function that decides a finding's outcome: what a person said last; else the hardest that any mark asks for.
 * Confidence and severity are as last marked.
 */
export function applyMarks(finding: Finding, marks: readonly Mark[]): JudgedFinding {
  const chosen = marks.findLast((mark) => mark.by === "person" && mark.outcome !== undefined)?.outcome;
  const hardest = marks.reduce<FindingOutcome>(
    (worst, mark) =>
      mark.outcome && findingOutcomes.indexOf(mark.outcome) > findingOutcomes.indexOf(worst) ? mark.outcome : worst,
    "inline",
  );
  return {
    finding,
    marks,
    outcome: chosen ?? hardest,
    confidence: marks.findLast((mark) => mark.confidence !== undefined)?.confidence ?? finding.confidence,
    severity: marks.findLast((mark) => mark.severity !== undefined)?.severity ?? finding.severity,
  };
}

/** What a third model calls a real bug is a fault of the code, whatever the one that found it took it for. */
function rootGate(finding: Finding, { arbitrated }: GateFacts): Mark[] {
  const { root } = finding;
  if (root === "CODE" || (arbitrated && countsAsCode(finding, arbitrated))) return [];
  return [{ by: "root", why: { kind: "root", root }, outcome: "advisory" }];
}

function severityGate(finding: Finding, { change }: GateFacts): Mark[] {
  const floor = change.config.minSeverity;
  return atLeast(finding.severity, floor) || isFocus(finding, change.config)
    ? []
    : [{ by: "profile", why: { kind: "below-severity", floor }, outcome: "held" }];
}

/** GitHub takes comments only on lines that the diff shows; a finding elsewhere is listed in the body. */
function placeGate(finding: Finding, { change }: GateFacts): Mark[] {
  return commentLocation(change.files, finding)
    ? []
    : [{ by: "place", why: { kind: "not-commentable" }, outcome: "listed" }];
}

function confidenceGate(finding: Finding, said: readonly Mark[]): Mark[] {
  // Grave, and called a false positive by a third model: it stays until a person takes it out.
  if (said.some(({ why }) => why.kind === "disputed")) return [];
  const { confidence } = applyMarks(finding, said);
  if (confidence >= 7) return [];
  if (confidence >= 5) return [{ by: "confidence", why: { kind: "medium-confidence", confidence } }];
  if (confidence >= 3) return [{ by: "confidence", why: { kind: "low-confidence", confidence }, outcome: "advisory" }];
  return finding.severity === "critical"
    ? [{ by: "confidence", why: { kind: "critical-kept", confidence }, outcome: "advisory" }]
    : [{ by: "confidence", why: { kind: "low-confidence", confidence }, outcome: "dropped" }];
}

function byWeight(a: JudgedFinding, b: JudgedFinding): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    b.confidence - a.confidence ||
    a.finding.at.path.localeCompare(b.finding.at.path, "en") ||
    a.finding.at.start - b.finding.at.start
  );
}
