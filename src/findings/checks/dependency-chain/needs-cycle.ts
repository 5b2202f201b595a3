// Finds a cycle in the `needs` of jobs.

/** The names of one cycle, in the order in which they wait; none where there is none. Each job is entered once. */
export function findCycle(needs: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  for (const start of needs.keys()) {
    const path: { name: string; left: string[] }[] = [];
    const enter = (name: string) => path.push({ name, left: [...(needs.get(name) ?? [])] });
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.shift();
      if (next === undefined) {
        done.add(top.name);
        path.pop();
        continue;
      }
      const at = path.findIndex(({ name }) => name === next);
      if (at >= 0) return path.slice(at).map(({ name }) => name);
      if (!done.has(next)) enter(next);
    }
  }
  return [];
}
