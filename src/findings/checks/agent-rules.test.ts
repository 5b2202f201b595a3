// Tests which rules agent-rules parses and which lines it reports.
import { piecesOf } from "../../../test/support/pieces.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { agentRules, agentRulesWith, rulesForPath } from "./agent-rules.ts";
import { toDecidableRules } from "./agent-rules/decidable-rules.ts";
import { governedFolder, governingFiles, isRuleFile, type RuleFile } from "./agent-rules/rule-files.ts";
import { parseRules } from "./agent-rules/parse-rules.ts";
import { cases } from "../../../test/support/cases.ts";

type Files = Record<string, string>;

async function findingsIn(base: Files, head: Files) {
  const files = { base, head: { ...base, ...head } };
  const change = changeOf(files);
  if (agentRules.when(change) !== true) return [];
  return (await agentRules.run(change, { code: codeOf(files) }, AbortSignal.timeout(20_000))).findings;
}

async function report(base: Files, head: Files): Promise<string[]> {
  return (await findingsIn(base, head)).map(({ at, kind }) => `${at.path}:${at.start} ${kind}`);
}

function fileOf(path: string, text: string): RuleFile {
  return { path, text, folder: governedFolder(path), quotable: true };
}

/** The prohibitions in a sentence; empty for a rule that needs a reader. */
function forbidden(sentence: string, heading = ""): string[] {
  const text = heading === "" ? sentence : `## ${heading}\n\n${sentence}`;
  return parseRules(fileOf("AGENTS.md", text))
    .flatMap(toDecidableRules)
    .map((one) => {
      if (one.is === "tool") return `tool ${one.unwanted.join(" ")}`;
      return one.is === "forbidden" ? `${one.how} ${one.token}` : one.is;
    });
}

describe("its examples", () => {
  test.each(agentRules.examples.bad.map((example) => [example.name, example] as const))("%s", async (_, one) => {
    expect(await report(one.base, one.head)).toEqual(one.expect);
  });
  test.each(agentRules.examples.good.map((example) => [example.name, example] as const))("%s", async (_, one) => {
    expect(await report(one.base, one.head)).toEqual([]);
  });
});

describe("which files contain rules for a path", () => {
  test.each([
    ["CLAUDE.md", ""],
    ["web/AGENTS.md", "web"],
    [".claude/CLAUDE.md", ""],
    [".cursorrules", ""],
    [".cursor/rules/style.mdc", ""],
    ["web/.cursor/rules/ui/style.mdc", "web"],
    [".github/copilot-instructions.md", ""],
    [".github/instructions/web.instructions.md", ""],
  ])("%s speaks for %j", (path, folder) => {
    expect(isRuleFile(path)).toBe(true);
    expect(governedFolder(path)).toBe(folder);
  });

  test.each(["docs/claude.md", "web/.cursorrules", "web/.github/copilot-instructions.md", "AGENTS.md.bak"])(
    "%s is none",
    (path) => {
      expect(isRuleFile(path)).toBe(false);
    },
  );

  test("the nearest folder's and the root's; neither a sibling's nor one in between", () => {
    const files = ["AGENTS.md", "web/AGENTS.md", "web/shop/AGENTS.md", "api/AGENTS.md"].map((path) => fileOf(path, ""));
    const paths = governingFiles("web/shop/cart.ts", files).map(({ path }) => path);
    expect(paths).toEqual(["AGENTS.md", "web/shop/AGENTS.md"]);
  });

  test("a Cursor rule applies to its globs, or to everything if it says so", async () => {
    const rule = (header: string) => ({
      ".cursor/rules/time.mdc": `---\ndescription: time\n${header}\n---\nNever use \`Date.now()\`.\n`,
    });
    const head = { "web/a.ts": "f(Date.now());\n", "api/a.ts": "f(Date.now());\n" };
    expect(await report(rule("globs: web/**/*.ts"), head)).toEqual(["web/a.ts:1 forbidden-use"]);
    expect(await report(rule("alwaysApply: true"), head)).toHaveLength(2);
    expect(await report(rule("alwaysApply: false"), head)).toEqual([]);
  });

  test("every rule is listed with its place, decided here or not; code blocks demand nothing", () => {
    const text = [
      "---",
      "title: must not count",
      "---",
      "# Style",
      "",
      "Functions should be small. You MUST run the tests",
      "before pushing.",
      "",
      "```sh",
      "# always shown, never a rule",
      "```",
      "",
      "## Time",
      "- Prefer clocks.",
      "- Nothing to see.",
    ].join("\n");
    const listed = rulesForPath("src/a.ts", [fileOf("AGENTS.md", text), fileOf("web/AGENTS.md", "Never sleep.")]);
    expect(
      listed.map(({ line, sentence, strength, headings }) => [line, sentence, strength, headings.join("/")]),
    ).toEqual([
      [6, "Functions should be small.", "should", "Style"],
      [6, "You MUST run the tests before pushing.", "must", "Style"],
      [14, "Prefer clocks.", "should", "Style/Time"],
    ]);
  });
});

