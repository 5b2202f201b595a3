import { describe, expect, test } from "vitest";
import { isNpmInstalled, isPnpmInstalled } from "./node-clone.ts";

const packages = (value: object) => JSON.stringify({ packages: value });
const one = { version: "1.0.0", integrity: "sha512-a" };

describe("packages installed by npm match the lockfile", () => {
  test.each<[string, boolean, object, object]>([
    ["the same", true, { "node_modules/a": one }, { "node_modules/a": one }],
    ["another version", false, { "node_modules/a": one }, { "node_modules/a": { ...one, version: "1.0.1" } }],
    ["other contents", false, { "node_modules/a": one }, { "node_modules/a": { ...one, integrity: "sha512-b" } }],
    ["one is missing", false, { "node_modules/a": one }, {}],
    ["a missing one is for another platform", true, { "node_modules/a": { ...one, optional: true } }, {}],
    ["one more is there", true, {}, { "node_modules/a": one }],
    ["packages of the workspace do not count", true, { "": {}, "packages/a": { version: "1.0.0" } }, {}],
  ])("%s: %s", (_, same, wanted, there) => {
    expect(isNpmInstalled(packages(wanted), packages(there))).toBe(same);
  });

  test("without a record of installed packages they do not match", () => {
    expect(isNpmInstalled(packages({}), null)).toBe(false);
    expect(isNpmInstalled("{", "{")).toBe(false);
  });
});

describe("packages installed by pnpm match the lockfile", () => {
  const lock = (asked: string, names: readonly string[]) =>
    `importers:\n  .: ${asked}\n\npackages:\n\n${names.map((name) => `  ${name}:\n    resolution: {}\n`).join("\n")}`;

  test.each<[string, boolean, string, string | null]>([
    ["the same", true, lock("x", ["a@1"]), lock("x", ["a@1"])],
    ["one is for another platform", true, lock("x", ["a@1", "b@1"]), lock("x", ["a@1"])],
    ["another version", false, lock("x", ["a@1"]), lock("x", ["a@2"])],
    ["other requirements", false, lock("x", ["a@1"]), lock("y", ["a@1"])],
    ["no record", false, lock("x", []), null],
  ])("%s: %s", (_, same, wanted, there) => {
    expect(isPnpmInstalled(wanted, there)).toBe(same);
  });
});
