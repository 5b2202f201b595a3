import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-comments-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  return await crosscheck(["comments", ...args], { cwd: folder, env: { HOME: folder } });
}

test.each([
  [["--max-threads", "none"], "is not a number of threads"],
  [["--max-threads", "0"], "Give a whole number from 1"],
  [["--max-cost", "much"], "takes a number"],
  [["--triage", "auto", "--triage-payload", "x.json"], "cannot be combined"],
  [["--html", "nowhere/board.html"], "cannot be written"],
  [["--fix-plan", "nowhere/fix.json"], "cannot be written"],
  [["--triage", "later"], "Allowed choices are auto"],
])("%j is refused before anything is opened", async (args, says) => {
  const ran = await run("--pr", "acme/shop#1", ...args);
  expect([ran.code, ran.out]).toEqual([2, ""]);
  expect(ran.err).toContain(says);
  expect(readdirSync(folder)).toEqual([]);
});

test("without a pull request it says how to name one", async () => {
  const nonsense = await run("--pr", "my pull");
  const nothing = await run();
  expect([nonsense.code, nonsense.err]).toEqual([2, expect.stringContaining("Give --pr a number, owner/name#number")]);
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("Name one with --pr")]);
});

test("--help lists the options", async () => {
  const { out, code } = await run("--help");
  expect(code).toBe(0);
  for (const flag of ["--pr", "--all", "--unresolved", "--include-outdated", "--author", "--path", "--max-threads"])
    expect(out).toContain(flag);
});
