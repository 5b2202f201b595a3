// Runs the examples of docs/library.md: each must print what the page says.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRepository, type MadeRepository } from "../src/world/git/make-repository.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "docs/library.md"), "utf8");
const examples = [...page.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, code = "", output = ""], index) => ({ name: `example ${index + 1}`, code, output }),
);
let repository: MadeRepository;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-library-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}\n');
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/crosscheck-review"), "junction");
  repository = await makeRepository(
    [
      { message: "feat: start", files: { "src/a.js": "export const a = 1;\n" } },
      { message: "fix: b", files: { "src/a.js": "<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n" } },
    ],
    process.env,
    new AbortController().signal,
  );
});
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("docs/library.md", () => {
  test("every block of code has its output", () => {
    expect(examples).toHaveLength([...page.matchAll(/```ts/g)].length);
  });

  test.each(examples)("$name prints what the page says", ({ name, code, output }) => {
    const file = join(folder, `${name.replace(" ", "-")}.ts`);
    writeFileSync(file, code);
    const ran = spawnSync(process.execPath, ["--conditions=source", file], { cwd: repository.path });
    expect([ran.stderr.toString(), ran.stdout.toString()]).toEqual(["", output]);
  });

  test("the examples are well typed", () => {
    for (const { name, code } of examples) writeFileSync(join(folder, `${name.replace(" ", "-")}.ts`), code);
    const options = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2024",
      "--lib",
      "es2024",
      "--customConditions",
      "source",
      "--allowImportingTsExtensions",
      "--skipLibCheck",
      "--exactOptionalPropertyTypes",
      "--types",
      "node",
      "--typeRoots",
      join(root, "node_modules/@types"),
    ];
    const files = examples.map(({ name }) => `${name.replace(" ", "-")}.ts`);
    const ran = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, ...files], {
      cwd: folder,
    });
    expect(ran.stdout.toString()).toBe("");
  });
});

test("the page names every function of the library that takes part in a review", () => {
  const exported = execFileSync(
    process.execPath,
    [
      "--conditions=source",
      "--input-type=module",
      "-e",
      'console.log(Object.keys(await import("crosscheck-review")).join("\\n"))',
    ],
    { cwd: folder },
  )
    .toString()
    .trim()
    .split("\n");
  const promised = [
    "parseIntent",
    "parseDiff",
    "readChange",
    "triage",
    "runChecks",
    "gate",
    "decide",
    "plan",
    "render",
    "validateSummary",
  ];
  expect(promised.filter((name) => !exported.includes(name) || !page.includes(name))).toEqual([]);
});
