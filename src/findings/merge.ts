// Merges findings of several sources about the same issue into one that names them all.
import type { Quote } from "../change/change.ts";
import type { Finding, Mark } from "./finding.ts";
import { severities, severityRank } from "./finding.ts";
import { mergeKey } from "./identity.ts";
import { compareIssues, linesApart, nearLines, sameFrom, type IssueText } from "./same-issue.ts";
import { groupPairs, type Pair } from "./same-issue/group.ts";

export interface MergedFinding {
  finding: Finding;
  marks: Mark[];
}

export function mergeFindings(findings: readonly Finding[]): MergedFinding[] {
  const groups = groupPairs(findings.length, pairsOf(findings));
  return groups.map((group) => mergeGroup(group.map((at) => findings[at]!)));
}

/** With how many others a finding is compared at most, should a place be full of them. */
const most = 30;

/** Pairs with the same merge key, and those that say the same in other words. */
function pairsOf(findings: readonly Finding[]): Pair[] {
  const keys = findings.map(mergeKey);
  const pairs = candidates(findings, keys);
  const asked = [...new Set(pairs.flat())];
  const score = compareIssues(asked.map((at) => issueOf(findings[at]!)));
  const position = new Map(asked.map((at, index) => [at, index]));
  return pairs.flatMap(([a, b]) => {
    const alike = score(position.get(a)!, position.get(b)!);
    // The same kind of thing on the same few lines: past any score of words.
    if (keys[a] === keys[b]) return { a, b, strength: 1 + alike };
    return alike >= sameFrom ? { a, b, strength: alike } : [];
  });
}

/** What may be one, by different sources: with the same key, or on near lines where one is a model's. Checks differ on purpose. */
function candidates(findings: readonly Finding[], keys: readonly string[]): [number, number][] {
  const models = findings.map(isModels);
  const fileOf = ({ at }: Finding) => `${at.side} ${at.path}`;
  const byKey = Map.groupBy(findings.keys(), (at) => keys[at]!);
  const byFile = Map.groupBy(findings.keys(), (at) => fileOf(findings[at]!));
  return findings.flatMap((one, a) => {
    const sameKey = firstOf(byKey.get(keys[a]!)!, (b) => b > a && ofOthers(one, findings[b]!));
    const isNear = (b: number) =>
      (b > a || !models[b]) &&
      linesApart(one.at, findings[b]!.at) <= nearLines &&
      keys[a] !== keys[b] &&
      ofOthers(one, findings[b]!);
    const near = models[a] ? firstOf(byFile.get(fileOf(one))!, isNear) : [];
    return [...sameKey, ...near].map((b): [number, number] => [a, b]);
  });
}

function firstOf(list: readonly number[], fits: (item: number) => boolean): number[] {
  const found: number[] = [];
  for (const item of list) {
    if (fits(item)) found.push(item);
    if (found.length === most) break;
  }
  return found;
}

function isModels({ proof, sources }: Finding): boolean {
  return proof === "argued" && sources.every((source) => !source.startsWith("PRESCAN:"));
}

function ofOthers(a: Finding, b: Finding): boolean {
  return a.sources.every((source) => !b.sources.includes(source));
}

function issueOf({ title, explanation, kind, at, evidence }: Finding): IssueText {
  return {
    text: `${title}. ${explanation}`,
    kind,
    path: at.path,
    start: at.start,
    end: at.end,
    quote: evidence[0].text,
  };
}

function mergeGroup(group: Finding[]): MergedFinding {
  // A check leads, however sure a model is: a model that repeats a finding in milder words must not replace it.
  const knows = (finding: Finding) => Number(!isModels(finding));
  const [best, ...others] = group.toSorted(
    (a, b) => knows(b) - knows(a) || b.confidence - a.confidence || severityRank(a.severity) - severityRank(b.severity),
  );
  if (!best) throw new Error("a group of findings is empty");
  if (others.length === 0) return { finding: best, marks: [] };
  const sources = [...new Set(group.flatMap((finding) => finding.sources))] as Finding["sources"];
  const proven = group.some((finding) => finding.proof === "proven");
  return {
    finding: {
      ...best,
      confidence: Math.max(...group.map((one) => one.confidence)),
      // The worst that any of them fears: a sure source must not play down what another sees in it.
      severity: severities[Math.min(...group.map((one) => severityRank(one.severity)))] ?? best.severity,
      // Likewise what decides whether it is posted: no source takes it out for another.
      root: group.some(({ root }) => root === "CODE") ? "CODE" : best.root,
      category: group.some(({ category }) => category === "security") ? "security" : best.category,
      improvement: group.every(({ improvement }) => improvement),
      sources,
      proof: proven ? "proven" : "argued",
      evidence: distinct([best, ...others].flatMap((one) => one.evidence)),
    },
    marks: [{ by: "merge", why: { kind: "merged", sources } }],
  };
}

/** A line that several sources quote is quoted once. */
function distinct(quotes: readonly Quote[]): Finding["evidence"] {
  const byPlace = new Map<string, Quote>();
  for (const quote of quotes) {
    const key = JSON.stringify([quote.path, quote.side, quote.start, quote.text]);
    // Where one source hides a part of the line, so does the merged finding.
    if (!byPlace.has(key) || quote.masked !== undefined) byPlace.set(key, quote);
  }
  return [...byPlace.values()] as Finding["evidence"];
}
