// The linters that this project itself uses, and those of the machine, on small repositories: real programs, run in a
// temporary folder.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import type { Change } from "../../change/change.ts";
import type { RepositoryConfig } from "../../change/config.ts";
import type { UnitResult } from "../report.ts";
import { lintGate } from "./lint-gate.ts";
import { NotExecuted } from "./not-executed.ts";
import { reportFolder, type CommandEnd, type CommandLine, type SandboxRunner } from "./sandbox-runner.ts";

type Files = Record<string, string>;

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Runs the words where they are, on files that it writes: what the real one does, but for the sandbox. */
function direct(base: Files, head: Files, ran: string[][] = []): SandboxRunner {
  return {
    async run(tree, _ecosystems, commands) {
      const root = mkdtempSync(join(tmpdir(), "crosscheck-lint-gate-"));
      try {
        const files = { ...(tree.of === "base" ? base : head) };
        for (const path of tree.withHead ?? []) {
          delete files[path];
          if (head[path] !== undefined) files[path] = head[path];
        }
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(root, "work", path)), { recursive: true });
          writeFileSync(join(root, "work", path), text);
        }
        symlinkSync(modules, join(root, "work/node_modules"));
        const ends = commands.map((command) => runIn(root, command));
        ran.push(...commands.map(({ words }) => [tree.of, ...words]));
        return { is: "ran", ends, did: { sandbox: "none", dependencies: [] } };
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
  };
}

function runIn(root: string, { words, cwd, env, reports = [] }: CommandLine): CommandEnd {
  const [work, folder] = [join(root, "work"), join(root, "reports")];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const [program, ...given] = words.map((word) => word.replace(reportFolder, folder));
  const PATH = `${join(modules, ".bin")}:/usr/bin:/bin`;
  const done = spawnSync(program!, given, {
    cwd: join(work, cwd),
    env: { HOME: root, PATH, ...env },
    encoding: "utf8",
  });
  if (done.error)
    return { is: "not-started", code: null, why: `${program} is not here`, output: "", reports: [], ms: 1 };
  const files = reports.map((path) => ({
    from: path.startsWith(reportFolder) ? path.replace(reportFolder, folder) : join(work, cwd, path),
    path: path.startsWith(reportFolder) ? path : join(cwd, path),
  }));
  return {
    is: "ended",
    code: done.status,
    why: null,
    output: `${done.stdout}${done.stderr}`.replaceAll(work, "/work"),
    reports: files
      .filter(({ from }) => existsSync(from))
      .map(({ from, path }) => ({ path, text: readFileSync(from, "utf8").replaceAll(work, "/work") })),
    ms: 1,
  };
}

interface Story {
  base: Files;
  head: Files;
  config?: RepositoryConfig;
  sandbox?: SandboxRunner;
  ran?: string[][];
}

function ownChange({ base, head, config = {} }: Pick<Story, "base" | "head" | "config">): Change {
  return { ...changeOf({ base, head, config }), owned: { is: "mine", why: "trusted-path" } };
}

async function gate({ base, head, config = {}, ran, sandbox = direct(base, head, ran) }: Story): Promise<UnitResult> {
  const unit = lintGate(false);
  const change = ownChange({ base, head, config });
  expect(unit.when(change)).toBe(true);
  const stop = new AbortController().signal;
  const code = codeOf({ base, head });
  return await unit.run(change, { code, sandbox, panel: null, reports: Promise.resolve([]) }, stop);
}

function places({ findings }: UnitResult): string[] {
  return findings.map(({ at, kind, severity, title }) => `${at.path}:${at.start} ${kind} ${severity}: ${title}`);
}

function told({ lint }: UnitResult): string[] {
  return (lint ?? []).map(({ linter, onChanged, elsewhere, trouble }) =>
    trouble === null ? `${linter}: ${onChanged} on, ${elsewhere} elsewhere` : `${linter}: ${trouble}`,
  );
}