describe("rules that a pattern can decide", () => {
  cases("%s", (sentence) => forbidden(`- ${sentence}`), [
    ["NEVER use `any`", ["use any"]],
    ["**NEVER use `any` type** - use proper types or `unknown`", ["use any"]],
    ["Don't use the deprecated `OldError` class anywhere \u2014 it is kept only for plug-ins.", ["use OldError"]],
    ["Must not use default exports.", ["use export default"]],
    ["NEVER leave `console.log` in committed code.", ["use console.log"]],
    ["MUST NOT: `eval(`", ["use eval("]],
    ["Required: use `const` objects instead of `enum`.", ["use enum"]],
    ["Mandatory: use `fetchJson` rather than `fetch`.", ["use fetch"]],
    ["NEVER use `SELECT *` in queries.", ["use SELECT *"]],
    ["Dates come from `clock.now()`; `new Date()` is not allowed.", ["use new Date()"]],
    ["Use `clock.now()` instead of `Date.now()`.", ["use Date.now()"]],
    [
      "Always use `clock.now()`, never `Date.now()` or `performance.now()`.",
      ["use Date.now()", "use performance.now()"],
    ],
    ["Time: use `clock.now()`; never use `Date.now()`.", ["use Date.now()"]],
    ["`makeId()`, never `crypto.randomUUID()`.", ["use crypto.randomUUID()"]],
    ["No `console.log`.", ["use console.log"]],
    ["Never import from `@acme/*/src` - remove the `/src` part", ["import @acme/*/src"]],
    ["Do not use `@ts-ignore`.", ["use @ts-ignore"]],
    ["Never use `except Exception`.", ["use except Exception"]],
    ["Always use `uv` instead of `pip`", ["tool pip"]],
    ["Do not use npm/yarn.", ["tool npm yarn"]],
    ["Always use pnpm", ["tool npm yarn bun"]],
    ["No emojis in code or comments.", ["emoji"]],
    ["All files must end with a newline.", ["newline"]],
  ]);

  test.each([
    ["a condition", "Never use `el.innerHTML` when the text is not escaped."],
    ["an exception", "Never use `console.log` except for errors."],
    ["advice", "Avoid `Date.now()`."],
    ["an exception after a sign", "Never use `console.log` (acceptable on the command line)."],
    ["an exception in the next sentence", "Never use `console.log`. Exception: the command line."],
    ["a subject", "Services must not use `Date.now()`."],
    ["a scope in the clause before", "Use `paths.get()` for all files on disk \u2014 never call `os.homedir()`."],
    ["a common word", "Use `select` instead of `include`."],
    ["a command", "Never use `git push --force`."],
    ["an example", "Avoid short names, e.g. use `userName` instead of `userNm`."],
    ["no thing at all", "Never break the build."],
    ["what is prescribed", "Never use `foo.bar()` - use `foo.bar()` once more."],
    ["a tail that narrows", "Do NOT use `fixture.detectChanges()` to trigger updates by hand."],
    ["the way people work", "Never use `process.env.TOKEN`", "Pull requests"],
  ])("not: %s", (_name, sentence, heading = "") => {
    expect(forbidden(sentence, heading)).toEqual([]);
  });
});

