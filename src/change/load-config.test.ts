// Tests parsing of config files and the faults it reports.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { yamlScraps } from "../../test/support/yaml-scraps.ts";
import { UserError } from "../errors.ts";
import { userOnlyKeys } from "./config-schema.ts";
import { configError, loadRepositoryConfig, loadUserConfig } from "./load-config.ts";

const checks = ["stale-reference", "doc-claim", "agent-rules"];
const load = (text: string) => loadRepositoryConfig(text, checks);
const faultsOf = (text: string) => load(text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe("a good file", () => {
  test.each([
    ["empty", ""],
    ["only comments", "# nothing yet\n\n# profile: strict\n"],
    ["an explicit nothing", "~\n"],
    ["a bare document", "---\n"],
  ])("%s means the defaults", (_, text) => expect(load(text)).toEqual({ value: {}, faults: [] }));

  test("is read whole", () => {
    const text = `
profile: strict
maxComments: 12
minSeverity: low
focusAreas: [security]
ignoredAreas:
  - style
suppressions:
  - check: doc-claim
    path: docs/**
    reason: known
    expires: 2026-12-31
checks:
  stale-reference: off
  doc-claim: { paths: ["docs/**"] }
  agent-rules:
    mode: advisory
tiers:
  lite: { lines: 50 }
autoApprove: clean
reviewDrafts: true
mode: enhanced
language: de
`;
    expect(load(text)).toEqual({
      faults: [],
      value: {
        profile: "strict",
        maxComments: 12,
        minSeverity: "low",
        focusAreas: ["security"],
        ignoredAreas: ["style"],
        suppressions: [{ check: "doc-claim", path: "docs/**", reason: "known", expires: "2026-12-31" }],
        checks: {
          "stale-reference": "off",
          "doc-claim": { mode: "on", paths: ["docs/**"] },
          "agent-rules": { mode: "advisory" },
        },
        tiers: { lite: { lines: 50 } },
        autoApprove: "clean",
        reviewDrafts: true,
        mode: "enhanced",
        language: "de",
      },
    });
  });

  test("may use anchors, and CRLF", () => {
    expect(load("focusAreas: &some [tests]\r\nignoredAreas: *some\r\n").value).toEqual({
      focusAreas: ["tests"],
      ignoredAreas: ["tests"],
    });
  });
});

describe("an unknown key", () => {
  test.each([
    ["at the top", "profil: strict\n", '1:1 unknown key "profil"; did you mean "profile"?'],
    [
      "further down",
      "mode: standard\n# here\nmaxComment: 3\n",
      '3:1 unknown key "maxComment"; did you mean "maxComments"?',
    ],
    ["nested", "tiers:\n  lite:\n    linez: 3\n", '3:5 unknown key "linez"; did you mean "lines"?'],
    [
      "in a list",
      "suppressions:\n  - check: a\n    reason: b\n    expire: x\n",
      '4:5 unknown key "expire"; did you mean "expires"?',
    ],
    ["in flow style", "tiers: { full: { fils: 3 } }\n", '1:18 unknown key "fils"; did you mean "files"?'],
    ["in a check", "checks:\n  doc-claim:\n    path: [x]\n", '3:5 unknown key "path"; did you mean "paths"?'],
    ["like nothing known", "frobnicate: 1\n", '1:1 unknown key "frobnicate"'],
    ["that is a number", "1: 2\n", '1:1 unknown key "1"'],
    ["that is a prototype's", "__proto__: 1\n", '1:1 unknown key "__proto__"'],
    ["that is a map", "? { a: 1 }\n: 2\n", '1:1 unknown key "{ a: 1 }"'],
    ["that would merge", "<<: { profile: strict }\n", '1:1 unknown key "<<"'],
  ])("%s", (_, text, fault) => expect(faultsOf(text)).toEqual([fault]));

  test("every one of them is named at once, with all other faults", () => {
    expect(new Set(faultsOf("profil: x\ntiers:\n  lit: {}\nmode: fast\nchecks: { doc-clam: on }\n"))).toEqual(
      new Set([
        '1:1 unknown key "profil"; did you mean "profile"?',
        '3:3 unknown key "lit"; did you mean "lite"?',
        "4:7 mode must be one of standard, enhanced",
        '5:11 there is no check "doc-clam"; did you mean "doc-claim"?',
      ]),
    );
  });
});

describe("checks", () => {
  test.each([
    [
      "a misspelt one",
      "checks:\n  stale-referense: off\n",
      '2:3 there is no check "stale-referense"; did you mean "stale-reference"?',
    ],
    [
      "an unknown one",
      "checks:\n  doc-claim: on\n  nonsense-entirely: on\n",
      '3:3 there is no check "nonsense-entirely"',
    ],
    ["a prototype's", "checks: { constructor: on }\n", '1:11 there is no check "constructor"'],
    ["an unknown mode", "checks:\n  doc-claim: maybe\n", "2:14 checks.doc-claim must be one of on, off, advisory"],
    [
      "an unknown mode in a map",
      "checks:\n  doc-claim:\n    mode: maybe\n",
      "3:11 checks.doc-claim.mode must be one of on, off, advisory",
    ],
    [
      "paths that are no list",
      "checks:\n  doc-claim:\n    paths: x\n",
      "3:12 checks.doc-claim.paths: Invalid input: expected array, received string",
    ],
    [
      "a mode and a key",
      "checks:\n  doc-claim: { mode: x, pats: [] }\n",
      "2:22 checks.doc-claim.mode must be one of on, off, advisory",
      '2:25 unknown key "pats"; did you mean "paths"?',
    ],
    ["a number", "checks:\n  doc-claim: 3\n", "2:14 checks.doc-claim must be one of on, off, advisory"],
  ])("%s", (_, text, ...faults) => expect(faultsOf(text)).toEqual(faults));

  test("a list is not a map of checks", () =>
    expect(faultsOf("checks: [doc-claim]\n")).toEqual(["1:9 checks: Invalid input: expected record, received array"]));
});

describe("user-only keys", () => {
  test.each(userOnlyKeys)("%s is refused in a repository, with the reason", (key) => {
    expect(faultsOf(`mode: standard\n${key}: [x]\n`)).toEqual([
      `2:1 "${key}" may not be set by a repository; it belongs in your own config`,
    ]);
  });

  test("personalRules is allowed there too, as absolute paths", () => {
    const text = "personalRules:\n  - ~/.claude/CLAUDE.md\n  - /etc/rules.md\n";
    expect(loadUserConfig(text).value).toEqual({ personalRules: ["~/.claude/CLAUDE.md", "/etc/rules.md"] });
    expect(loadUserConfig("personalRules:\n  - rules.md\n").faults).toEqual([
      { line: 2, column: 5, message: "personalRules.0: must be a whole path, or begin with ~/" },
    ]);
  });

  test("trust is allowed in the user's own config", () => {
    expect(loadUserConfig("trust:\n  - /home/ada\n")).toEqual({ value: { trust: ["/home/ada"] }, faults: [] });
    expect(loadUserConfig("")).toEqual({ value: {}, faults: [] });
  });

  test("a key that neither knows is unknown there, and so is a repository's", () => {
    expect(loadUserConfig("trst: [x]\n").faults).toEqual([
      { line: 1, column: 1, message: 'unknown key "trst"; did you mean "trust"?' },
    ]);
    expect(loadUserConfig("profile: strict\n").faults).toEqual([
      { line: 1, column: 1, message: 'unknown key "profile"' },
    ]);
  });
});

describe("a value of the wrong kind", () => {
  test.each([
    ["profile: strickt\n", "1:10 profile must be one of strict, balanced, minimal"],
    ["maxComments: many\n", "1:14 maxComments: Invalid input: expected number, received string"],
    ["maxComments: 101\n", "1:14 maxComments: Too big: expected number to be <=100"],
    ["maxComments: -1\n", "1:14 maxComments: Too small: expected number to be >=0"],
    ["maxComments: 1.5\n", "1:14 maxComments: Invalid input: expected int, received number"],
    ["reviewDrafts: yes\n", "1:15 reviewDrafts: Invalid input: expected boolean, received string"],
    ["tiers:\n", "1:7 tiers: Invalid input: expected object, received null"],
    ["tiers:\n  full:\n    files: few\n", "3:12 tiers.full.files: Invalid input: expected number, received string"],
    ["- profile\n", "1:1 the file: Invalid input: expected object, received array"],
    ["just words\n", "1:1 the file: Invalid input: expected object, received string"],
    ["suppressions:\n  - reason: x\n", "2:5 suppressions.0: needs at least one of check, path or pattern"],
    [
      "mode: standard\nsuppressions:\n  - check: x\n",
      "3:5 suppressions.0.reason: Invalid input: expected string, received undefined",
    ],
    ["suppressions:\n  - { check: x, reason: y, expires: soon }\n", "2:37 suppressions.0.expires: Invalid ISO date"],
  ])("%j", (text, fault) => expect(faultsOf(text)).toEqual([fault]));

  test("an area in a list is found by its place in the list", () => {
    expect(faultsOf("focusAreas:\n  - security\n  - stile\n")[0]).toMatch(
      /^3:5 focusAreas\.1 must be one of correctness, security, /,
    );
  });
});

describe("broken YAML", () => {
  test.each([
    ["an open bracket", "mode: standard\nfocusAreas: [security\n", /^3:1 .*end with a \]/],
    ["a tab", "tiers:\n\tlite: {}\n", /^2:1 Tabs are not allowed/],
    ["a key twice", "profile: strict\nmode: standard\nprofile: minimal\n", /^3:1 Map keys must be unique/],
    ["a nested key twice", "tiers:\n  lite: {}\n  lite: {}\n", /^3:3 Map keys must be unique/],
    ["two documents", "profile: strict\n---\nprofile: minimal\n", /^2:1 Source contains multiple documents/],
    ["an alias to nothing", "focusAreas: *areas\n", /cannot be expanded: Unresolved alias/],
  ])("%s is named with its line", (_, text, fault) => expect(faultsOf(text)[0]).toMatch(fault));

  test("an alias bomb is rejected before it expands", () => {
    const level = (name: string, of: string) =>
      `${name}: &${name} [${Array.from({ length: 10 }, () => of).join(", ")}]\n`;
    const bomb =
      level("a", "x") + level("b", "*a") + level("c", "*b") + level("d", "*c") + level("e", "*d") + level("f", "*e");
    expect(faultsOf(bomb)).toEqual([
      "1:1 cannot be expanded: Excessive alias count indicates a resource exhaustion attack",
    ]);
  });

  test("a huge file is not configuration", () => {
    expect(faultsOf(`#${"x".repeat(100_000)}`)).toEqual(["1:1 is 100001 characters long; 100000 is the most"]);
    expect(faultsOf(`#${"x".repeat(99_999)}`)).toEqual([]);
  });

  test("any text is either a value or faults with a place, never a crash", () => {
    const words = ["profile", "checks", "tiers", "suppressions", ":", "!!x ", "1", "~"];
    const text = fc.oneof(fc.string({ unit: "binary" }), yamlScraps(...words));
    fc.assert(
      fc.property(text, (one) => {
        const { value, faults } = load(one);
        expect(value === null).toBe(faults.length > 0);
        for (const fault of faults) expect(Math.min(fault.line, fault.column)).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});

test("the error message lists each fault and a remedy", () => {
  const { faults } = load("profil: x\nmode: fast\n");
  const error = configError(".crosscheck.yml", faults, "Mend it.");
  expect(error).toBeInstanceOf(UserError);
  expect(error.message.split("\n").toSorted()).toEqual([
    '.crosscheck.yml:1:1: unknown key "profil"; did you mean "profile"?',
    ".crosscheck.yml:2:7: mode must be one of standard, enhanced",
  ]);
  expect(error.remedy).toBe("Mend it.");
});
