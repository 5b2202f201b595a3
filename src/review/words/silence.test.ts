import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acting, findingOf, gateFactsOf, hostile } from "../../../test/support/finding-of.ts";
import { loadRepositoryConfig } from "../../change/load-config.ts";
import { effectiveConfig } from "../../change/config.ts";
import { suppressionGate } from "../../findings/gates/suppression-gate.ts";
import type { ExplainedFinding } from "../explained-finding.ts";
import { pathGlob, waysToSuppress } from "./silence.ts";

const finding = (overrides: Parameters<typeof findingOf>[0] = {}) =>
  ({ ...findingOf(overrides), sources: ["PRESCAN:sums"] }) as unknown as ExplainedFinding;

const nothing = gateFactsOf({});

/** The lines of a suppression, as a repository's file. */
function configFrom(write: readonly string[]) {
  const { value, faults } = loadRepositoryConfig(`${write.join("\n")}\n`, ["sums"]);
  expect(faults).toEqual([]);
  return effectiveConfig({ repository: value! });
}

describe("the suggested setting silences the finding", () => {
  const paths = [
    "src/app.ts",
    "app/[id]/(group)/page+x.tsx",
    "a b/größe.md",
    "-",
    "1.5",
    "true",
    '"\\344.txt"',
    "!x",
    "{a,b}.js",
  ];

  test.each(paths)("the suppression, of %s alone", (path) => {
    const [, suppression] = waysToSuppress(finding({ path }));
    const config = configFrom(suppression!.write);
    const facts = gateFactsOf({}, { config });
    expect(suppressionGate(findingOf({ path }), facts).map((mark) => mark.outcome)).toEqual(["suppressed"]);
    expect(suppressionGate(findingOf({ path: `${path}x` }), facts)).toEqual([]);
  });

  test("for any path", () => {
    const special = "ab./[]{}()*?!+@|\\'\" #:-".split("");
    const names = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.string({ unit: fc.constantFrom(...special), minLength: 1 }),
    );
    fc.assert(
      fc.property(
        names.filter((name) => name.split("/").every((part) => !["", ".", ".."].includes(part))),
        (path) => {
          const config = configFrom(waysToSuppress(finding({ path }))[1]!.write);
          const facts = { ...nothing, change: { ...nothing.change, config }, text: () => null };
          const marks = suppressionGate(findingOf({ path }), facts);
          expect(marks.map((mark) => mark.outcome)).toEqual(["suppressed"]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("the comment on the line", () => {
    const [inline] = waysToSuppress(finding());
    const head = { "src/app.ts": `total += price; // ${inline!.write[0]}\n` };
    expect(suppressionGate(findingOf(), gateFactsOf({ base: head, head })).map((mark) => mark.outcome)).toEqual([
      "suppressed",
    ]);
  });

  test("the check, and the area", () => {
    const [, , check, area] = waysToSuppress(finding());
    expect(configFrom(check!.write).checks).toEqual({ sums: { mode: "off" } });
    expect(configFrom(area!.write).ignoredAreas).toEqual(["correctness"]);
  });
});

test.each([{ category: "security" as const }, { severity: "critical" as const }])(
  "of %j the area cannot be ignored, nor the line by the change itself",
  (overrides) => {
    const ways = waysToSuppress(finding(overrides));
    expect(ways.map(({ write }) => write[0])).toEqual([
      expect.stringMatching("crosscheck-ignore"),
      "suppressions:",
      "checks:",
    ]);
    expect(ways[0]!.how).toContain("The base must already have it");
  },
);

test("a finding of no check cannot be silenced by one", () => {
  expect(waysToSuppress({ ...finding(), sources: ["reviewer"] })).toEqual([]);
});

test("a path contains no control characters", () => {
  expect(pathGlob(hostile)).not.toMatch(acting);
});
