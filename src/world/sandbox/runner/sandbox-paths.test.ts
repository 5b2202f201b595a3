import { expect, test } from "vitest";
import { renamePaths } from "./sandbox-paths.ts";

const places = [
  { from: "/t/run/work", to: "/work" },
  { from: "/t/run/reports", to: "/tmp/reports" },
  { from: "/t/run/tmp", to: "/tmp" },
];

test.each([
  ["/work", "/t/run/work"],
  ["/work/a:/work/b", "/t/run/work/a:/t/run/work/b"],
  ["--out=/tmp/reports/x.xml", "--out=/t/run/reports/x.xml"],
  ["file:///work/a.ts:3", "file:///t/run/work/a.ts:3"],
  ["/tmp", "/t/run/tmp"],
  ["/workers /home/work ./work", "/workers /home/work ./work"],
  ["", ""],
])("paths in the sandbox are shown as paths outside", (inside, outside) => {
  expect(renamePaths(inside, places, "outwards")).toBe(outside);
  if (outside.includes("/t/run")) expect(renamePaths(outside, places, "inwards")).toBe(inside);
});
