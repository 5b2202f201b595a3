import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acting, hostile } from "../../../../test/support/finding-of.ts";
import { crosscheck } from "../../../../test/support/run-cli.ts";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "crosscheck-reconcile-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = [
  "first\tflag\ta:await\tsrc/a.ts:88\thigh\tCODE\tmissing await",
  "second\tflag\ta:await\tsrc/a.ts:88\tmedium\tCODE\tthe promise is dropped",
  "first\tflag\tb:race\tsrc/b.ts:12\tmedium\tNEW\trace on a shared map",
  "second\tflag\tc:index\tsrc/c.ts:5\tHIGH\tcode\tunchecked index",
  "second\tflag\td:typo\tREADME.md:2\tnit\tDOC\ttypo",
  "",
  "first\tok\te:sql\tsrc/e.ts:7\tlow\tCODE\tthe value is a constant",
  "second\tflag\te:sql\tsrc/e.ts:7\tcritical\tCODE\tSQL injection\r",
].join("\n");

test("rows come back with an id, a bucket, and whether they are to be arbitrated", async () => {
  const ran = await crosscheck(["reconcile", "--id-prefix", "n-", "--cap", "1"], { input: rows });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(ran.out).toMatchInlineSnapshot(`
    "n-1	agreement	no	first	a:await	src/a.ts:88	high	CODE	missing await
    n-1	agreement	no	second	a:await	src/a.ts:88	medium	CODE	the promise is dropped
    n-2	first-only	no-overcap	first	b:race	src/b.ts:12	medium	NEW	race on a shared map
    n-3	second-only	yes	second	c:index	src/c.ts:5	high	CODE	unchecked index
    n-4	second-only	no	second	d:typo	README.md:2	nit	DOC	typo
    n-5	contradiction	no	first	e:sql	src/e.ts:7	low	CODE	the value is a constant
    n-5	contradiction	yes	second	e:sql	src/e.ts:7	critical	CODE	SQL injection
    "
  `);
});

test("ids have an unpredictable prefix", async () => {
  writeFileSync(join(folder, "rows.tsv"), rows);
  const ids = async () =>
    (await crosscheck(["reconcile", "rows.tsv"], { cwd: folder })).out.split("\n").map((line) => line.split("\t")[0]);
  const [once, again] = await Promise.all([ids(), ids()]);
  expect(once[0]).toMatch(/^[0-9a-f]{12}-1$/);
  expect(once[0]).not.toBe(again[0]);
});

test("programs give JSON and get it, with the counts", async () => {
  const input = JSON.stringify([
    {
      side: "first",
      stance: "flag",
      fingerprint: "x",
      place: "a b.ts:1",
      severity: "low",
      root: "DOC",
      summary: "s\tt",
    },
    {
      side: "second",
      stance: "ok",
      fingerprint: "x",
      place: "a b.ts:1",
      severity: "low",
      root: "DOC",
      summary: "fine",
    },
  ]);
  const ran = await crosscheck(["reconcile", "-", "--json", "--id-prefix", ""], { input });
  expect(JSON.parse(ran.out)).toMatchObject({
    counts: { agreement: 0, "first-only": 0, "second-only": 0, contradiction: 1 },
    rows: [
      { id: "1", bucket: "contradiction", arbitrate: "yes", stance: "flag", place: "a b.ts:1", summary: "s\tt" },
      { id: "1", bucket: "contradiction", arbitrate: "no", stance: "ok" },
    ],
  });
  expect((await crosscheck(["reconcile", "--id-prefix", ""], { input })).out.split("\n")[0]).toMatch(/\ts t$/);
});

