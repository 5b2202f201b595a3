// Merges the broken references of one manifest into one finding per kind.
import type { BrokenReference } from "./file-layout.ts";

const mostNames = 3;
const mostLines = 20;

const groupTexts: Record<
  string,
  (count: number, names: string) => Pick<BrokenReference, "title"> & Partial<BrokenReference>
> = {
  "missing-script-file": (count, names) => ({
    title: `Scripts run ${count} files that do not exist: ${names}`,
    explanation:
      'These scripts fail with "Cannot find module". Point them at the files\' current paths, or remove the scripts.',
  }),
  "missing-entry": (count, names) => ({ title: `${count} files named here do not exist: ${names}` }),
};

export function groupBrokenReferences(all: readonly BrokenReference[]): BrokenReference[] {
  const groups = Map.groupBy(all, (one) =>
    one.missingPath === undefined ? one : `${one.kind} ${one.confidence ?? ""}`,
  );
  return [...groups.values()].map(mergeGroup);
}

function mergeGroup(group: readonly BrokenReference[]): BrokenReference {
  const [first, ...others] = group as [BrokenReference, ...BrokenReference[]];
  const lines = [...(first.alsoLines ?? []), ...others.flatMap((one) => [one.line, ...(one.alsoLines ?? [])])];
  const alsoLines = [...new Set(lines)].slice(0, mostLines);
  const names = [...new Set(group.flatMap(({ missingPath }) => missingPath ?? []))];
  if (names.length < 2) return others.length === 0 ? first : { ...first, alsoLines };
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return {
    ...first,
    ...groupTexts[first.kind]?.(names.length, names.slice(0, mostNames).join(", ") + more),
    alsoLines,
  };
}
