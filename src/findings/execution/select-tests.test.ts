import { expect, test } from "vitest";
import type { Runner, RunnerUse } from "./runner.ts";
import { groupByPlace, selectTests } from "./select-tests.ts";

const place = (cwd: string): RunnerUse => ({ runner: "any", cwd });

test("each changed file goes to the innermost folder that the runner is used in", () => {
  const [root, web, api] = [place(""), place("packages/web"), place("packages/web/api")];
  const groups = groupByPlace(
    [root, web, api],
    ["a.js", "packages/web/b.js", "packages/web/api/c.js", "packages/webs/d.js"],
  );
  expect([...groups].map(([{ cwd }, files]) => [cwd, files])).toEqual([
    ["", ["a.js", "packages/webs/d.js"]],
    ["packages/web", ["packages/web/b.js"]],
    ["packages/web/api", ["packages/web/api/c.js"]],
  ]);
});

test("files outside every folder are not assigned", () => {
  expect(groupByPlace([place("web")], ["api/a.go"]).size).toBe(0);
});

function runner(places: readonly RunnerUse[], concerns: boolean): Runner {
  const command = { words: ["any"] as const, cwd: "", ms: 1 };
  return {
    id: "any",
    ecosystem: "node",
    detect: async () => places,
    related: async (_, files) => (concerns ? { command, files } : null),
    exactly: async () => null,
    collects: () => false,
    read: () => ({ is: "results", results: [] }),
  };
}

test("distinguishes a missing runner from no related tests", async () => {
  const project = { paths: ["a.js"], read: async () => null };
  expect(await selectTests([runner([], true)], project, ["a.js"])).toBeNull();
  expect(await selectTests([runner([place("")], false)], project, ["a.js"])).toEqual([]);
  expect(await selectTests([runner([place("")], true)], project, ["a.js"])).toHaveLength(1);
});