describe("rules as people write them, each broken by one line", () => {
  const broken = (rule: string, path: string, added: string) =>
    report({ "AGENTS.md": `# Guide\n\n## Rules\n\n${rule}\n` }, { [path]: added });

  test.each([
    ["You MUST NOT call console.log in production code; use the logger.", "src/a.ts", "x;\nconsole.log(1);\n"],
    ["- Default exports are forbidden: named exports are always required.", "src/a.tsx", "x;\nexport default f;\n"],
    ["* Python: never use bare `except:`.", "app/a.py", "try: x()\nexcept:\n  log()\n"],
    ["Non-null assertions (`!`) are not allowed, always narrow instead.", "src/a.ts", "x;\nf(user!.name);\n"],
    [
      "SQL: never build queries with f-strings; parameters are required.",
      "app/a.py",
      'x = 1\nc.execute(f"SELECT {x}")\n',
    ],
    [
      "- Go: never call `panic` in library code, always return an error.",
      "store/a.go",
      "package a\nfunc f() { panic(1) }\n",
    ],
    ["- `unwrap()` and `expect()` must never appear outside tests.", "src/a.rs", "x;\nlet a = b.unwrap();\n"],
    ["Colours must always use tokens; hex literals are never allowed.", "web/a.css", "a { }\nb { color: #ff0000; }\n"],
    ["- Imports with `../..` are never allowed; always use `@/`.", "src/x/y.ts", 'x;\nimport "../../a";\n'],
    ["`@ts-ignore` is not allowed; a typed fix is always required.", "src/a.ts", "x;\n// @ts-ignore\n"],
    ["HTTP: always use `apiClient`, never call `fetch` directly.", "src/a.ts", 'x;\nfetch("/a");\n'],
    ["`eval` is prohibited.", "src/a.js", "x;\neval(text);\n"],
    ["- Do not use TypeScript enums (mandatory): use union types.", "src/a.ts", "x;\nenum Kind {}\n"],
    ["- Tests must never use `setTimeout` or sleeps.", "src/a.test.ts", "x;\nsetTimeout(done, 100);\n"],
  ])("%s", async (rule, path, added) => {
    expect(await broken(rule, path, added)).toEqual([`${path}:2 forbidden-use`]);
  });

  test.each([
    ["- File names in src/ must always be kebab-case.", "src/UserProfile.ts", "x;\n"],
    ["- Tests are named `*.test.ts`; `*.spec.ts` is forbidden.", "src/a.spec.ts", "x;\n"],
    ["Every new file in src/ MUST start with the comment `// SPDX-License-Identifier: MIT`.", "src/a.ts", "x;\n"],
    ["Indentation: tabs are mandatory. Never indent with spaces.", "src/a.ts", "    x;\n"],
    ["Lines MUST NOT be longer than 100 characters.", "src/a.ts", `f("${"a".repeat(100)}");\n`],
    ["TODO comments must always name an issue, as in `TODO(#123)`.", "src/a.ts", "// TODO: remove\n"],
    ["Every public function must have a docstring, always.", "app/a.py", "def send(to):\n    return to\n"],
    ["Exported functions must always have JSDoc.", "src/a.ts", "export function f() {}\n"],
    ["Interfaces must never be prefixed with `I`.", "src/a.ts", "interface IUser {}\n"],
  ])("%s", async (rule, path, added) => {
    expect(await broken(rule, path, added)).toEqual([`${path}:1 broken-convention`]);
  });

  test.each([
    ["- File names in src/ must always be kebab-case.", "src/user-profile.ts", "x;\n"],
    ["- File names in src/ must always be kebab-case.", "web/UserProfile.ts", "x;\n"],
    ["Every new file MUST start with `// SPDX-License-Identifier: MIT`.", "a.py", "# SPDX-License-Identifier: MIT\n"],
    ["Indentation: tabs are mandatory. Never indent with spaces.", "src/a.ts", "\tx;\n"],
    ["Lines MUST NOT be longer than 100 characters, unless they hold a URL.", "src/a.ts", `${"a".repeat(120)}\n`],
    ["TODO comments must always name an issue.", "src/a.ts", "// TODO(#12): remove\n"],
    ["Every public function must have a docstring.", "app/a.py", 'def send(to):\n    """Sends."""\n'],
    ["Interfaces must never be prefixed with `I`.", "src/a.ts", "interface Item {}\n"],
    ["- Go: never call `panic`.", "src/a.rs", 'panic!("no");\n'],
    ["- Never call `fetch` directly.", "src/a.ts", 'f("could not fetch");\n'],
  ])("not broken: %s", async (rule, path, added) => {
    expect(await broken(rule, path, added)).toEqual([]);
  });
});

