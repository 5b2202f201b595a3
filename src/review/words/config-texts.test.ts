import { describe, expect, test } from "vitest";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import { configOrigins } from "../../change/config-origins.ts";
import { parseIntent } from "../../change/intent.ts";
import { lengthOf } from "../publishers/wrap.ts";
import { configJson, configText, type ShownConfig } from "./config-texts.ts";

const shown: ShownConfig = {
  shown: "main...feature",
  why: null,
  base: "1a2b3c4d5e6f7a8b9c0d",
  repositoryFile: "used",
  userFile: { path: "/home/ada/.config/crosscheck/config.yml", exists: true },
  rows: configOrigins({
    repository: {
      maxComments: 20,
      checks: { "non-code": { mode: "on", paths: ["src/**", "lib/**"] } },
      suppressions: [{ path: "legacy/**", pattern: "old", reason: "leaves soon", expires: "2027-01-31" }],
    },
    user: { trust: ["https://ada:hunter2@example.com/r.git", "/work"] },
    intent: parseIntent({
      title: "[strict-review] x",
      body: null,
      commits: [{ sha: "abcdef0123", message: "[style-ok] y" }],
    }),
    repositoryLines: new Map([["maxComments", 3]]),
    userLines: new Map([["trust", 1]]),
  }),
  notUsed: [{ kind: "config-not-used", path: ".crosscheck.yml", why: "changed-at-head" }],
  userOnly: { now: ["trust"], later: ["models", "keys"] },
};
const plain = (width: number, config = shown) => configText(config, { colour: false, width });
const rowOf = (key: string, text = plain(80)) => text.split("\n").find((line) => line.trimStart().startsWith(key));

test("every value has its origin beside it", () => {
  expect(rowOf("profile")).toMatch(/ strict +tag \[strict-review\] in the title$/);
  expect(rowOf("maxComments")).toMatch(/ 20 +\.crosscheck\.yml:3$/);
  expect(rowOf("minSeverity")).toMatch(/ nit +preset of the profile strict$/);
  expect(rowOf("ignoredAreas[0]")).toMatch(/ style +tag \[style-ok\] in the commit abcdef0$/);
  expect(rowOf("other checks")).toMatch(/ on \(unproven: advisory\)$/);
  expect(rowOf("trust[1]")).toMatch(/ \/work +your config\.yml:1$/);
  for (const { key } of shown.rows) expect(rowOf(key)).toBeDefined();
});

test("the head names the commit and the files", () => {
  expect(plain(80)).toContain("Repository  .crosscheck.yml at 1a2b3c4d5e6f, the base");
  expect(plain(80)).toContain("Yours       /home/ada/.config/crosscheck/config.yml");
  expect(plain(80, { ...shown, repositoryFile: "none" })).toContain("no .crosscheck.yml at 1a2b3c4d5e6f");
  expect(plain(80, { ...shown, repositoryFile: "left-out" })).toContain("is left out with --no-config");
  expect(plain(80, { ...shown, userFile: { path: "/x", exists: false } })).toContain("no file at /x");
  expect(plain(80, { ...shown, userFile: { path: null, exists: false } })).toContain("neither HOME nor");
});

test("ignored settings, and those only the user may set, are listed", () => {
  const text = plain(200).replaceAll(/\s+/g, " ");
  expect(text).toContain(
    "Not used: .crosscheck.yml is changed by this change: the base's version is used until merged.",
  );
  expect(text).toContain("may set trust; models and keys are reserved for it");
});

test.each([80, 120])("long values are wrapped: nothing is wider than %i", (width) => {
  const widest = Math.max(...plain(width).split("\n").map(lengthOf));
  expect(widest).toBeLessThanOrEqual(width);
});

test("a password in a remote's address is not repeated", () => {
  expect(`${plain(80)}${JSON.stringify(configJson(shown))}`).not.toContain("hunter2");
  expect(plain(80)).toContain("https://ada:…@example.com/r.git");
});

describe("for programs", () => {
  test("each value has its origin as data and as text", () => {
    expect(configJson(shown).values.find(({ key }) => key === "maxComments")).toEqual({
      key: "maxComments",
      value: 20,
      origin: { from: "repository", line: 3, says: ".crosscheck.yml:3 at 1a2b3c4d5e6f" },
    });
    expect(configJson(shown).userOnlyKeys).toEqual(["trust", "models", "keys"]);
  });
});

test("hostile text acts on no screen", () => {
  const rows = configOrigins({
    repository: {
      suppressions: [{ path: hostile, reason: hostile }],
      checks: { [hostile]: { mode: "on", paths: [hostile] } },
      language: hostile,
    },
    user: { trust: [hostile] },
  });
  const text = plain(80, { ...shown, shown: hostile, why: hostile, userFile: { path: hostile, exists: true }, rows });
  for (const line of text.split("\n")) expect(line).not.toMatch(acting);
});
