// Tests bad input; posting is tested in test/pull-request.test.ts.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-post-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an empty store has no drafts, and its files are readable by the owner only", async () => {
  const data = join(folder, "data");
  expect(await crosscheck(["post", "--data", data])).toMatchObject({ code: 0, out: "No drafts are waiting.\n" });
  expect(JSON.parse((await crosscheck(["post", "--data", data, "--json"])).out)).toEqual([]);
  expect(statSync(data).mode & 0o077).toBe(0);
});

test("an unknown draft", async () => {
  const { code, err } = await crosscheck(["post", "3f2a9c01d4e5", "--yes"], { env: { CROSSCHECK_DATA: folder } });
  expect([code, err]).toEqual([2, expect.stringMatching(/no draft "3f2a9c01d4e5"\n {2}Run `crosscheck post` to list/)]);
});

test("a data folder that is a file", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "x");
  const { code, err } = await crosscheck(["post", "--data", file]);
  expect([code, err]).toEqual([2, expect.stringContaining(file)]);
});
