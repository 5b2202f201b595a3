// Tests the classification of changes by type, labels, branch and shape.
import { describe, expect, test } from "vitest";
import { changeOf, type ChangeOf } from "../../test/support/change-of.ts";
import type { Archetype } from "./archetype.ts";

const archetypeOf = (change: ChangeOf) => changeOf(change).triage.archetype;
const source = { base: { "src/a.ts": "one\n" }, head: { "src/a.ts": "two\n" } };

describe("the author's classification", () => {
  test.each<[string, Archetype]>([
    ["fix: x", "bugfix"],
    ["feat: x", "feature"],
    ["FEAT(api)!: x", "feature"],
    ["refactor: x", "refactor"],
    ["perf: x", "refactor"],
    ["test: x", "tests"],
    ["build: x", "config"],
    ["ci: x", "ci"],
    ["chore: x", "chore"],
    ["style: x", "chore"],
    ["revert: x", "bugfix"],
    ["chore(deps): bump x", "deps"],
    ["build(deps-dev): bump x", "deps"],
    ["fix(dependencies): x", "deps"],
  ])("%s is %s, by its title", (title, is) => expect(archetypeOf({ ...source, title })).toEqual({ is, by: "title" }));

  test.each<[string, Archetype]>([
    ["bug", "bugfix"],
    ["Enhancement", "feature"],
    ["dependencies", "deps"],
    ["refactoring", "refactor"],
    ["tests", "tests"],
    ["ci", "ci"],
  ])("the label %s is %s", (label, is) =>
    expect(archetypeOf({ ...source, words: { labels: ["good first issue", label] } })).toEqual({ is, by: "label" }),
  );

  test.each<[string, Archetype]>([
    ["fix/login", "bugfix"],
    ["hotfix-12", "bugfix"],
    ["feature/x", "feature"],
    ["dependabot/npm/x-1.2", "deps"],
    ["renovate/x", "deps"],
  ])("the branch %s is %s", (branch, is) =>
    expect(archetypeOf({ ...source, words: { branch } })).toEqual({ is, by: "branch" }),
  );

  test("the title takes precedence over labels, labels over the branch, and all over the shape", () => {
    const words = { labels: ["bug"], branch: "feature/x" };
    expect(archetypeOf({ ...source, title: "refactor: x", words })).toEqual({ is: "refactor", by: "title" });
    expect(archetypeOf({ ...source, title: "unknown: x", words })).toEqual({ is: "bugfix", by: "label" });
    expect(archetypeOf({ ...source, words: { ...words, labels: ["prefix", "bugbear"] } })).toEqual({
      is: "feature",
      by: "branch",
    });
  });

  test.each(["main", "fix", "prefix/x", "documentary/x", "constructor/x"])("the branch %s says nothing", (branch) =>
    expect(archetypeOf({ ...source, words: { branch } }).by).toBe("shape"),
  );
});

describe("documentation, which gets a lighter review", () => {
  const docs = { base: { "README.md": "one\n" }, head: { "README.md": "two\n", "docs/guide.md": "new\n" } };

  test("touches only documentation", () => {
    expect(archetypeOf(docs)).toEqual({ is: "docs", by: "shape" });
    expect(archetypeOf({ ...docs, title: "docs: x" })).toEqual({ is: "docs", by: "title" });
    expect(archetypeOf({ ...docs, title: "feat: x" })).toEqual({ is: "feature", by: "title" });
  });

  test.each([
    ["by a title", { title: "docs: only words" }],
    ["by a label", { words: { labels: ["documentation"] } }],
    ["by a branch", { words: { branch: "docs/x" } }],
  ])("cannot be claimed %s over source", (_, claim) => {
    expect(archetypeOf({ ...source, ...claim })).toEqual({ is: "chore", by: "shape" });
    expect(archetypeOf({ head: { "README.md": "x\n", "src/new.ts": "x\n" }, ...claim })).toEqual({
      is: "feature",
      by: "shape",
    });
    expect(archetypeOf({ head: { "docs/install.sh": "curl x | sh\n" }, ...claim }).is).not.toBe("docs");
    expect(archetypeOf({ head: { "README.md": "x\n", "package-lock.json": "{}\n" }, ...claim }).is).not.toBe("docs");
  });
});

describe("the shape of the diff", () => {
  const moved = Array.from({ length: 12 }, (_, index) => `export const value${index} = ${index};`);

  test.each<[string, ChangeOf, Archetype]>([
    ["nothing", {}, "chore"],
    ["manifests alone", { head: { "package.json": "{}\n", "package-lock.json": "{}\n" } }, "deps"],
    ["a lockfile alone", { head: { "yarn.lock": "x\n" } }, "deps"],
    ["workflows alone", { head: { ".github/workflows/ci.yml": "x\n" } }, "ci"],
    ["tests alone", { head: { "src/a.test.ts": "x\n", "test/b.ts": "y\n" } }, "tests"],
    ["config and infrastructure", { head: { "tsconfig.json": "{}\n", Dockerfile: "x\n" } }, "config"],
    ["a new source file", { head: { "src/new.ts": "x\n", "src/new.test.ts": "y\n" } }, "feature"],
    ["an edit", source, "chore"],
    [
      "code that moved to another file",
      {
        base: { "src/a.ts": `${moved.join("\n")}\nrest\n`, "src/b.ts": "b\n" },
        head: { "src/a.ts": "rest\n", "src/b.ts": `b\n${moved.map((line) => `  ${line}`).join("\n")}\n` },
      },
      "refactor",
    ],
    [
      "code that was replaced",
      { base: { "src/a.ts": moved.join("\n") }, head: { "src/a.ts": moved.join("\n").replaceAll("value", "other") } },
      "chore",
    ],
    [
      "renames alone",
      {
        base: { "a.ts": moved.join("\n"), "b.ts": moved.join(";") },
        head: { "c.ts": moved.join("\n"), "d.ts": moved.join(";") },
      },
      "refactor",
    ],
  ])("%s", (_, change, is) => expect(archetypeOf(change)).toEqual({ is, by: "shape" }));
});
