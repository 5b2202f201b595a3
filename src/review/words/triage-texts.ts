// Writes the triage banner: how much review the change needs and why, the reviewers, and what was left out.
import type { Change, Ownership } from "../../change/change.ts";
import type { FileCategory } from "../../change/file-kinds.ts";
import type { Triage, TierReason } from "../../change/triage.ts";
import { noiseText } from "./reasons.ts";
import { count, oneLine } from "./text.ts";

const labels: Record<FileCategory, string> = {
  source: "core logic",
  test: "tests",
  config: "config",
  docs: "docs",
  infra: "infrastructure",
};

/** "core logic, tests"; null when there is nothing to name. An unknown category is shown by its name. */
export function reviewedText(categories: readonly string[]): string | null {
  const order = Object.keys(labels);
  const rank = (category: string) => (order.includes(category) ? order.indexOf(category) : order.length);
  const named = [...new Set(categories)]
    .toSorted((a, b) => rank(a) - rank(b))
    .map((category) => (Object.hasOwn(labels, category) ? labels[category as FileCategory] : oneLine(category)));
  return named.length === 0 ? null : named.join(", ");
}

export function reviewedLine(categories: readonly string[]): string | null {
  const named = reviewedText(categories);
  return named === null ? null : `Reviewed: ${named}`;
}

export function triageLine(triage: Triage): string {
  return [tierLine(triage), archetypeLine(triage) ?? []].flat().join("; ");
}

export function tierLine(triage: Triage): string {
  return `${triage.tier}: ${triage.reasons.map(tierReasonText).join("; ")}`;
}

function tierReasonText(reason: TierReason): string {
  switch (reason.kind) {
    case "size":
      return `${count(reason.lines, "line")} to review in ${count(reason.files, "file")}`;
    case "sensitive":
      return `security-sensitive (${reason.topics.join(", ")}) and ${count(reason.lines, "line")}`;
    case "docs":
      return "documentation only";
    case "promoted":
      return "raised from Lite";
  }
}

/** Null if there is nothing to say: a chore by its files is what no rule knows. */
export function archetypeLine({ archetype, crossStack, layers, fullPass, securityTier }: Triage): string | null {
  const by = { title: "by its title", label: "by a label", branch: "by its branch", shape: "by its files" }[
    archetype.by
  ];
  const parts = [
    ...(archetype.is === "chore" && archetype.by === "shape" ? [] : [`${archetype.is} (${by})`]),
    ...(crossStack ? [`crosses layers (${layers.join(", ")})`] : []),
    ...(securityTier === "full" ? ["full security review"] : []),
    ...(fullPass === null ? [] : [`every pass needs a verdict (${fullPassReasons[fullPass]})`]),
  ];
  return parts.length === 0 ? null : parts.join("; ");
}

const fullPassReasons: Record<NonNullable<Triage["fullPass"]>, string> = {
  "full-tier": "Full tier",
  "cross-stack": "crosses layers",
  flag: "--full-pass",
  "strict-review-tag": "[strict-review]",
};

export function sensitiveLine({ sensitive }: Triage): string | null {
  if (sensitive.length === 0) return null;
  const byTopic = Map.groupBy(sensitive, (hit) => hit.topic);
  return [...byTopic]
    .map(
      ([topic, [hit, ...more]]) =>
        `${topic} (${oneLine(hit!.path)}${hit!.line === null ? "" : `:${hit!.line}`}${more.length > 0 ? ` and ${more.length} more` : ""})`,
    )
    .join("; ");
}

export function leftOutFilesLine({ leftOut }: Triage): string | null {
  if (leftOut.length === 0) return null;
  const shown = leftOut
    .slice(0, 5)
    .map((one) => `${oneLine(one.path)} (${noiseText(one.why)}, ${count(one.lines, "line")})`);
  return `${shown.join("; ")}${leftOut.length > 5 ? `; and ${leftOut.length - 5} more` : ""}`;
}

export function ownershipLine({ is, why }: Ownership): string {
  const reasons: Record<Ownership["why"], string> = {
    "trusted-path": "your config trusts its path",
    "trusted-remote": "your config trusts its remote",
    "not-asked": "GitHub was not asked",
    owner: "you own it",
    "organisation-admin": "you administer its organisation",
    "not-admin": "you do not administer it",
  };
  const says = { mine: "yours", theirs: "not yours", unknown: "unknown, so treated as not yours" }[is];
  return `${says}: ${reasons[why]}`;
}

export function sizeLine({ files }: Pick<Change, "files">): string {
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return `${count(files.length, "file")}, +${additions} −${deletions}`;
}