const manifest = (...names: string[]) =>
  JSON.stringify({ type: "module", devDependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])) });

describe("a linter", () => {
  const base = {
    "package.json": manifest("oxlint"),
    ".oxlintrc.json": '{ "rules": { "no-debugger": "error", "no-var": "warn" } }',
    "src/a.ts": "debugger;\nexport const a = 1;\n",
  };

  test("reports problems on changed lines with their text, and counts the rest", async () => {
    const head = { ...base, "src/a.ts": "debugger;\nexport const a = 1;\n  debugger;\nexport var b = a;\n" };
    const result = await gate({ base, head });
    expect(places(result)).toEqual([
      "src/a.ts:3 violation medium: no-debugger: `debugger` statement is not allowed",
      "src/a.ts:4 violation low: no-var: Unexpected var, use let or const instead.",
    ]);
    expect(told(result)).toEqual(["oxlint: 2 on, 1 elsewhere"]);
    const [first] = result.findings;
    expect(first).toMatchObject({ proof: "proven", sources: ["PRESCAN:lint-gate"], pass: "diff-specific" });
    expect(first!.evidence[0]).toMatchObject({ start: 3, side: "head", text: "  debugger;" });
    expect(result).toMatchObject({ verdicts: [], read: [], ran: [{ result: "failed" }] });
  });

  test("is reported once per rule and file", async () => {
    const head = { ...base, "src/a.ts": `debugger;\nexport const a = 1;\n${"debugger;\n".repeat(12)}` };
    const result = await gate({ base, head });
    expect(places(result)).toHaveLength(1);
    expect(result.findings[0]!.explanation).toContain("The same goes for line 4, 5, 6, 7, 8, 9, 10, 11 and 3 more.");
    expect(told(result)).toEqual(["oxlint: 12 on, 1 elsewhere"]);
  });

  test("without problems has passed, and counts as no reading", async () => {
    const result = await gate({ base, head: { ...base, "src/a.ts": `${base["src/a.ts"]}export const b = 2;\n` } });
    expect(result).toMatchObject({
      findings: [],
      ran: [{ result: "passed", summary: "0 on changed lines, 1 elsewhere" }],
    });
  });

  test.each<[string, Files]>([
    [
      "turned off",
      { ".oxlintrc.json": '{ "rules": { "no-debugger": "off" }, "categories": { "correctness": "off" } }' },
    ],
    ["made to leave everything out", { ".oxlintrc.json": '{ "ignorePatterns": ["**"] }' }],
    ["broken", { ".oxlintrc.json": "{ nonsense" }],
    ["overridden further down", { "src/.oxlintrc.json": '{ "rules": { "no-debugger": "off" } }' }],
    ["circumvented by a list of files", { ".eslintignore": "*\n", ".gitignore": "*\n" }],
    ["made a program", { "src/oxlint.config.ts": "process.exit(0);\nexport default {};\n" }],
  ])("whose config the change has %s uses the config of the base", async (_name, hostile) => {
    const head = { ...base, ...hostile, "src/a.ts": `${base["src/a.ts"]}debugger;\n` };
    expect(places(await gate({ base, head }))).toEqual([
      "src/a.ts:3 violation medium: no-debugger: `debugger` statement is not allowed",
    ]);
  });

  test("whose config extends another uses that from the base, too", async () => {
    const built = {
      ...base,
      ".oxlintrc.json": '{ "extends": ["./config/lint.json"] }',
      "config/lint.json": base[".oxlintrc.json"],
    };
    const head = {
      ...built,
      "config/lint.json": '{ "rules": { "no-var": "off" } }',
      "src/a.ts": "export var a = 1;\n",
    };
    expect(places(await gate({ base: built, head }))).toEqual([
      "src/a.ts:1 violation low: no-var: Unexpected var, use let or const instead.",
    ]);
  });

  test("that the change brings counts from the next one on", async () => {
    const before = { "package.json": manifest(), "src/a.ts": "export {};\n" };
    const head = { ...base, "src/a.ts": "debugger;\n" };
    const result = await gate({ base: before, head, sandbox: { run: () => Promise.reject(new Error("run")) } });
    expect(result).toMatchObject({ findings: [], lint: [] });
    expect(result.notes).toEqual(["at base, the project has no linter known here that looks at what was changed"]);
  });

  test("without a pinned version is not run, and says so", async () => {
    const loose = { ...base, "package.json": manifest() };
    const result = await gate({ base: loose, head: { ...loose, "src/b.ts": "debugger;\n" } });
    expect(result.findings).toEqual([]);
    expect(result.notes).toEqual(["oxlint was not run, because it is configured, but no package.json names oxlint"]);
  });

  test("that rejects its own config says so", async () => {
    const broken = { ...base, ".oxlintrc.json": '{ "rules": 3 }' };
    const result = await gate({ base: broken, head: { ...broken, "src/b.ts": "debugger;\n" } });
    expect(told(result)).toEqual(["oxlint: Failed to parse oxlint configuration file."]);
    expect(result).toMatchObject({ findings: [], ran: [{ result: "not-run" }] });
  });

  test("that is not installed says so", async () => {
    const python = { "pyproject.toml": "[tool.ruff]\n", "a.py": "import os\n" };
    const result = await gate({ base: python, head: { ...python, "a.py": "import os, sys\n" } });
    expect(told(result)).toEqual(["ruff: ruff is not here"]);
  });

  test("handles file names with shell, pattern or option characters", async () => {
    const names = ["src/[id].ts", "src/{a,b}.ts", "src/(group)/*.ts", "-rf.ts", "src/a b$HOME.ts", "src/é.ts"];
    const head = { ...base, ...Object.fromEntries(names.map((name) => [name, "debugger;\n"])) };
    const result = await gate({ base, head });
    expect(result.findings.map(({ at }) => at.path).toSorted()).toEqual(names.toSorted());
  });

  test("runs in each folder that has its own config", async () => {
    const two = {
      "one/package.json": manifest("oxlint"),
      "one/.oxlintrc.json": '{ "rules": { "no-var": "error" } }',
      "two/package.json": manifest("oxlint"),
      "two/.oxlintrc.json": '{ "rules": { "no-debugger": "off" } }',
    };
    const text = "export var a = 1;\ndebugger;\n";
    const result = await gate({ base: two, head: { ...two, "one/a.ts": text, "two/b.ts": text } });
    expect(places(result)).toEqual([
      "one/a.ts:1 violation medium: no-var: Unexpected var, use let or const instead.",
      "one/a.ts:2 violation low: no-debugger: `debugger` statement is not allowed",
    ]);
    expect(result.lint!.map(({ cwd, onChanged }) => [cwd, onChanged])).toEqual([
      ["one", 2],
      ["two", 0],
    ]);
  });
});

