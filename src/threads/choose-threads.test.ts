// Tests which threads are selected, and that every other one is counted.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseThreads, type ThreadFilter } from "./choose-threads.ts";
import type { ReviewThread, ThreadId } from "./thread.ts";
import { cases } from "../../test/support/cases.ts";
import { threadOf } from "../../test/support/thread-of.ts";

function thread(id: string, more: Partial<ReviewThread> = {}): ReviewThread {
  return threadOf({ threadId: id as ThreadId, prNumber: 12, line: 4, ...more });
}

const threads = [
  thread("open"),
  thread("resolved", { isResolved: true }),
  thread("outdated", { isOutdated: true }),
  thread("both", { isResolved: true, isOutdated: true }),
];
const ids = (filter: ThreadFilter, of: readonly ReviewThread[] = threads, complete = true) =>
  chooseThreads({ threads: of, complete }, filter).threads.map(({ threadId }) => threadId as string);

describe("by state", () => {
  cases<[ThreadFilter, string[]]>("%j", ids, [
    [{}, ["open"]],
    [{ unresolved: true }, ["open"]],
    [{ includeOutdated: true }, ["open", "outdated"]],
    [{ unresolved: true, includeOutdated: true }, ["open", "outdated"]],
    [{ all: true }, ["open", "resolved", "outdated", "both"]],
    [{ all: true, unresolved: true }, ["open", "outdated"]],
  ]);

  test("each omitted thread is counted once, under the first reason", () => {
    expect(chooseThreads({ threads, complete: true }).leftOut).toEqual({
      resolved: 2,
      outdated: 1,
      author: 0,
      path: 0,
    });
  });
});

describe("by author", () => {
  const of = ["coderabbitai[bot]", "Coderabbitai", "ada", "Ada-2", null].map((author) =>
    thread(author ?? "gone", { author }),
  );
  cases("%j", (authors) => ids({ authors }, of), [
    [["coderabbitai"], ["coderabbitai[bot]", "Coderabbitai"]],
    [["CodeRabbitAI[bot]"], ["coderabbitai[bot]"]],
    [["@ada"], ["ada"]],
    [
      ["ADA", "ada-2"],
      ["ada", "Ada-2"],
    ],
    [["ghost"], ["gone"]],
    [["rabbit"], []],
    [["coderabbit"], ["coderabbitai[bot]"]],
    [[], ["coderabbitai[bot]", "Coderabbitai", "ada", "Ada-2", "gone"]],
  ]);
});

test("review bots are known by the names that people use, and a person of that name too", () => {
  const of = ["chatgpt-codex-connector[bot]", "codex", "chatgpt-codex-connector", "copilot-pull-request-reviewer[bot]"];
  const named = of.map((author) => thread(author, { author }));
  expect(ids({ authors: ["codex"] }, named)).toEqual(["chatgpt-codex-connector[bot]", "codex"]);
  expect(ids({ authors: ["Copilot"] }, named)).toEqual(["copilot-pull-request-reviewer[bot]"]);
  expect(ids({ authors: ["constructor"] }, named)).toEqual([]);
});

test("excluded authors are left out, unless they are asked for", () => {
  const of = ["coderabbitai[bot]", "ada"].map((author) => thread(author, { author }));
  expect(ids({ excludedAuthors: ["coderabbit"] }, of)).toEqual(["ada"]);
  expect(ids({ excludedAuthors: ["coderabbit"], authors: ["coderabbitai"] }, of)).toEqual(["coderabbitai[bot]"]);
  expect(chooseThreads({ threads: of, complete: true }, { excludedAuthors: ["ada"] })).toMatchObject({
    leftOut: { author: 1 },
    whole: false,
  });
});

describe("by path", () => {
  const of = ["src/a.ts", "src/deep/b.ts", "docs/a.md", ".github/ci.yml", "app/[id].ts", "app/i.ts", null].map((path) =>
    thread(path ?? "nowhere", { path }),
  );
  cases("%j", (paths) => ids({ paths }, of), [
    [["src/a.ts"], ["src/a.ts"]],
    [["src/**"], ["src/a.ts", "src/deep/b.ts"]],
    [["src/*"], ["src/a.ts"]],
    [["src"], ["src/a.ts", "src/deep/b.ts"]],
    [["./src/"], ["src/a.ts", "src/deep/b.ts"]],
    [
      ["**/*.md", "src/a.ts"],
      ["src/a.ts", "docs/a.md"],
    ],
    [["**/*.yml"], [".github/ci.yml"]],
    [["app/[id].ts"], ["app/[id].ts", "app/i.ts"]],
    [["sr"], []],
    [["."], ["src/a.ts", "src/deep/b.ts", "docs/a.md", ".github/ci.yml", "app/[id].ts", "app/i.ts"]],
  ]);
});

describe("the whole", () => {
  test.each<[string, ThreadFilter, boolean, boolean]>([
    ["outdated ones are left out", {}, true, false],
    ["all unresolved ones are there", { includeOutdated: true }, true, true],
    ["everything is there", { all: true }, true, true],
    ["the scan was not complete", { all: true }, false, false],
    ["an author was asked for", { all: true, authors: ["eve"] }, true, false],
  ])("%s", (_, filter, complete, whole) => {
    expect(chooseThreads({ threads, complete }, filter).whole).toBe(whole);
  });

  test("only resolved threads omitted: nothing is missing", () => {
    expect(chooseThreads({ threads: threads.slice(0, 2), complete: true }).whole).toBe(true);
  });
});

test("every thread is chosen or counted, for any filter", () => {
  const one = fc.record({
    isResolved: fc.boolean(),
    isOutdated: fc.boolean(),
    author: fc.option(fc.constantFrom("ada", "bob", "x[bot]")),
    path: fc.option(fc.constantFrom("src/a.ts", "b.md")),
  });
  const filters = fc.record(
    {
      all: fc.boolean(),
      unresolved: fc.boolean(),
      includeOutdated: fc.boolean(),
      authors: fc.array(fc.oneof(fc.constantFrom("ada", "x"), fc.string())),
      paths: fc.array(fc.oneof(fc.constantFrom("src", "*.md"), fc.string())),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(one), filters, (many, filter) => {
      const of = many.map((more, n) => thread(String(n), more));
      const { threads: chosen, leftOut } = chooseThreads({ threads: of, complete: true }, filter);
      const counted = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
      expect(chosen.length + counted).toBe(of.length);
      expect(of.filter((each) => chosen.includes(each))).toEqual(chosen);
    }),
  );
});
