// Decides which posted findings are comments on their lines; the others are listed.
import type { Change } from "../../change/change.ts";
import {
  atLeast,
  findingOutcomes,
  reachesAuthor,
  severities,
  severityRank,
  type JudgedFinding,
  type Mark,
} from "../finding.ts";
import { applyMarks, isFocus } from "../gate.ts";
import { doubtOf, withoutDoubt } from "../gates/claim-gate.ts";
import { isSecondary, leadId } from "./group-by-cause.ts";

export const editorVerdicts = ["fix", "minor", "noise"] as const;
type EditorVerdict = (typeof editorVerdicts)[number];

/** What a model says of a finding. */
export interface EditorOpinion {
  verdict: EditorVerdict;
  reason: string;
}

export interface RankWeights {
  /** From this rank on a finding is worth a comment on its line. */
  inlineFrom: number;
  /** What a defect is worth more than a missing test or a case that is not handled. */
  defect: number;
  /** What each step of severity adds. */
  severity: number;
  /** What a second and a third independent source add, each. */
  source: number;
}

/** Chosen on reviews of real pull requests, each repository judged by the weights that fit the others. */
export const rankWeights: RankWeights = { inlineFrom: 11, defect: 3, severity: 0.5, source: 0.5 };
/**
 * What a model takes off that calls a finding minor: enough to break a tie. On reviews of real pull requests a larger
 * cost removed defects that maintainers had asked for.
 */
const minorCost = 0.5;
/** What a check that proves its finding adds. */
const provenWorth = 2;

export function selectInline(
  judged: readonly JudgedFinding[],
  config: Pick<Change["config"], "maxComments" | "focusAreas">,
  opinions: ReadonlyMap<string, EditorOpinion>,
  weights = rankWeights,
): JudgedFinding[] {
  const weighed = withOpinions(judged, config, opinions);
  // A finding stands for those listed under it: none of them loses by that.
  const rank = (one: JudgedFinding) =>
    Math.max(...withListed(one, weighed).map((each) => rankOf(each, isMinor(each, opinions), weights)));
  const inline = weighed
    .filter(({ outcome }) => outcome === "inline")
    .toSorted((a, b) => Number(isFocus(b.finding, config)) - Number(isFocus(a.finding, config)) || rank(b) - rank(a));
  let room = config.maxComments;
  const selected = inline.map((one) => {
    const mark = isKept(one, weighed, config) ? null : whyNotInline(rank(one), { room, weights, config });
    if (mark !== null) return applyMarks(one.finding, [...one.marks, mark]);
    room--;
    return one;
  });
  const others = weighed.filter(({ outcome }) => outcome !== "inline");
  return [...selected, ...others].toSorted(
    (a, b) => findingOutcomes.indexOf(a.outcome) - findingOutcomes.indexOf(b.outcome),
  );
}

/** A finding and those that are listed under it. */
function withListed(one: JudgedFinding, judged: readonly JudgedFinding[]): JudgedFinding[] {
  return [one, ...judged.filter((other) => leadId(other) === one.finding.id)];
}

function isMinor({ finding }: JudgedFinding, opinions: ReadonlyMap<string, EditorOpinion>): boolean {
  const verdict = opinions.get(finding.id)?.verdict;
  return verdict === "minor" || verdict === "noise";
}

/** Marks what a model says of a finding. Noise is not posted, unless it is grave, proven or in a focus area. */
function withOpinions(
  judged: readonly JudgedFinding[],
  config: Pick<Change["config"], "focusAreas">,
  opinions: ReadonlyMap<string, EditorOpinion>,
): JudgedFinding[] {
  return judged.map((one) => {
    const opinion = opinions.get(one.finding.id);
    if (opinion === undefined || !(reachesAuthor(one) || one.outcome === "advisory")) return one;
    // What a program doubts and a model takes for true after it was shown the doubt.
    const marks = doubtOf(one) !== null && opinion.verdict !== "noise" ? withoutDoubt(one) : one.marks;
    // A finding stands for those listed under it: it is noise only where all of them are.
    const isNoise = withListed(one, judged).every(({ finding }) => opinions.get(finding.id)?.verdict === "noise");
    const isLowered = isNoise && mayLower(one) && !isKept(one, judged, config);
    const why = { kind: "editor-verdict", ...opinion } as const;
    return applyMarks(one.finding, [...marks, { by: "editor", why, ...(isLowered && { outcome: "advisory" }) }]);
  });
}

function mayLower({ severity, finding }: JudgedFinding): boolean {
  return !atLeast(severity, "high") && finding.proof !== "proven";
}

/** On its line whatever the limit. */
function isKept(
  one: JudgedFinding,
  judged: readonly JudgedFinding[],
  config: Pick<Change["config"], "focusAreas">,
): boolean {
  return withListed(one, judged).some(
    ({ severity, finding }) =>
      isFocus(finding, config) || severity === "critical" || (severity === "high" && finding.category === "security"),
  );
}

function whyNotInline(
  rank: number,
  facts: { room: number; weights: RankWeights; config: Pick<Change["config"], "maxComments"> },
): Mark | null {
  if (rank < facts.weights.inlineFrom) return { by: "editor", why: { kind: "not-pressing" }, outcome: "listed" };
  const limit = facts.config.maxComments;
  return facts.room > 0 ? null : { by: "limit", why: { kind: "over-limit", limit }, outcome: "listed" };
}

/** How much a maintainer would want it fixed before merging. */
function rankOf({ finding, severity, confidence }: JudgedFinding, minor: boolean, weights: RankWeights): number {
  return (
    confidence +
    (severities.length - 1 - severityRank(severity)) * weights.severity +
    (Math.min(finding.sources.length, 3) - 1) * weights.source +
    natureOf(finding, severity, weights) +
    (finding.proof === "proven" ? provenWorth : minor ? -minorCost : 0)
  );
}

function natureOf(
  finding: JudgedFinding["finding"],
  severity: JudgedFinding["severity"],
  { defect }: RankWeights,
): number {
  if (isDefect(finding, severity)) return defect;
  // Enough to be shown, too little to displace a defect.
  return atLeast(severity, "high") && finding.kind !== "untested-behaviour" ? defect / 2 : 0;
}

const defectAreas = new Set<JudgedFinding["finding"]["category"]>([
  "correctness",
  "concurrency",
  "security",
  "dependencies",
  "ci",
]);

/** Cases that the code leaves open, as opposed to what it does wrong. */
const hardeningKinds = new Set([
  "unhandled-case",
  "swallowed-error",
  "wrong-fallback",
  "lost-context",
  "slow-path",
  "dead-code",
  "missing-timeout",
  "unbounded-growth",
  "unsound-cast",
  "resource-leak",
]);

/** A weakness that nobody can use yet is hardening too. */
function isDefect(finding: JudgedFinding["finding"], severity: JudgedFinding["severity"]): boolean {
  if (finding.category === "security" && !atLeast(severity, "medium")) return false;
  return defectAreas.has(finding.category) && !hardeningKinds.has(finding.kind) && !isSecondary(finding);
}