describe("non-null assertions", () => {
  const base = {
    "package.json": manifest("oxlint"),
    ".oxlintrc.json": '{ "rules": { "typescript/no-non-null-assertion": "warn" } }',
    "a.ts": "export const a: { b?: number } = {};\n",
  };
  const head = (guide: Files) => ({ ...base, ...guide, "a.ts": `${base["a.ts"]}export const b = a.b!;\n` });

  test.each<[string, Files, Files, string]>([
    [
      "weigh more where the project forbids them",
      { "CLAUDE.md": "- Never use non-null assertions (`!`).\n" },
      {},
      "medium",
    ],
    ["weigh little where it is empty", {}, {}, "low"],
    [
      "weigh little where it only speaks of them",
      { "AGENTS.md": "A non-null assertion is fine in tests.\n" },
      {},
      "low",
    ],
    ["weigh what base says", { "AGENTS.md": "Non-null assertions are banned.\n" }, { "AGENTS.md": "\n" }, "medium"],
  ])("%s", async (_name, guide, changed, severity) => {
    const result = await gate({ base: { ...base, ...guide }, head: head({ ...guide, ...changed }) });
    expect(result.findings.map((one) => one.severity)).toEqual([severity]);
  });
});

describe("a formatter", () => {
  const base = {
    "package.json": manifest("oxfmt"),
    ".oxfmtrc.json": '{ "printWidth": 80 }',
    "src/a.ts": "export const a = 1;\nexport const b = 2;\n",
  };

  test("reports the first changed line that it would reformat", async () => {
    const head = {
      ...base,
      "src/a.ts": "export const a = 1;\nexport const b = 2;\nexport const c = 3;\nexport  const d = [1,2];\n",
    };
    const ran: string[][] = [];
    const result = await gate({ base, head, ran });
    expect(places(result)).toEqual(["src/a.ts:4 not-formatted medium: Not formatted as oxfmt would"]);
    expect(result.findings[0]!.evidence[0].text).toBe("export  const d = [1,2];");
    expect(ran.map(([of]) => of)).toEqual(["head", "base"]);
  });

  test("holds a new file to it without looking back", async () => {
    const ran: string[][] = [];
    const result = await gate({ base, head: { ...base, "src/[new].ts": "const x = {a:1}\n" }, ran });
    expect(places(result)).toEqual(["src/[new].ts:1 not-formatted medium: Not formatted as oxfmt would"]);
    expect(ran).toHaveLength(1);
  });

  test("holds no file to it that was not formatted before", async () => {
    const before = { ...base, "src/a.ts": "export const a = {x:1}\n" };
    const result = await gate({
      base: before,
      head: { ...before, "src/a.ts": "export const a = {x:1}\nexport const b = {y:1}\n" },
    });
    expect(told(result)).toEqual(["oxfmt: 0 on, 1 elsewhere"]);
  });

  test("shows a missing final newline, and a blank line with the line before it", async () => {
    const cut = { ...base, "src/a.ts": "export const a = 1;\nexport const b = 2;\nexport const c = 3;" };
    expect(places(await gate({ base, head: cut }))).toEqual([
      "src/a.ts:3 not-formatted medium: Not formatted as oxfmt would",
    ]);
    const blank = { ...base, "src/a.ts": "export const a = 1;\n\n\n\nexport const b = 2;\n" };
    const [finding] = (await gate({ base, head: blank })).findings;
    expect(finding!.evidence[0].text.trim()).toBe("export const a = 1;");
  });

  test("reports nothing, or skips files that its config ignores", async () => {
    const tidy = { ...base, "src/a.ts": `${base["src/a.ts"]}export const c = 3;\n` };
    expect(told(await gate({ base, head: tidy }))).toEqual(["oxfmt: 0 on, 0 elsewhere"]);
    const aside = { ...base, ".oxfmtrc.json": '{ "ignorePatterns": ["src/a.ts"] }' };
    const head = { ...aside, "src/a.ts": "export  const a = 1\n" };
    expect(told(await gate({ base: aside, head }))).toEqual(["oxfmt: 0 on, 0 elsewhere"]);
  });

  test("cannot be configured to ignore everything", async () => {
    const head = {
      ...base,
      ".prettierignore": "*\n",
      "src/.oxfmtrc.json": '{ "ignorePatterns": ["**"] }',
      "src/b.ts": "let  x\n",
    };
    expect(told(await gate({ base, head }))).toEqual([
      "oxfmt: the change alters src/.oxfmtrc.json, and what it says by the config of base may be no fault",
    ]);
    const listed = { ...base, ".prettierignore": "*\n", "src/b.ts": "let  x\n" };
    expect(places(await gate({ base, head: listed }))).toHaveLength(1);
  });

  test("that cannot read a file says so, and reports the others", async () => {
    const broken = { ...base, "src/b.ts": "let = = ;\n" };
    expect(told(await gate({ base, head: broken }))).toEqual([expect.stringMatching(/^oxfmt: \S/)]);
    const both = { ...broken, "src/c.ts": "let  x\n" };
    expect(places(await gate({ base, head: both }))).toEqual([
      "src/c.ts:1 not-formatted medium: Not formatted as oxfmt would",
    ]);
  });

  test("runs after the linters, because it moves their lines", async () => {
    const all = { ...base, "package.json": manifest("oxfmt", "oxlint"), ".oxlintrc.json": "{}" };
    const ran: string[][] = [];
    const head = { ...all, "src/b.ts": "export const x = [1,\n2];\ndebugger;\n" };
    const result = await gate({ base: all, head, ran });
    expect(ran.map(([, program]) => program)).toEqual(["oxlint", "oxfmt"]);
    expect(places(result)).toEqual([
      "src/b.ts:3 violation low: no-debugger: `debugger` statement is not allowed",
      "src/b.ts:1 not-formatted medium: Not formatted as oxfmt would",
    ]);
  });

  test.skipIf(!existsSync("/usr/bin/gofmt"))("of Go needs no config", async () => {
    const go = { "go.mod": "module example.com/a\n", "a.go": "package a\n\nfunc f() {}\n" };
    const result = await gate({ base: go, head: { ...go, "a.go": "package a\n\nfunc f() {}\n\nfunc  g( ) {}\n" } });
    expect(places(result)).toEqual(["a.go:5 not-formatted medium: Not formatted as gofmt would"]);
  });
});

