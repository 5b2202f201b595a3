// Tests which changes intent-mismatch reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { intentMismatch } from "./intent-mismatch.ts";

type Files = Record<string, string>;

async function report(title: string, base: Files, head: Files): Promise<string[]> {
  const change = changeOf({ base, head, title });
  if (intentMismatch.when(change) !== true) return [];
  const { findings } = await intentMismatch.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000));
  return findings.map(({ at, kind, confidence }) => `${at.path}:${at.start} ${kind} ${confidence}`);
}

const line = (title: string, path: string, before: string, after: string) =>
  report(title, { [path]: `${before}\n` }, { [path]: `${after}\n` });

test.each(["", "Improve the parser", "feat: parse more", "chore: tidy", "wibble: parse"])(
  "nothing to check in %j",
  (title) => {
    expect(intentMismatch.when(changeOf({ title, head: { "a.ts": "a();\n" } }))).toMatchObject({
      kind: "nothing-to-check",
    });
  },
);

test("nothing to check in a range of commits, whose title is that of its first", () => {
  const files = { base: { "src/a.ts": "save(a);\n" }, head: { "src/a.ts": "save(b, a);\n" } };
  const list = ["docs: explain", "Save twice"].map((message) => ({ sha: message, message, author: "Ada" }));
  const change = changeOf({ ...files, title: "docs: explain", words: { commits: list, commitsTotal: 2 } });
  expect(intentMismatch.when(change)).toMatchObject({ kind: "nothing-to-check" });
});

describe("docs:", () => {
  test.each([
    ["a changed call", "src/a.ts", "save(a);", "save(b, a);"],
    ["a changed default", "app/a.py", "retries = 3", "retries = 5"],
    ["a new branch", "src/a.go", "\trun()", "\tif ready {\n\t\trun()\n\t}"],
    ["a removed statement", "src/a.rs", "    flush();\n    done();", "    done();"],
  ])("%s", async (_name, path, before, after) => {
    expect(await line("docs: explain", path, before, after)).toHaveLength(1);
  });

  test.each([
    ["comments", "src/a.ts", "save(a); // keep", "save(a); // keep for later"],
    ["a docstring", "app/a.py", 'def a():\n    """Old."""', 'def a():\n    """New.\n\n    if x: y()\n    """'],
    ["help and error texts", "src/a.ts", 'option("a", "Old text");', 'option(\n  "a",\n  "New " +\n    "text",\n);'],
    ["descriptions held as data", "src/a.ts", "x = {", "x = {\n  description:\n    'Text',\n  alias: ['a', 'b'],"],
    ["a member of a type", "src/a.ts", "interface A {", "interface A {\n  size?: number"],
    ["examples", "examples/a.ts", "run(a);", "run(b);"],
    ["the docs site", "docs/.vitepress/theme.ts", "run(a);", "run(b);"],
    ["tests", "src/a.test.ts", "run(a);", "run(b);"],
    [
      "Rust's inline tests",
      "src/a.rs",
      "#[cfg(test)]\nmod t { fn a() { run(a); } }",
      "#[cfg(test)]\nmod t {\n fn a() { run(b); }\n}",
    ],
    ["a script", "src/a.py", "#!/usr/bin/env python\nrun(a)", "#!/usr/bin/env python\nrun(b)"],
  ])("not: %s", async (_name, path, before, after) => {
    expect(await line("docs: explain", path, before, after)).toEqual([]);
  });
});

describe("style:", () => {
  test("a statement that means something else", async () => {
    expect(await line("style: format", "src/a.ts", "if (a == b) run()", "if (a != b) run();")).toEqual([
      "src/a.ts:1 style-changes-code 7",
    ]);
  });

  test.each([
    ["layout, quotes, semicolons, trailing commas", "src/a.ts", "run({a: 'b'}, c)", 'run(\n  { a: "b", },\n  c,\n);'],
    ["braces and declarations", "src/a.js", "var a = b()\nif (a) run()", "const a = b();\nif (a) {\n  run();\n}"],
    ["members in another order", "src/a.ts", "run(a)\nstop(b)", "stop(b)\nrun(a)"],
    ["a renaming", "app/a.py", "userName = load(x)", "user_name = load(x)"],
    ["components, which have looks", "src/A.tsx", "<a size={1}>{f(x)}</a>", "<a size={2}>{f(y)}</a>"],
  ])("not: %s", async (_name, path, before, after) => {
    expect(await line("style: format", path, before, after)).toEqual([]);
  });

  test("a change with a stylesheet is about visual style", async () => {
    expect(
      await report(
        "style: buttons",
        { "a.css": "a{}\n", "a.ts": "run(1)\n" },
        { "a.css": "b{}\n", "a.ts": "run(x, 2)\n" },
      ),
    ).toEqual([]);
  });
});

