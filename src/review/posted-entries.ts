// Groups posted findings by cause: each entry is a finding with those that are shown as lines under it.
import { leadId } from "../findings/editor/group-by-cause.ts";
import { reachesAuthor, severityRank, type JudgedFinding } from "../findings/finding.ts";

export interface PostedEntry {
  one: JudgedFinding;
  /** Of the same cause. */
  also: readonly JudgedFinding[];
}

/** Worst first, and comments before what is only listed. */
export function postedEntries(judged: readonly JudgedFinding[]): PostedEntry[] {
  const posted = judged.filter(reachesAuthor);
  const under = followersOf(posted);
  const followers = new Set([...under.values()].flat());
  return posted
    .filter((one) => !followers.has(one))
    .map((one) => ({ one, also: under.get(one.finding.id) ?? [] }))
    .toSorted(
      (a, b) =>
        severityRank(a.one.severity) - severityRank(b.one.severity) ||
        Number(a.one.outcome === "listed") - Number(b.one.outcome === "listed"),
    );
}

/**
 * By the id of the finding that they are shown under, which is under no other itself. Without it, as when a person
 * removed it, a finding stands alone.
 */
export function followersOf(shown: readonly JudgedFinding[]): Map<string, JudgedFinding[]> {
  const leads = new Set(shown.filter((one) => leadId(one) === null).map(({ finding }) => finding.id));
  const under = new Map<string, JudgedFinding[]>();
  for (const one of shown) {
    const lead = leadId(one);
    if (lead !== null && leads.has(lead)) under.set(lead, [...(under.get(lead) ?? []), one]);
  }
  return under;
}
