import { describe, expect, test } from "vitest";
import type { PastCommit } from "./git.ts";
import { lookFirst, recentText } from "./look-first.ts";

const day = 86_400;
const now = 1_000 * day;

/** Commits on other files, one every hour, oldest last. */
function quiet(count: number): PastCommit[] {
  return Array.from({ length: count }, (_, index) => ({
    when: now - index * 3600,
    subject: "Work elsewhere",
    paths: ["docs/plan.md"],
  }));
}

function touching(path: string, daysAgo: number, subject = "Change it"): PastCommit {
  return { when: now - daysAgo * day, subject, paths: [path] };
}

const file = (path: string, additions: number, isCode = true) => ({ path, before: path, additions, isCode });
const four = [file("src/a.ts", 10), file("src/b.ts", 10), file("src/c.ts", 10), file("src/d.ts", 2)];

describe("where to look first", () => {
  test("a file that changed often and gains little comes first; long ago counts less", () => {
    const past = [
      ...quiet(600),
      touching("src/c.ts", 26),
      touching("src/c.ts", 30),
      touching("src/b.ts", 400),
      touching("src/b.ts", 420),
    ];
    expect(lookFirst(four, past, true)?.order).toEqual(["src/c.ts", "src/b.ts", "src/d.ts", "src/a.ts"]);
  });

  test("in a young repository the smallest comes first, with the facts all the same", () => {
    const past = [...quiet(3), touching("src/a.ts", 1, "fix: a race"), touching("src/a.ts", 2)];
    const first = lookFirst(four, past, true)!;
    expect(first.order).toEqual(["src/d.ts", "src/a.ts", "src/b.ts", "src/c.ts"]);
    expect([...first.recent]).toEqual([["src/a.ts", { changes: 2, fixes: 1, days: 90 }]]);
  });

  test("files that only lose lines follow the other code, and everything else keeps its order after that", () => {
    const files = [file("README.md", 1, false), ...four, file("src/gone.ts", 0), file("package.json", 1, false)];
    expect(lookFirst(files, [], true)?.order.slice(-3)).toEqual(["src/gone.ts", "README.md", "package.json"]);
  });

  test("what was renamed is known by its earlier name", () => {
    const [, ...rest] = four;
    const renamed = { ...file("src/new.ts", 10), before: "src/old.ts" };
    expect([...lookFirst([renamed, ...rest], [touching("src/old.ts", 3)], true)!.recent.keys()]).toEqual([
      "src/new.ts",
    ]);
  });

  test("three files of code are read in any order, and so is code that is only removed", () => {
    expect(lookFirst([...four.slice(1), file("README.md", 1, false)], quiet(600), true)).toBeNull();
    expect(
      lookFirst(
        four.map(({ path }) => file(path, 0)),
        quiet(600),
        true,
      ),
    ).toBeNull();
  });

  test("where the last commits cover fewer days, the fact says so; where none, there is no fact", () => {
    const busy = [...quiet(600), touching("src/a.ts", 25)];
    expect(lookFirst(four, busy, false)?.recent.get("src/a.ts")).toEqual({ changes: 1, fixes: 0, days: 25 });
    const today = [touching("src/a.ts", 0), touching("src/a.ts", 0.2)];
    expect(lookFirst(four, today, false)?.recent.size).toBe(0);
  });
});

test.each([
  [{ changes: 14, fixes: 6, days: 90 }, "changed 14 times in 90 days, 6 of them fixes"],
  [{ changes: 3, fixes: 1, days: 90 }, "changed 3 times in 90 days, 1 of them a fix"],
  [{ changes: 3, fixes: 3, days: 90 }, "changed 3 times in 90 days, all of them fixes"],
  [{ changes: 2, fixes: 2, days: 41 }, "changed twice in 41 days, both fixes"],
  [{ changes: 1, fixes: 1, days: 90 }, "changed once in 90 days, a fix"],
  [{ changes: 1, fixes: 0, days: 1 }, "changed once in 1 day"],
])("%j is said as %s", (recent, says) => {
  expect(recentText(recent)).toBe(says);
});
