// Several files that one manifest names and that are gone went by one cause: one finding for all of them.
import type { Broken } from "./layout.ts";

const mostNames = 3;
const mostLines = 20;

const say: Record<string, (count: number, names: string) => Pick<Broken, "title"> & Partial<Broken>> = {
  "missing-script-file": (count, names) => ({
    title: `Scripts run ${count} files that do not exist: ${names}`,
    explanation:
      'These scripts fail with "Cannot find module". Point them at the files\' present places, or remove the scripts.',
  }),
  "missing-entry": (count, names) => ({ title: `${count} files that are named here do not exist: ${names}` }),
};

export function saidTogether(all: readonly Broken[]): Broken[] {
  const groups = Map.groupBy(all, (one) => (one.said === undefined ? one : `${one.kind} ${one.confidence ?? ""}`));
  return [...groups.values()].map(asOne);
}

function asOne(group: readonly Broken[]): Broken {
  const [first, ...others] = group as [Broken, ...Broken[]];
  const lines = [...(first.alsoLines ?? []), ...others.flatMap((one) => [one.line, ...(one.alsoLines ?? [])])];
  const alsoLines = [...new Set(lines)].slice(0, mostLines);
  const names = [...new Set(group.flatMap(({ said }) => said ?? []))];
  if (names.length < 2) return others.length === 0 ? first : { ...first, alsoLines };
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : "";
  return { ...first, ...say[first.kind]?.(names.length, names.slice(0, mostNames).join(", ") + more), alsoLines };
}