describe("refactor:", () => {
  test.each([
    ["a number", "src/a.ts", "if (list.length > 0) run();", "if (list.length > 1) run();", 7],
    ["a switch", "app/a.py", "    retry(job, True)", "    retry(job, False)", 7],
    ["a pattern", "src/a.js", "return a.replace(/Once$/, b);", "return a.replace(/twice$/, b);", 5],
    ["a key", "src/a.go", '\treturn get("limit")', '\treturn get("max")', 5],
  ])("%s", async (_name, path, before, after, confidence) => {
    expect(await line("refactor: simplify", path, before, after)).toEqual([
      `${path}:1 refactor-changes-value ${confidence}`,
    ]);
  });

  test("quotes both lines", async () => {
    const base = { "a.ts": "wait(10);\n" };
    const head = { "a.ts": "wait(100);\n" };
    const change = changeOf({ base, head, title: "refactor: timers" });
    const { findings } = await intentMismatch.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(5_000));
    expect(findings[0]?.evidence.map(({ side, text }) => `${side} ${text}`)).toEqual([
      "head wait(100);",
      "base wait(10);",
    ]);
  });

  test.each([
    ["a message", "src/a.ts", 'throw new Error("gone");', 'throw new Error("missing");'],
    ["an import", "src/a.ts", 'import a from "./a";', 'import a from "./b";'],
    ["a path", "src/a.ts", 'const a = load("x/a.json");', 'const a = load("y/a.json");'],
    ["the same number", "src/a.rs", "    run(10.0);", "    run(10);"],
    ["a pattern spelled otherwise", "src/a.js", "const a = /[a-z\\-]+/;", "const a = /[a-z-]+/;"],
    ["a list numbered anew", "src/a.ts", "A = 1 << 1,\nB = 1 << 2,", "A = 1 << 2,\nB = 1 << 3,"],
    ["tests", "src/a.test.ts", "run(1);", "run(2);"],
    ["a statement written anew", "src/a.ts", "run(1);", "start(2, now);"],
    ["styles in a component", "src/A.vue", "  width: 2px;", "  width: 11px;"],
  ])("not: %s", async (_name, path, before, after) => {
    expect(await line("refactor: simplify", path, before, after)).toEqual([]);
  });
});

describe("fix:", () => {
  const fix = (title: string, ...paths: string[]) =>
    report(
      title,
      Object.fromEntries(paths.map((path) => [path, "one\n"])),
      Object.fromEntries(paths.map((path) => [path, "two\n"])),
    );

  test("documentation alone, tests alone, comments alone", async () => {
    expect(await fix("fix: crash on start", "README.md")).toEqual(["README.md:1 fix-without-source 7"]);
    expect(await fix("fix: crash on start", "src/a.test.ts")).toEqual(["src/a.test.ts:1 fix-without-source 5"]);
    expect(await line("fix: crash on start", "src/a.ts", "run(); // a", "run(); // b")).toEqual([
      "src/a.ts:1 fix-without-source 7",
    ]);
  });

  test.each([
    ["fix: crash", "src/a.ts", "README.md"],
    ["fix: wrong colour", "theme.css"],
    ["fix: crash", "config.yml"],
    ["fix: crash", "schema.sql"],
    ["fix: crash", "Dockerfile"],
    ["fix(docs): table", "README.md"],
    ["fix(ci): cache", "README.md"],
    ["fix(test): flake", "src/a.test.ts"],
    ["fix: typo in the guide", "README.md"],
    ["fix: flaky login", "src/a.spec.ts"],
    ["fix: the reviewer is too polite", "prompts/review.md"],
    ["fix: version", "requirements.txt"],
  ])("not: %s in %s", async (title, ...paths) => {
    expect(await fix(title, ...paths)).toEqual([]);
  });
});
