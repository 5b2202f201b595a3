// Tests which files of a repository are its own checks.
import { expect, test } from "vitest";
import { isCheckId, ownCheckFiles, ownCheckId, ownCheckIds } from "./own-checks.ts";
import { cases } from "../../test/support/cases.ts";

cases("%s is the check %j", ownCheckId, [
  [".crosscheck/checks/no-fixme.ts", "no-fixme"],
  [".crosscheck/checks/a.b.ts", "a.b"],
  [".crosscheck/checks/no-fixme.test.ts", null],
  [".crosscheck/checks/no-fixme.spec.ts", null],
  [".crosscheck/checks/types.d.ts", null],
  [".crosscheck/checks/lib/words.ts", null],
  [".crosscheck/checks/words.js", null],
  [".crosscheck/checks.ts", null],
  ["web/.crosscheck/checks/no-fixme.ts", null],
]);

test("helpers are files of the folder, and no checks", () => {
  const paths = ["src/a.ts", ".crosscheck/checks/lib/words.ts", ".crosscheck/checks/no-fixme.ts"];
  expect(ownCheckFiles(paths)).toEqual(paths.slice(1));
  expect(ownCheckIds(paths)).toEqual(["no-fixme"]);
});

cases("%j can be an id: %s", isCheckId, [
  ["no-fixme", true],
  ["a1-b2", true],
  ["No-Fixme", false],
  ["a.b", false],
  ["-a", false],
  ["a--b", false],
  ["", false],
  ["ein\u202eweg", false],
  ["a".repeat(61), false],
]);
