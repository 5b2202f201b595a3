// Group commit: what is asked for while one commit is under way goes into the next, all of it at once, so that many pay for
// the disk together. Each has its answer only after the commit that holds it.
import { setImmediate } from "node:timers/promises";

export interface Grouping<T> {
  /** How many at most in one. */
  most: number;
  /** A group ends with the one that makes it so large. */
  size(item: T): number;
  mostSize: number;
}

/** `commit` answers one for each, in their order; what it throws is thrown to each of them. */
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
  /** Where the database works in this very thread, those that have arrived are read only between two commits. */
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
