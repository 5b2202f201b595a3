import { mondayOf } from "./scope.ts";
import { cases } from "../../../../test/support/cases.ts";

cases("the week of %s begins on %s", (at) => new Date(mondayOf(Date.parse(at))).toISOString().slice(0, 10), [
  ["2026-11-09T00:00:00Z", "2026-11-09"],
  ["2026-11-11T12:00:00Z", "2026-11-09"],
  ["2026-11-15T23:59:59Z", "2026-11-09"],
  ["2027-01-01T00:00:00Z", "2026-12-28"],
]);
