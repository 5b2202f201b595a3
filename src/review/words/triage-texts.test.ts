import { describe, expect, test } from "vitest";
import type { FullPassReason, TierReason, Triage } from "../../change/triage.ts";
import { changeOf } from "../../../test/support/change-of.ts";
import { acting, hostile } from "../../../test/support/finding-of.ts";
import {
  triageLine,
  archetypeLine,
  leftOutFilesLine,
  reviewedLine,
  sensitiveLine,
  sizeLine,
  tierLine,
} from "./triage-texts.ts";
import { cases } from "../../../test/support/cases.ts";

const change = changeOf({
  base: { "src/a.ts": "old\n" },
  head: { "src/a.ts": "new\n", "src/b.ts": "one\ntwo\n" },
  title: "fix: x",
});

function triageOf(overrides: Partial<Triage>): Triage {
  return { ...change.triage, ...overrides };
}

describe("the line about what was reviewed", () => {
  cases<[string, string[], string | null]>("%s", (_name, categories) => reviewedLine(categories), [
    ["nothing", [], null],
    ["one category", ["test"], "Reviewed: tests"],
    [
      "all, always in one order",
      ["infra", "docs", "config", "test", "source"],
      "Reviewed: core logic, tests, config, docs, infrastructure",
    ],
    ["each once", ["test", "source", "test"], "Reviewed: core logic, tests"],
    ["an unknown one by its own name, last", ["assets", "docs"], "Reviewed: docs, assets"],
    ["one that is named like something else", ["constructor"], "Reviewed: constructor"],
  ]);
});

describe("the tier", () => {
  const reasons: { [Kind in TierReason["kind"]]: [Extract<TierReason, { kind: Kind }>, string] } = {
    size: [{ kind: "size", lines: 1, files: 2 }, "1 line to review in 2 files"],
    sensitive: [
      { kind: "sensitive", lines: 300, topics: ["auth", "SQL"] },
      "security-sensitive (auth, SQL) and 300 lines",
    ],
    docs: [{ kind: "docs" }, "documentation only"],
    promoted: [{ kind: "promoted" }, "raised from Lite"],
  };

  test.each(Object.values<[TierReason, string]>(reasons))("gives the reason: %j", (reason, words) => {
    expect(tierLine(triageOf({ tier: "Standard", reasons: [reason] }))).toBe(`Standard: ${words}`);
  });
});

describe("the archetype", () => {
  const by: Record<Triage["archetype"]["by"], string> = {
    title: "bugfix (by its title)",
    label: "bugfix (by a label)",
    branch: "bugfix (by its branch)",
    shape: "bugfix (by its files)",
  };

  test.each(Object.entries(by))("gives the source: %s", (how, words) => {
    expect(archetypeLine(triageOf({ archetype: { is: "bugfix", by: how as keyof typeof by } }))).toBe(words);
  });

  test("is left out where no rule knows it", () => {
    const triage = triageOf({ archetype: { is: "chore", by: "shape" } });
    expect(archetypeLine(triage)).toBeNull();
    expect(triageLine(triage)).toBe(tierLine(triage));
  });

  const fullPass: Record<FullPassReason, string> = {
    "full-tier": "Full tier",
    "cross-stack": "crosses layers",
    flag: "--full-pass",
    "strict-review-tag": "[strict-review]",
  };

  test.each(Object.entries(fullPass))("says why every pass needs a verdict: %s", (why, words) => {
    expect(archetypeLine(triageOf({ fullPass: why as FullPassReason }))).toBe(
      `bugfix (by its title); every pass needs a verdict (${words})`,
    );
  });

  test("names the layers that it crosses", () => {
    expect(archetypeLine(triageOf({ crossStack: true, layers: ["UI", "storage"] }))).toBe(
      "bugfix (by its title); crosses layers (UI, storage)",
    );
  });
});

describe("ignored and sensitive files", () => {
  const hit = { path: "src/auth.ts", line: null, topic: "auth" } as const;

  test("none: no line", () => {
    expect([sensitiveLine(triageOf({})), leftOutFilesLine(triageOf({}))]).toEqual([null, null]);
  });

  test("delicate places by topic", () => {
    const sensitive = [
      hit,
      { ...hit, line: 3 },
      { ...hit, line: 9 },
      { path: "a.sql", line: 4, topic: "SQL" as const },
    ];
    expect(sensitiveLine(triageOf({ sensitive }))).toBe("auth (src/auth.ts and 2 more); SQL (a.sql:4)");
  });

  test("left out, with the reason, and the number of the rest", () => {
    const leftOut = Array.from({ length: 7 }, (_, index) => ({
      path: `${index}.lock`,
      hunks: null,
      why: "lockfile" as const,
      lines: index,
    }));
    expect(leftOutFilesLine(triageOf({ leftOut: leftOut.slice(0, 2) }))).toBe(
      "0.lock (lockfile, 0 lines); 1.lock (lockfile, 1 line)",
    );
    expect(leftOutFilesLine(triageOf({ leftOut }))).toMatch(/; and 2 more$/);
  });

  test("no control characters get through", () => {
    const triage = triageOf({
      sensitive: [{ ...hit, path: hostile }],
      leftOut: [{ path: hostile, hunks: null, why: "binary", lines: 0 }],
    });
    for (const line of [sensitiveLine(triage), leftOutFilesLine(triage), reviewedLine([hostile])]) {
      expect(line).toContain("gpj.exe");
      expect(line).not.toMatch(acting);
    }
  });
});

cases("size: %s", (said) => said, [
  [sizeLine(change), "2 files, +3 −1"],
  [sizeLine({ files: [] }), "0 files, +0 −0"],
]);
