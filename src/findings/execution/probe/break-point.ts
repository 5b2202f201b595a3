// Finds where a change takes effect: the altered function with the most callers.
import type { Change } from "../../../change/change.ts";
import { linesOf, pathOf, type FileDiff, type Hunk } from "../../../change/diff.ts";
import { categoryOf, isNotHandWritten } from "../../../change/file-kinds.ts";
import { findCallers, type ProbeContext } from "./find-callers.ts";
import { isCiConfig } from "./external-calls.ts";
import { enclosingDeclaration, isIdle, isShape, type ProbeSource } from "./probe-sources.ts";
import type { ProbeLocation } from "./probe-location.ts";

export interface BreakPoint {
  path: string;
  line: number;
  /** Null in files without a grammar, such as CI config. */
  location: ProbeLocation | null;
}

/** Limit for large changes. */
const most = 16;

/** Null if the change alters neither code nor CI. `others` are further places where it takes effect. */
export async function findBreakPoint(
  change: Pick<Change, "files">,
  context: ProbeContext,
): Promise<{ at: BreakPoint; others: readonly BreakPoint[] } | null> {
  const changed = await changedPlaces(change, context);
  const locations = changed.flatMap(({ location }) => location ?? []);
  const callers = await findCallers(locations, context);
  const called = new Map(locations.map((location, index) => [location, callers[index]!.locations.length]));
  const weightOf = ({ location }: BreakPoint) => {
    if (location === null || location.declared === null) return location === null ? -3 : -2;
    // A class body outside of methods has no callers of its own.
    const isCalled = !isShape(location.source, location.declared) && location.declared.kind !== "class";
    return isCalled ? (called.get(location) ?? 0) : -1;
  };
  const [at, ...others] = changed.toSorted((a, b) => weightOf(b) - weightOf(a) || b.lines - a.lines);
  return at ? { at, others } : null;
}

/** The altered functions, each with its number of altered lines. */
async function changedPlaces(
  { files }: Pick<Change, "files">,
  { sources }: ProbeContext,
): Promise<(BreakPoint & { lines: number })[]> {
  const found = new Map<string, BreakPoint & { lines: number }>();
  for (const file of files.filter(takesEffect)) {
    const path = pathOf(file);
    const source = categoryOf(path) === "source" ? await sources.of(path) : null;
    for (const line of file.hunks.flatMap((hunk) => actingLines(hunk, source))) {
      const declared = source && enclosingDeclaration(source, line);
      const key = `${path}\n${declared?.start ?? "outside"}`;
      const known = found.get(key);
      if (known) known.lines++;
      else if (found.size < most)
        found.set(key, { path, line, location: source && { source, line, declared }, lines: 1 });
    }
  }
  return [...found.values()];
}

function takesEffect(file: FileDiff): boolean {
  const path = pathOf(file);
  return (
    file.newPath !== null &&
    !file.binary &&
    !isNotHandWritten(path) &&
    (isCiConfig(path) || categoryOf(path) === "source")
  );
}

const importing = /^\s*(?:import|from|use|using|package|export \{|\} from|#include)\b/;

/** Added lines with code; for pure removals the line now in their place. */
function actingLines(hunk: Hunk, source: ProbeSource | null): number[] {
  const imports = new Set(source?.symbols.imports.map(({ line }) => line));
  const isImport = (text: string) => source === null && importing.test(text);
  const lines = [...linesOf(hunk)];
  const acting = lines.flatMap(({ kind, new: line, text }) =>
    kind === "added" && line !== null && !isIdle(text) && !imports.has(line) && !isImport(text) ? [line] : [],
  );
  if (acting.length > 0) return acting;
  const gone = lines.findIndex(({ kind, text }) => kind === "removed" && !isIdle(text) && !importing.test(text));
  const near = gone < 0 ? [] : [...lines.slice(0, gone).toReversed(), ...lines.slice(gone)];
  const stands = near.find(({ new: line, text }) => line !== null && !isIdle(text))?.new;
  return stands == null ? [] : [stands];
}
