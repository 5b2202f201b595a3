// Traces from an entry point through the changed function to external systems, by names and imports and within limits,
// so paths may be missing.
import { findCallees } from "./find-callees.ts";
import { findCallers, type ProbeContext } from "./find-callers.ts";
import { entryAt, type EntryPoint } from "./entry-points.ts";
import { externalCalls, type ExternalCall } from "./external-calls.ts";
import { findImplementations } from "./find-implementations.ts";
import { probeLocationKey, locationRange, type ProbeLocation } from "./probe-location.ts";

export interface Trace {
  /** Null where none was found. */
  entry: (EntryPoint & { path: string }) | null;
  /** From the entry point to the caller of the changed function, each at its call. */
  callers: readonly ProbeLocation[];
  /** Calls from the changed function to external systems. */
  externals: readonly ReachedCode[];
  /** A limit was reached; there may be more entry points. */
  cut: boolean;
}

interface ReachedCode {
  /** Functions in between, nearest to the change first. */
  through: readonly ProbeLocation[];
  path: string;
  call: ExternalCall;
}

const most = { depth: 6, locations: 60, forward: 4, visited: 40, externals: 5 };

export async function traceChange(start: ProbeLocation, context: ProbeContext, stop: AbortSignal): Promise<Trace> {
  const [back, externals] = [await findEntry(start, context, stop), await findExternals(start, context, stop)];
  return { ...back, externals };
}

interface TracePath {
  location: ProbeLocation;
  /** Calls below it, nearest first. */
  below: readonly ProbeLocation[];
}

async function findEntry(
  start: ProbeLocation,
  context: ProbeContext,
  stop: AbortSignal,
): Promise<Omit<Trace, "externals">> {
  const met = new Set<string>();
  let level: TracePath[] = [{ location: start, below: [] }];
  let fallback: Omit<Trace, "externals"> | null = null;
  let cut = false;
  for (let depth = 0; depth <= most.depth && level.length > 0; depth++) {
    stop.throwIfAborted();
    const entries = level.flatMap((way) =>
      ((entry) => (entry ? { way, entry } : []))(
        entryAt(way.location.source, way.location.line, way.location.declared),
      ),
    );
    const best =
      entries.find(({ entry }) => entry.named) ?? entries.find(({ entry }) => entry.kind !== "library") ?? entries[0];
    if (best) {
      const found = { ...entryPath(best.way, best.entry, depth === 0), cut };
      // A handler is often registered one call further up, where its route is known.
      if (best.entry.named || fallback) return best.entry.named ? found : fallback!;
      fallback = found;
    } else if (fallback) return fallback;
    const callers = await findCallers(
      level.map(({ location }) => location),
      context,
    );
    const next: TracePath[] = [];
    for (const [index, { locations, cut: more }] of callers.entries()) {
      cut ||= more;
      for (const location of locations) {
        const key = probeLocationKey(location);
        if (met.has(key)) continue;
        met.add(key);
        if (met.size <= most.locations)
          next.push({ location, below: depth === 0 ? [] : [level[index]!.location, ...level[index]!.below] });
        else cut = true;
      }
    }
    if (depth === most.depth && next.length > 0) cut = true;
    level = next;
  }
  return fallback ?? { entry: null, callers: [], cut };
}

function entryPath(
  { location, below }: TracePath,
  entry: EntryPoint,
  isStart: boolean,
): Omit<Trace, "externals" | "cut"> {
  return { entry: { ...entry, path: location.source.path }, callers: isStart ? [] : [location, ...below] };
}

async function findExternals(start: ProbeLocation, context: ProbeContext, stop: AbortSignal): Promise<ReachedCode[]> {
  const found = new Map<string, ReachedCode>();
  const met = new Set([probeLocationKey(start)]);
  let level: TracePath[] = [{ location: start, below: [] }];
  for (let depth = 0; depth <= most.forward && level.length > 0; depth++) {
    stop.throwIfAborted();
    for (const { location, below } of level) {
      const { from, to } = locationRange(location);
      for (const call of externalCalls(location.source, from, to)) {
        const system = call.system.replace(/ \(.*/, "");
        if (!found.has(system) && found.size < most.externals)
          found.set(system, { through: below, path: location.source.path, call });
      }
    }
    if (depth === most.forward || met.size > most.visited) break;
    const callees = await Promise.all(level.map(({ location }) => findCallees(location, context)));
    const behind = await findImplementations(callees.flat(), context);
    const next: TracePath[] = [];
    for (const [index, { below }] of level.entries())
      for (const callee of callees[index]!.flatMap((one) => behind.get(one) ?? [one])) {
        const key = probeLocationKey(callee);
        if (met.has(key) || met.size > most.visited) continue;
        met.add(key);
        next.push({ location: callee, below: [...below, callee] });
      }
    level = next;
  }
  return [...found.values()];
}
