import { expect, test } from "vitest";
import { findFindings, isPlace } from "./find-finding.ts";
import { cases } from "../../test/support/cases.ts";

const at = (path: string, start: number, end = start) => ({ path, side: "head" as const, start, end });
const findings = [
  { id: "sums-1", identity: "131d6b09939f5a23", at: at("src/app.ts", 12) },
  { id: "sums-2", identity: "131d6b0993aaaaaa", at: at("src/app.ts", 12, 15) },
  { id: "names-1", identity: "cafe000000000000", at: at("a:b.ts", 3) },
];
const ids = (named: string) => findFindings(named, findings).map(({ id }) => id);

cases<[string, string, string[]]>("by %s", (_name, named) => ids(named), [
  ["its id", "sums-1", ["sums-1"]],
  ["its identity", "cafe000000000000", ["names-1"]],
  ["the beginning of its identity", "cafe", ["names-1"]],
  ["the same in capitals", "CAFE", ["names-1"]],
  ["a beginning that two share", "131d6b0993", ["sums-1", "sums-2"]],
  ["a beginning that tells them apart", "131d6b09939", ["sums-1"]],
  ["too short a beginning", "caf", []],
  ["its place: all that are there", "src/app.ts:12", ["sums-1", "sums-2"]],
  ["a line inside its lines", "src/app.ts:14", ["sums-2"]],
  ["a range of lines", "./src/app.ts:13-20", ["sums-2"]],
  ["a path with a colon", "a:b.ts:3", ["names-1"]],
  ["another line", "src/app.ts:16", []],
  ["another file", "app.ts:12", []],
  ["blanks around it", " sums-2 ", ["sums-2"]],
  ["nothing", "", []],
]);

test("by its label, in either case; findings of one cause share it", () => {
  const shown = findings.map((one, index) => ({ ...one, label: ["1", "1", "A"][index]! }));
  const byLabel = (label: string) => findFindings(label, shown).map(({ id }) => id);
  expect([byLabel("1"), byLabel("a"), byLabel("2")]).toEqual([["sums-1", "sums-2"], ["names-1"], []]);
});

test("distinguishes a place from a name", () => {
  expect(["a.ts:1", "a.ts:1-2", "sums-1", "a.ts"].map(isPlace)).toEqual([true, true, false, false]);
});
