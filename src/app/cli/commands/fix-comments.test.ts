// The command line end to end: a payload file, the base's settings and template, real git and HTTP.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { provenFix } from "../../../../test/support/fix-of.ts";
import type { Oid } from "../../../change/change.ts";
import { UserError } from "../../../errors.ts";
import { lines } from "../../../../test/support/github/sample-repository.ts";
import type { Classification } from "../../../threads/thread-payloads.ts";
import { openStandin, type Standin } from "../../../standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../../../standin/github/state.ts";
import { chooseThreads } from "../../../threads/choose-threads.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import { openStore } from "../../../world/store/open-store.ts";
import { storedScan } from "../../threads/comments/stored-scan.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { loadThreadState, recordEvent } from "../../threads/thread-target.ts";
import { fixCommentsCommand } from "./fix-comments.ts";
import type { PullRequestRef } from "../../../pull-request.ts";
import { triageOf } from "../../../../test/support/thread-story.ts";

const { signal: stop } = new AbortController();
const rabbit = "coderabbitai[bot]";
let folder: string;
let github: Standin;
let shop: SimulatedRepository;
let pull: Pull;
let token: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-fix-"));
  const path = process.env["PATH"] ?? "";
  github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
  github.user("ada");
  github.user(rabbit, { type: "Bot" });
  token = github.token("ada");
  mkdirSync(join(folder, "home"));
});

afterEach(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openPull(files: Record<string, string> = {}): Promise<PullRequestRef> {
  shop = await github.repository("ada", "shop", [{ message: "Open", files: { "till.ts": lines(20), ...files } }]);
  const changed = { "till.ts": lines(20, { 10: "changed" }) };
  await github.push(shop, "feature", [{ message: "Change the till", files: changed }], { from: "main" });
  pull = await github.openPull(shop, "ada", { title: "Change the till", head: "feature" });
  const comment = { path: "till.ts", line: 10, side: "RIGHT", startLine: null, startSide: null } as const;
  await github.review(pull, rabbit, { comments: [{ ...comment, body: "The till stays open." }] });
  const closed = { "till.ts": lines(20, { 10: "closed" }) };
  await github.push(shop, "feature", [{ message: "Close the till", files: closed }]);
  return { host: github.host, owner: "ada", repo: "shop", number: pull.number };
}

/** As `crosscheck comments` leaves it behind; gives the threads' ids. */
async function scan(at: PullRequestRef, classification: Classification = "valid"): Promise<string[]> {
  const reads = openThreadReads({ api: apiOf(at.host), token: async () => token, clock: wallClock, stop });
  const found = await reads.threads(at, { max: 100 });
  const stored = storedScan(found, chooseThreads(found, { all: true }), Date.now(), null);
  const triage = stored.threads.map(({ threadId }) => triageOf(threadId, classification));
  const store = await openStore({ folder: join(folder, "data") });
  try {
    await recordEvent(store, at, { kind: "scanned", scan: stored, triage }, Date.now());
  } finally {
    await store.close();
  }
  return stored.threads.map(({ threadId }) => threadId);
}

function payload(threadId: string, edit: object = {}): string {
  const head = pull.head.oid as Oid;
  const file = join(folder, "fix.json");
  const fix = provenFix(head, { threadId, ...edit });
  writeFileSync(file, JSON.stringify({ prNumber: pull.number, threads: [fix] }));
  return file;
}

async function run(options: Record<string, string | boolean | string[]>, input: string | null = null) {
  let out = "";
  let err = "";
  const outside: ProcessEnvironment = {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: join(folder, "home"),
      GH_ENTERPRISE_TOKEN: token,
      CROSSCHECK_DATA: join(folder, "data"),
    },
    version: "0",
    program: [],
    input: async () => input,
    print: (text) => void (out += text),
    tell: (text) => void (err += text),
    platform: "linux",
    screen: { colour: false, width: 80, live: false, asks: false },
    now: Date.now,
    memory: () => 0,
    stop,
  };
  const code = await fixCommentsCommand.run({ args: [], options }, outside);
  return { code, out, err };
}

const deeds = () => github.ledger.wire().map(({ what }) => what);

