// Tests how lint jobs become commands in a sandbox.
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../../test/support/change-of.ts";
import { linters } from "../linters/index.ts";
import { pins, projectFrom } from "../../../../test/support/linter-samples.ts";
import type { CommandEnd, NotRun, TreeSpec, SandboxRunner } from "../sandbox-runner.ts";
import { planLintJobs } from "./lint-jobs.ts";
import { runLintTasks } from "./run-lint-tasks.ts";

type Files = Record<string, string>;

interface Asked {
  ecosystems: readonly string[];
  programs: string[];
  tree: TreeSpec;
}

const ended: CommandEnd = { is: "ended", code: 0, why: null, output: "", reports: [], ms: 2 };

const never = new AbortController().signal;
type Refuse = (ecosystems: readonly string[]) => NotRun | null;

async function asked(base: Files, head: Files, refuse?: Refuse) {
  const { jobs, sandbox, runs } = await prepared(base, head, refuse);
  const on = {
    of: "head",
    changed: Object.keys({ ...base, ...head }).filter((path) => base[path] !== head[path]),
  } as const;
  const tasks = jobs.map((job) => ({ job, paths: job.files.map(({ newPath }) => newPath!) }));
  return { runs, ends: await runLintTasks(tasks, on, sandbox, { stop: never }) };
}

async function oneJob(base: Files, head: Files) {
  const { jobs, sandbox, runs } = await prepared(base, head);
  return { job: jobs[0]!, sandbox, runs };
}

async function prepared(base: Files, head: Files, refuse: Refuse = () => null) {
  const jobs = await planLintJobs(linters, changeOf({ base, head }), {
    base: projectFrom(base),
    head: projectFrom(head),
  });
  const runs: Asked[] = [];
  const sandbox: SandboxRunner = {
    run: async (tree, ecosystems, commands) => {
      runs.push({ ecosystems, programs: commands.map(({ words }) => words[0]), tree });
      const because = refuse(ecosystems);
      if (because) return { is: "not-run", ...because };
      return { is: "ran", ends: commands.map(() => ended), did: { sandbox: "none", dependencies: [] } };
    },
  };
  return { jobs, sandbox, runs };
}

describe("one run", () => {
  test("holds all linters of an ecosystem, the formatter last", async () => {
    const base = {
      "package.json": pins("eslint", "prettier", "typescript"),
      "eslint.config.js": "",
      ".prettierrc": "",
      "tsconfig.json": "{}",
      "go.mod": "",
    };
    const { runs } = await asked(base, { ...base, "a.ts": "a;\n", "b.go": "package b\n" });
    expect(runs).toEqual([
      { ecosystems: ["node"], programs: ["eslint", "tsc", "prettier"], tree: { of: "head" } },
      { ecosystems: ["go"], programs: ["gofmt"], tree: { of: "head" } },
    ]);
  });

  test("holds one formatter of a file", async () => {
    const base = { "package.json": pins("prettier", "oxfmt"), ".prettierrc": "", ".oxfmtrc.json": "{}" };
    const { runs } = await asked(base, { ...base, "a.ts": "a;\n" });
    expect(runs.map(({ programs }) => programs)).toEqual([["oxfmt"], ["prettier"]]);
  });

  test("holds no types beside a config that is not theirs and comes from base", async () => {
    const manifest = (semi: boolean) =>
      JSON.stringify({ prettier: { semi }, devDependencies: { prettier: "3", typescript: "5" } });
    const base = { "package.json": manifest(true), "tsconfig.json": "{}" };
    const { runs } = await asked(base, { ...base, "package.json": manifest(false), "a.ts": "a;\n" });
    expect(runs).toEqual([
      { ecosystems: ["node"], programs: ["tsc"], tree: { of: "head" } },
      { ecosystems: ["node"], programs: ["prettier"], tree: { of: "base", withHead: ["a.ts"] } },
    ]);
  });
});

test("many files are split over several commands and reported as one", async () => {
  const base = { "package.json": pins("eslint"), "eslint.config.js": "" };
  const { job, sandbox, runs } = await oneJob(base, { ...base, "a.js": "a;\n" });
  const paths = Array.from({ length: 900 }, (_, at) => `${at}.js`);
  const ends = await runLintTasks([{ job, paths }], { of: "head", changed: paths }, sandbox, { stop: never });
  expect(runs.map(({ programs }) => programs.length)).toEqual([3]);
  expect(ends.map(({ ms }) => ms)).toEqual([6]);
});

test("linters that need only files run without dependencies", async () => {
  const base = { "go.mod": "" };
  const lacking: NotRun = { why: "no-dependencies", ecosystem: "go", message: "a module is not here" };
  const { runs, ends } = await asked(base, { ...base, "a.go": "package a\n" }, ({ length }) =>
    length > 0 ? lacking : null,
  );
  expect(runs.map(({ ecosystems }) => ecosystems)).toEqual([["go"], []]);
  expect(ends.map(({ reading: said }) => said.is)).toEqual(["unreadable"]);
});
