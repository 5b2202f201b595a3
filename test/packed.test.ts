// The published package works when packed, installed in an empty folder, and used there.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grammars } from "../src/change/symbols/languages.ts";
import { makeRepository, type MadeRepository } from "../src/world/git/make-repository.ts";
import { installPacked, node, packedFolder } from "./support/packed-build.ts";
import { skipWithoutSandbox } from "./support/sandbox.ts";
import { openDesk } from "./support/with-models.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let folder = "";
let repository: MadeRepository;

beforeAll(async () => {
  folder = packedFolder ?? installPacked();
  repository = await makeRepository(
    [
      { message: "feat: start", files: { "src/a.js": "export const a = 1;\n" } },
      { message: "fix: b", files: { "src/a.js": "<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n" } },
    ],
    process.env,
    new AbortController().signal,
  );
}, 120_000);
afterAll(() => {
  repository?.remove();
  if (!packedFolder) rmSync(folder, { recursive: true, force: true });
});

const installed = () => join(folder, "node_modules/crosscheck-review");
const noSandbox = await skipWithoutSandbox();

/** What the compiler says of a file that uses the installed package. */
function typeErrors(file: string): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "",
    "--skipLibCheck",
  ];
  return spawnSync(process.execPath, [tsc, ...options, file], { cwd: folder }).stdout.toString();
}

