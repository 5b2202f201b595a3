// Tests the limits of comment-hygiene, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { commentHygiene } from "./comment-hygiene.ts";
import { languageFor } from "../text/languages.ts";
import { codeOn, commentOn, scan } from "../text/scan.ts";

type Files = Record<string, string>;

async function findingsIn(head: Files, base: Files = {}) {
  const change = changeOf({ base, head });
  if (commentHygiene.when(change) !== true) return [];
  return (await commentHygiene.run(change, { code: codeOf({ base, head }) }, AbortSignal.timeout(20_000))).findings;
}

async function report(head: Files, base: Files = {}): Promise<string[]> {
  return (await findingsIn(head, base)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

describe("conflict markers", () => {
  const conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n";

  test("every conflict of a file is reported, also with the common ancestor shown", async () => {
    const threeWay = "<<<<<<< ours\na\n||||||| base\nc\n=======\nb\n>>>>>>> theirs\n";
    expect(await report({ "notes.txt": `${conflict}\n${threeWay}` })).toEqual([
      "notes.txt:1 conflict-marker",
      "notes.txt:7 conflict-marker",
    ]);
  });

  test.each([
    ["a heading's underline", { "a.rst": "Title\n=======\n" }],
    ["a shell document", { "a.sh": `cat <<EOF\n${conflict}EOF\n` }],
    ["a template string in a test", { "a.test.ts": `const text = \`\n${conflict}\`;\n` }],
    ["a docstring", { "a.py": `"""\n${conflict}"""\n` }],
    ["a fixture", { "tests/fixtures/conflict.txt": conflict }],
    ["half a conflict", { "a.txt": "<<<<<<< HEAD\na\n=======\n" }],
  ])("%s is none", async (_name, head) => {
    expect(await report(head)).toEqual([]);
  });
});

describe("hidden characters", () => {
  test.each([
    ["bidi override in a comment", "a.ts", "// x\u202E y\n", "bidi-character"],
    ["isolate in a Go string", "a.go", 'var s = "a\u2066b"\n', "bidi-character"],
    ["override in prose", "AGENTS.md", "Run \u202Ethis\n", "bidi-character"],
    ["override in a workflow", ".github/workflows/ci.yml", "run: make # \u202E\n", "bidi-character"],
    ["zero width space in a name", "a.js", "const ad\u200Bmin = 1;\n", "invisible-character"],
    ["a byte order mark inside a file", "a.js", "const a = 1;\n\uFEFFconst b = 2;\n", "invisible-character"],
    ["a name made of a filler", "a.js", "const { \u3164 } = query;\n", "invisible-character"],
    ["tag characters that spell hidden text", "README.md", "Hi\u{E0068}\u{E0069}\n", "invisible-character"],
    [
      "a run of variation selectors that holds bytes",
      "a.ts",
      'run("\u{E0101}\u{E0102}\u{E0103}\u{E0104}");\n',
      "invisible-character",
    ],
  ])("%s", async (_name, path, text, kind) => {
    expect((await report({ [path]: text })).map((line) => line.split(" ").at(-1))).toEqual([kind]);
  });

  test.each([
    [
      "emoji with joiners, selectors and a flag of tags",
      "a.ts",
      'f("\u{1F3F4}\u{E0067}\u{E0062}\u{E007F} \u2764\uFE0F\u200D\u{1F525}");\n',
    ],
    ["Persian and Hindi with joiners", "a.py", 's = "\u0645\u06CC\u200C\u062E \u0915\u094D\u200D\u0937"\n'],
    ["soft hyphen in prose", "a.md", "Donau\u00ADdampf\n"],
    ["a translation with isolates", "src/locales/ar.json", '{ "a": "\u2067\u0645\u2069" }\n'],
    ["marks in a Hebrew string", "a.ts", 'const a = "\u05D0\u200F";\n'],
    ["a constant for the character", "a.ts", 'const zeroWidth = "\u200B";\n'],
    ["a pattern that strips them", "a.ts", "text.replace(/[\u200B\uFEFF]/g, '');\n"],
    ["escapes", "a.ts", 'const a = "\\u202E\\u200B";\n'],
  ])("not: %s", async (_name, path, text) => {
    expect(await report({ [path]: text })).toEqual([]);
  });

  test("the data of a test that a source file keeps at its end", async () => {
    const data = (option: string) => `fn run() {}\n\n#[test]\nfn test() {\n    check("a\u200Bb", ${option});\n}\n`;
    expect(await report({ "src/rule.rs": data("None") })).toEqual([]);
    expect(await report({ "src/rule.rs": 'fn run() { check("a\u200Bb"); }\n' })).toHaveLength(1);
  });

  test("a character that the line already had is not reported; an additional one is", async () => {
    const base = { "a.ts": 'send("a\u200Bb", 1);\n' };
    expect(await report({ "a.ts": 'send("a\u200Bb", 2);\n' }, base)).toEqual([]);
    expect(await report({ "a.ts": 'send("a\u200Bb", "\u200Bx");\n' }, base)).toHaveLength(1);
    const bidi = { "a.ts": "const a = 1; // \u202E\n" };
    expect(await report({ "a.ts": "const a = 2; // \u202E\n" }, bidi)).toEqual([]);
  });

  test("a line made of nothing else is read in linear time", async () => {
    expect(await report({ "a.ts": `const a = "x${"\u200B".repeat(100_000)}";\n` })).toEqual([
      "a.ts:1 invisible-character",
    ]);
  }, 5_000);

  test("a locale folder excuses translations, not code", async () => {
    expect(await report({ "src/lang/parse.ts": "if (a) { /* \u2066 */ run(); }\n" })).toEqual([
      "src/lang/parse.ts:1 bidi-character",
    ]);
    expect(await report({ "resources/lang/ar.php": "return ['a' => '\u2067\u0645\u2069'];\n" })).toEqual([]);
  });

  test("quotes the line as it is and names code points instead of showing them", async () => {
    const [finding] = await findingsIn({ "a.ts": 'const a = "x\u202Ey";\n' });
    expect(finding?.evidence[0].text).toBe('const a = "x\u202Ey";');
    expect(finding?.title).toContain("U+202E (right-to-left override)");
    expect(`${finding?.title}${finding?.explanation}`).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069]/);
  });
});

