// Decides which posted findings are comments on their lines; the others are listed.
import type { Change } from "../../change/change.ts";
import { atLeast, findingOutcomes, severities, severityRank, type JudgedFinding, type Mark } from "../finding.ts";
import { applyMarks, isFocus } from "../gate.ts";
import { isSecondary, leadId } from "./group-by-cause.ts";

export const editorVerdicts = ["fix", "minor", "noise"] as const;
export type EditorVerdict = (typeof editorVerdicts)[number];

/** From this rank on a finding is worth a comment on its line. Chosen on reviews of real pull requests. */
const inlineFrom = 11;
/** What a defect is worth more than a missing test or a case that is not handled, and a verdict either way. */
const defectWorth = 3;
/** What a check that proves its finding adds. */
const provenWorth = 2;

export function selectInline(
  judged: readonly JudgedFinding[],
  config: Pick<Change["config"], "maxComments" | "focusAreas">,
  verdicts: ReadonlyMap<string, EditorVerdict>,
): JudgedFinding[] {
  // A finding stands for those listed under it: none of them loses by that.
  const withListed = (one: JudgedFinding) => [one, ...judged.filter((other) => leadId(other) === one.finding.id)];
  const rank = (one: JudgedFinding) =>
    Math.max(...withListed(one).map((each) => rankOf(each, verdicts.get(each.finding.id))));
  const isKept = (one: JudgedFinding) =>
    withListed(one).some((each) => isFocus(each.finding, config) || isNeverCut(each));
  const inline = judged
    .filter(({ outcome }) => outcome === "inline")
    .toSorted((a, b) => Number(isFocus(b.finding, config)) - Number(isFocus(a.finding, config)) || rank(b) - rank(a));
  let room = config.maxComments;
  const selected = inline.map((one) => {
    const mark = isKept(one) ? null : whyNotInline(one, rank(one), verdicts.get(one.finding.id), room, config);
    if (mark !== null) return applyMarks(one.finding, [...one.marks, mark]);
    room--;
    return one;
  });
  const others = judged.filter(({ outcome }) => outcome !== "inline");
  return [...selected, ...others].toSorted(
    (a, b) => findingOutcomes.indexOf(a.outcome) - findingOutcomes.indexOf(b.outcome),
  );
}

/** On its line whatever the limit. */
function isNeverCut({ severity, finding }: JudgedFinding): boolean {
  return severity === "critical" || (severity === "high" && finding.category === "security");
}

function whyNotInline(
  one: JudgedFinding,
  rank: number,
  verdict: EditorVerdict | undefined,
  room: number,
  { maxComments }: Pick<Change["config"], "maxComments">,
): Mark | null {
  // A model alone takes out nothing grave and nothing that is proven.
  const mayLower = !atLeast(one.severity, "high") && one.finding.proof !== "proven";
  if (mayLower && (verdict === "minor" || verdict === "noise"))
    return {
      by: "editor",
      why: { kind: "editor-verdict", verdict },
      outcome: verdict === "noise" ? "advisory" : "listed",
    };
  if (rank < inlineFrom) return { by: "editor", why: { kind: "not-pressing" }, outcome: "listed" };
  return room > 0 ? null : { by: "limit", why: { kind: "over-limit", limit: maxComments }, outcome: "listed" };
}

/** How much a maintainer would want it fixed before merging. */
function rankOf({ finding, severity, confidence }: JudgedFinding, verdict?: EditorVerdict): number {
  return (
    confidence +
    (severities.length - 1 - severityRank(severity)) / 2 +
    (Math.min(finding.sources.length, 3) - 1) / 2 +
    (isDefect(finding) ? defectWorth : 0) +
    (finding.proof === "proven" ? provenWorth : 0) +
    (verdict === undefined ? 0 : verdict === "fix" ? defectWorth : -defectWorth)
  );
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

function isDefect(finding: JudgedFinding["finding"]): boolean {
  return defectAreas.has(finding.category) && !hardeningKinds.has(finding.kind) && !isSecondary(finding);
}
