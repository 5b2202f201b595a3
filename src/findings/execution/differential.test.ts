import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyFailures, isSandboxLimit, newlyPassing } from "./differential.ts";
import { testKey, type TestResult } from "./runner.ts";
import { cases } from "../../../test/support/cases.ts";

function result(name: string, status: TestResult["status"], more: Partial<TestResult> = {}): TestResult {
  return { file: "sum.test.js", name, status, message: null, frames: [], ms: 1, ...more };
}

const fails = result("adds", "failed", { message: "expected 3, got 4" });

describe("a test that fails on the change", () => {
  test.each([
    ["is new where it passes on base", [result("adds", "passed")], "new", "passed"],
    ["is new where base does not have it", [result("other", "passed")], "new", "absent"],
    ["was failing before where it fails on base", [result("adds", "failed")], "before", "failed"],
    ["was failing before where base could not load its file", [result("", "failed")], "before", "failed"],
    ["is unknown where base could not be run", null, "unknown", "not-run"],
  ] as const)("%s", (_, base, since, onBase) => {
    expect(classifyFailures({ head: [fails], again: [fails], base })).toEqual([{ test: fails, since, onBase }]);
  });

  test("is flaky if it passes on a rerun, whatever the base shows", () => {
    const again = [result("adds", "passed")];
    for (const base of [[result("adds", "passed")], [result("adds", "failed")], null])
      expect(classifyFailures({ head: [fails], again, base })[0]?.since).toBe("flaky");
  });

  test("is not blamed on the change if it needs a network or a server", () => {
    const head = [result("adds", "failed", { message: "connect ECONNREFUSED 127.0.0.1:5432" })];
    expect(classifyFailures({ head, again: head, base: [] })[0]?.since).toBe("unknown");
  });

  test("nor if it needs a package that is not installed, unless the module is the project's own", () => {
    const head = [result("", "failed", { message: "E   ModuleNotFoundError: No module named 'requests'" })];
    const since = (paths: string[]) => classifyFailures({ head, again: head, base: [], paths })[0]?.since;
    expect(since(["shop/cart.py"])).toBe("unknown");
    expect(since(["src/requests/__init__.py"])).toBe("new");
  });

  test("is new if its file loaded on the base and no longer does", () => {
    const head = [result("", "failed", { message: "SyntaxError" })];
    const base = [result("adds", "passed"), result("takes away", "passed")];
    expect(classifyFailures({ head, again: head, base })).toEqual([{ test: head[0], since: "new", onBase: "passed" }]);
  });
});

test("tests that fail on base and pass on the change are named", () => {
  const head = [result("adds", "passed"), result("takes away", "passed")];
  expect(newlyPassing({ head, base: [result("adds", "failed"), result("takes away", "passed")] })).toEqual([
    "sum.test.js > adds",
  ]);
  expect(newlyPassing({ head, base: null })).toEqual([]);
});

cases("%j: needs more than a sandbox: %s", isSandboxLimit, [
  ["getaddrinfo EAI_AGAIN api.example.com", true],
  ["dial tcp: lookup db: no such host", true],
  ["EROFS: read-only file system, open '/usr/x'", true],
  ["OSError: [Errno 28] No space left on device", true],
  ["expected 3 to be 4", false],
  ["refused to add", false],
]);

describe("for any results", () => {
  const status = fc.constantFrom("passed", "failed", "skipped");
  const any = fc.array(
    fc
      .record({ name: fc.constantFrom("a", "b", "c", ""), file: fc.constantFrom("x", "y", null), status })
      .map(({ name, file, status: is }) => result(name, is, { file })),
  );

  test("every failure of the head is reported exactly once", () => {
    fc.assert(
      fc.property(any, fc.option(any), fc.option(any), (head, again, base) => {
        const told = classifyFailures({ head, again, base });
        expect(told.map(({ test: one }) => one)).toEqual(head.filter((one) => one.status === "failed"));
      }),
    );
  });

  test("nothing is new that fails on the base or passes on a rerun", () => {
    fc.assert(
      fc.property(any, any, any, (head, again, base) => {
        for (const { test: one, since } of classifyFailures({ head, again, base })) {
          if (since !== "new") continue;
          const same = (other: TestResult) => testKey(other) === testKey(one);
          expect(base.filter(same).every((other) => other.status !== "failed")).toBe(true);
          const second = again.filter(same);
          expect(second.length === 0 || second.some((other) => other.status !== "passed")).toBe(true);
        }
      }),
    );
  });
});
