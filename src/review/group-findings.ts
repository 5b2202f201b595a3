// Groups the shown findings by cause and labels each group, so that a person can name it: 1, 2 … and A, B ….
import type { Quote } from "../change/change.ts";
import { leadId } from "../findings/editor/group-by-cause.ts";
import { reachesAuthor, type JudgedFinding } from "../findings/finding.ts";
import { compareShown, needsRoom } from "./posted-entries.ts";

export interface FindingGroup {
  label: string;
  /** The gravest of them. */
  lead: JudgedFinding;
  /** The same statement about other places. */
  places: readonly JudgedFinding[];
  /** Other statements with the same cause. */
  also: readonly JudgedFinding[];
}

export interface FindingGroups {
  /** Worth an entry of their own, gravest first. */
  pressing: readonly FindingGroup[];
  /** The others that reach the author. */
  noticed: readonly FindingGroup[];
  advisory: readonly FindingGroup[];
}

export function groupFindings(judged: readonly JudgedFinding[]): FindingGroups {
  const posted = byCause(judged.filter(reachesAuthor));
  const [pressing, noticed] = [posted.filter(isPressing), posted.filter((group) => !isPressing(group))];
  const advisory = byCause(judged.filter(({ outcome }) => outcome === "advisory"));
  return {
    pressing: pressing.map((group, index) => ({ ...group, label: String(index + 1) })),
    noticed: noticed.map((group, index) => ({ ...group, label: String(pressing.length + index + 1) })),
    advisory: advisory.map((group, index) => ({ ...group, label: letterOf(index) })),
  };
}

/** The label of each shown finding, by its id. */
export function findingLabels(judged: readonly JudgedFinding[]): Map<string, string> {
  const { pressing, noticed, advisory } = groupFindings(judged);
  return new Map(
    [...pressing, ...noticed, ...advisory].flatMap(({ label, lead, places, also }) =>
      [lead, ...places, ...also].map(({ finding }) => [finding.id, label] as const),
    ),
  );
}

type Group = Omit<FindingGroup, "label">;

function byCause(findings: readonly JudgedFinding[]): Group[] {
  const causes = new Map<string, number>();
  const groups: JudgedFinding[][] = [];
  for (const one of findings.toSorted((a, b) => Number(leadId(a) !== null) - Number(leadId(b) !== null))) {
    const keys = causeKeys(one);
    const at = keys.map((key) => causes.get(key)).find((index) => index !== undefined) ?? groups.length;
    for (const key of keys) causes.set(key, at);
    groups[at] = [...(groups[at] ?? []), one];
  }
  return groups.map(groupOf).toSorted((a, b) => compareShown(a.lead, b.lead));
}

/**
 * Findings with a key in common have one cause: the editor said so, they say the same, or one source reports what
 * became of the same line of the base.
 */
function causeKeys(one: JudgedFinding): string[] {
  const { id, title, sources, evidence, at } = one.finding;
  const isElsewhere = ({ side, path, start }: Quote) =>
    side === "base" && !(at.side === side && at.path === path && at.start === start);
  return [
    `id ${leadId(one) ?? id}`,
    JSON.stringify([sources[0], title]),
    ...evidence.filter(isElsewhere).map(({ path, start }) => JSON.stringify([sources[0], path, start])),
  ];
}

function groupOf(members: readonly JudgedFinding[]): Group {
  const [lead, ...others] = members.toSorted(
    (a, b) => Number(leadId(a) !== null) - Number(leadId(b) !== null) || compareShown(a, b),
  );
  const saysTheSame = ({ finding }: JudgedFinding) => finding.title === lead!.finding.title;
  return { lead: lead!, places: others.filter(saysTheSame), also: others.filter((one) => !saysTheSame(one)) };
}

/** What the editor left out of the comments on lines, unless it is grave. */
const isSecondary = new Set<JudgedFinding["marks"][number]["why"]["kind"]>([
  "not-pressing",
  "editor-verdict",
  "over-limit",
]);

function isPressing({ lead, places, also }: Group): boolean {
  return [lead, ...places, ...also].some(
    (one) =>
      needsRoom(one) ||
      (one.outcome === "listed" &&
        !one.marks.some(({ why }) => isSecondary.has(why.kind) || why.kind === "same-cause")),
  );
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

function letterOf(index: number): string {
  const last = letters[index % 26] ?? "";
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}
