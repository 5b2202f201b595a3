// Compares findings of a review pairwise by their words, and by the lines they quote.
import type { Finding } from "../finding.ts";
import { compareIssues } from "../same-issue.ts";

/** With how many others a finding is compared at most, should a place be full of them. */
const most = 30;

/** Scores these pairs by their words alone. Only findings that are in a pair are read. */
export function scorePairs(
  findings: readonly Finding[],
  pairs: readonly (readonly [number, number])[],
): (a: number, b: number) => number {
  const named = [...new Set(pairs.flat())];
  const position = new Map(named.map((at, index) => [at, index]));
  const score = compareIssues(
    named.map((at) => {
      const { title, explanation, kind } = findings[at]!;
      return { text: `${title}. ${explanation}`, kind };
    }),
  );
  return (a, b) => score(position.get(a)!, position.get(b)!);
}

/** Pairs of an argued finding with another that quotes the same file or is of the same kind. */
export function relatedPairs(findings: readonly Finding[]): [number, number][] {
  const byTopic = new Map<string, number[]>();
  for (const [index, finding] of findings.entries())
    for (const topic of topicsOf(finding)) byTopic.set(topic, [...(byTopic.get(topic) ?? []), index]);
  return findings.flatMap((finding, index) => {
    if (finding.proof === "proven") return [];
    const others = topicsOf(finding).flatMap((topic) =>
      byTopic
        .get(topic)!
        .filter((other) => other !== index)
        .slice(0, most),
    );
    return [...new Set(others)].map((other): [number, number] => [index, other]);
  });
}

function topicsOf({ evidence, at, kind }: Finding): string[] {
  return [...new Set([at.path, ...evidence.map(({ path }) => path)].map((path) => `file ${path}`)), `kind ${kind}`];
}

/** Longer quotes are compared by their beginning. */
const longestQuote = 100;

/** Whether both quote a line. */
export function sharesLine(a: Finding, b: Finding): boolean {
  return a.evidence.some((one) =>
    b.evidence.some(
      (other) =>
        one.path === other.path &&
        one.side === other.side &&
        one.start <= Math.min(other.end, other.start + longestQuote) &&
        other.start <= Math.min(one.end, one.start + longestQuote),
    ),
  );
}

/** Fewer calls in common say little: most code calls something. */
const fewestCalls = 2;

/** Whether the quoted code of both makes the same calls. */
export function callsTheSame(a: Finding, b: Finding): boolean {
  return [...callsIn(a)].filter((name) => callsIn(b).has(name)).length >= fewestCalls;
}

const noCalls = new Set(["if", "for", "foreach", "while", "switch", "catch", "return", "function", "with"]);

function callsIn({ evidence }: Finding): Set<string> {
  const tokens = evidence.flatMap(({ text }) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*|\S/gu) ?? []);
  return new Set(
    tokens.filter((token, at) => /^[\p{L}_$]/u.test(token) && tokens[at + 1] === "(" && !noCalls.has(token)),
  );
}