describe("the packed build", () => {
  test("is small", () => {
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(statSync(join(folder, "package.tgz")).size).toBeLessThan(4_000_000);
    expect(bytes).toBeLessThan(25_000_000);
    expect(files.filter(({ name }) => name.endsWith(".d.ts")).map(({ name }) => name)).toEqual(["index.d.ts"]);
  });

  test("reviews by npx, in an empty home", () => {
    const env = { ...process.env, PATH: `${dirname(node)}:${process.env["PATH"]}`, HOME: join(folder, "home") };
    const args = [
      "--yes",
      "--offline",
      "--package",
      join(folder, "package.tgz"),
      "crosscheck",
      "review",
      "HEAD^..HEAD",
    ];
    const ran = spawnSync("npx", args, { cwd: repository.path, env });
    expect([ran.stderr.toString(), ran.stdout.toString()]).toEqual([
      "",
      expect.stringContaining("Needs changes: 1 high finding"),
    ]);
  });

  test("brings no other package, no source and no install script", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "crosscheck-review",
    ]);
    expect(existsSync(join(installed(), "src"))).toBe(false);
    const { scripts = {} } = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8")) as {
      scripts?: Record<string, string>;
    };
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([]);
    const notices = readFileSync(join(installed(), "dist/THIRD-PARTY-NOTICES.txt"), "utf8");
    expect(notices).toContain("commander");
    expect(notices).toContain("@vscode/tree-sitter-wasm");
    const bill = JSON.parse(readFileSync(join(root, "sbom.cdx.json"), "utf8")) as {
      components: { name: string; version: string; hashes?: unknown }[];
    };
    for (const { name, version, hashes } of bill.components) {
      expect(notices).toContain(`${name} ${version} (`);
      expect(hashes).toBeDefined();
    }
    expect(bill.components.length).toBe(notices.split("-".repeat(72)).length);
  });

  test("brings the grammar of every language that it reads, and no other", () => {
    const brought = readdirSync(join(installed(), "dist/grammars")).filter((file) => file.startsWith("tree-sitter-"));
    expect(brought.toSorted()).toEqual(
      [...new Set(Object.values(grammars).flat())].map((name) => `tree-sitter-${name}.wasm.zst`).toSorted(),
    );
  });

  test("reads symbols with them", () => {
    const program = `import { codeOf, openRepository } from "crosscheck-review";
const repository = await openRepository(process.argv[2]);
const code = codeOf(repository, { base: process.argv[3], head: process.argv[3] });
const { by, declared } = await code.symbols("src/a.js", "head");
console.log(JSON.stringify([by, declared.map(({ name, exported }) => [name, exported])]));
await repository.close();
`;
    writeFileSync(join(folder, "symbols.mjs"), program);
    const base = execFileSync("git", ["-C", repository.path, "rev-parse", "HEAD^"]).toString().trim();
    const ran = spawnSync(node, ["symbols.mjs", repository.path, base], { cwd: folder });
    expect([ran.stderr.toString(), ran.stdout.toString().trim()]).toEqual(["", '["grammar",[["a",true]]]']);
  });

  test("asks a model, with its prompts and the vendor's client in the bundle", async () => {
    const desk = await openDesk({
      commits: [{ message: "feat: start", files: { "a.js": "a();\n" } }],
      says: () => undefined,
      program: join(folder, "node_modules/.bin/crosscheck"),
    });
    try {
      const ran = await desk.run("review", "--verbose");
      expect(ran.said).toMatch(/code-reviewer no findings · \dk tokens/);
      expect(desk.models.asked.length).toBeGreaterThan(4);
      const id = /crosscheck replay (\w+)/.exec(ran.err)?.[1] ?? "none";
      expect((await desk.run("replay", id)).code).toBe(0);
    } finally {
      await desk.close();
    }
  });

  test("reviews a change", () => {
    const ran = spawnSync(node, [
      join(folder, "node_modules/.bin/crosscheck"),
      "review",
      "HEAD^..HEAD",
      "--repo",
      repository.path,
      "--fail-on",
      "high",
    ]);
    expect([ran.status, ran.stderr.toString(), ran.stdout.toString()]).toEqual([
      1,
      "",
      expect.stringContaining("Needs changes: 1 high finding"),
    ]);
  });

  test("keeps what it compiled, for the runs after", () => {
    const cache = join(folder, "cache");
    const compiled = () => {
      const args = [join(installed(), "bin/crosscheck.js"), "review", "HEAD^..HEAD", "--repo", repository.path];
      spawnSync(node, args, { env: { ...process.env, XDG_CACHE_HOME: cache } });
      const kept = join(cache, "crosscheck/compiled");
      return readdirSync(kept).map((file) => [file, statSync(join(kept, file)).mtimeMs]);
    };
    const first = compiled();
    expect(first.map(([file]) => file)).toContainEqual(expect.stringMatching(/^review-/));
    expect(compiled()).toEqual(first);
  });

  test("loads neither Node's HTTP client nor the parts that this review does not need", () => {
    const hook = join(folder, "loaded.cjs");
    writeFileSync(
      hook,
      `const fs = require("node:fs");
const { readFileSync } = fs;
const loaded = process.moduleLoadList;
fs.readFileSync = (file, ...how) => (loaded.push(String(file)), readFileSync(file, ...how));
process.on("exit", () => fs.writeSync(3, loaded.join("\\n")));
`,
    );
    const args = ["--require", hook, join(installed(), "bin/crosscheck.js"), "review", "HEAD^..HEAD", "--no-keep"];
    const { output } = spawnSync(node, [...args, "--repo", repository.path], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const loaded = output[3]!
      .toString()
      .split("\n")
      .filter((name) => /undici|dist\//.test(name))
      .map((name) => name.replace(/.*\/|-[\w-]{8}\.cjs$/g, ""));
    // The change removes a line, so that references to what is gone are searched.
    expect(loaded.toSorted()).toEqual(["late-stale-reference", "main.cjs", "review", "rolldown-runtime", "start"]);
  });

  test("brings the program that runs own checks, as one file that imports nothing of ours", () => {
    const host = readFileSync(join(installed(), "dist/own-check-host.js"), "utf8");
    const imported = [...host.matchAll(/\bfrom\s*["'`]([^"'`]+)["'`]|\bimport\s*["'`]([^"'`]+)["'`]/g)].map(
      ([, from, bare]) => from ?? bare,
    );
    expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual([]);
  });

  test.skipIf(noSandbox)("runs the own check of the docs, which is well typed", async () => {
    const page = readFileSync(join(root, "docs/own-checks.md"), "utf8");
    const check = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    writeFileSync(join(folder, "no-fixme.ts"), check);
    expect(typeErrors("no-fixme.ts")).toBe("");
    await repository.commit({ message: "feat: check", files: { ".crosscheck/checks/no-fixme.ts": check } });
    await repository.commit({ message: "feat: c", files: { "src/c.ts": "export const c = 1; // FIXME\n" } });
    writeFileSync(join(folder, "config.yml"), `trust:\n  - ${repository.path}\n`);
    const ran = spawnSync(
      node,
      [join(folder, "node_modules/.bin/crosscheck"), "review", "HEAD^..HEAD", "--repo", repository.path],
      { env: { ...process.env, CROSSCHECK_CONFIG: join(folder, "config.yml") } },
    );
    expect([ran.stderr.toString(), ran.stdout.toString()]).toEqual([
      "",
      expect.stringContaining("A FIXME would be merged"),
    ]);
    await repository.git("reset", "--quiet", "--hard", "HEAD~2");
  });

  test.skipIf(noSandbox)("runs the tests of a change in the sandbox", async () => {
    const shop = await makeRepository(
      [
        {
          message: "feat: a sum",
          files: {
            "package.json": '{"type":"module","scripts":{"test":"node --test"}}\n',
            "sum.js": "export const sum = (a, b) => a - b;\n",
          },
        },
        {
          message: "fix: a sum adds",
          files: {
            "sum.js": "export const sum = (a, b) => a + b;\n",
            "sum.test.js":
              'import test from "node:test";\nimport assert from "node:assert";\nimport { sum } from "./sum.js";\ntest("adds", () => assert.equal(sum(1, 2), 3));\n',
          },
        },
      ],
      process.env,
      new AbortController().signal,
    );
    try {
      const args = ["review", "HEAD^..HEAD", "--repo", shop.path, "--run-tests", "--format", "markdown"];
      const ran = spawnSync(node, [join(installed(), "bin/crosscheck.js"), ...args], { cwd: folder });
      expect(ran.stdout.toString()).toContain("1 of 1 related test passes");
      expect(ran.stdout.toString()).toContain("proven: 1 changed test fails on the base's source");
    } finally {
      shop.remove();
    }
  });

  test("says which Node it needs when run with an older one", () => {
    const launcher = readFileSync(join(installed(), "bin/crosscheck.js"), "utf8").replace(
      "process.versions.node",
      '"20.0.0"',
    );
    writeFileSync(join(installed(), "bin/old.js"), launcher);
    const ran = spawnSync(node, [join(installed(), "bin/old.js"), "--version"]);
    expect([ran.status, ran.stderr.toString()]).toEqual([
      2,
      expect.stringContaining("Crosscheck needs Node 22.18, or 24 or newer; this is"),
    ]);
  });

  test("is a library too, with its types", () => {
    const program = `import { parseDiff, parseIntent, type Intent, type FileDiff } from "crosscheck-review";
const intent: Intent = parseIntent({ title: "[WIP] feat!: x", body: "", commits: [] });
const files: FileDiff[] = parseDiff("diff --git a/x b/x\\nnew file mode 100644\\n");
const known: boolean = intent.wip;
// @ts-expect-error -- the types are real, not any
const wrong: number = intent.tags;
console.log(JSON.stringify([known, intent.breaking.length, files[0]?.newPath, typeof wrong]));
`;
    writeFileSync(join(folder, "use.ts"), program);
    expect(typeErrors("use.ts")).toBe("");
    const ran = spawnSync(node, ["use.ts"], { cwd: folder });
    expect(JSON.parse(ran.stdout.toString())).toEqual([true, 1, "x", "object"]);
  });
});

test("in a clone that is not set up, the launcher says how to", () => {
  const clone = mkdtempSync(join(tmpdir(), "crosscheck-clone-"));
  try {
    execFileSync("cp", ["-r", join(root, "bin"), join(root, "src"), clone]);
    const launcher = readFileSync(join(clone, "bin/crosscheck.js"), "utf8").replace(
      "process.versions.node",
      '"20.0.0"',
    );
    writeFileSync(join(clone, "bin/crosscheck.js"), launcher);
    writeFileSync(join(clone, "package.json"), '{"type":"module"}');
    const ran = spawnSync(process.execPath, [join(clone, "bin/crosscheck.js"), "review"]);
    expect([ran.status, ran.stderr.toString()]).toEqual([2, expect.stringContaining("Run `npm ci`")]);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
