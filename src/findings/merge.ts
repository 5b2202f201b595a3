// The same thing said by several sources becomes one finding that names them all. Findings of one source are never
// merged: two of a kind side by side are two.
import type { Quote } from "../change/change.ts";
import type { Finding, Mark } from "./finding.ts";
import { severities, severityRank } from "./finding.ts";
import { mergeKey } from "./identity.ts";

export interface Merged {
  finding: Finding;
  marks: Mark[];
}

export function mergeFindings(findings: readonly Finding[]): Merged[] {
  const groups = new Map<string, Finding[][]>();
  for (const finding of findings) place(groups, finding);
  return [...groups.values()].flat().map(mergeGroup);
}

/** Joins the first group of its key that holds nothing from the same source. */
function place(groups: Map<string, Finding[][]>, finding: Finding): void {
  const key = mergeKey(finding);
  const sameKey = groups.get(key) ?? [];
  groups.set(key, sameKey);
  const group = sameKey.find((members) =>
    members.every((member) => member.sources.every((source) => !finding.sources.includes(source))),
  );
  if (group) group.push(finding);
  else sameKey.push([finding]);
}

function mergeGroup(group: Finding[]): Merged {
  const [best, ...others] = group.toSorted(
    (a, b) => b.confidence - a.confidence || severityRank(a.severity) - severityRank(b.severity),
  );
  if (!best) throw new Error("a group of findings is empty");
  if (others.length === 0) return { finding: best, marks: [] };
  const sources = [...new Set(group.flatMap((finding) => finding.sources))] as Finding["sources"];
  const proven = group.some((finding) => finding.proof === "proven");
  return {
    finding: {
      ...best,
      // The worst that any of them fears: a sure source must not play down what another sees in it.
      severity: severities[Math.min(...group.map((one) => severityRank(one.severity)))] ?? best.severity,
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
