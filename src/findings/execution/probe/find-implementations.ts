// Finds the classes that implement a method of an interface: with injected objects, the path to an external system goes
// through them.
import { isTest } from "../../../change/file-kinds.ts";
import type { ProbeContext } from "./find-callers.ts";
import { familyOf, isShape } from "./probe-sources.ts";
import type { ProbeLocation } from "./probe-location.ts";

const most = { interfaces: 12, classes: 6 };

/** One search for all; only methods of interfaces have implementations. */
export async function findImplementations(
  locations: readonly ProbeLocation[],
  { code, sources }: ProbeContext,
): Promise<ReadonlyMap<ProbeLocation, ProbeLocation[]>> {
  const abstract = locations
    .filter(({ source, declared }) => declared?.within && isShape(source, declared))
    .slice(0, most.interfaces);
  const found = new Map<ProbeLocation, ProbeLocation[]>();
  if (abstract.length === 0) return found;
  const uses = await code.uses([...new Set(abstract.map(({ declared }) => declared!.within!))]);
  for (const location of abstract) {
    const { name, within } = location.declared!;
    const saying = (uses.get(within!)?.at ?? []).filter(
      ({ path, text }) =>
        familyOf(path) === familyOf(location.source.path) && !isTest(path) && implementing.test(text.slice(0, 600)),
    );
    const behind: ProbeLocation[] = [];
    for (const { path, line } of saying.slice(0, most.classes)) {
      const source = await sources.of(path);
      const owner = source?.symbols.declared.find(
        (one) => one.kind === "class" && one.start <= line && line <= one.end,
      );
      const declared = owner && source!.symbols.declared.find((one) => one.name === name && one.within === owner.name);
      if (source && declared) behind.push({ source, line: declared.line, declared });
    }
    found.set(location, behind);
  }
  return found;
}

const implementing = /\b(?:implements|extends)\b|\bclass\s+\w+\s*[(:]|\bimpl\b/;
