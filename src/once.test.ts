// Tests when the wrapped function runs.
import { expect, test } from "vitest";
import { once } from "./once.ts";

test("runs at the first call, not before, and never again, even if its result is undefined", () => {
  let runs = 0;
  const count = once(() => void runs++);
  expect(runs).toBe(0);
  expect([count(), count(), runs]).toEqual([undefined, undefined, 1]);
});
