// Tests that the reported origin of each config value is the one that sets it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { yamlScraps } from "../../test/support/yaml-scraps.ts";
import { areas, effectiveConfig, severities, type RepositoryConfig } from "./config.ts";
import { configOrigins, type ConfigRow, type OriginParts } from "./config-origins.ts";
import { parseIntent } from "./intent.ts";
import { keyLines, loadRepositoryConfig, loadUserConfig } from "./load-config.ts";
import { cases } from "../../test/support/cases.ts";

const intentOf = (title: string, ...subjects: string[]) =>
  parseIntent({
    title,
    body: null,
    commits: subjects.map((message, index) => ({ sha: String(index + 1).repeat(7), message })),
  });

/** Rebuilds the config from the rows. */
function configOf(rows: readonly ConfigRow[]): unknown {
  const config: Record<string, unknown> = {};
  for (const { key, value } of rows) {
    const steps = key.split(/\.|(?=\[)/);
    let here: Record<string, unknown> = config;
    for (const [index, step] of steps.entries()) {
      const name = step.replace(/^\[(\d+)\]$/, "$1");
      if (index === steps.length - 1) here[name] = value;
      else here = (here[name] ??= steps[index + 1]!.startsWith("[") ? [] : {}) as Record<string, unknown>;
    }
  }
  return config;
}

const some = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const number = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
const areaList = fc.option(fc.uniqueArray(fc.constantFrom(...areas), { maxLength: 3 }), { nil: undefined });
const mode = fc.constantFrom("on" as const, "off" as const, "advisory" as const);
const repositories: fc.Arbitrary<RepositoryConfig> = fc.record({
  profile: some(["strict", "balanced", "minimal"] as const),
  maxComments: number,
  minSeverity: some(severities),
  focusAreas: areaList,
  ignoredAreas: areaList,
  suppressions: some([
    [],
    [{ check: "a", reason: "b" }],
    [
      { path: "x", reason: "y" },
      { pattern: "z", reason: "w" },
    ],
  ]),
  checks: fc.option(
    fc.dictionary(
      fc.constantFrom("one", "two-three"),
      fc.oneof(mode, fc.record({ mode, paths: some([[], ["src/**"]]) })),
    ),
    { nil: undefined },
  ),
  tiers: fc.option(
    fc.record(
      {
        lite: fc.record({ lines: fc.nat(99), files: fc.nat(99) }, { requiredKeys: [] }),
        full: fc.record({ lines: fc.nat(99), files: fc.nat(99), sensitiveLines: fc.nat(99) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
  autoApprove: some(["off", "clean", "notes"] as const),
  reviewDrafts: some([true, false]),
  publish: some(["auto", "confirm"]),
  checkRun: some(["neutral", "failure"]),
  authorTags: some([[], ["wip", "style-ok"]]),
  mode: some(["standard", "enhanced"] as const),
  language: some(["en", "de"]),
  lessons: some([{}, { file: "AGENTS.md" as const }]),
  noiseBudget: some([{}, { percent: 40 }, { after: 5 }]),
  review: some([{}, { enabled: false }, { triggers: ["opened"] }, { triggers: [] }]),
  mention: some([{}, { allowedUsers: ["ada"], conversation: { maxTurnsPerPr: 3 } }, { enabled: false, prompt: "x" }]),
});
const tags = [
  "[WIP]",
  "[draft]",
  "[strict-review]",
  "[minimal-review]",
  "[security-review]",
  "[style-ok]",
  "[no-review]",
];
const titles = fc.subarray(tags).map((chosen) => `${chosen.join(" ")} x`);
const anyParts: fc.Arbitrary<OriginParts> = fc
  .record({
    repository: repositories,
    user: fc.record({
      trust: some([[], ["/a"], ["/a", "https://b"]]),
      personalRules: some([[], ["~/.claude/CLAUDE.md"]]),
    }),
    intent: fc
      .tuple(titles, fc.array(titles, { maxLength: 3 }))
      .map(([title, subjects]) => intentOf(title, ...subjects)),
    profile: some(["strict", "balanced", "minimal"] as const),
  })
  .map(({ profile, ...rest }) => ({ ...rest, ...(profile && { profile }) }));

describe("origins cannot disagree with the effective configuration", () => {
  test("together, the rows are that configuration, key by key", () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const rows = configOrigins(parts);
        // The user's own rules are listed for the user but are not part of the change.
        const { personalRules, evals: _, ...config } = configOf(rows) as Record<string, unknown>;
        expect(config).toEqual(effectiveConfig(parts));
        expect(personalRules).toEqual(parts.user?.personalRules ?? []);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      }),
      { numRuns: 500 },
    );
  });

  test("removing a part that is not the origin of a value does not change it", () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        for (const row of configOrigins(parts)) {
          const again = configOrigins(only(row, parts)).map(({ key, value }) => [nameOf(key), value]);
          expect(again).toContainEqual([nameOf(row.key), row.value]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("removing the origin of a value changes its origin", () => {
    // Two profiles may preset the same value.
    const named = ({ origin, value }: ReturnType<typeof configOrigins>[number]) => [
      origin.from,
      "profile" in origin ? origin.profile : null,
      value,
    ];
    fc.assert(
      fc.property(anyParts, (parts) => {
        for (const row of configOrigins(parts).filter(({ origin }) => origin.from !== "default")) {
          const rest = without(row, parts);
          const same = configOrigins(rest).find(({ key }) => key === row.key);
          expect(same && named(same)).not.toEqual(named(row));
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** A list entry may have another index when others are removed. */
const nameOf = (key: string) => key.replace(/\[\d+\]$/, "");

/** Keeps only the part that the row's origin names; the profile stays if its preset is the origin. */
function only({ origin }: ConfigRow, parts: OriginParts): OriginParts {
  switch (origin.from) {
    case "default":
      return {};
    case "preset":
      return { profile: origin.profile };
    case "repository":
      return { repository: parts.repository! };
    case "user":
      return { user: parts.user! };
    case "tag":
      return { intent: parts.intent! };
    case "command-line":
      return { profile: parts.profile! };
  }
}

function without({ origin }: ConfigRow, { repository, user, intent, profile, ...rest }: OriginParts): OriginParts {
  return {
    ...rest,
    ...(repository && origin.from !== "repository" && { repository }),
    ...(user && origin.from !== "user" && { user }),
    ...(intent && origin.from !== "tag" && { intent }),
    ...(profile && origin.from !== "command-line" && { profile }),
    // A profile other than the one with this preset.
    ...(origin.from === "preset" && { profile: origin.profile === "strict" ? "minimal" : "strict" }),
  };
}

const file = `# ours
profile: minimal
focusAreas: &wanted
  - tests
  - docs
ignoredAreas: *wanted
suppressions:
  - check: one
    reason: known

  - { path: legacy/**, reason: leaves soon }
checks:
  one: off
  "two-three":
    mode: advisory
tiers:
  full:
    lines: 500
reviewDrafts: true
`;

test("each value of a file is named with its line", () => {
  const rows = configOrigins({
    repository: loadRepositoryConfig(file, ["one", "two-three"]).value!,
    user: loadUserConfig("# mine\ntrust:\n  - /home/ada\n").value!,
    intent: intentOf("[security-review] x"),
    repositoryLines: keyLines(file),
    userLines: keyLines("# mine\ntrust:\n  - /home/ada\n"),
  });
  const places = rows.flatMap(({ key, origin }) => ("line" in origin ? [`${key} ${origin.from} ${origin.line}`] : []));
  expect(places).toEqual([
    "profile repository 2",
    "focusAreas[0] repository 4",
    "focusAreas[1] repository 5",
    // An alias has one line, whatever it expands to.
    "ignoredAreas[0] repository 6",
    "ignoredAreas[1] repository 6",
    "suppressions[0] repository 8",
    "suppressions[1] repository 11",
    "checks.one repository 13",
    "checks.two-three repository 14",
    "tiers.full.lines repository 18",
    "reviewDrafts repository 19",
    "trust[0] user 3",
  ]);
  expect(rows.find(({ key }) => key === "focusAreas[2]")).toEqual({
    key: "focusAreas[2]",
    value: "security",
    origin: { from: "tag", tag: "security-review", sha: null },
  });
});

const originOf = (key: string, parts: OriginParts) => configOrigins(parts).find((row) => row.key === key)?.origin;

describe("who decides, when several would", () => {
  cases<[string, string, OriginParts, unknown]>("%s", (_name, key, parts) => originOf(key, parts), [
    [
      "the command line over a tag",
      "profile",
      { profile: "strict", intent: intentOf("[minimal-review] x") },
      { from: "command-line", flag: "--profile" },
    ],
    [
      "a tag over the file",
      "profile",
      { repository: { profile: "strict" }, intent: intentOf("[minimal-review] x") },
      { from: "tag", tag: "minimal-review", sha: null },
    ],
    [
      "a tag of a commit",
      "profile",
      { intent: intentOf("x", "[strict-review] y") },
      { from: "tag", tag: "strict-review", sha: "1111111" },
    ],
    [
      "the file, even where it says what the default says",
      "profile",
      { repository: { profile: "balanced" } },
      { from: "repository", line: null },
    ],
    ["the profile's preset", "maxComments", { profile: "strict" }, { from: "preset", profile: "strict" }],
    ["the default profile's preset", "minSeverity", {}, { from: "preset", profile: "balanced" }],
    [
      "[WIP] over the file",
      "maxComments",
      { repository: { maxComments: 20 }, intent: intentOf("[WIP] x") },
      { from: "tag", tag: "wip", sha: null },
    ],
    [
      "the file, when it asks for less than [WIP]",
      "maxComments",
      { repository: { maxComments: 2 }, intent: intentOf("[WIP] x") },
      { from: "repository", line: null },
    ],
    [
      "the file, for an area that a tag repeats",
      "focusAreas[0]",
      { repository: { focusAreas: ["security"] }, intent: intentOf("[security-review] x") },
      { from: "repository", line: null },
    ],
    ["nobody", "trust", {}, { from: "default" }],
    ["the user", "autoApprove", { user: { autoApprove: "clean" } }, { from: "user", line: null }],
    [
      "the file, of an empty list",
      "focusAreas",
      { repository: { focusAreas: [] } },
      { from: "repository", line: null },
    ],
  ]);
});

describe("lines of keys", () => {
  test("of flow style, quoted keys and CRLF", () => {
    expect([...keyLines('a: { b: [1,\r\n 2] }\r\n"c d": 3\r\n')]).toEqual([
      ["a", 1],
      ["a.b", 1],
      ["a.b[0]", 1],
      ["a.b[1]", 2],
      ["c d", 3],
    ]);
  });

  test.each([
    ["", ""],
    ["broken", "a: [\n"],
    ["too long", `a: 1 #${"x".repeat(100_000)}`],
    ["a scalar", "words"],
  ])("none of text that holds none: %s", (_name, text) => expect(keyLines(text).size).toBe(0));

  test("any text is answered", () => {
    const text = yamlScraps("a", "b", "<<");
    fc.assert(
      fc.property(text, (one) => {
        for (const line of keyLines(one).values()) expect(line).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});
