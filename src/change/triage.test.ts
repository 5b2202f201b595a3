// Tests size, tier and reviewers of a change.
import { describe, expect, test } from "vitest";
import { manifestNames } from "../../test/support/manifest-names.ts";
import { changeOf, type ChangeOf } from "../../test/support/change-of.ts";
import { triage, type Triage, type TriageInput } from "./triage.ts";
import { cases } from "../../test/support/cases.ts";

function triaged(change: ChangeOf, more: Partial<TriageInput> = {}): Triage {
  const { files, words, intent, config } = changeOf(change);
  return triage({ files, words, intent, config, attributes: [], headers: new Map(), ...more });
}

const lines = (count: number) => "x\n".repeat(count);
const newFiles = (count: number, each = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/f${index}.ts`, lines(each)]));
const small = { head: { "src/a.ts": lines(3) } };
const docs = { head: { "README.md": lines(3) } };

describe("size", () => {
  const base = { "old.ts": lines(9), "ws.ts": "x();\n", "logo.png": Uint8Array.from([0, 1]), "src/a.ts": "one\n" };
  const head = {
    "new.ts": lines(9),
    "ws.ts": "  x();\n",
    "logo.png": Uint8Array.from([0, 2]),
    "src/a.ts": "two\n",
    "yarn.lock": lines(40),
    "dist/x.js": lines(7),
    "vendor/v.go": lines(5),
    "a.snap": lines(4),
    "x.min.js": lines(2),
  };
  const result = triaged({ base, head });

  test("counts hand-written files; the rest is listed with its reason and lines", () => {
    expect(result.size).toEqual({ lines: 2, files: 1 });
    expect(result.total).toEqual({ lines: 2 + 2 + 40 + 7 + 5 + 4 + 2, files: 9 });
    const listed = result.leftOut.map(({ path, why, lines: count, hunks }) => [path, why, count, hunks]);
    expect(new Set(listed)).toEqual(
      new Set([
        ["a.snap", "snapshot", 4, null],
        ["dist/x.js", "generated", 7, null],
        ["logo.png", "binary", 0, null],
        ["new.ts", "rename-only", 0, null],
        ["vendor/v.go", "vendored", 5, null],
        ["ws.ts", "whitespace-only", 2, [0]],
        ["x.min.js", "minified", 2, null],
        ["yarn.lock", "lockfile", 40, null],
      ]),
    );
  });

  test("nothing vanishes: counted and left out are the whole, and every file has its row", () => {
    expect(result.size.lines + result.leftOut.reduce((sum, one) => sum + one.lines, 0)).toBe(result.total.lines);
    expect(result.files.map((file) => file.path).toSorted()).toEqual(Object.keys(head).toSorted());
    expect(result.size.files + result.leftOut.length).toBe(result.total.files);
    expect(result.files.find((file) => file.path === "src/a.ts")).toEqual({
      path: "src/a.ts",
      category: "source",
      language: "TypeScript",
      lines: 2,
      depth: "full",
    });
    expect(result.files.find((file) => file.path === "yarn.lock")).toMatchObject({ lines: 0, depth: "left-out" });
  });

  test("a new empty file is a file", () => {
    expect(triaged({ head: { "pkg/__init__.py": "" } }).size).toEqual({ lines: 0, files: 1 });
  });

  test("files that .gitattributes or a header declares are left out", () => {
    const files = { head: { "made.ts": lines(3), "told.ts": lines(4), "own.ts": lines(5) } };
    const declared = triaged(files, {
      attributes: [{ folder: "", text: "made.ts linguist-generated\n" }],
      headers: new Map([["told.ts", "// @generated"]]),
    });
    expect(declared.size).toEqual({ lines: 5, files: 1 });
    expect(declared.leftOut.map(({ path, why }) => [path, why])).toEqual([
      ["made.ts", "generated"],
      ["told.ts", "generated"],
    ]);
  });

  test("the categories that have files, in their order", () => {
    const all = { "main.tf": "x\n", "README.md": "x\n", "a.json": "{}\n", "a.test.ts": "x\n", "src/a.ts": "x\n" };
    expect(triaged({ head: all }).categories).toEqual(["source", "test", "config", "docs", "infra"]);
    expect(triaged(docs).categories).toEqual(["docs"]);
    expect(triaged({}).categories).toEqual([]);
  });
});

describe("the tier", () => {
  test.each<[string, Record<string, string>, Triage["tier"]]>([
    ["100 lines", newFiles(1, 100), "Lite"],
    ["101 lines", newFiles(1, 101), "Standard"],
    ["5 files", newFiles(5), "Lite"],
    ["6 files", newFiles(6), "Standard"],
    ["800 lines", newFiles(1, 800), "Standard"],
    ["801 lines", newFiles(1, 801), "Full"],
    ["30 files", newFiles(30), "Standard"],
    ["31 files", newFiles(31), "Full"],
    ["200 delicate lines", { "src/auth.ts": lines(200) }, "Standard"],
    ["201 delicate lines", { "src/auth.ts": lines(201) }, "Full"],
    ["nothing", {}, "Lite"],
  ])("of %s", (_, head, tier) => expect(triaged({ head }).tier).toBe(tier));

  test("lists its reasons", () => {
    expect(triaged(small).reasons).toEqual([{ kind: "size", lines: 3, files: 1 }]);
    expect(triaged({ head: { "src/auth.ts": lines(201) } }).reasons).toEqual([
      { kind: "size", lines: 201, files: 1 },
      { kind: "sensitive", lines: 201, topics: ["auth"] },
    ]);
    expect(triaged(docs).reasons).toEqual([{ kind: "docs" }]);
  });

  test("has its limits in the config", () => {
    const config = { tiers: { lite: { lines: 2 }, full: { files: 1, sensitiveLines: 3 } } };
    expect(triaged({ head: newFiles(1, 2), config }).tier).toBe("Lite");
    expect(triaged({ head: newFiles(1, 3), config }).tier).toBe("Standard");
    expect(triaged({ head: newFiles(2), config }).tier).toBe("Full");
    expect(triaged({ head: { "src/auth.ts": lines(4) }, config }).tier).toBe("Full");
    expect(triaged({ head: newFiles(1, 801), config }).tier).toBe("Full");
  });

  test("is not raised by a lockfile's size, but its topic is named", () => {
    const result = triaged({ head: { "package-lock.json": lines(5000) } });
    expect([result.tier, result.size]).toEqual(["Lite", { lines: 0, files: 0 }]);
    expect(result.sensitive.map((hit) => hit.topic)).toEqual(["dependency manifest"]);
  });

  test("is not made sensitive by vendored code", () => {
    expect(triaged({ head: { "vendor/auth.go": lines(300), ...newFiles(1, 201) } }).tier).toBe("Standard");
  });

  test("of documentation is Lite, however much of it there is", () => {
    expect(triaged({ head: { "README.md": lines(2000) } }).tier).toBe("Lite");
  });
});

describe("a change across the stack", () => {
  const ui = { "src/components/A.tsx": "x\n" };
  const api = { "src/api/a.ts": "x\n" };
  const db = { "src/db/a.ts": "x\n" };

  test.each<[string, Record<string, string>, string, boolean]>([
    ["a bugfix over two layers", { ...ui, ...api }, "fix: x", true],
    ["a feature over two layers", { ...ui, ...api }, "feat: x", false],
    ["a feature over three", { ...ui, ...api, ...db }, "feat: x", true],
    ["a bugfix in one", { ...api, "src/api/b.ts": "x\n" }, "fix: x", false],
    ["tests and docs are no layer", { ...api, "src/db/a.test.ts": "x\n", "docs/ui/a.md": "x\n" }, "fix: x", false],
    ["vendored code is no layer", { ...api, "vendor/db/a.ts": "x\n" }, "fix: x", false],
  ])("%s", (_, head, title, crossStack) => expect(triaged({ head, title }).crossStack).toBe(crossStack));

  test("is both a bugfix and across the stack, and is looked at more closely", () => {
    const result = triaged({ head: { ...ui, ...api }, title: "fix: x" });
    expect(result.archetype.is).toBe("bugfix");
    expect(result.layers).toEqual(["UI", "backend"]);
    expect(result).toMatchObject({ fullPass: "cross-stack", tier: "Standard" });
    expect(result.roster).toContain("second-opinion");
  });
});

describe("the roster", () => {
  const lite = ["code-reviewer", "comment-analyzer", "security-reviewer", "goal-reviewer", "silent-failure-hunter"];

  test.each<[string, ChangeOf, string[]]>([
    ["of Lite", small, lite],
    ["of Standard", { head: newFiles(6) }, [...lite, "type-design-analyzer", "pr-test-analyzer"]],
    ["of Full", { head: newFiles(31) }, [...lite, "type-design-analyzer", "pr-test-analyzer", "adversary"]],
    ["of documentation", docs, lite.slice(0, 4)],
  ])("%s", (_, change, roster) => expect(triaged(change).roster).toEqual(roster));

  test.each(manifestNames)("has the supply-chain-checker for %s alone", (path) => {
    const { roster } = triaged({ head: { [path]: "x\n" } });
    expect([roster.includes("supply-chain-checker"), roster.includes("actions-auditor")]).toEqual([true, false]);
  });

  test.each([".github/workflows/ci.yml", ".github/workflows/ci.yaml", "action.yml", "sub/action.yaml"])(
    "has the actions-auditor for %s",
    (path) => {
      const { roster } = triaged({ head: { [path]: "x\n" } });
      expect([roster.includes("supply-chain-checker"), roster.includes("actions-auditor")]).toEqual([false, true]);
    },
  );

  test("has them for deleted files too", () => {
    expect(triaged({ base: { "package.json": "{}\n", "action.yml": "x\n" } }).roster).toEqual([
      ...lite,
      "supply-chain-checker",
      "actions-auditor",
    ]);
  });

  test("has a second opinion on request, also for Lite and documentation", () => {
    expect(triaged(small).roster).not.toContain("second-opinion");
    expect(triaged(small, { secondOpinion: true }).roster).toContain("second-opinion");
    expect(triaged(docs, { secondOpinion: true }).roster).toContain("second-opinion");
  });
});

describe("the full pass", () => {
  cases<[string, Triage, Triage["fullPass"]]>("is on %s", (_, result) => result.fullPass, [
    ["by flag", triaged(small, { fullPass: true }), "flag"],
    ["by tag", triaged({ ...small, title: "[strict-review] x" }), "strict-review-tag"],
    ["by size", triaged({ head: newFiles(31) }), "full-tier"],
    ["not by a profile in the config", triaged({ ...small, config: { profile: "strict" } }), null],
    ["not otherwise", triaged({ head: newFiles(6) }), null],
  ]);

  test("raises Lite to Standard and reports it", () => {
    const result = triaged(small, { fullPass: true });
    expect(result.tier).toBe("Standard");
    expect(result.reasons).toEqual([{ kind: "size", lines: 3, files: 1 }, { kind: "promoted" }]);
    expect(result.roster).toContain("pr-test-analyzer");
  });

  test("leaves Standard and Full where they are", () => {
    for (const count of [6, 31]) {
      const plain = triaged({ head: newFiles(count) });
      const result = triaged({ head: newFiles(count) }, { fullPass: true });
      expect([result.tier, result.reasons]).toEqual([plain.tier, plain.reasons]);
    }
  });

  test("leaves documentation Lite, with its own four reviewers", () => {
    const result = triaged(docs, { fullPass: true });
    expect([result.tier, result.fullPass, result.roster.length]).toEqual(["Lite", "flag", 4]);
    expect(result.reasons).toEqual([{ kind: "docs" }]);
  });
});

describe("emphasis and depth", () => {
  test.each([
    ["feat: x", ["breaking-changes"]],
    ["fix: x", ["test-coverage"]],
    ["chore: x", []],
    ["x", []],
  ])("%s", (title, emphasis) => expect(triaged({ ...small, title }).emphasis).toEqual(emphasis));

  test("a change that exceeds every context window is read in part, with a depth per file", () => {
    const wide = `${"x".repeat(999)}\n`.repeat(800);
    const result = triaged({
      head: { "src/a.ts": wide, "src/b.ts": wide, "src/auth.ts": wide, "README.md": "x\n", "yarn.lock": wide },
    });
    expect(Object.fromEntries(result.files.map((file) => [file.path, file.depth]))).toEqual({
      "src/auth.ts": "full",
      "src/a.ts": "summary",
      "src/b.ts": "summary",
      "README.md": "full",
      "yarn.lock": "left-out",
    });
    expect(result.tokens).toBeLessThan(400_000);
  });

  test("triage changes nothing that it was given", () => {
    const { files, words, intent, config } = changeOf({ head: newFiles(3) });
    const before = JSON.stringify(files);
    triage({ files, words, intent, config, attributes: [], headers: new Map() });
    expect(JSON.stringify(files)).toBe(before);
  });
});

test("security is looked at in full in the Full tier, and where the author asks for it", () => {
  expect(triaged(small).securityTier).toBe("standard");
  expect(triaged({ ...small, title: "[security-review] fix: x" }).securityTier).toBe("full");
  expect(triaged({ head: newFiles(31) }).securityTier).toBe("full");
});
