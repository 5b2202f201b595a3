// The way from where a person comes in, through the changed function, to the systems outside that it reaches. By names and
// imports, within bounds: what it does not find may be there.
import { calleesOf } from "./find-callees.ts";
import { callersOf, type Around } from "./find-callers.ts";
import { entryAt, type EntryPoint } from "./entry-points.ts";
import { externalCalls, type ExternalCall } from "./external-calls.ts";
import { implementationsOf } from "./find-implementations.ts";
import { probeLocationKey, rangeOf, type ProbeLocation } from "./probe-location.ts";

export interface Trace {
  /** Null where none was found. */
  entry: (EntryPoint & { path: string }) | null;
  /** From the way in to the function that calls the changed one; each at the line of its call. */
  callers: readonly ProbeLocation[];
  /** What is called from the changed function on the way to each system outside. */
  externals: readonly ReachedCode[];
  /** A bound was met: there may be more ways in. */
  cut: boolean;
}

interface ReachedCode {
  /** The functions between, the nearest to the change first. */
  through: readonly ProbeLocation[];
  path: string;
  call: ExternalCall;
}

const most = { depth: 6, spots: 60, forward: 4, visited: 40, externals: 5 };

export async function trace(start: ProbeLocation, around: Around, stop: AbortSignal): Promise<Trace> {
  const [back, externals] = [await findEntry(start, around, stop), await findExternals(start, around, stop)];
  return { ...back, externals };
}

interface Way {
  spot: ProbeLocation;
  /** The calls below it, the nearest first. */
  below: readonly ProbeLocation[];
}

async function findEntry(start: ProbeLocation, around: Around, stop: AbortSignal): Promise<Omit<Trace, "externals">> {
  const met = new Set<string>();
  let level: Way[] = [{ spot: start, below: [] }];
  let fallback: Omit<Trace, "externals"> | null = null;
  let cut = false;
  for (let depth = 0; depth <= most.depth && level.length > 0; depth++) {
    stop.throwIfAborted();
    const entries = level.flatMap((way) =>
      ((entry) => (entry ? { way, entry } : []))(entryAt(way.spot.source, way.spot.line, way.spot.declared)),
    );
    const best =
      entries.find(({ entry }) => entry.named) ?? entries.find(({ entry }) => entry.kind !== "library") ?? entries[0];
    if (best) {
      const found = { ...wayIn(best.way, best.entry, depth === 0), cut };
      // What a handler answers to often stands where it is registered, one call further up.
      if (best.entry.named || fallback) return best.entry.named ? found : fallback!;
      fallback = found;
    } else if (fallback) return fallback;
    const callers = await callersOf(
      level.map(({ spot }) => spot),
      around,
    );
    const next: Way[] = [];
    for (const [index, { spots, cut: more }] of callers.entries()) {
      cut ||= more;
      for (const spot of spots) {
        const key = probeLocationKey(spot);
        if (met.has(key)) continue;
        met.add(key);
        if (met.size <= most.spots)
          next.push({ spot, below: depth === 0 ? [] : [level[index]!.spot, ...level[index]!.below] });
        else cut = true;
      }
    }
    if (depth === most.depth && next.length > 0) cut = true;
    level = next;
  }
  return fallback ?? { entry: null, callers: [], cut };
}

function wayIn({ spot, below }: Way, entry: EntryPoint, isStart: boolean): Omit<Trace, "externals" | "cut"> {
  return { entry: { ...entry, path: spot.source.path }, callers: isStart ? [] : [spot, ...below] };
}

async function findExternals(start: ProbeLocation, around: Around, stop: AbortSignal): Promise<ReachedCode[]> {
  const found = new Map<string, ReachedCode>();
  const met = new Set([probeLocationKey(start)]);
  let level: Way[] = [{ spot: start, below: [] }];
  for (let depth = 0; depth <= most.forward && level.length > 0; depth++) {
    stop.throwIfAborted();
    for (const { spot, below } of level) {
      const { from, to } = rangeOf(spot);
      for (const call of externalCalls(spot.source, from, to)) {
        const system = call.system.replace(/ \(.*/, "");
        if (!found.has(system) && found.size < most.externals)
          found.set(system, { through: below, path: spot.source.path, call });
      }
    }
    if (depth === most.forward || met.size > most.visited) break;
    const callees = await Promise.all(level.map(({ spot }) => calleesOf(spot, around)));
    const behind = await implementationsOf(callees.flat(), around);
    const next: Way[] = [];
    for (const [index, { below }] of level.entries())
      for (const callee of callees[index]!.flatMap((one) => behind.get(one) ?? [one])) {
        const key = probeLocationKey(callee);
        if (met.has(key) || met.size > most.visited) continue;
        met.add(key);
        next.push({ spot: callee, below: [...below, callee] });
      }
    level = next;
  }
  return [...found.values()];
}