describe("which lines a rule applies to", () => {
  const now = { "src/a.ts": "export const at = Date.now();\n" };

  test("quotes the line, and the rule as it stands at the base", async () => {
    const base = { "AGENTS.md": "# Time\n\n- Never use `Date.now()`,\n  use `clock.now()`.\n" };
    const [finding] = await findingsIn(base, { ...now, "AGENTS.md": "" });
    expect(finding?.evidence).toEqual([
      { path: "src/a.ts", side: "head", start: 1, end: 1, text: "export const at = Date.now();" },
      { path: "AGENTS.md", side: "base", start: 3, end: 3, text: "- Never use `Date.now()`," },
    ]);
    expect(finding?.explanation).toContain("`clock.now()`");
  });

  test.each([
    ["tests only", "Never use `Date.now()` in tests.", { "src/a.test.ts": "f(Date.now());\n" }, 1],
    [
      "tests under a heading of theirs",
      "## Testing\n\nNever use `Date.now()`.",
      { "src/a.test.ts": "f(Date.now());\n" },
      1,
    ],
    ["not tests, if it does not say so", "Never use `Date.now()`.", { "src/a.test.ts": "f(Date.now());\n" }, 0],
    ["a folder", "Never use `Date.now()` in `src/core`.", { "src/core/a.ts": "f(Date.now());\n", ...now }, 1],
    [
      "all but a folder",
      "Never use `Date.now()` (except in `src/clock`).",
      { "src/clock/a.ts": "f(Date.now());\n", ...now },
      1,
    ],
    ["a language", "Never use `Date.now()` in TypeScript files.", { "src/b.py": "f(Date.now())\n", ...now }, 1],
    [
      "a language's heading",
      "## Python\n\nNever use `print()`.",
      { "src/b.py": "print(1)\n", "src/b.ts": "print(1);\n" },
      1,
    ],
  ])("%s", async (_name, rule, head, count) => {
    expect(await report({ "AGENTS.md": `${rule}\n` }, head as Files)).toHaveLength(count);
  });

  test.each([
    ["a longer name", "Never use `waitFor()`.", "vi.waitFor(() => a());\nwaitForever();\n"],
    ["a word of JavaScript in a name", "NEVER use `any`.", "const any = 1;\nif (items.any(one)) f({ any });\n"],
    ["a reason given for a linter", "NEVER use `any`.", "// eslint-disable-next-line no-explicit-any\nlet a: any;\n"],
    ["a package whose name begins alike", "Do not import from `lodash`.", 'import { a } from "lodash-es";\n'],
  ])("not: %s", async (_name, rule, text) => {
    expect(await report({ "AGENTS.md": `${rule}\n` }, { "src/a.ts": text })).toEqual([]);
  });

  test.each([
    "let a: any;",
    "const a = b as any;",
    "const a: Map<string, any> = b;",
    "function f(a: any[]) {}",
    "let a: Promise<any>;",
    "type A = string | any;",
  ])("any: %s", async (text) => {
    expect(await report({ "AGENTS.md": "NEVER use `any`.\n" }, { "src/a.ts": `${text}\n` })).toHaveLength(1);
  });

  test("a line that only changed keeps what it had; a file's habit lowers the confidence", async () => {
    const base = { "AGENTS.md": "Never use `Date.now()`.\n", "src/a.ts": "f(Date.now());\ng();\n" };
    expect(await report(base, { "src/a.ts": "f(Date.now(), 1);\ng();\n" })).toEqual([]);
    const [finding] = await findingsIn(base, { "src/a.ts": "f(Date.now());\ng();\nh(Date.now());\n" });
    expect(finding?.confidence).toBe(4);
  });

  test("the tool's own way of installing is not the other tool", async () => {
    const base = { "AGENTS.md": "Always use `uv` instead of `pip`.\n" };
    const text = "uv pip install .\npip install uv\nnpm ci\n";
    expect(await report(base, { "install.sh": text })).toEqual([]);
    expect(await report(base, { "install.sh": `${text}pip install .\n` })).toEqual(["install.sh:4 forbidden-use"]);
  });

  test("missing newlines are one finding with their number; generated files are skipped", async () => {
    const base = { "AGENTS.md": "All files must end with a newline.\n" };
    const findings = await findingsIn(base, {
      "src/a.ts": "a();",
      "src/b.ts": "b();",
      "src/c.ts": "c();",
      "d.json": "{}",
    });
    expect(findings.map(({ at }) => at.path)).toEqual(["src/a.ts"]);
    expect(findings[0]?.explanation).toContain("2 more");
  });

  test("a Rust file's own tests are tests", async () => {
    const base = { "AGENTS.md": "Never use `.unwrap()`.\n" };
    const text =
      "fn a() {\n    b().unwrap();\n}\n\n#[cfg(test)]\nmod tests {\n    fn c() {\n        b().unwrap();\n    }\n}\n";
    expect(await report(base, { "src/a.rs": text })).toEqual(["src/a.rs:2 forbidden-use"]);
  });
});