describe("focused and skipped tests", () => {
  test.each([
    ["src/a.test.ts", 'describe.only("a", () => {});\n', "focused-test"],
    ["src/a.test.ts", 'test.describe.only("a", () => {});\n', "focused-test"],
    ["src/a.test.ts", 'it.only.each([1])("a", () => {});\n', "focused-test"],
    ["src/a.spec.js", "fdescribe('a', () => {});\n", "focused-test"],
    ["spec/a_spec.rb", 'it "works", :focus do\nend\n', "focused-test"],
    ["spec/a_spec.rb", 'describe "a", focus: true do\nend\n', "focused-test"],
    ["pkg/a_test.go", 'var _ = FDescribe("a", func() {})\n', "focused-test"],
    ["tests/test_a.py", "@pytest.mark.focus\ndef test_a(): ...\n", "focused-test"],
    ["src/a.test.ts", 'xit("a", () => {});\n', "skipped-test"],
    ["pkg/a_test.go", "func TestA(t *testing.T) {\n\tt.Skip()\n}\n", "skipped-test"],
    ["tests/test_a.py", "@pytest.mark.skip\ndef test_a(): ...\n", "skipped-test"],
    ["src/test/java/ATest.java", "@Disabled\nvoid a() {}\n", "skipped-test"],
  ])("%s: %s", async (path, text, kind) => {
    expect((await report({ [path]: text })).map((line) => line.split(" ").at(-1))).toEqual([kind]);
  });

  test.each([
    ["outside tests", "src/menu.ts", 'it.only("a", f);\n'],
    ["in a string", "src/a.test.ts", "run(`\nit.only('a', f);\n`);\n"],
    ["in a comment", "src/a.test.ts", "// it.only('a', f)\n"],
    ["a helper that focuses", "src/a.test.ts", "test.only(name, callback);\n"],
    ["a test of focusing", "e2e/runner/focused.test.js", "test.only('runs', f);\n"],
    ["a condition", "src/a.spec.ts", "test.skip(isWindows, 'no symlinks');\n"],
    ["a Go condition", "pkg/a_test.go", "func TestA(t *testing.T) {\n\tif short {\n\t\tt.Skip()\n\t}\n}\n"],
    ["a reason beside", "src/a.test.ts", 'it.skip("a", f); // waits for #12\n'],
    ["a reason in Python", "tests/test_a.py", '@pytest.mark.skip(reason="slow")\ndef test_a(): ...\n'],
  ])("not: %s", async (_name, path, text) => {
    expect(await report({ [path]: text })).toEqual([]);
  });

  test("a skip that was there before in another spelling is not new", async () => {
    expect(await report({ "a.test.ts": 'it.skip("a", f);\n' }, { "a.test.ts": 'xit("a", f);\n' })).toEqual([]);
  });

  test.each([
    [
      "its whole suite was",
      'describe.skip("all", () => {\nit("one", f);\n});\n',
      'describe("all", () => {\nit.skip("one", f);\n});\n',
    ],
    ["it was, with another body", 'it.skip("reads one", old);\n', 'test.skip("reads one", now);\n'],
  ])("a test is not newly switched off where %s", async (_what, base, head) => {
    expect(await report({ "a.test.ts": head }, { "a.test.ts": base })).toEqual([]);
    expect(await report({ "b.test.ts": head }, { "a.test.js": base })).not.toEqual([]);
  });

  test("a skip in a file with another extension is not new either", async () => {
    const base = { "a.test.js": 'it.skip("reads one", old);\n' };
    expect(await report({ "a.test.ts": 'test.skip("reads one", (now: Order) => {});\n' }, base)).toEqual([]);
  });
});

