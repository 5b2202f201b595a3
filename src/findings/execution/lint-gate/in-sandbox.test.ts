// Runs linters in a real sandbox on files from git, with configs that try to escape.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cleanupsOfEachTest } from "../../../../test/support/cleanups.ts";
import { changeOf, codeOf } from "../../../../test/support/change-of.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { makeRepository } from "../../../world/git/make-repository.ts";
import { openGit } from "../../../world/git/repository.ts";
import type { SandboxDependencies } from "../../../world/sandbox/sandbox-dependencies.ts";
import { openSandboxRunner } from "../../../world/sandbox/open-sandbox-runner.ts";
import { lintGate } from "../lint-gate.ts";

type Files = Record<string, string>;

const never = new AbortController().signal;
const cleanups = cleanupsOfEachTest();

/** This project's own packages, in which its linters are. */
const packages: SandboxDependencies = {
  readOnly: [{ from: fileURLToPath(new URL("../../../../node_modules", import.meta.url)), to: "/deps/node_modules" }],
  env: {},
  path: [],
  links: [{ at: "node_modules", to: "/deps/node_modules" }],
  did: { ecosystem: "node", from: "clone", folder: "node_modules" },
};

async function gate(base: Files, head: Files) {
  const gone = Object.fromEntries(
    Object.keys(base)
      .filter((path) => head[path] === undefined)
      .map((path) => [path, null]),
  );
  const repository = await makeRepository(
    [
      { message: "before", files: base },
      { message: "after", files: { ...head, ...gone } },
    ],
    process.env,
    never,
  );
  const git = openGit(repository.path, process.env, never);
  const sandbox = openSandboxRunner({
    git,
    base: (await git.resolve("HEAD~1"))!,
    head: (await git.resolve("HEAD"))!,
    clone: null,
    env: { PATH: process.env["PATH"] },
    node: process.execPath,
    cache: null,
    stop: never,
    provide: async () => packages,
  });
  cleanups.push(
    repository.remove,
    () => git.close(),
    () => sandbox.close(),
  );
  const unit = lintGate(true);
  const needs = { code: codeOf({ base, head }), sandbox, panel: null, reports: Promise.resolve([]) };
  const { findings, lint } = await unit.run(changeOf({ base, head }), needs, never);
  return {
    found: findings.map(({ at, kind }) => `${at.path}:${at.start} ${kind}`),
    told: lint!.map(
      ({ linter, onChanged, elsewhere, trouble }) => `${linter} ${trouble ?? `${onChanged} ${elsewhere}`}`,
    ),
  };
}

const base = {
  "package.json": JSON.stringify({ devDependencies: { oxlint: "1", oxfmt: "1", typescript: "7" } }),
  "app/.oxlintrc.json": '{ "rules": { "no-debugger": "error" } }',
  "app/.oxfmtrc.json": "{}",
  "app/tsconfig.json": '{ "compilerOptions": { "types": [], "lib": ["es2022"] }, "include": ["src"] }',
  "app/src/a.ts": "export const a = 1;\n",
};

describe.skipIf(await skipWithoutSandbox())("in a sandbox", () => {
  test("linter, formatter and type checker report the change, in subfolders and with odd names", async () => {
    const head = {
      ...base,
      "app/src/a.ts": `${base["app/src/a.ts"]}debugger;\n`,
      "app/src/[id].ts": "export const b:string = 1;\n",
    };
    const { found, told } = await gate(base, head);
    expect(found.toSorted()).toEqual([
      "app/src/[id].ts:1 not-formatted",
      "app/src/[id].ts:1 type-error",
      "app/src/a.ts:2 violation",
    ]);
    expect(told).toEqual(["oxlint 1 0", "tsc 1 0", "oxfmt 1 0"]);
  });

  test("a config that lets everything pass has no effect", async () => {
    const head = {
      ...base,
      "app/.oxlintrc.json": '{ "ignorePatterns": ["**"] }',
      "app/src/.oxlintrc.json": '{ "rules": { "no-debugger": "off" } }',
      "app/src/a.ts": `${base["app/src/a.ts"]}debugger;\n`,
    };
    expect((await gate(base, head)).found).toEqual(["app/src/a.ts:2 violation"]);
  });
});
