// Extracts what can be learned from a posted review: general patterns, which are fields of closed lists and stored
// without approval, and lessons of the project, which need a threshold and a person's approval.
import type { Pattern } from "../change/stored-knowledge.ts";
import { createHash } from "node:crypto";
import { checkIds } from "../findings/carry.ts";
import { reachesAuthor, atLeast, type Finding, type JudgedFinding, type Severity } from "../findings/finding.ts";
import { lessonFaults, threeQuestions, type LessonFault } from "../findings/lessons/actionable.ts";
import { patternKey, findingPattern } from "../findings/lessons/patterns.ts";
import type { Draft } from "../review/draft.ts";
import { proposedRule } from "../review/words/lessons-texts.ts";

/** A kind of finding, in any file. */
export interface FindingSighting {
  unit: string;
  kind: string;
}

export interface Candidate {
  /** Derived from topic and location: the same finding again is the same candidate. */
  id: string;
  rule: string;
  unit: string;
  kind: string;
  root: Finding["root"];
  severity: Severity;
  /** Number of pull requests, or of locations in this one. */
  seen: number;
}

export interface LearnFacts {
  /** Ids of built-in checks and reviewers. */
  known: ReadonlySet<string>;
  /** Number of other pull requests of this repository with such a finding posted. */
  seenBefore(sighting: FindingSighting): number;
}

export interface LearningResult {
  patterns: readonly Pattern[];
  /** To be shown to a person. */
  candidates: readonly Candidate[];
  /** Below the threshold, or not expressible as a rule: counted, with the reason. */
  refused: readonly { candidate: Candidate; why: "small" | readonly LessonFault[] }[];
  /** Stored, so that the next one counts as the second. */
  sightings: readonly FindingSighting[];
}

export function learnFromReview({ judged }: Pick<Draft, "judged">, facts: LearnFacts): LearningResult {
  const shown = judged.filter((one) => reachesAuthor(one) || one.outcome === "advisory");
  const groups = Map.groupBy(shown, ({ finding }) => `${unitOf(finding)}\0${finding.kind}`);
  const sightings = [...groups.values()].map(([one]) => ({ unit: unitOf(one!.finding), kind: one!.finding.kind }));
  const lasting = shown.filter(({ finding }) => finding.root !== "CODE" || timesSeenIn(finding, groups, facts) >= 2);
  const candidates = firstOfEach(lasting.map((one) => candidateOf(one, timesSeenIn(one.finding, groups, facts))));
  const judgedCandidates = candidates.map((candidate) => ({ candidate, why: whyNotProposed(candidate) }));
  return {
    patterns: uniquePatterns(lasting, facts.known),
    candidates: judgedCandidates.filter(({ why }) => why === null).map(({ candidate }) => candidate),
    refused: judgedCandidates.flatMap(({ candidate, why }) => (why === null ? [] : [{ candidate, why }])),
    sightings,
  };
}

function unitOf(finding: Finding): string {
  return checkIds(finding)[0]!;
}

function timesSeenIn(
  finding: Finding,
  groups: ReadonlyMap<string, readonly JudgedFinding[]>,
  { seenBefore }: LearnFacts,
): number {
  const [unit, kind] = [unitOf(finding), finding.kind];
  return seenBefore({ unit, kind }) + (groups.get(`${unit}\0${kind}`)?.length ?? 0);
}

function candidateOf({ finding, severity }: JudgedFinding, seen: number): Candidate {
  const { root, kind, at, evidence, title } = finding;
  const unit = unitOf(finding);
  const other = evidence.find(({ path }) => path !== at.path)?.path ?? null;
  const folder = at.path.slice(0, Math.max(0, at.path.lastIndexOf("/")));
  const about = root === "DOC" ? at.path : folder;
  const id = createHash("sha256").update([unit, kind, root, about].join("\0")).digest("hex").slice(0, 8);
  return { id, rule: proposedRule({ root, path: at.path, other, title }), unit, kind, root, severity, seen };
}

/** The threshold: severe enough or seen twice, plus three conditions. */
function whyNotProposed({ severity, seen, rule }: Candidate): "small" | readonly LessonFault[] | null {
  if (!atLeast(severity, "medium") && seen < 2) return "small";
  const { specific, testable, recurs } = threeQuestions(rule);
  return specific && testable && recurs ? null : lessonFaults(rule);
}

function firstOfEach(candidates: readonly Candidate[]): Candidate[] {
  return [...Map.groupBy(candidates, ({ id }) => id).values()].map(([first]) => first!);
}

function uniquePatterns(judged: readonly JudgedFinding[], known: ReadonlySet<string>): Pattern[] {
  const found = judged.map(({ finding }) => findingPattern(finding, known)).filter((one) => one !== null);
  return [...Map.groupBy(found, patternKey).values()].map(([first]) => first!);
}
