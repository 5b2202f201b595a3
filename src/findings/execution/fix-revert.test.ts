import { describe, expect, test } from "vitest";
import { proveFix, testsProvingFix } from "./fix-revert.ts";
import type { SelectionRun } from "./run-selection.ts";
import type { Runner, TestResult } from "./runner.ts";
import type { CommandEnd, SandboxRunner, SandboxRunEnd } from "./sandbox-runner.ts";

function result(name: string, status: TestResult["status"], file = "sum.test.js"): TestResult {
  return { file, name, status, message: status === "failed" ? "expected 3, got 4" : null, frames: [], ms: 1 };
}

/** A runner whose results are what the sandbox says, as JSON. */
const runner: Runner = {
  id: "any",
  ecosystem: "node",
  detect: async () => [{ runner: "any", cwd: "" }],
  related: async () => null,
  exactly: async (_, files) => ({ command: { words: ["any", ...files], cwd: "", ms: 1000 }, files }),
  collects: (path) => path.endsWith(".test.js"),
  read: ({ output }) =>
    output === "broken"
      ? { is: "unreadable", why: "no report" }
      : { is: "results", results: JSON.parse(output) as TestResult[] },
};

const did = { sandbox: "bubblewrap", dependencies: [] } as const;

/** What each run on base and on head shows, in order. */
function sandbox(base: (TestResult[] | "broken")[], head: TestResult[] | "broken" | SandboxRunEnd): SandboxRunner {
  const left = [...base];
  const ended = (shown: TestResult[] | "broken" | undefined): SandboxRunEnd => {
    const output = typeof shown === "string" ? shown : JSON.stringify(shown);
    const end: CommandEnd = { is: "ended", code: 0, why: null, output, reports: [], ms: 1 };
    return { is: "ran", ends: [end], did };
  };
  return {
    run: async (tree) => {
      if (tree.of === "head") return typeof head === "object" && "is" in head ? head : ended(head);
      expect(tree.withHead).toEqual(["sum.test.js", "fixtures/a.json"]);
      return ended(left.shift());
    },
  };
}

async function prove(running: SandboxRunner, tests = ["sum.test.js"], ranOnHead: SelectionRun | null = null) {
  return await proveFix(
    {
      tests,
      withHead: ["sum.test.js", "fixtures/a.json"],
      places: [{ runner, used: { runner: "any", cwd: "" }, ranOnHead }],
      project: { paths: tests, read: async () => null },
    },
    { sandbox: running, ms: 1000, stop: new AbortController().signal, ended() {} },
  );
}

const passing = [result("adds", "passed"), result("takes away", "passed")];
const withoutFix = [result("adds", "failed"), result("takes away", "passed")];

describe("the tests of a bugfix", () => {
  test("prove it when one fails on the base's source, twice, and passes with the fix", async () => {
    expect(await prove(sandbox([withoutFix, withoutFix], passing))).toEqual({
      is: "proven",
      tests: ["sum.test.js > adds"],
      onBase: { passed: 1, failed: 1, output: "adds: expected 3, got 4" },
      onHead: { passed: 2, failed: 0, output: JSON.stringify(passing) },
    });
  });

  test("prove nothing if they pass without the fix", async () => {
    expect(await prove(sandbox([passing], passing))).toMatchObject({ is: "not-proven", onBase: { failed: 0 } });
  });

  test("nor when the failure on base does not come again", async () => {
    expect(await prove(sandbox([withoutFix, passing], passing))).toMatchObject({ is: "not-proven" });
  });

  test("prove it, too, when base cannot even load them", async () => {
    const unloaded = [result("", "failed")];
    const proof = await prove(sandbox([unloaded, unloaded], passing));
    expect(proof).toMatchObject({ is: "proven", tests: ["sum.test.js > adds", "sum.test.js > takes away"] });
  });

  test("are not called a proof when they fail on the change itself", async () => {
    expect(await prove(sandbox([passing], withoutFix))).toEqual({
      is: "not-run",
      why: "head-fails",
      message: null,
    });
  });

  test("are not run on the head again if they already passed there", async () => {
    const before: SelectionRun = {
      is: "ran",
      results: [...passing, result("other", "failed", "other.test.js")],
      end: { is: "ended", code: 1, why: null, output: "wider", reports: [], ms: 1 },
      did,
    };
    const cannot: SandboxRunEnd = { is: "not-run", why: "no-program", program: "any" };
    const proof = await prove(sandbox([withoutFix, withoutFix], cannot), ["sum.test.js"], before);
    expect(proof).toMatchObject({ is: "proven", tests: ["sum.test.js > adds"], onHead: { passed: 2, failed: 0 } });
    const failing = { ...before, results: withoutFix };
    expect(await prove(sandbox([], cannot), ["sum.test.js"], failing)).toMatchObject({ why: "could-not-run" });
  });

  test("could not run where they cannot be loaded on the change either", async () => {
    const unloaded = [{ ...result("", "failed"), message: "Cannot find module '../build/index.js'" }];
    expect(await prove(sandbox([unloaded], unloaded))).toEqual({
      is: "not-run",
      why: "could-not-run",
      message: "Cannot find module '../build/index.js'",
    });
  });

  test("may have any name if they ran as tests", async () => {
    const results = passing.map((one) => ({ ...one, file: "checks/sum.js" }));
    const failing = withoutFix.map((one) => ({ ...one, file: "checks/sum.js" }));
    const end: CommandEnd = { is: "ended", code: 0, why: null, output: "", reports: [], ms: 1 };
    const ran: SelectionRun = { is: "ran", results, end, did };
    const proof = await prove(sandbox([failing, failing], passing), ["checks/sum.js"], ran);
    expect(proof).toMatchObject({ is: "proven", tests: ["checks/sum.js > adds"] });
    expect(await prove(sandbox([], passing), ["checks/other.js"], ran)).toMatchObject({ why: "no-tests" });
  });

  test("may be missing, or may not run", async () => {
    expect(await prove(sandbox([], passing), [])).toMatchObject({ is: "not-run", why: "no-tests" });
    expect(await prove(sandbox(["broken"], passing))).toMatchObject({ why: "could-not-run", message: "no report" });
    const none: SandboxRunEnd = { is: "not-run", why: "no-program", program: "any" };
    expect(await prove(sandbox([], none))).toMatchObject({ is: "not-run", why: "could-not-run" });
  });
});

test("a failure in another file proves nothing", () => {
  expect(testsProvingFix([result("adds", "passed")], [result("adds", "failed", "other.test.js")])).toEqual([]);
});
