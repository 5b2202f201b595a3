import { expect, test } from "vitest";
import { mondayOf } from "./scope.ts";

test.each([
  ["2026-11-09T00:00:00Z", "2026-11-09"],
  ["2026-11-11T12:00:00Z", "2026-11-09"],
  ["2026-11-15T23:59:59Z", "2026-11-09"],
  ["2027-01-01T00:00:00Z", "2026-12-28"],
])("the week of %s begins on %s", (at, monday) =>
  expect(new Date(mondayOf(Date.parse(at))).toISOString().slice(0, 10)).toBe(monday),
);
