// Two workflows on a simulated GitHub: one runs the tests of a fork without rights, the other posts what it can verify.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTestsElsewhere } from "../src/app/action/tested-elsewhere.ts";
import type { ReportedTests } from "../src/findings/execution/reported-tests-schema.ts";
import type { RefusedReport } from "../src/review/words/action-texts.ts";
import type { Pull } from "../src/standin/github/state.ts";
import { apiOf } from "../src/world/github/address.ts";
import { wallClock } from "../src/world/github/clock.ts";
import { openWorkflowReads } from "../src/world/github/workflow-reads.ts";
import { openWorkflow, type Workflow } from "./support/github/workflow.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import { replyOf, unitOf } from "./support/with-models.ts";
import { skipWithoutSandbox } from "./support/sandbox.ts";

const noSandbox = await skipWithoutSandbox();
const bytes = (text: string) => new TextEncoder().encode(text);
const json = (report: unknown) => ({ "crosscheck-tests.json": bytes(JSON.stringify(report)) });

let here: Workflow;
let pull: Pull;
let other: Pull;
beforeAll(async () => {
  here = await openWorkflow();
  pull = await here.forkPull("mal");
  other = await here.forkPull("ada", "honest", { "src/sum.js": "export const sum = (a, b) => b + a;\n" });
});
afterAll(() => here.close());

const report = (given: Partial<ReportedTests> = {}): ReportedTests => ({
  version: 1,
  pull: pull.number,
  head: pull.head.oid,
  failures: [
    {
      name: "adds",
      file: "test/sum.test.js",
      message: "-1 !== 3",
      frames: [{ path: "src/sum.js", line: 1 }],
      onBase: "absent",
    },
  ],
  ...given,
});
const failure = (given: Partial<ReportedTests["failures"][number]>) =>
  report({ failures: [{ ...report().failures[0]!, ...given }] });

let runs = 100;
/** What the posting workflow would post, with this artifact of the run that finished. */
async function posting(
  files?: Parameters<Workflow["upload"]>[1],
  artifact: Parameters<Workflow["upload"]>[2] = {},
  of = pull,
) {
  const run = ++runs;
  if (files) here.upload(run, files, artifact);
  const payload = here.workflowRunEvent(of, run);
  const ran = await here.run({ event: "workflow_run", payload, inputs: { post: "none" } });
  const sarif = JSON.parse(readFileSync(ran.outputs["sarif"]!, "utf8")) as { runs: { results: object[] }[] };
  return { ...ran, results: sarif.runs[0]!.results };
}
const texts = (of: { results: object[] }) => of.results.map((one) => JSON.stringify(one)).join("\n");

describe("two workflows", () => {
  test.skipIf(noSandbox)("the first runs the tests of the fork and reports; the second posts the failure", async () => {
    const own = await openWorkflow();
    try {
      const tested = await own.forkPull();
      const inputs = { "run-tests": "true", post: "none" };
      const payload = own.pullEvent(tested);
      const first = await own.run({ event: "pull_request", payload, token: own.tokens.read, inputs });
      expect(first.code).toBe(0);
      const written = readFileSync(first.outputs["tests"]!, "utf8");
      expect(JSON.parse(written)).toMatchObject({ pull: 1, head: tested.head.oid, failures: [{ name: "adds" }] });
      own.upload(1, { "crosscheck-tests.json": bytes(written) });
      const second = await own.run({ event: "workflow_run", payload: own.workflowRunEvent(tested, 1) });
      expect([second.code, second.err]).toEqual([0, expect.stringMatching(/^Review: posted/)]);
      const comments = own.github.ledger.wire("review").flatMap((one) => one.comments ?? []);
      const said = comments.find(({ body }) => body.includes('The test "adds" fails'));
      expect(said).toMatchObject({ path: "test/sum.test.js", body: expect.stringContaining("not checked again here") });
    } finally {
      await own.close();
    }
  });

  test("what the first reports is checked and quoted from the commit itself", async () => {
    const ran = await posting(json(report()));
    expect(ran.err).toBe("");
    expect(texts(ran)).toContain('The test \\"adds\\" fails');
    expect(texts(ran)).toContain("export const sum = (a, b) => a - b;");
  });

  test("a model that reviews beside it changes nothing of that", async () => {
    const vendor = await openModelStandin({ key: "a-key", script: (asked) => replyOf(undefined, unitOf(asked)) });
    try {
      const config = join(here.folder, "config.yml");
      writeFileSync(config, `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: ${vendor.url("anthropic")}\n`);
      const run = ++runs;
      here.upload(run, json(report()));
      const ran = await here.run({
        event: "workflow_run",
        payload: here.workflowRunEvent(pull, run),
        inputs: { post: "none", allow: "everybody" },
        env: { CROSSCHECK_CONFIG: config, ANTHROPIC_API_KEY: "a-key" },
      });
      expect(ran.summary).toContain('The test "adds" fails');
      expect(vendor.asked.length).toBeGreaterThan(0);
    } finally {
      await vendor.close();
    }
  });

  test("without an artifact, or without a failure, it is a review that ran nothing", async () => {
    const plain = await posting();
    expect([plain.code, plain.err]).toEqual([0, ""]);
    expect(plain.summary).toContain("runs no code of the change");
    expect(texts(await posting(json(report({ failures: [] }))))).toBe(texts(plain));
  });

  test("a run for another event, an older commit or a closed pull request posts nothing", async () => {
    const run = async (given: object) =>
      await here.run({ event: "workflow_run", payload: here.workflowRunEvent(pull, 1, given) });
    expect((await run({ event: "push" })).summary).toContain("did not run for a pull request");
    expect((await run({ head_sha: "0".repeat(40) })).summary).toContain("newer commit");
    expect((await run({ head_branch: "gone" })).summary).toContain("no open pull request");
    // A fork can name its branch as it likes, but not the repository that it is in.
    const elsewhere = { head_repository: { full_name: "mal/other" } };
    expect((await run(elsewhere)).summary).toContain("no open pull request");
  });
});

