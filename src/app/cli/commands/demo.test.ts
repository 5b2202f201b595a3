import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { formatIds } from "../formats.ts";

let temporary = "";
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "crosscheck-demo-"));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

test("shows a review with every kind of finding, and cleans up", async () => {
  const ran = await crosscheck(["demo", "--verbose"], { env: { TMPDIR: temporary } });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  for (const said of [
    "Needs changes",
    "This line seems to contain a live secret",
    'Job "test" needs the job "build"',
    "Only this test runs",
    "The change is called documentation",
    "did you mean [strict-review]?",
    "V1 open",
    "no model configured",
  ])
    expect(ran.out).toContain(said);
  expect(readdirSync(temporary)).toEqual([]);
});

test("the README shows what it prints", async () => {
  const ran = await crosscheck(["demo"], { env: { TMPDIR: temporary } });
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\n\`\`\`\n${ran.out}\`\`\`\n`);
});

test.each(formatIds)("the leaked token is not repeated as %s", async (format) => {
  const ran = await crosscheck(["demo", "--format", format], { env: { TMPDIR: temporary } });
  // GitHub itself shows the line above a comment.
  expect(ran.out).toContain(format === "github" ? "ghp\\_…" : "TRACKER_TOKEN=ghp_…");
  expect(ran.out).not.toMatch(/ghp_\w/);
});

test("--keep leaves the repository to look around in", async () => {
  const ran = await crosscheck(["demo", "--keep", "--json"], { env: { TMPDIR: temporary } });
  const path = /The repository is in (.+)\n/.exec(ran.err)?.[1] ?? "";
  expect(existsSync(join(path, ".git"))).toBe(true);
});