describe("types", () => {
  const base = {
    "package.json": manifest("typescript"),
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "skipLibCheck": true, "types": [], "lib": ["es2022"], "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }',
    "src/a.ts": "export function twice(n: number): number {\n  return n * 2;\n}\n",
    "src/b.ts": 'import { twice } from "./a";\nexport const four = twice(2);\n',
  };

  test("are wrong on a changed line", async () => {
    const head = { ...base, "src/b.ts": `${base["src/b.ts"]}export const six = twice("3");\n` };
    const result = await gate({ base, head });
    expect(places(result)).toEqual([
      "src/b.ts:3 type-error medium: TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    ]);
    expect(result.findings[0]).toMatchObject({ pass: "correctness", category: "correctness" });
  });

  test("that become wrong elsewhere are counted and named", async () => {
    const head = { ...base, "src/a.ts": base["src/a.ts"].replace("n: number)", "n: 3)") };
    const result = await gate({ base, head });
    expect(result.findings).toEqual([]);
    expect(told(result)).toEqual(["tsc: 0 on, 1 elsewhere"]);
    expect(result.ran).toMatchObject([{ result: "failed", summary: expect.stringContaining("src/b.ts:2 TS2345") }]);
  });

  test("are also checked when a file was deleted", async () => {
    const { "src/a.ts": _gone, ...rest } = base;
    const result = await gate({ base, head: { ...rest, "src/c.ts": "export {};\n" } });
    expect(told(result)).toEqual(["tsc: 0 on, 1 elsewhere"]);
  });

  test("that were wrong before are not the change's", async () => {
    const wrong = { ...base, "src/b.ts": `${base["src/b.ts"]}export const six: string = 6;\n` };
    const head = {
      ...wrong,
      "src/b.ts": wrong["src/b.ts"].replace("six: string = 6;", "six: string = 6; // so it is"),
    };
    expect(told(await gate({ base: wrong, head }))).toEqual(["tsc: 0 on, 0 elsewhere"]);
  });

  test("are not checked if their inputs are missing", async () => {
    const lacking = { ...base, "src/c.ts": 'import { made } from "./generated";\nexport const x = made;\n' };
    const head = { ...lacking, "src/c.ts": `${lacking["src/c.ts"]}export const y: string = 1;\n` };
    expect(told(await gate({ base: lacking, head }))).toEqual([
      expect.stringContaining("tsc: something is missing for it here that base needs too"),
    ]);
    const declared = {
      ...base,
      "package.json": manifest("typescript", "left-pad"),
      "src/c.ts": 'import pad from "left-pad";\nexport const y: string = pad;\n',
    };
    expect(told(await gate({ base, head: declared }))).toEqual(["tsc: left-pad is not installed here"]);
  });

  test("are checked by the projects that a config only refers to", async () => {
    const { "tsconfig.json": config, ...rest } = base;
    const solution = {
      ...rest,
      "tsconfig.json": '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      "tsconfig.app.json": config,
    };
    const head = { ...solution, "src/b.ts": `${base["src/b.ts"]}export const six = twice("3");\n` };
    expect(places(await gate({ base: solution, head }))).toHaveLength(1);
  });

  test("that the change loosens are not trusted", async () => {
    const head = {
      ...base,
      "tsconfig.json": '{ "compilerOptions": { "strict": false }, "include": [] }',
      "src/b.ts": `${base["src/b.ts"]}export const six = twice("3");\n`,
    };
    const result = await gate({ base, head });
    expect(told(result)).toEqual([
      "tsc: the change alters tsconfig.json, and what it says by the config of base may be no fault",
    ]);
    expect(result.lint).toMatchObject([{ onChanged: 0, elsewhere: 1 }]);
  });
});

describe("nothing runs", () => {
  const base = { "package.json": manifest("oxlint"), ".oxlintrc.json": "{}" };
  const head = { ...base, "a.ts": "debugger;\n" };

  test.each<[string, Change, boolean, object]>([
    [
      "where it is turned off",
      ownChange({ base, head, config: { execution: { lint: false } } }),
      true,
      { kind: "turned-off" },
    ],
    ["for a repository of others", changeOf({ base, head }), false, { kind: "not-mine", what: "lint" }],
    [
      "for text alone",
      ownChange({ base, head: { ...base, "README.md": "# a\n" } }),
      false,
      { kind: "nothing-to-check" },
    ],
    [
      "for lines that only go",
      ownChange({ base: { ...base, "a.js": "x;\n" }, head: base }),
      false,
      { kind: "nothing-to-check" },
    ],
  ])("%s", (_name, change, asked, why) => {
    expect(lintGate(asked).when(change)).toMatchObject(why);
  });

  test("unless requested", () => {
    expect(lintGate(true).when(changeOf({ base, head }))).toBe(true);
  });

  test("without a sandbox, which is the whole unit's reason", async () => {
    const sandbox: SandboxRunner = { run: async () => ({ is: "not-run", why: "no-sandbox", message: "no bwrap" }) };
    await expect(gate({ base, head, sandbox })).rejects.toBeInstanceOf(NotExecuted);
  });

  test("in a folder with missing dependencies, while the others run", async () => {
    const two = {
      "one/package.json": manifest("oxlint"),
      "one/.oxlintrc.json": "{}",
      "two/package.json": manifest("oxlint"),
      "two/.oxlintrc.json": "{}",
    };
    const both = { ...two, "one/a.ts": "debugger;\n", "two/b.ts": "debugger;\n" };
    const real = direct(two, both);
    const sandbox: SandboxRunner = {
      run: async (tree, ecosystems, commands, options) =>
        commands.some(({ cwd }) => cwd === "one")
          ? { is: "not-run", why: "no-dependencies", ecosystem: "node", message: "no lockfile" }
          : await real.run(tree, ecosystems, commands, options),
    };
    const result = await gate({ base: two, head: both, sandbox });
    expect(result.findings.map(({ at }) => at.path)).toEqual(["two/b.ts"]);
    expect(result.notes).toEqual(["oxlint was not run in one, because its dependencies are missing: no lockfile"]);
  });
});