describe("debug leftovers", () => {
  const inFile = (path: string, line: string, before = "start\n") =>
    report({ [path]: `${before}${line}\n` }, { [path]: before });

  test.each([
    ["src/a.ts", "debugger;"],
    ["src/a.ts", "  console.log(user, options);"],
    ["src/a.ts", '  console.log("here");'],
    ["app/a.py", "    print(result)"],
    ["app/a.py", "breakpoint()"],
    ["app/a.py", "import pdb; pdb.set_trace()"],
    ["app/models/a.rb", "  binding.pry"],
    ["spec/a_spec.rb", "  byebug"],
    ["src/lib.rs", "    let x = dbg!(y);"],
    ["src/A.php", "    var_dump($x);"],
  ])("%s: %s", async (path, line) => {
    expect(await inFile(path, line)).toEqual([`${path}:2 debug-leftover`]);
  });

  test.each([
    ["a message to people", "src/a.ts", '  console.log("Server is ready on port 3000");'],
    ["a reported error", "src/a.ts", "  console.log('Error starting:', error);"],
    ["a script", "scripts/a.ts", "console.log(version);"],
    ["a command line", "src/cli/run.ts", "console.log(version);"],
    ["a test", "src/a.test.ts", "console.log(version);"],
    ["a string", "src/a.ts", "const code = 'debugger;';"],
    ["a comment", "src/a.ts", "// console.log(user)"],
    ["a Rust module's tests", "src/store/tests.rs", "    dbg!(&result);"],
    ["a method of that name", "src/A.php", "    $query->dd();"],
    ["printing Python docs", "docs/conf.py", "print(version)"],
  ])("not: %s", async (_name, path, line) => {
    expect(await inFile(path, line)).toEqual([]);
  });

  test("prints are not reported in files that print already, nor behind a switch", async () => {
    expect(await inFile("src/a.ts", "console.log(b);", "console.log(a);\n")).toEqual([]);
    expect(await inFile("src/a.ts", "  console.log(b);", "if (options.verbose)\n")).toEqual([]);
  });

  test.each([
    ["in what logs", "function logAnswer(status) {\n  if (status < 400) {\n", "    console.log(line);"],
    [
      "beside an error of the same answer",
      "if (status > 400) {\n  console.error(line);\n} else {\n",
      "  console.log(line);",
    ],
    [
      "behind a switch some lines above",
      "if (DEV) {\n  for (const name of names) {\n    known.add(name);\n",
      "    console.log(name);",
    ],
    ["a stop for tests alone", "if (isTests) {\n", "  debugger"],
  ])("meant: %s", async (_what, before, line) => {
    expect(await inFile("src/a.ts", line, before)).toEqual([]);
  });

  test("a debugger statement that only loses its comment is not new", async () => {
    expect(
      await report({ "src/a.ts": "run();\ndebugger\n" }, { "src/a.ts": "run();\ndebugger // tslint:disable-line\n" }),
    ).toEqual([]);
  });

  test("adjacent lines are one finding", async () => {
    expect(await inFile("src/a.ts", "console.log(a);\nconsole.log(b);")).toEqual(["src/a.ts:2 debug-leftover"]);
  });
});

