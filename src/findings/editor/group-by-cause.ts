// Groups posted findings by cause: the defect leads, and a missing test, a stale comment or a second symptom of it is
// listed under it.
import { atLeast, reachesAuthor, severityRank, type Finding, type JudgedFinding } from "../finding.ts";
import { applyMarks } from "../gate.ts";
import { linesApart, nearLines, sameFrom } from "../same-issue.ts";
import { callsTheSame, relatedPairs, scorePairs, sharesLine } from "./compare-findings.ts";

/** How alike the words must be, from 0 to 1, beside a quoted line or a kind in common. */
const alikeFrom = { secondary: 0.2, sameCalls: 0.25, defect: 0.3 };

/** `groups` are ids that belong together whatever their words. */
export function groupByCause(
  judged: readonly JudgedFinding[],
  groups: readonly (readonly string[])[] = [],
): JudgedFinding[] {
  const leads = leadsOf(judged, groups);
  return judged.map((one, at) => {
    const lead = leads.get(at);
    if (lead === undefined || lead === at) return one;
    return applyMarks(one.finding, [
      ...one.marks,
      { by: "editor", why: { kind: "same-cause", lead: judged[lead]!.finding.id }, outcome: "listed" },
    ]);
  });
}

/** The id of the finding under which it is listed; null for one that stands by itself. */
export function leadId({ outcome, marks }: JudgedFinding): string | null {
  if (outcome !== "listed") return null;
  return marks.flatMap(({ why }) => (why.kind === "same-cause" ? [why.lead] : [])).at(-1) ?? null;
}

/** The lead of each posted finding: itself where it stands alone or leads. */
function leadsOf(judged: readonly JudgedFinding[], groups: readonly (readonly string[])[]): Map<number, number> {
  const findings = judged.map(({ finding }) => finding);
  const named = new Map(groups.flatMap((group, at) => group.map((id) => [id, at] as const)));
  const isNamed = (a: number, b: number) =>
    named.has(findings[a]!.id) && named.get(findings[a]!.id) === named.get(findings[b]!.id);
  const posted = [...judged.keys()].filter((at) => reachesAuthor(judged[at]!));
  const pairs = relatedPairs(findings);
  const score = scorePairs(findings, pairs);
  const related = Map.groupBy(pairs, ([at]) => at);
  const leads = new Map<number, number>();
  for (const at of posted.toSorted((a, b) => compareAsLead(judged, a, b))) {
    const fits = (other: number) => leads.has(other) && mayLead(judged[leads.get(other)!]!, judged[at]!);
    const told = posted.find((other) => fits(other) && isNamed(at, other));
    const alike = (related.get(at) ?? [])
      .map(([, other]) => ({ other, alike: score(at, other) }))
      .filter(({ other, alike: words }) => fits(other) && haveOneCause(findings[at]!, findings[other]!, words))
      .toSorted((a, b) => b.alike - a.alike)[0]?.other;
    leads.set(at, leads.get(told ?? alike ?? at) ?? at);
  }
  return leads;
}

function compareAsLead(judged: readonly JudgedFinding[], a: number, b: number): number {
  const [one, other] = [judged[a]!, judged[b]!];
  return (
    Number(one.finding.improvement) - Number(other.finding.improvement) ||
    Number(isSecondary(one.finding)) - Number(isSecondary(other.finding)) ||
    severityRank(one.severity) - severityRank(other.severity) ||
    other.confidence - one.confidence ||
    other.finding.sources.length - one.finding.sources.length ||
    a - b
  );
}

/** Nothing that a program has proven, and nothing graver, is listed under another finding: a suggestion leads no defect. */
function mayLead(lead: JudgedFinding, one: JudgedFinding): boolean {
  if (lead.finding.improvement && !one.finding.improvement) return false;
  return one.finding.proof !== "proven" && atLeast(lead.severity, one.severity);
}

const secondaryKinds = new Set(["untested-behaviour", "vacuous-test", "stale-comment", "convention-drift"]);
const secondaryAreas = new Set<Finding["category"]>(["tests", "docs", "style"]);

/** About the tests, the comments or the style of the code: often it restates a defect. */
export function isSecondary({ category, kind }: Finding): boolean {
  return secondaryAreas.has(category) || secondaryKinds.has(kind);
}

function haveOneCause(one: Finding, lead: Finding, alike: number): boolean {
  const near = one.at.path === lead.at.path && one.at.side === lead.at.side && linesApart(one.at, lead.at) <= nearLines;
  const shares = sharesLine(one, lead);
  if (isSecondary(one)) return (near || shares) && alike >= alikeFrom.secondary;
  if (near) return alike >= (shares ? alikeFrom.defect : sameFrom);
  // The same mistake in another file.
  if (one.kind !== lead.kind || one.at.path === lead.at.path) return false;
  return alike >= (callsTheSame(one, lead) ? alikeFrom.sameCalls : sameFrom);
}
