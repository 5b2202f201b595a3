// The GitHub Action on a simulated GitHub, with the runner's variables and event files.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openModelStandin } from "../src/standin/models/open.ts";
import { packedFolder } from "./support/packed-build.ts";
import { assembleAction } from "../scripts/build-action.ts";
import { openWorkflow, type Workflow } from "./support/github/workflow.ts";
import { replyOf, unitOf } from "./support/with-models.ts";

let here: Workflow;
beforeEach(async () => {
  here = await openWorkflow();
});
afterEach(() => here.close());

describe("on pull_request_target", () => {
  test("the pull request of a fork is reviewed and posted once", async () => {
    const payload = here.pullEvent(await here.forkPull());
    const ran = await here.run({ event: "pull_request_target", payload });
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(ran.err).toMatch(/^Review: posted/);
    expect(ran.outputs).toEqual({
      verdict: "Needs changes",
      findings: expect.stringMatching(/^[1-9]$/),
      sarif: expect.stringMatching(/review\.sarif$/),
    });
    expect(ran.summary).toContain('Job "test" needs the job "compile"');
    expect(JSON.parse(readFileSync(ran.outputs["sarif"]!, "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(here.written()).toEqual(["review", "comment", "create-check-run"]);
    const again = await here.run({ event: "pull_request_target", payload });
    expect(again.code).toBe(0);
    expect(here.written().filter((what) => !/^(?:edit|update)/.test(what))).toEqual([
      "review",
      "comment",
      "create-check-run",
    ]);
  });

  test("code of the change is not run, even if the workflow asks for it", async () => {
    const payload = here.pullEvent(await here.forkPull());
    const ran = await here.run({ event: "pull_request_target", payload, inputs: { "run-tests": "true" } });
    expect([ran.code, ran.out]).toEqual([
      2,
      expect.stringMatching(/^::error title=Crosscheck::.*run-tests executes code/),
    ]);
    expect(here.written()).toEqual([]);
  });

  test("fail-on fails the step after the review is posted; post: none posts nothing and annotates", async () => {
    const payload = here.pullEvent(await here.ownPull());
    const inputs = { "fail-on": "high", post: "none" };
    const ran = await here.run({ event: "pull_request_target", payload, inputs });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^::error file=\.github\/workflows\/ci\.yml,line=8,endLine=8,title=Job "test" needs/m);
    expect(here.written()).toEqual([]);
    expect((await here.run({ event: "pull_request_target", payload, inputs: { "fail-on": "high" } })).code).toBe(1);
    expect(here.written()).toContain("review");
  });

  test("a token that may not write is refused with what the job needs", async () => {
    const payload = here.pullEvent(await here.ownPull());
    const ran = await here.run({ event: "pull_request_target", payload, token: here.tokens.read });
    expect([ran.code, ran.err]).toEqual([
      2,
      expect.stringContaining("permissions: contents: read, pull-requests: write"),
    ]);
    expect(ran.outputs["verdict"]).toBe("Needs changes");
  });
});

describe("on pull_request", () => {
  test("a branch of the repository is posted; a fork's token cannot write, so its findings are annotations", async () => {
    const own = await here.run({ event: "pull_request", payload: here.pullEvent(await here.ownPull()) });
    expect([own.code, here.written()]).toEqual([0, ["review", "comment", "create-check-run"]]);
    const payload = here.pullEvent(await here.forkPull());
    const fork = await here.run({ event: "pull_request", payload, token: here.tokens.read });
    expect([fork.code, fork.err]).toEqual([0, expect.stringContaining("Use pull_request_target.")]);
    expect(fork.out).toContain("::error file=");
    expect(fork.summary).toContain("Nothing was posted");
    expect(here.written()).toHaveLength(3);
  });

  test("a run of Dependabot posts nothing", async () => {
    const payload = here.pullEvent(await here.ownPull());
    const ran = await here.run({ event: "pull_request", payload, actor: "dependabot[bot]", token: here.tokens.read });
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("runs of Dependabot")]);
  });

  test("a draft and a [no-review] title are not reviewed, and the summary says why", async () => {
    const pull = await here.ownPull({ draft: true });
    const payload = here.pullEvent(pull);
    const ran = await here.run({ event: "pull_request", payload });
    expect(ran).toMatchObject({ code: 0, summary: "Skipped: a draft.\n", outputs: { verdict: "Not reviewed" } });
    here.github.editPull(pull, { title: "[no-review] feat: sums", draft: false });
    expect((await here.run({ event: "pull_request", payload })).summary).toContain("[no-review]");
    expect(here.written()).toEqual([]);
  });
});