describe("commented-out code", () => {
  test("a comment that was reindented or moved to a file with another extension is not new", async () => {
    const dead = ["// if (config.debug) {", "//   console.log(text);", "// }"];
    const base = { "src/db.js": `open();\n${dead.map((line) => `    ${line}\n`).join("")}` };
    const head = { "src/db.ts": `const a: number = 1;\nclose(a);\n\n${dead.join("\n")}\n` };
    expect(await report(head, base)).toEqual([]);
    expect(await report(head)).toEqual(["src/db.ts:4 commented-out-code"]);
  });

  test.each([
    ["src/a.ts", "// const a = load();\n// save(a);\n"],
    ["src/a.ts", "// if (ready) {\n//   start(job);\n//   stop();\n// }\n"],
    ["app/a.py", "# for item in items:\n#     handle(item)\n"],
    ["src/a.go", "// x := load(y)\n// return x;\n// x.Close()\n"],
    ["src/A.java", "// int a = 1;\n// this.run(a);\n"],
  ])("%s: %s", async (path, text) => {
    expect(await report({ [path]: `${text}start\n` })).toEqual([`${path}:1 commented-out-code`]);
  });

  test.each([
    ["prose", "src/a.ts", "// Load the file first, then save it;\n// otherwise nothing is kept (see above).\n"],
    ["a licence", "src/a.ts", "// Copyright 2024 The Authors.\n// SPDX-License-Identifier: MIT\n"],
    ["an explained example", "src/a.ts", "// Usage:\n// const a = load();\n// save(a);\n"],
    ["a script's metadata", "a.py", '# /// script\n# dependencies = [\n#   "requests",\n# ]\n# ///\n'],
    ["a JSON example", "src/a.ts", '// {\n//   "a": 1,\n//   "b": [2]\n// }\n'],
    ["directives", "src/a.ts", "// eslint-disable-next-line no-console\n// @ts-expect-error\n"],
    ["documentation", "src/lib.rs", "/// let a = load();\n/// save(a);\n"],
    ["one line", "src/a.ts", "// save(a);\n"],
    ["options of a settings file", "app/settings.py", "# debug = True\n# cache = load()\n"],
  ])("not: %s", async (_name, path, text) => {
    expect(await report({ [path]: `${text}start\n` })).toEqual([]);
  });
});

describe("notes", () => {
  test.each([
    "// DO NOT MERGE",
    "// TODO: don't merge yet.".replace(" yet", ""),
    "/* NOCOMMIT */",
    "// remove this before merging",
    "// temporary hack",
    "// XXX remove",
  ])("%s", async (line) => {
    expect(await report({ "src/a.ts": `${line}\nstart();\n` })).toEqual(["src/a.ts:1 unfinished-note"]);
  });

  test.each([
    "// TODO: support columns",
    "// Do not merge cells that are empty.",
    "// DO NOT COMMIT the transaction here",
    "// temporary hack, see https://example.com/1",
    "// XXX: the order matters here",
    'const text = "DO NOT MERGE";',
  ])("not: %s", async (line) => {
    expect(await report({ "src/a.ts": `${line}\nstart();\n` })).toEqual([]);
  });
});

test("lines that were there before, or only moved, are left alone", async () => {
  const old = "debugger;\n// DO NOT MERGE\n";
  expect(await report({ "src/b.ts": `start();\n${old}` }, { "src/a.ts": `${old}end();\n` })).toEqual([]);
  expect(await report({ "src/a.ts": `${old}start();\n` }, { "src/a.ts": old })).toEqual([]);
});

