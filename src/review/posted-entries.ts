// Groups posted findings by cause: each entry is a finding with those that are shown as lines under it.
import { leadId } from "../findings/editor/group-by-cause.ts";
import { atLeast, reachesAuthor, severityRank, type JudgedFinding } from "../findings/finding.ts";

export interface PostedEntry {
  one: JudgedFinding;
  /** Of the same cause. */
  also: readonly JudgedFinding[];
}

/** In the order of `compareShown`. */
export function postedEntries(judged: readonly JudgedFinding[]): PostedEntry[] {
  const posted = judged.filter(reachesAuthor);
  const under = followersOf(posted);
  const followers = new Set([...under.values()].flat());
  return posted
    .filter((one) => !followers.has(one))
    .map((one) => ({ one, also: under.get(one.finding.id) ?? [] }))
    .toSorted((a, b) => compareShown(a.one, b.one));
}

/** Worst first, comments before what is only listed, then the surest. */
export function compareShown(a: JudgedFinding, b: JudgedFinding): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    Number(a.outcome === "listed") - Number(b.outcome === "listed") ||
    b.confidence - a.confidence
  );
}

/** To be fixed before merging, though no line takes its comment or there are too many comments. */
export function needsRoom({ outcome, severity, marks, finding: { improvement } }: JudgedFinding): boolean {
  const lacksLine = marks.some(({ why }) => why.kind === "not-commentable" || why.kind === "over-limit");
  return outcome === "inline" || (!improvement && atLeast(severity, lacksLine ? "medium" : "high"));
}

/**
 * By the id of the finding that they are shown under, which is under no other itself: of their cause, or, without a
 * comment on their line, the first that says the same elsewhere. Without it, as when a person removed it, a finding
 * stands alone.
 */
export function followersOf(shown: readonly JudgedFinding[]): Map<string, JudgedFinding[]> {
  const leads = new Set(shown.filter((one) => leadId(one) === null).map(({ finding }) => finding.id));
  const leading = new Set(shown.map(leadId));
  const statements = new Map<string, JudgedFinding>();
  const under = new Map<string, JudgedFinding[]>();
  for (const one of shown.toSorted(compareShown)) {
    const { id, sources, title, at } = one.finding;
    const lead = leadId(one);
    const statement = JSON.stringify([sources[0], one.severity, title]);
    const first = lead === null && one.outcome === "listed" && !leading.has(id) ? statements.get(statement) : undefined;
    const isElsewhere =
      first !== undefined && (first.finding.at.path !== at.path || first.finding.at.start !== at.start);
    if (lead === null && !isElsewhere && !statements.has(statement)) statements.set(statement, one);
    const top = isElsewhere ? first.finding.id : lead;
    if (top !== null && leads.has(top)) under.set(top, [...(under.get(top) ?? []), one]);
  }
  return under;
}
