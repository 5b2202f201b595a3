// Tests which files of a large change are read in full.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathOf, type FileDiff } from "./diff.ts";
import type { LeftOutFiles } from "./noise.ts";
import { parseDiff } from "./parse-diff.ts";
import { readingBudget, readingDepths } from "./reading-depth.ts";

function added(path: string, characters: number): FileDiff {
  const text = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;
  return parseDiff(`${text}@@ -0,0 +1 @@\n+${"x".repeat(characters)}\n`)[0]!;
}
const out = (path: string): LeftOutFiles => ({ path, hunks: null, why: "lockfile", lines: 1 });
const delicate = (path: string) => ({ path, line: null, topic: "auth" as const });
const depthsOf = (...args: Parameters<typeof readingDepths>) => Object.fromEntries(readingDepths(...args).depths);

describe("a change that fits", () => {
  test("is read in full, except for noise", () => {
    const files = [added("a.ts", 10), added("yarn.lock", 10), added("b.md", 10)];
    expect(depthsOf(files, [out("yarn.lock")], [])).toEqual({
      "a.ts": "full",
      "yarn.lock": "left-out",
      "b.md": "full",
    });
  });

  test("a file of which only some hunks are noise is read", () => {
    expect(depthsOf([added("a.ts", 10)], [{ ...out("a.ts"), hunks: [0] }], [])).toEqual({ "a.ts": "full" });
  });

  test("costs nothing when there is nothing", () =>
    expect(readingDepths([], [], [])).toEqual({ depths: new Map(), tokens: 0 }));
});

describe("a change past the budget", () => {
  const kinds = ["README.md", "a.test.ts", "a.json", "main.tf", "src/a.ts", "src/login.ts"];
  const files = kinds.map((path) => added(path, 1000));
  const each = readingDepths(files.slice(0, 1), [], []).tokens;

  test("is read by risk: delicate, source, infrastructure, config, tests, docs", () => {
    const inOrder = ["src/login.ts", "src/a.ts", "main.tf", "a.json", "a.test.ts", "README.md"];
    for (const count of [0, 1, 2, 3, 4, 5, 6]) {
      const depths = depthsOf(files, [], [delicate("src/login.ts")], each * count);
      expect(depths).toEqual(
        Object.fromEntries(inOrder.map((path, index) => [path, index < count ? "full" : "summary"])),
      );
    }
  });

  test("at equal risk small files come first, and a file that is too large does not displace the rest", () => {
    const mixed = [added("large.ts", 5000), added("small.ts", 10), added("notes.md", 10)];
    expect(depthsOf(mixed, [], [], 200)).toEqual({ "small.ts": "full", "large.ts": "summary", "notes.md": "full" });
  });

  test("the default budget is a model's window, not the change's size", () => {
    expect(depthsOf([added("src/a.ts", readingBudget * 4)], [], [])).toEqual({ "src/a.ts": "summary" });
  });
});

test("every file has a depth, and the files read in full fit the budget", () => {
  const sizes = fc.dictionary(
    fc.constantFrom("a.ts", "b.ts", "c.test.ts", "d.md", "e.json", "f.tf", "g/auth.ts"),
    fc.nat(3000),
  );
  fc.assert(
    fc.property(sizes, fc.nat(2500), fc.nat(7), fc.nat(7), (all, budget, leave, hit) => {
      const files = Object.entries(all).map(([path, size]) => added(path, size));
      const paths = files.map(pathOf);
      const { depths, tokens } = readingDepths(
        files,
        paths.slice(0, leave).map(out),
        paths.slice(hit).map(delicate),
        budget,
      );
      expect(new Set(depths.keys())).toEqual(new Set(paths));
      expect(paths.filter((path) => depths.get(path) === "left-out")).toEqual(paths.slice(0, leave));
      const full = files.filter((file) => depths.get(pathOf(file)) === "full");
      const alone = full
        .map((file) => readingDepths([file], [], [], Infinity).tokens)
        .reduce((sum, one) => sum + one, 0);
      expect(tokens).toBe(alone);
      expect(tokens).toBeLessThanOrEqual(budget);
    }),
  );
});