describe("an answer of a model, as its program prints it", () => {
  const said = [
    { side: "second", stance: "flag", fingerprint: "x", place: "a.ts:1", severity: "low", root: "CODE", summary: "s" },
  ];
  const list = JSON.stringify(said);
  const prose = `Here is what I found.\n\n\`\`\`json\n${list}\n\`\`\`\n\nAsk me for more.`;

  test.each<[string, string]>([
    ["gemini -o json", JSON.stringify({ session_id: "1", response: prose, stats: { models: {} } }, null, 2)],
    ["gemini -o json, the list alone", JSON.stringify({ response: list, stats: {} })],
    ["claude --output-format json", JSON.stringify({ type: "result", subtype: "success", result: prose })],
    [
      "codex exec --json",
      `${JSON.stringify({ type: "turn.started" })}\n${JSON.stringify({ type: "item.completed", item: { type: "agent_message", text: prose } })}\n${JSON.stringify({ type: "turn.completed", usage: {} })}\n`,
    ],
    ["the API of Google", JSON.stringify({ candidates: [{ content: { parts: [{ text: prose }] } }] })],
    ["the API of Anthropic", JSON.stringify({ content: [{ type: "text", text: prose }] })],
    ["an OpenAI-compatible API", JSON.stringify({ choices: [{ message: { content: prose } }] })],
    ["rows with tabs", JSON.stringify({ response: "second\tflag\tx\ta.ts:1\tlow\tCODE\ts" })],
    ["one in the other", JSON.stringify({ response: JSON.stringify({ rows: said }) })],
  ])("%s", async (_name, input) => {
    const ran = await crosscheck(["reconcile", "--id-prefix", "n-"], { input });
    expect(ran).toEqual({ code: 0, out: "n-1\tsecond-only\tyes\tsecond\tx\ta.ts:1\tlow\tCODE\ts\n", err: "" });
  });

  test("what holds no rows is refused", async () => {
    const ran = await crosscheck(["reconcile"], { input: JSON.stringify({ response: "I found nothing." }) });
    expect([ran.code, ran.out]).toEqual([2, ""]);
  });
});

test("no findings are no rows", async () => {
  expect(await crosscheck(["reconcile"], { input: "\n\n" })).toEqual({ code: 0, out: "", err: "" });
});

test("text in the rows cannot control the terminal", async () => {
  const row = { side: "first", stance: "flag", place: "a.ts:1", severity: "low", root: "CODE" };
  const input = JSON.stringify({ rows: [{ ...row, fingerprint: hostile, summary: hostile }] });
  for (const json of [[], ["--json"]]) {
    const { code, out } = await crosscheck(["reconcile", ...json], { input });
    expect(code).toBe(0);
    for (const line of out.replaceAll("\t", "").split("\n")) expect(line).not.toMatch(acting);
  }
  const bad = JSON.stringify([{ ...row, fingerprint: "x", summary: "s", side: hostile }]);
  const { err } = await crosscheck(["reconcile"], { input: bad });
  for (const line of err.split("\n")) expect(line).not.toMatch(acting);
});

const good = "first\tflag\tf\ta.ts:1\tlow\tCODE\ts";

test("a malformed row is rejected with its line and a remedy, and nothing is printed", async () => {
  const ran = await crosscheck(["reconcile"], { input: `${good}\n${good.replace("low", "bad")}` });
  expect(ran).toEqual({
    code: 2,
    out: "",
    err: 'crosscheck: Line 2 of standard input: "bad" is not a valid severity\n  The severity is one of critical, high, medium, low, nit.\n',
  });
});

test.each<[string, string[], RegExp]>([
  ["a cap that is no number", ["--cap", "many"], /--cap takes a whole number/],
  ["a cap below zero", ["--cap=-1"], /--cap takes a whole number/],
  ["a prefix with a blank", ["--id-prefix", "a b"], /--id-prefix takes letters/],
  ["a file that is not there", ["nowhere.tsv"], /There is no file .*nowhere\.tsv/],
])("%s is refused", async (_name, args, says) => {
  const ran = await crosscheck(["reconcile", ...args], { cwd: folder, input: good });
  expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
});
