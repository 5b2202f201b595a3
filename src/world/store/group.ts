// Implements group commit: requests that arrive during a commit join the next one, so that they share one disk sync.
// Each resolves after its own commit.
import { setImmediate } from "node:timers/promises";

export interface Grouping<T> {
  /** Maximum size of a group. */
  most: number;
  /** A group ends with the request that reaches this size. */
  size(item: T): number;
  mostSize: number;
}

/** `commit` returns one result per request, in order; an error rejects all of them. */
export function inGroups<T, R>(
  commit: (items: readonly T[]) => Promise<readonly R[]>,
  { most, size, mostSize }: Grouping<T>,
): (item: T) => Promise<R> {
  interface Waiting {
    item: T;
    resolve(result: R): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let running = false;

  const nextGroup = (): Waiting[] => {
    let [count, total] = [0, 0];
    while (count < waiting.length && count < most && total < mostSize) total += size(waiting[count++]!.item);
    return waiting.splice(0, count);
  };
  /** If the database runs in this thread, arrived requests are read only between two commits. */
  const gathered = async () => {
    for (let seen = -1; waiting.length > seen && waiting.length < most;) {
      seen = waiting.length;
      await setImmediate();
    }
  };
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      await gathered();
      const group = nextGroup();
      try {
        const results = await commit(group.map(({ item }) => item));
        for (const [index, { resolve }] of group.entries()) resolve(results[index]!);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}
