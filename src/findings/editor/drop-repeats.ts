// Shows each claim about a line once, whatever its outcome.
import { atLeast, findingOutcomes, reachesAuthor, severityRank, type JudgedFinding } from "../finding.ts";
import { applyMarks } from "../gate.ts";
import { linesApart, sameFrom } from "../same-issue.ts";
import { relatedPairs, scorePairs } from "./compare-findings.ts";

/** The most prominent one stays, as grave as the gravest that says the same. */
export function dropRepeats(judged: readonly JudgedFinding[]): JudgedFinding[] {
  const repeats = sameClaims(judged);
  const order = [...judged.keys()].filter((at) => isShown(judged[at]!)).toSorted((a, b) => compare(judged, a, b));
  const first = new Map<number, number>();
  for (const at of order) {
    // A suggestion counts for less than a defect of the same words.
    const isDefect = !judged[at]!.finding.improvement;
    const said = repeats(at).filter(
      (other) => first.get(other) === other && !(isDefect && judged[other]!.finding.improvement),
    );
    first.set(at, said.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? at);
  }
  return judged.map((one, at) => {
    const stays = first.get(at) ?? at;
    if (stays !== at)
      return applyMarks(one.finding, [
        ...one.marks,
        { by: "editor", why: { kind: "same-claim", as: judged[stays]!.finding.id }, outcome: "dropped" },
      ]);
    const others = [...first].filter(([other, kept]) => kept === at && other !== at).map(([other]) => judged[other]!);
    return others.length === 0 ? one : withOthers(one, others);
  });
}

function isShown(one: JudgedFinding): boolean {
  return reachesAuthor(one) || one.outcome === "advisory";
}

function compare(judged: readonly JudgedFinding[], a: number, b: number): number {
  const [one, other] = [judged[a]!, judged[b]!];
  return (
    findingOutcomes.indexOf(one.outcome) - findingOutcomes.indexOf(other.outcome) ||
    Number(other.finding.proof === "proven") - Number(one.finding.proof === "proven") ||
    Number(one.finding.improvement) - Number(other.finding.improvement) ||
    severityRank(one.severity) - severityRank(other.severity) ||
    other.confidence - one.confidence ||
    a - b
  );
}

/** Two findings that checks have proven repeat each other only word for word. */
function sameClaims(judged: readonly JudgedFinding[]): (at: number) => number[] {
  const findings = judged.map(({ finding }) => finding);
  const byClaim = Map.groupBy(findings.keys(), (at) => claimKey(judged[at]!));
  const pairs = relatedPairs(findings).filter(([a, b]) => {
    const [one, other] = [findings[a]!.at, findings[b]!.at];
    const onOneLine = one.path === other.path && one.side === other.side && linesApart(one, other) === 0;
    return onOneLine && isShown(judged[a]!) && isShown(judged[b]!);
  });
  const score = scorePairs(findings, pairs);
  const alike = new Map<number, number[]>();
  for (const [a, b] of pairs)
    if (score(a, b) >= (isSuspected(judged[a]!, judged[b]!) ? suspectedFrom : sameFrom))
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const)
        alike.set(one, [...(alike.get(one) ?? []), other]);
  return (at) => [...byClaim.get(claimKey(judged[at]!))!, ...(alike.get(at) ?? [])].filter((other) => other !== at);
}

/** A check tells the pattern, a reviewer what follows from it: they share few words. */
const suspectedFrom = 0.2;

/** On the line of what a reviewer posts, a check only suspects something of the same area. */
function isSuspected(one: JudgedFinding, other: JudgedFinding): boolean {
  const [check, reviewers] = isByCheck(one) ? [one, other] : [other, one];
  return (
    isByCheck(check) &&
    check.outcome === "advisory" &&
    !isByCheck(reviewers) &&
    reachesAuthor(reviewers) &&
    atLeast(reviewers.severity, check.severity) &&
    check.finding.category === reviewers.finding.category
  );
}

function isByCheck({ finding: { sources } }: JudgedFinding): boolean {
  return sources.every((source) => source.startsWith("PRESCAN:"));
}

/** What a reader would call the same: the line and the title. */
export function claimKey({ finding: { at, title } }: JudgedFinding): string {
  return JSON.stringify([
    at.path,
    at.side,
    at.start,
    title
      .toLowerCase()
      .replaceAll(/[\W_]+/g, " ")
      .trim(),
  ]);
}

function withOthers(one: JudgedFinding, others: readonly JudgedFinding[]): JudgedFinding {
  const gravest = others.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))[0]!.severity;
  const sources = [...new Set([one, ...others].flatMap(({ finding }) => finding.sources))];
  return applyMarks(one.finding, [
    ...one.marks,
    {
      by: "editor",
      why: { kind: "merged", sources },
      ...(!atLeast(one.severity, gravest) && { severity: gravest }),
    },
  ]);
}