test("vendored, generated and lock files are skipped", async () => {
  const head = {
    "vendor/a.js": "debugger;\n",
    "src/a.min.js": "debugger;\n",
    "yarn.lock": "<<<<<<< a\n=======\n>>>>>>> b\n",
  };
  const change = changeOf({ head });
  expect(commentHygiene.when(change)).toEqual({ kind: "nothing-to-check", what: "no added lines of text" });
});

describe("the scanner", () => {
  const parts = (path: string, text: string, line = 1) => {
    const scanned = scan(text, languageFor(path)!);
    return { code: codeOn(scanned, line).trim(), comment: commentOn(scanned, line).trim() };
  };

  test.each([
    ["a.ts", "a(`x ${b ? `// ${c}` : '}'} //`); // d", "// d"],
    ["a.ts", "a = b / c; // d / e", "// d / e"],
    ["a.ts", "a = /[/'\"`]\\// ; // d", "// d"],
    ["a.py", "a = '#' # b", "# b"],
    ["a.sh", 'echo "${a#b}" $# # c', "# c"],
    ["a.rs", "fn a<'a>(b: &'a str) { c('\"') } // d", "// d"],
    ["a.rs", 'let a = r#"// "# ; // d', "// d"],
    ["a.php", "#[A] // b", "// b"],
    ["a.sql", "select '--' -- c", "-- c"],
    ["a.lua", "a = [[ -- ]] -- c", "-- c"],
    ["a.rb", 'a = "#{b("#")} # " # c', "# c"],
    ["a.yml", "a: b#c # d", "# d"],
  ])("%s: %s", (path, text, comment) => {
    expect(parts(path, text).comment).toBe(comment);
  });

  test("knows where strings and comments of several lines end", () => {
    expect(parts("a.py", '"""\nx # y\n"""\na = 1 # b', 2)).toEqual({ code: "", comment: "" });
    expect(parts("a.py", '"""\nx # y\n"""\na = 1 # b', 4)).toEqual({ code: "a = 1", comment: "# b" });
    expect(parts("a.rs", "/* a /* b */\nc */ d", 2)).toEqual({ code: "d", comment: "c */" });
    expect(parts("a.rb", "a(<<~TEXT)\n  # no\nTEXT\nb # c", 2)).toEqual({ code: "", comment: "" });
    expect(parts("a.rb", "a(<<~TEXT)\n  # no\nTEXT\nb # c", 4)).toEqual({ code: "b", comment: "# c" });
  });

  test.each(["(/[", "'\\", "`${", "/*", "<<A ", '"""', "{", "//"])("gets through hostile text made of %j", (unit) => {
    const text = unit.repeat(200_000);
    for (const path of ["a.ts", "a.rs", "a.rb", "a.py", "a.cs"])
      expect(codeOn(scan(text, languageFor(path)!), 1).length).toBeLessThanOrEqual(text.length);
  });
});

