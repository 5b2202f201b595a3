// Finds the callers of a function: lines with its name in files that can refer to it.
import type { Code } from "../../../change/change.ts";
import { isTest } from "../../../change/file-kinds.ts";
import type { Declared, NameUse, Uses } from "../../../change/symbols/symbols.ts";
import type { ModuleGraph } from "./module-graph.ts";
import { enclosingDeclaration, familyOf, isIdle, type LanguageFamily, type ProbeSources } from "./probe-sources.ts";
import type { ProbeLocation } from "./probe-location.ts";

export interface Callers {
  locations: readonly ProbeLocation[];
  /** The search stopped at a limit. */
  cut: boolean;
}

export interface ProbeContext {
  code: Pick<Code, "uses">;
  sources: ProbeSources;
  modules: ModuleGraph;
}

const most = { looked: 80, callers: 12, byName: 12 };

/** Callers of each location's function, with one search for all. */
export async function findCallers(
  locations: readonly ProbeLocation[],
  { code, sources, modules }: ProbeContext,
): Promise<Callers[]> {
  const names = [...new Set(locations.flatMap(({ declared }) => (declared && nameInCalls(declared)) ?? []))];
  const uses = names.length === 0 ? new Map() : await code.uses(names);
  return await Promise.all(locations.map((location) => callersIn(location, uses as Uses, sources, modules)));
}

const constructors = new Set(["constructor", "__init__", "__new__", "initialize", "__construct"]);

/** The name used in calls: for a constructor, its class. */
function nameInCalls({ name, within }: Declared): string | null {
  const said = constructors.has(name) ? within : name;
  return said !== null && /^[\p{L}_$][\p{L}\p{N}_$]{0,100}$/u.test(said) ? said : null;
}

async function callersIn(
  location: ProbeLocation,
  uses: Uses,
  sources: ProbeSources,
  modules: ModuleGraph,
): Promise<Callers> {
  const { declared, source } = location;
  const name = declared && nameInCalls(declared);
  const said = name === null ? undefined : uses.get(name);
  if (!declared || !said) return { locations: [], cut: false };
  const family = familyOf(source.path);
  const outside = said.at
    .filter((use) => familyOf(use.path) === family && !isTest(use.path) && !isOwn(use, location))
    .filter((use) => mayCall(use, declared, family))
    // Lines with a call come first.
    .toSorted((a, b) => Number(b.text.includes(`${name!}(`)) - Number(a.text.includes(`${name!}(`)));
  const locations: ProbeLocation[] = [];
  for (const use of outside.slice(0, most.looked)) {
    if (locations.length === most.callers) return { locations, cut: true };
    const caller = await callerAt(use, location, outside.length, sources, modules);
    if (caller) locations.push(caller);
  }
  return { locations, cut: said.cut || outside.length > most.looked };
}

function isOwn({ path, line, text }: NameUse, { source, declared }: ProbeLocation): boolean {
  return (path === source.path && line >= declared!.start && line <= declared!.end) || isIdle(text);
}

/** In these languages a method is called on a receiver, so a bare name is something else. */
function mayCall({ text }: NameUse, { name, within, kind }: Declared, family: LanguageFamily | null): boolean {
  if (kind !== "method" || within === null || constructors.has(name)) return true;
  const onSomething = family === "go" || family === "python" || family === "script" || family === "rust";
  return !onSomething || text.includes(`.${name}`) || text.includes(`:${name}`);
}

async function callerAt(
  use: NameUse,
  { source: target, declared }: ProbeLocation,
  uses: number,
  sources: ProbeSources,
  modules: ModuleGraph,
): Promise<ProbeLocation | null> {
  const source = await sources.of(use.path);
  if (!source) return null;
  const imported = source.symbols.imports.find(({ line }) => line === use.line);
  // An import is no call; a re-export counts.
  if (imported && imported.how !== "re-export") return null;
  if (source.symbols.declared.some(({ name, line }) => line === use.line && name === nameInCalls(declared!)))
    return null;
  const isSure = await modules.leadsTo(source, target.path);
  if (!isSure && !(uses <= most.byName && isMethodCall(use, declared!))) return null;
  return { source, line: use.line, declared: enclosingDeclaration(source, use.line) };
}

/** Injected objects are not imported; a method call with a rare name is taken as a match. */
function isMethodCall({ text }: NameUse, { name, within }: Declared): boolean {
  return within !== null && name.length >= 4 && text.slice(0, 600).includes(`.${name}(`);
}
