import { describe, expect, test } from "vitest";
import { isFixTitle } from "./fix-title.ts";

describe("a title in plain words", () => {
  test.each([
    "Fix ClassVar forward reference detection (#1593)",
    "Fixes issue #1427 (#1428)",
    "fixed processing of multiple queries",
    "Fix #271: return 405 instead of 404",
    "[fix] Count empty fragments toward the limit",
    "[ABC-12] Fix the sum",
    "net/http: fix a race",
    "Bugfix: subrouter returns 404",
    "Hotfix for the login",
    "Fix a typo in a key that made it unreadable",
    "Fix linter crash on an empty file",
  ])("is a bugfix: %s", (title) => {
    expect(isFixTitle(title)).toBe(true);
  });

  test.each([
    "Fix warnings",
    "Fix typos (#2264)",
    "Fixed warnings.",
    "Fix lint issues",
    "fix revive linting",
    "Fix some typos",
    "Fix typo.",
    "Prefix names with a dash",
    "Fixture for carts",
    "fix-up of names",
    "Add a fix for later",
    "",
  ])("is not a bugfix that a test could prove: %s", (title) => {
    expect(isFixTitle(title)).toBe(false);
  });

  test("is read in no time, however long", () => {
    expect(isFixTitle(`${"a: ".repeat(50_000)}fix`)).toBe(false);
  });
});
