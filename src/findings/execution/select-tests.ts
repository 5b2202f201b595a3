// Which tests a change concerns: every runner that the project uses, each with the changed files of its own folder.
import type { Project, Runner, Selection, Used } from "./runner.ts";

export interface Selected {
  runner: Runner;
  used: Used;
  selection: Selection;
}

/** Null: no runner was found at all, as opposed to none with a test that concerns these files. */
export async function selectTests(
  runners: readonly Runner[],
  project: Project,
  changed: readonly string[],
): Promise<readonly Selected[] | null> {
  const used = await Promise.all(runners.map(async (runner) => ({ runner, places: await runner.detect(project) })));
  if (used.every(({ places }) => places.length === 0)) return null;
  const selected: Selected[] = [];
  for (const { runner, places } of used)
    for (const [place, files] of byPlace(places, changed)) {
      const selection = await runner.related(place, files, project);
      if (selection) selected.push({ runner, used: place, selection });
    }
  return selected;
}

/** Each file belongs to the innermost folder that the runner is used in, so that nothing is run twice. */
export function byPlace(places: readonly Used[], changed: readonly string[]): Map<Used, string[]> {
  const innermost = places.toSorted((a, b) => b.cwd.length - a.cwd.length);
  const groups = new Map<Used, string[]>();
  for (const path of changed) {
    const place = innermost.find(({ cwd }) => cwd === "" || path.startsWith(`${cwd}/`));
    if (place) groups.set(place, [...(groups.get(place) ?? []), path]);
  }
  return groups;
}