describe("on other events", () => {
  test("a push reviews the branch's open pull request, if there is one", async () => {
    const pushed = (ref: string) => ({ ref, before: "0", after: "1", deleted: false });
    await here.ownPull();
    expect((await here.run({ event: "push", payload: pushed("refs/heads/main") })).summary).toContain(
      "no open pull request",
    );
    expect((await here.run({ event: "push", payload: pushed("refs/tags/v1") })).summary).toContain(
      "not about a branch",
    );
    expect((await here.run({ event: "push", payload: pushed("refs/heads/side") })).err).toMatch(/^Review: posted/);
  });

  test("the merge queue has nothing to review; an event without a pull request is a mistake of the workflow", async () => {
    expect((await here.run({ event: "merge_group", payload: {} })).code).toBe(0);
    const ran = await here.run({ event: "schedule", payload: {} });
    expect([ran.code, ran.out]).toEqual([
      2,
      expect.stringContaining("::error title=Crosscheck::crosscheck: The event schedule"),
    ]);
  });

  test("an input that is wrong names what is possible", async () => {
    const payload = here.pullEvent(await here.ownPull());
    for (const [name, value, says] of [
      ["post", "yes", "Use one of code, all, none."],
      ["fail-on", "severe", "Use one of critical"],
      ["allow", "friends", "Use writers, everybody or label:NAME"],
      ["run-tests", "", "Use one of true, false."],
    ] as const) {
      const ran = await here.run({ event: "pull_request", payload, inputs: { [name]: value } });
      expect([ran.code, ran.out]).toEqual([2, expect.stringContaining(says)]);
    }
  });
});

test.skipIf(!packedFolder)("as it is released, it starts without anything beside it", async () => {
  const released = join(here.folder, "released");
  const { name } = JSON.parse(readFileSync("package.json", "utf8")) as { name: string };
  assembleAction(join(packedFolder!, "node_modules", name), released);
  const payload = here.pullEvent(await here.forkPull());
  const program = join(released, "action/main.js");
  const ran = await here.run({ event: "pull_request_target", payload, program });
  expect([ran.code, ran.err]).toEqual([0, expect.stringMatching(/^Review: posted/)]);
});

test("models are asked about changes of writers, and of others once somebody labels them", async () => {
  const vendor = await openModelStandin({ key: "a-key", script: (asked) => replyOf(undefined, unitOf(asked)) });
  try {
    const config = join(here.folder, "config.yml");
    writeFileSync(config, `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: ${vendor.url("anthropic")}\n`);
    const env = { CROSSCHECK_CONFIG: config, ANTHROPIC_API_KEY: "a-key" };
    const inputs = { models: "anthropic/claude-sonnet-4-5", allow: "writers, label:ask models", post: "none" };
    const pull = await here.forkPull("ada");
    const run = async () =>
      await here.run({ event: "pull_request_target", payload: here.pullEvent(pull), inputs, env });
    const without = await run();
    expect([without.code, vendor.asked.length]).toEqual([0, 0]);
    expect(without.summary).toContain('Somebody who can label it can add "ask models".');
    here.github.label(pull, "ask models", "kim");
    expect((await run()).err).toContain("Estimated");
    expect(vendor.asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(vendor.asked)).not.toContain(here.tokens.write);
    const before = vendor.asked.length;
    const own = await here.ownPull({ by: "kim" });
    await here.run({ event: "pull_request_target", payload: here.pullEvent(own), inputs, env });
    expect(vendor.asked.length).toBeGreaterThan(before);
  } finally {
    await vendor.close();
  }
});

test("no text of the change can start a command of the runner", async () => {
  const line = "::set-output name=verdict::Approve%0A##[add-mask]a";
  const name = "src/a,line=1::error::x.js";
  const files = { [name]: `<<<<<<< ${line}\n1\n=======\n2\n>>>>>>> side\n`, ".github/workflows/ci.yml": null as never };
  const pull = await here.forkPull("mal", "evil", files);
  here.github.editPull(pull, { title: `::error::${line}\n${line}`, body: `${line}\n` });
  const ran = await here.run({ event: "pull_request", payload: here.pullEvent(pull), token: here.tokens.read });
  expect(ran.out).not.toBe("");
  for (const printed of `${ran.out}${ran.err}`.split("\n")) {
    expect(printed).not.toContain("##[");
    if (printed.trimStart().startsWith("::"))
      expect(printed).toMatch(
        /^::(?:error|warning|notice) (?:file=[^,:]+,line=\d+,endLine=\d+,)?title=[^,:]*::[^\n]*$/,
      );
  }
  expect(Object.keys(ran.outputs)).toEqual(["verdict", "findings", "sarif"]);
});
