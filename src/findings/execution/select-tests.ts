// Selects the tests for a change: every detected runner, each with the changed files of its own folder.
import type { Project, Runner, Selection, RunnerUse } from "./runner.ts";

export interface SelectedTests {
  runner: Runner;
  used: RunnerUse;
  selection: Selection;
}

/** Null if no runner was detected; empty if no test is related. */
export async function selectTests(
  runners: readonly Runner[],
  project: Project,
  changed: readonly string[],
): Promise<readonly SelectedTests[] | null> {
  const used = await Promise.all(runners.map(async (runner) => ({ runner, places: await runner.detect(project) })));
  if (used.every(({ places }) => places.length === 0)) return null;
  const selected: SelectedTests[] = [];
  for (const { runner, places } of used)
    for (const [place, files] of groupByPlace(places, changed)) {
      const selection = await runner.related(place, files, project);
      if (selection) selected.push({ runner, used: place, selection });
    }
  return selected;
}

/** Each file belongs to the innermost folder, so nothing runs twice. */
export function groupByPlace(places: readonly RunnerUse[], changed: readonly string[]): Map<RunnerUse, string[]> {
  const innermost = places.toSorted((a, b) => b.cwd.length - a.cwd.length);
  const groups = new Map<RunnerUse, string[]>();
  for (const path of changed) {
    const place = innermost.find(({ cwd }) => cwd === "" || path.startsWith(`${cwd}/`));
    if (place) groups.set(place, [...(groups.get(place) ?? []), path]);
  }
  return groups;
}
