// Actions that are named by a tag or branch, which their owner, or whoever takes over the account, can move.
import type { Text } from "../read.ts";
import type { Rule, Spot } from "../rule.ts";
import { isLocal } from "../scripts.ts";

export const pins: Rule = (workflow) => {
  const all = workflow.jobs.flatMap((job) => [job.uses, ...job.steps.map((step) => step.uses)]);
  const byName = Object.groupBy(
    all.flatMap((uses) => (uses && isUnpinned(uses.value) ? uses : [])),
    nameOf,
  );
  return Object.entries(byName).map(([name, uses]) => spot(name, uses ?? []));
};

const commit = /@(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

function isUnpinned(uses: string): boolean {
  // A path of this repository, an image, or a name that is worked out.
  if (isLocal(uses) || uses.startsWith("docker://") || uses.includes("${{")) return false;
  return uses.includes("/") && !commit.test(uses);
}

function nameOf(uses: Text): string {
  return uses.value.replace(/@[^@]*$/, "");
}

function spot(name: string, uses: readonly Text[]): Spot {
  const [first] = uses;
  const ref = first?.value.slice(name.length) ?? "";
  return {
    kind: "unpinned-action",
    key: name,
    line: first?.line ?? 1,
    alsoLines: uses.map(({ line }) => line),
    confidence: 3,
    against: {
      habit: { pins: name.slice(0, name.indexOf("/")) },
      confidence: 7,
      says: "This repository names its other actions by commit.",
    },
    title: `\`${name}${ref}\` is not pinned to a commit`,
    explanation:
      "A tag or branch can be moved to other code at any time, and it would run here with this job's token and " +
      "secrets. Name the full commit, with the version in a comment behind it.",
  };
}