describe("TODOs that wait for something that has happened", () => {
  async function stale(head: Files, base: Files, words: { title?: string; body?: string } = {}): Promise<string[]> {
    const change = changeOf({ base, head, ...words });
    const { findings } = await commentHygiene.run(
      change,
      { code: codeOf({ base, head }) },
      AbortSignal.timeout(20_000),
    );
    return findings.filter(({ kind }) => kind === "stale-todo").map(({ at }) => `${at.path}:${at.start}`);
  }

  test.each([
    ["// TODO(#41): retry", 1],
    ["// FIXME #41 retry", 1],
    ["// TODO: retry once #41 is fixed", 1],
    ["// TODO: use the new client\n// when #41 has landed", 1],
    ["/* TODO(https://github.com/acme/shop/issues/42): retry */", 1],
    ["// TODO(#411): retry", 0],
    ["// TODO: retry, see #41", 0],
    ["// TODO(acme/other#41): retry", 0],
    ["// Closed by #41 once and for all", 0],
    ['const text = "TODO(#41)";', 0],
  ])("closed issues: %s", async (note, findings) => {
    const body = "Fixes #41, fixes https://github.com/acme/shop/issues/42";
    const head = { "src/a.ts": `${note}\nexport const a = 1;\n` };
    expect(await stale(head, { "src/a.ts": "export const a = 1;\n" }, { body })).toHaveLength(findings);
  });

  test("an old note in a changed file is reported too", async () => {
    const old = "// TODO(#41): retry\n";
    const base = { "src/a.ts": `${old}export const a = 1;\n`, "src/b.ts": old };
    const head = { ...base, "src/a.ts": `${old}export const a = 2;\n` };
    expect(await stale(head, base, { title: "Retry (closes #41)" })).toEqual(["src/a.ts:1"]);
    expect(await stale(head, base, { title: "Retry (#41)" })).toEqual([]);
  });

  test.each([
    ["# TODO: inline once legacy.py is gone", 1],
    ["# TODO: inline after app/legacy.py has been removed", 1],
    ["# TODO: port the rest of legacy.py", 0],
    ["# TODO: inline once other_legacy.py is gone", 0],
  ])("deleted files: %s", async (note, findings) => {
    const base = { "app/legacy.py": "a = 1\n", "app/main.py": "b = 1\n" };
    expect(await stale({ "app/main.py": `${note}\nb = 1\n` }, base)).toHaveLength(findings);
  });

  test("a moved file still exists, so the note is not stale", async () => {
    const base = { "a/legacy.py": "a = 1\n", "app.py": "b = 1\n" };
    const head = { "b/legacy.py": "a = 1\n", "app.py": "# TODO: inline once legacy.py is gone\nb = 1\n" };
    expect(await stale(head, base)).toEqual([]);
  });

  test.each([
    ["package.json", '{ "version": "4.1.0" }', "a.ts", "// TODO: remove in v4.0", 1],
    ["package.json", '{ "version": "4.1.0" }', "a.ts", "// TODO: remove after 3.9.2", 1],
    ["package.json", '{ "version": "4.1.0" }', "a.ts", "// TODO: remove in v4.1", 0],
    ["package.json", '{ "version": "4.1.0" }', "a.ts", "// TODO: remove with Node 4.0", 0],
    ["package.json", '{ "version": "4.1.0" }', "a.ts", "// Remove in v4.0", 0],
    ["Cargo.toml", '[package]\nversion = "2.3.1"', "a.rs", "// TODO: delete this in 2.0", 1],
    // Versions of Rust and Python themselves look like this.
    ["Cargo.toml", '[package]\nversion = "2.3.1"', "a.rs", "// TODO: delete this in 1.80", 0],
    ["pyproject.toml", '[project]\nversion = "5.0.0"', "a.py", "# TODO: drop this in 3.12", 0],
    ["pyproject.toml", '[project]\nversion = "5.0.0"', "a.py", "# TODO: drop this in 4.2", 1],
    ["pyproject.toml", "not toml [", "a.py", "# TODO: drop this in 4.2", 0],
  ])("versions: %s %s, %s: %s", async (manifest, text, path, note, findings) => {
    const base = { [manifest]: `${text}\n`, [`src/${path}`]: "\n" };
    expect(await stale({ ...base, [`src/${path}`]: `${note}\n` }, base)).toHaveLength(findings);
  });

  test("the nearest manifest decides", async () => {
    const base = { "package.json": '{ "version": "9.0.0" }\n', "lib/package.json": '{ "version": "1.0.0" }\n' };
    const head = { ...base, "lib/a.ts": "// TODO: remove in 2.0\n", "a.ts": "// TODO: remove in 2.0\n" };
    expect(await stale(head, base)).toEqual(["a.ts:1"]);
  });
});

describe("what is reported once or not at all", () => {
  const skipped = 'import { test } from "vitest";\ntest.skip("a", () => {});\ntest.skip("b", () => {});\n';

  test("several skipped tests of a file are one finding", async () => {
    const [finding, ...more] = await findingsIn({ "a.test.ts": skipped });
    expect([finding?.kind, finding?.at.start, more]).toEqual(["skipped-test", 2, []]);
    expect(finding?.explanation).toContain("Also on line 3");
  });

  test("a title that mentions the skip explains it", async () => {
    const head = { "a.test.ts": skipped };
    const change = changeOf({ head, title: "test: skip the flaky ones" });
    const { findings } = await commentHygiene.run(change, { code: codeOf({ head }) }, AbortSignal.timeout(20_000));
    expect(findings).toEqual([]);
  });

  test("code that the authors did not write is skipped", async () => {
    expect(await report({ "third_party/lib/a.test.ts": skipped })).toEqual([]);
  });
});