/** Bytes of an archive whose directory says another size than the content has. */
function lyingSize(): Uint8Array {
  const archive = zipSync({
    "crosscheck-tests.json": bytes(JSON.stringify(failure({ message: "x".repeat(4_000_000) }))),
  });
  const view = new DataView(archive.buffer);
  for (let at = 0; at + 46 < archive.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 500, true);
  return archive;
}

type Attack = [string, RefusedReport, () => Parameters<Workflow["upload"]>[1], Parameters<Workflow["upload"]>[2]?];
const good = () => JSON.stringify(report());

const attacks: Attack[] = [
  ["the number of another open pull request", "other-pull", () => json(report({ pull: other.number }))],
  ["its number and its commit", "other-pull", () => json(report({ pull: other.number, head: other.head.oid }))],
  ["a number that is none", "bad-report", () => json({ ...report(), pull: "1; rm -rf /" })],
  ["another commit", "other-commit", () => json(report({ head: other.head.oid }))],
  ["a head that is no commit", "bad-report", () => json({ ...report(), head: "refs/heads/main" })],
  [
    "a quote of its own",
    "bad-report",
    () => json({ ...report(), failures: [{ ...report().failures[0], quote: "if (admin) all();" }] }),
  ],
  ["a verdict", "bad-report", () => json({ ...report(), verdict: "Approve with notes", event: "APPROVE" })],
  ["tests that pass", "bad-report", () => json({ ...report(), tests: { passed: 500 }, failures: [] })],
  [
    "too many failures",
    "bad-report",
    () => json(report({ failures: Array.from({ length: 21 }, () => report().failures[0]!) })),
  ],
  ["a message without end", "bad-report", () => json(failure({ message: "x".repeat(5_000) }))],
  ["an entry that climbs out of its folder", "bad-archive", () => ({ "../../crosscheck-tests.json": bytes(good()) })],
  ["a second entry that does", "bad-archive", () => ({ ...json(report()), "../../../.bashrc": bytes("evil") })],
  ["an absolute entry", "bad-archive", () => ({ "/tmp/crosscheck-tests.json": bytes(good()) })],
  ["a bomb", "bad-archive", () => ({ "crosscheck-tests.json": bytes(" ".repeat(5_000_000)) })],
  ["a bomb that lies about its size", "bad-report", lyingSize],
  ["an archive that GitHub says is huge", "too-large", () => json(report()), { size: 5_000_000_000 }],
  ["an archive that is larger than GitHub says", "too-large", () => new Uint8Array(3_000_000), { size: 100 }],
  ["no archive", "bad-archive", () => bytes(good())],
  ["half an archive", "bad-archive", () => zipSync(json(report())).slice(0, 90)],
  [
    "JSON with a prototype",
    "bad-report",
    () => ({ "crosscheck-tests.json": bytes(`{"__proto__":{"pull":1},${good().slice(1)}`) }),
  ],
  ["text that is not UTF-8", "bad-archive", () => ({ "crosscheck-tests.json": new Uint8Array([0xff, 0xfe, 0x7b]) })],
];

/** Reports that GitHub confirms, about files that the commit does not have. */
const strangeFiles = ["test/other.test.js", "../../etc/passwd", "/etc/passwd", ".git/config"];

describe("an artifact of hostile code", () => {
  test.each(attacks)("is refused: %s", async (_, why, files, artifact = {}) => {
    const run = ++runs;
    here.upload(run, files(), artifact);
    const reads = openWorkflowReads(
      { host: here.github.host, owner: "acme", repo: "shop" },
      {
        api: apiOf(here.github.host),
        token: async () => here.tokens.write,
        clock: wallClock,
        stop: new AbortController().signal,
      },
    );
    const candidates = await reads.pullsOf({ repository: "mal/shop", branch: "side" });
    expect(await readTestsElsewhere(run, candidates, reads)).toEqual({ is: "refused", why });
  });

  test("changes nothing of the review that is posted", async () => {
    const plain = await posting();
    expect(texts(plain)).toContain("needs the job");
    const refused = attacks.filter((_, index) => index % 7 === 0).map(([, , files]) => files());
    const before = here.written().length;
    for (const files of [...refused, ...strangeFiles.map((file) => json(failure({ file })))]) {
      const ran = await posting(files);
      const { code, out, results, outputs } = ran;
      expect([code, out, results]).toEqual([0, plain.out, plain.results]);
      expect(outputs["verdict"]).toBe(plain.outputs["verdict"]);
      expect(ran.err).toMatch(/^The report of the tests in run \d+ was not used: /);
    }
    expect(here.written()).toHaveLength(before);
  });

  test("can bring text, which is inert where it is posted", async () => {
    const name =
      "adds @acme/owners [approved](https://evil.example) <img src=x> ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    here.upload(++runs, json(failure({ name, message: "::error::x\n##[set-env name=A]b\n/approve" })));
    const ran = await here.run({ event: "workflow_run", payload: here.workflowRunEvent(pull, runs) });
    expect(ran.code).toBe(0);
    const posted = JSON.stringify(here.github.ledger.wire("review"));
    expect(posted).toContain("adds");
    expect(posted).not.toMatch(/ghp_16|(?<!`[^`]*)@acme|\]\(https:\/\/evil|<img/);
    expect(ran.err).not.toMatch(/^\s*::|##\[/m);
  });
});
