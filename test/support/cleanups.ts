// Undoes after each test of a file what the test has added to this list, the last first.
import { afterEach } from "vitest";

export function cleanupsOfEachTest(): (() => void | Promise<void>)[] {
  const cleanups: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });
  return cleanups;
}
