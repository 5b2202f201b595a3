// Scores the selection of a review by golden comments and by a maintainer's verdicts.
import type { JudgedFinding } from "../../src/findings/finding.ts";
import type { Label, RecordedPull, Worth } from "./recorded.ts";

export interface Score {
  pulls: number;
  inline: number;
  /** Inline comments that match a golden comment. */
  right: number;
  /** Inline comments that match only golden comments which another one has matched. */
  repeats: number;
  goldens: number;
  found: number;
  /** Golden comments that some recorded finding matches. */
  held: number;
  /** Of those, matched by an inline or listed finding. */
  kept: number;
  worth: Record<Worth | "unlabelled", number>;
}

/** A comment counts as what its own title says: what is listed under it does not. */
export function scorePull(pull: RecordedPull, judged: readonly JudgedFinding[]): Score {
  const labelOf = labelsByTitle(pull);
  const score: Score = { ...nothing(), pulls: 1, goldens: pull.goldens.length };
  const found = new Set<string>();
  const kept = new Set<string>();
  for (const one of judged) {
    const label = labelOf(one);
    const goldens = (label?.golden ?? []).filter((id) => pull.goldens.includes(id));
    if (one.outcome === "inline" || one.outcome === "listed") for (const id of goldens) kept.add(id);
    if (one.outcome !== "inline") continue;
    score.inline++;
    score.worth[label?.worth ?? "unlabelled"]++;
    if (goldens.length > 0) score.right++;
    if (goldens.length > 0 && goldens.every((id) => found.has(id))) score.repeats++;
    for (const id of goldens) found.add(id);
  }
  const held = new Set(pull.labels.flatMap(({ golden }) => golden));
  return { ...score, found: found.size, kept: kept.size, held: pull.goldens.filter((id) => held.has(id)).length };
}

function labelsByTitle({ answers, labels }: RecordedPull): (one: JudgedFinding) => Label | undefined {
  const byAnswer = new Map(labels.flatMap((label) => label.ids.map((id) => [id, label] as const)));
  const byTitle = new Map(
    [...answers].flatMap(([name, { findings }]) =>
      findings.map(({ path, title }, index) => [keyOf(path, title), byAnswer.get(`${name}#${index}`)] as const),
    ),
  );
  return ({ finding: { at, title } }) => byTitle.get(keyOf(at.path, title));
}

function keyOf(path: string, title: string): string {
  return `${path}\n${title.replaceAll(/\s+/g, " ").trim()}`;
}

function nothing(): Score {
  const worth = { fix: 0, minor: 0, noise: 0, unlabelled: 0 };
  return { pulls: 0, inline: 0, right: 0, repeats: 0, goldens: 0, found: 0, held: 0, kept: 0, worth };
}

export function addScores(scores: readonly Score[]): Score {
  const sum = nothing();
  for (const one of scores) {
    for (const key of ["pulls", "inline", "right", "repeats", "goldens", "found", "held", "kept"] as const)
      sum[key] += one[key];
    for (const key of ["fix", "minor", "noise", "unlabelled"] as const) sum.worth[key] += one.worth[key];
  }
  return sum;
}

export function f1({ inline, right, goldens, found }: Score): { precision: number; recall: number; f1: number } {
  const precision = right / Math.max(1, inline);
  const recall = found / Math.max(1, goldens);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}