describe("hostile text", () => {
  test("any text is read, and every listed rule stands on its line", () => {
    const word = piecesOf('never¦use¦`a.b()`¦instead of¦**¦- ¦\n¦```¦. ¦#¦must¦"x"¦>¦[¦](¦\uE000');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join(" ");
        for (const rule of parseRules(fileOf("AGENTS.md", text))) {
          expect(text.split("\n")[rule.line - 1]).toBe(rule.lineText);
          toDecidableRules(rule);
        }
      }),
    );
  });

  test.each([
    ["one long sentence", `Never use ${"`a.b()`, ".repeat(50_000)}\n`],
    ["many stars", `Never use \`${"*a".repeat(30)}\` in \`${"*a".repeat(30)}\`.\n`],
    ["nothing but marks", `${"*".repeat(100_000)}\n${"`".repeat(100_000)}\n`],
    ["many rules", "Never use `a.b()`.\n\n".repeat(4_000)],
  ])(
    "%s are read in time",
    async (_name, text) => {
      expect(await report({ "AGENTS.md": text }, { "src/a.ts": "a.b();\n" })).toEqual(expect.any(Array));
    },
    20_000,
  );
});

describe("personal rules", () => {
  const own = { displayPath: "~/.claude/CLAUDE.md", text: "Never use `Date.now()`.\nUse `pnpm`, never `npm`.\n" };
  const at = { base: { "a.ts": "f();\n" }, head: { "a.ts": "f();\ng(Date.now());\n" } };

  async function findingsWithPersonal(
    files: { base: Files; head: Files },
    rules: readonly { displayPath: string; text: string }[],
  ) {
    const check = agentRulesWith(async () => rules);
    const change = changeOf(files);
    return (await check.run(change, { code: codeOf(files) }, AbortSignal.timeout(20_000))).findings;
  }

  test("are enforced and cited by file name, but not quoted, because they are not in the repository", async () => {
    const [finding, ...others] = await findingsWithPersonal(at, [own]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      title: "`Date.now()` is forbidden by a rule of yours",
      at: { path: "a.ts", start: 2 },
      evidence: [{ path: "a.ts", text: "g(Date.now());" }],
    });
    expect(finding?.evidence).toHaveLength(1);
    expect(finding?.explanation).toMatch(/^~\/\.claude\/CLAUDE\.md, line 1, says: "Never use `Date\.now\(\)`\."/);
  });

  test("that repeat the repository's rules are reported once", async () => {
    const rules = { "AGENTS.md": "Never use `Date.now()`.\n" };
    const files = { base: { ...rules, ...at.base }, head: { ...rules, ...at.head } };
    const findings = await findingsWithPersonal(files, [own]);
    expect(findings.map(({ title }) => title)).toEqual(["`Date.now()` is forbidden by a rule of this repository"]);
  });

  test("are optional", async () => {
    expect(await findingsWithPersonal(at, [])).toEqual([]);
  });
});
