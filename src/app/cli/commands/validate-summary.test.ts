import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { summaryOf } from "../../../../test/support/summaries.ts";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "crosscheck-summary-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const right = summaryOf();

function fileOf(content: string | Uint8Array): string {
  writeFileSync(join(folder, "summary.md"), content);
  return "summary.md";
}

test("a valid summary prints nothing", async () => {
  expect(await crosscheck(["validate-summary", fileOf(right)], { cwd: folder })).toEqual({ code: 0, out: "", err: "" });
});

test("one that is wrong is refused, each fault with its file, line and section", async () => {
  const file = fileOf(right.replace("**Needs changes**", "**Approve**").replace("tests\n", "vibes\n"));
  const ran = await crosscheck(["validate-summary", file], { cwd: folder });
  expect([ran.code, ran.err]).toEqual([1, ""]);
  expect(ran.out.split("\n")).toEqual([
    expect.stringMatching(/^summary\.md:8: What Changed: "vibes" is not one of core logic, /),
    expect.stringMatching(/^summary\.md:27: Verdict: a posted summary never says \*\*Approve\*\*$/),
    "",
  ]);
});

test("a summary on standard input is repaired, and the repairs are listed", async () => {
  const input = `Here you are:\n\n${right.replace("</summary>\n\n", "</summary>\n")}`;
  expect(await crosscheck(["validate-summary", "-", "--fix"], { input })).toEqual({
    code: 0,
    out: right,
    err: "standard input:1: Summary: text outside the sections was removed\nstandard input:4: Summary: a missing blank line was added\n",
  });
});

test("--json prints the result without control characters", async () => {
  const good = await crosscheck(["validate-summary", fileOf(right), "--json"], { cwd: folder });
  expect([good.code, JSON.parse(good.out)]).toEqual([0, { ok: true, text: right, repairs: [] }]);
  const bad = await crosscheck(["validate-summary", "-", "--json"], {
    input: right.replace("## Strengths", "## \u001b[31m\u202eX"),
  });
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({
    ok: false,
    faults: [{ section: "<U+001B>[31m<U+202E>X", line: 10, message: "this is not one of the five sections" }],
  });
});

test.each<[string, string[], RegExp]>([
  ["a file that is not there", ["nowhere.md"], /nowhere\.md cannot be read: ENOENT.*\n {2}Name a text file/],
  ["a folder", ["."], /cannot be read: EISDIR/],
  ["no file", [], /missing required argument 'file'/],
])("%s cannot be read", async (_name, args, says) => {
  const ran = await crosscheck(["validate-summary", ...args], { cwd: folder });
  expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
});

test("a file that is no text cannot be read", async () => {
  const ran = await crosscheck(["validate-summary", fileOf(new Uint8Array([0xff, 0xfe, 0]))], { cwd: folder });
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/cannot be read: .*not valid/)]);
});
