import { expect, test } from "vitest";
import { judgedOf } from "../../../test/support/finding-of.ts";
import type { CodeLocation } from "../../change/change.ts";
import type { Runner, TestResult } from "./runner.ts";
import type { CommandEnd, SandboxRunEnd, TreeSpec } from "./sandbox-runner.ts";
import { tryFix } from "./try-fixes.ts";

function result(name: string, status: TestResult["status"]): TestResult {
  return { file: "sum.test.js", name, status, message: null, frames: [], ms: 1 };
}

/** A runner whose results are what the sandbox prints, as JSON. */
const runner: Runner = {
  id: "any",
  ecosystem: "node",
  detect: async () => [{ runner: "any", cwd: "" }],
  related: async () => ({ command: { words: ["npm", "test"], cwd: "", ms: 1000 }, files: ["sum.test.js"] }),
  exactly: async () => null,
  collects: (path) => path.endsWith(".test.js"),
  read: ({ output }) =>
    output === "broken"
      ? { is: "unreadable", why: "no report" }
      : { is: "results", results: JSON.parse(output) as TestResult[] },
};

const at: CodeLocation = { path: "src/sum.js", side: "head", start: 4, end: 5 };

async function tried(shown: TestResult[] | "broken" | "not-run", failing: string[] = [], text = "total += price;\n") {
  const trees: TreeSpec[] = [];
  const output = typeof shown === "string" ? shown : JSON.stringify(shown);
  const end: CommandEnd = { is: "ended", code: 0, why: null, output, reports: [], ms: 1 };
  const run = async (tree: TreeSpec): Promise<SandboxRunEnd> => {
    trees.push(tree);
    if (shown === "not-run") return { is: "not-run", why: "no-program", program: "npm" };
    return { is: "ran", ends: [end], did: { sandbox: "bubblewrap", dependencies: [] } };
  };
  const needs = {
    sandbox: { run },
    runners: [runner],
    failing: new Set(failing.map((name) => `sum.test.js > ${name}`)),
    ms: 1000,
    stop: new AbortController().signal,
  };
  const project = { paths: ["src/sum.js", "sum.test.js"], read: async () => null };
  const mark = await tryFix(judgedOf({ fix: { at, text } }), project, needs);
  return { why: mark?.why ?? null, trees };
}

test("the related tests run on head with the fix in place of its lines", async () => {
  const { why, trees } = await tried([result("adds", "passed"), result("empty", "passed")]);
  expect(why).toEqual({ kind: "fix-tested", runner: "any", passed: 2 });
  const edit = { path: "src/sum.js", start: 4, end: 5, text: "total += price;" };
  expect(trees).toEqual([{ of: "head", edit }]);
  expect((await tried([result("adds", "passed")], [], "")).trees).toEqual([
    { of: "head", edit: { ...edit, text: null } },
  ]);
});

test("a fix that breaks a test is told by its name; what failed before does not count", async () => {
  const broken = [result("adds", "passed"), result("empty", "failed")];
  expect((await tried(broken)).why).toEqual({ kind: "fix-breaks", runner: "any", test: "empty" });
  expect((await tried(broken, ["empty"])).why).toEqual({ kind: "fix-tested", runner: "any", passed: 1 });
  expect((await tried("broken")).why).toEqual({ kind: "fix-breaks", runner: "any", test: "the run" });
});

test("without a test that ran and passed, nothing is claimed", async () => {
  expect((await tried("not-run")).why).toBeNull();
  expect((await tried([])).why).toBeNull();
  expect((await tried([result("empty", "failed")], ["empty"])).why).toBeNull();
});
