// What is left when only that is kept which two or more tools say, and what it is worth.
import { sameFrom } from "../../src/findings/same-issue.ts";
import { groupPairs, type Pair } from "../../src/findings/same-issue/group.ts";
import { crossTool, goldensOf, ours, type Compare, type Judged, type Row } from "./judged.ts";

export interface Tally {
  clusters: number;
  right: number;
  found: number;
  goldens: number;
}

/** A cluster is right if its members share one golden. */
function tally(goldens: number, clusters: readonly (readonly Row[])[]): Tally {
  const found = new Set<string>();
  let right = 0;
  for (const [first, ...others] of clusters) {
    const shared = goldensOf(first!).filter((golden) => others.every((one) => goldensOf(one).includes(golden)));
    if (shared.length === 0) continue;
    right++;
    // One golden a cluster, a new one if it can.
    found.add(shared.find((golden) => !found.has(golden)) ?? shared[0]!);
  }
  return { clusters: clusters.length, right, found: found.size, goldens };
}

export function total(tallies: readonly Tally[], what: keyof Tally): number {
  return tallies.reduce((sum, one) => sum + one[what], 0);
}

export function quality(tallies: readonly Tally[]): { precision: number; recall: number; f1: number } {
  const precision = total(tallies, "right") / Math.max(1, total(tallies, "clusters"));
  const recall = total(tallies, "found") / total(tallies, "goldens");
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export type Repeats = "kept" | "dropped";

/**
 * What a tool says twice is heard once, in its first words. The judges match a golden with one finding of a tool and call
 * its repeats false, so that a repeat which meets another tool's finding would count as an error that is none.
 */
function withoutRepeats(list: readonly Row[]): Row[] {
  const score = ours(list);
  const kept: number[] = [];
  for (const [at, { source }] of list.entries())
    if (!kept.some((one) => list[one]!.source === source && score(one, at) >= sameFrom)) kept.push(at);
  return kept.map((at) => list[at]!);
}

function heardOf({ byPull }: Judged, pr: string, tools: readonly string[], repeats: Repeats): Row[] {
  const said = (byPull.get(pr) ?? []).filter(({ source }) => tools.includes(source));
  return repeats === "dropped" ? withoutRepeats(said) : said;
}

/** All that one tool says. */
export function alone(judged: Judged, tool: string, repeats: Repeats): Tally[] {
  return judged.pulls.map((pr) => {
    const heard = heardOf(judged, pr, [tool], repeats);
    return tally(
      judged.goldens(pr),
      heard.map((row) => [row]),
    );
  });
}

const thresholds = Array.from({ length: 90 }, (_, at) => (at + 2) / 100);

export interface Agreed {
  tallies: Tally[];
  /** The thresholds, one for each repository. */
  chosen: number[];
}

/** What the tools agree on, by each way of comparing: the same findings are put to all of them. */
export function agreed<Name extends string>(
  judged: Judged,
  tools: readonly string[],
  repeats: Repeats,
  ways: Record<Name, Compare>,
): Record<Name, Agreed> {
  const heard = judged.pulls.map((pr) => heardOf(judged, pr, tools, repeats));
  const each = Object.entries<Compare>(ways).map(([name, compare]) => {
    const tallies = judged.pulls.map((pr, at) => atEachThreshold(judged.goldens(pr), heard[at]!, compare));
    return [name, leaveOneOut(judged, tallies)];
  });
  return Object.fromEntries(each) as Record<Name, Agreed>;
}

function atEachThreshold(goldens: number, list: readonly Row[], compare: Compare): Tally[] {
  const score = compare(list);
  const pairs = crossTool(list).map(([a, b]): Pair => ({ a, b, strength: score(a, b) }));
  return thresholds.map((from) => {
    const strong = pairs.filter(({ strength }) => strength >= from);
    const groups = groupPairs(list.length, strong).filter((group) => group.length > 1);
    return tally(
      goldens,
      groups.map((group) => group.map((at) => list[at]!)),
    );
  });
}

/** Each repository at the threshold that is best on the others. */
function leaveOneOut({ pulls, repoOf, repos }: Judged, each: readonly (readonly Tally[])[]): Agreed {
  const chosen = repos.map((repo) => {
    const others = each.filter((_, at) => repoOf(pulls[at]!) !== repo);
    const f1 = smooth(thresholds.map((_, at) => quality(others.map((one) => one[at]!)).f1));
    return f1.indexOf(Math.max(...f1));
  });
  const tallies = each.map((one, at) => one[chosen[repos.indexOf(repoOf(pulls[at]!)!)]!]!);
  return { tallies, chosen: chosen.map((at) => thresholds[at]!) };
}

const reach = 4;

/** Each value with its neighbours, the near ones most: a lone peak is chance, a wide one is not. */
function smooth(curve: readonly number[]): number[] {
  return curve.map((_, at) => {
    let sum = 0;
    let weights = 0;
    for (let near = Math.max(0, at - reach); near <= Math.min(curve.length - 1, at + reach); near++) {
      const weight = reach + 1 - Math.abs(near - at);
      sum += weight * curve[near]!;
      weights += weight;
    }
    return sum / weights;
  });
}

export interface Difference {
  by: number;
  low: number;
  high: number;
}

/** Of F1, with the 95% interval over pull requests drawn anew, the same ones for both. */
export function difference(a: readonly Tally[], b: readonly Tally[]): Difference {
  const numbers = random(42);
  const differences = Array.from({ length: 4000 }, () => {
    const drawn = a.map(() => Math.floor(numbers.next().value * a.length));
    return quality(drawn.map((at) => a[at]!)).f1 - quality(drawn.map((at) => b[at]!)).f1;
  }).toSorted((one, other) => one - other);
  return { by: quality(a).f1 - quality(b).f1, low: differences[100]!, high: differences[3899]! };
}

/** Sets of tools, no two of one maker, the same on every run. */
export function drawSets({ rows }: Judged, size: number, count: number): string[][] {
  const numbers = random(size);
  const tools = [...new Set(rows.map(({ source }) => source))].toSorted();
  return Array.from({ length: count }, () => {
    const drawn = new Map<string | undefined, string>();
    while (drawn.size < size) {
      const tool = tools[Math.floor(numbers.next().value * tools.length)]!;
      const maker = tool.split("-")[0];
      if (!drawn.has(maker)) drawn.set(maker, tool);
    }
    return [...drawn.values()];
  });
}

function* random(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