describe("crosscheck fix-comments", () => {
  test("prints the plan, applies it on request, and does not repeat it", async () => {
    const at = await openPull();
    const [thread] = await scan(at);
    const file = payload(thread!);
    const dry = await run({ payload: file });
    expect(dry.code).toBe(0);
    expect(dry.out).toBe(
      [
        `till.ts  valid  ${thread}`,
        "  Reply: planned",
        "  Resolution: planned",
        "  │ The till is closed now",
        "  │ ",
        `  │ Fixed in \`${pull.head.oid.slice(0, 12)}\`.`,
        `  │ Verified by \`npm test\` at \`${pull.head.oid.slice(0, 12)}\`.`,
        "",
      ].join("\n"),
    );
    expect(dry.err).toMatch(/Nothing was posted.*--apply/);
    expect(deeds()).toEqual([]);
    expect((await run({ payload: file, apply: true })).out).toMatch(/Reply: posted\n {2}Resolution: resolved\n$/);
    const again = await run({ payload: file, apply: true, json: true });
    expect(JSON.parse(again.out)).toMatchObject({
      dryRun: false,
      threads: [
        {
          threadId: thread,
          reply: { is: "already", allowed: false, rule: { rule: "already-resolved" }, text: null },
          resolution: { is: "already", rule: { rule: "already-resolved" } },
        },
      ],
    });
    expect((await run({ payload: file })).err).toBe("Nothing was posted, resolved or stored.\n");
    expect(deeds()).toEqual(["reply", "resolve"]);
  });

  test("uses the settings and template of the base, and says why something is blocked", async () => {
    const at = await openPull({
      ".crosscheck.yml": "reviewComments:\n  autoReply: true\n",
      ".crosscheck/templates/review-reply.md": "## valid\n\nDone: {{summary}}\n",
    });
    // What the change says of itself does not count.
    const looser = { ".crosscheck.yml": "reviewComments:\n  autoReply: true\n  autoResolve: true\n" };
    await github.push(shop, "feature", [{ message: "Looser", files: looser }]);
    const [thread] = await scan(at);
    const done = await run(
      { payload: "-", pr: `${github.url}/ada/shop/pull/${pull.number}` },
      textOf(payload(thread!, { checks: "failed" })),
    );
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/Reply: posted\n {2}Resolution: blocked \(the payload says that checks failed\)/);
    expect(github.ledger.wire("reply")[0]!.body).toMatch(/^Done: The till is closed now\n\n<!--/);
    expect(deeds()).toEqual(["reply"]);
  });

  test("uses the template that the base names, at its tip", async () => {
    const template = "## valid\n\nMended: {{summary}}\n";
    const at = await openPull({ ".crosscheck.yml": "reviewComments:\n  replyTemplate: docs/reply.md\n" });
    const [thread] = await scan(at);
    await expect(run({ payload: payload(thread!) })).rejects.toThrow(/The base branch has no template docs\/reply\.md/);
    await github.push(shop, "main", [{ message: "Add a template", files: { "docs/reply.md": template } }]);
    expect((await run({ payload: payload(thread!) })).out).toContain("│ Mended: The till is closed now");
  });

  test("ends with 1 when everything is blocked, with a flag or without", async () => {
    const at = await openPull();
    const [thread] = await scan(at);
    const file = payload(thread!, { verification: [] });
    for (const options of [{}, { apply: true }, { applyReplies: true }])
      expect((await run({ payload: file, ...options })).code).toBe(1);
    // What was said already is not blocked.
    await run({ payload: payload(thread!), applyReplies: true });
    expect((await run({ payload: payload(thread!, { checks: "failed" }), apply: true })).code).toBe(0);
    expect(deeds()).toEqual(["reply"]);
  });

  test("applies a payload of pi-codeflow, which need not name the pull request", async () => {
    const at = await openPull();
    const [thread] = await scan(at);
    const item = {
      threadId: thread!,
      classification: "valid",
      fixSummary: "The till is closed now",
      verification: ["npm test passed"],
      checksRun: ["npm test"],
      commitSha: pull.head.oid,
    };
    const apply = async (resolveRequested: boolean) =>
      await run({ payload: "-", apply: true }, JSON.stringify({ items: [{ ...item, resolveRequested }] }));
    expect((await apply(false)).out).toMatch(
      /Reply: posted\n {2}Resolution: skipped \(allowed, but not requested\)\n$/,
    );
    expect((await apply(true)).out).toMatch(/Reply: already done .*\n {2}Resolution: resolved\n$/);
    expect(github.ledger.wire("reply")[0]!.body).toMatch(/Verified by `npm test` at/);
    expect(deeds()).toEqual(["reply", "resolve"]);
  });

  test("resolves a class that the repository does not list with a person's reason, which is recorded", async () => {
    const at = await openPull();
    const [thread] = await scan(at, "already_fixed");
    const file = payload(thread!, { classification: "already_fixed", evidence: "The till is closed." });
    expect((await run({ payload: file })).out).toMatch(/Resolution: blocked [^]*--allow-resolve\s+already_fixed/);
    const asking = { payload: file, allowResolve: ["already_fixed"] };
    await expect(run(asking)).rejects.toThrow(/--allow-resolve needs a reason/);
    await expect(run({ payload: file, reason: "x" })).rejects.toThrow(/--reason belongs to --allow-resolve/);
    const reason = "Checked by hand with the cashier";
    const done = await run({ ...asking, reason, apply: true, json: true });
    expect(JSON.parse(done.out)).toMatchObject({
      threads: [{ resolution: { is: "resolved", rule: { by: "person", because: reason } } }],
    });
    const store = await openStore({ folder: join(folder, "data") });
    const { outcomes } = await loadThreadState(store, at);
    await store.close();
    expect(outcomes[0]).toMatchObject({ resolution: "resolved", why: `allowed by you: ${reason}` });
  });

  test("rejects contradictory options with a remedy", async () => {
    const at = await openPull({ ".crosscheck.yml": "reviewComments:\n  enabled: false\n" });
    const file = payload("T_none");
    const refused = async (options: Record<string, string | boolean>) => {
      const error: unknown = await run(options).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(UserError);
      return (error as UserError).message;
    };
    expect(await refused({})).toMatch(/no payload/);
    expect(await refused({ payload: "missing.json" })).toMatch(/no file/);
    writeFileSync(join(folder, "bad.json"), "{");
    expect(await refused({ payload: "bad.json" })).toMatch(/bad\.json:1/);
    expect(await refused({ payload: file })).toMatch(/not clear which pull request/);
    await scan(at);
    expect(await refused({ payload: file, pr: `${github.url}/ada/shop/pull/99` })).toMatch(
      /but pull request 99 is meant/,
    );
    expect(await refused({ payload: file })).toMatch(/reviewComments\.enabled is false/);
    expect(deeds()).toEqual([]);
  });
});

/** The payload as standard input has it. */
function textOf(file: string): string {
  return readFileSync(file, "utf8");
}
