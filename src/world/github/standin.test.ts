// Runs the same tests against the simulated GitHub, with real git and a ledger of effects.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Oid } from "../../change/change.ts";
import { Refused, Unavailable } from "../../errors.ts";
import type { FaultKind } from "../../standin/github/faults.ts";
import { openStandin, setClock, type SetClock, type Standin } from "../../standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../../standin/github/state.ts";
import { apiOf } from "./address.ts";
import { tokenPermissions } from "./app-token.ts";
import type { RequestClock } from "./clock.ts";
import { openPermit } from "./permit.ts";
import { openReads } from "./reads.ts";
import { openWrites } from "./writes.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const { signal: stop } = new AbortController();
let folder: string;
let time: SetClock;
let github: Standin;
let shop: SimulatedRepository;
let pull: Pull;

const content = (n: number) => `export const a${n} = ${n};\n`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-access-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(async () => {
  time = setClock();
  github = await openStandin({ folder: mkdtempSync(join(folder, "hub-")), clock: time });
  for (const login of ["ada", "bob", "eve"]) github.user(login);
  github.organization("acme", [
    { login: "ada", role: "admin" },
    { login: "bob", role: "member" },
  ]);
  shop = await github.repository("acme", "shop", [{ message: "start", files: { "src/1.ts": "old\n" } }], {
    private: true,
  });
  github.openIssue(shop, "bob", { title: "No till", body: "We need one" });
  const commits = [1, 2, 3].map((n) => ({
    message: `step ${n}`,
    files: { [`src/${n}.ts`]: content(n), ...(n > 1 ? { [`docs/${n}.md`]: `page ${n}\n` } : {}) },
  }));
  await github.push(shop, "till", commits, { from: "main" });
  pull = await github.openPull(shop, "ada", { title: "Add a till", body: "Closes #1", head: "till" });
});
afterEach(async () => await github.close());

/** Waiting moves the stand-in's clock. */
const clock: RequestClock & { waits: number[] } = {
  waits: [],
  now: () => time.now(),
  wait: async (milliseconds) => {
    clock.waits.push(milliseconds);
    time.advance(milliseconds);
  },
};

function access(token: string, timeout = 30_000) {
  clock.waits = [];
  const options = { api: apiOf(github.host), token: async () => token, clock, stop, timeout };
  const at: PullRequestRef = { host: github.host, owner: "acme", repo: "shop", number: pull.number };
  return { reads: openReads(options), writes: openWrites({ ...options, permit: openPermit({ clock }) }), at };
}
const asApp = (timeout?: number) =>
  access(github.appToken(shop, "crosscheck", { ...tokenPermissions.read, ...tokenPermissions.write }), timeout);
const head = () => pull.head.oid as Oid;

describe("a snapshot", () => {
  test("of 3 commits and 5 files takes at most 4 requests", async () => {
    const { reads, at } = access(github.token("ada"));
    const snapshot = await reads.snapshot(at);
    expect(snapshot).toMatchObject({
      title: "Add a till",
      author: "ada",
      base: { ref: "main", sha: pull.base.oid },
      head: { ref: "till", sha: pull.head.oid, repository: "acme/shop" },
      mergeBase: pull.base.oid,
      commitsTotal: 3,
      filesTotal: 5,
      issues: [{ reference: "#1", title: "No till", body: "We need one" }],
      viewer: { login: "ada", app: false },
      owned: { is: "mine", why: "organisation-admin" },
      output: [],
    });
    expect(snapshot.commits.map(({ message }) => message)).toEqual(["step 1", "step 2", "step 3"]);
    expect(snapshot.files.map(({ path, status }) => `${status} ${path}`).toSorted()).toEqual([
      "added docs/2.md",
      "added docs/3.md",
      "added src/2.ts",
      "added src/3.ts",
      "modified src/1.ts",
    ]);
    expect(github.requests.length).toBeLessThanOrEqual(4);
    expect(snapshot.requests).toBe(github.requests.length);
  });

  test("of 260 commits and 301 files names what GitHub omits", async () => {
    const many = Array.from({ length: 260 }, (_, n) => ({
      message: `step ${n}`,
      files:
        n === 0
          ? Object.fromEntries(Array.from({ length: 301 }, (__, f) => [`many/${f}.txt`, `${f}\n`]))
          : { "many/0.txt": `${n}\n` },
    }));
    await github.push(shop, "many", many, { from: "main" });
    const large = await github.openPull(shop, "ada", { title: "Much", head: "many" });
    const { reads, at } = access(github.token("ada"));
    const { commits, commitsTotal, files, filesTotal } = await reads.snapshot({ ...at, number: large.number });
    expect([commits.length, commitsTotal, files.length, filesTotal]).toEqual([250, 260, 301, 301]);
    expect(github.requests).toHaveLength(5);
  });

  test("includes the owner of the repository", async () => {
    const owned = async (login: string) => {
      const { reads, at } = access(github.token(login));
      return (await reads.snapshot(at)).owned.why;
    };
    expect(await owned("bob")).toBe("not-admin");
    const own = await github.repository("eve", "own", [{ message: "a", files: { a: "a" } }]);
    await github.push(own, "b", [{ message: "b", files: { b: "b" } }], { from: "main" });
    const mine = await github.openPull(own, "eve", { title: "b", head: "b" });
    const { reads, at } = access(github.token("eve"));
    const place = { ...at, owner: "eve", repo: "own", number: mine.number };
    expect((await reads.snapshot(place)).owned).toEqual({ is: "mine", why: "owner" });
  });

  test("of a private repository without access fails", async () => {
    const { reads, at } = access(github.token("eve"));
    await expect(reads.snapshot(at)).rejects.toThrow(
      `There is no pull request ${pull.number} in acme/shop, or the token may not see it`,
    );
  });

  test("is retried if GitHub fails", async () => {
    github.faults.add({ match: () => true, do: "502", times: 2 });
    const { reads, at } = access(github.token("ada"));
    expect((await reads.snapshot(at)).requests).toBe(4);
    expect(clock.waits).toEqual([1_000, 2_000]);
  });

  test("finds the pull request of a branch and its changes", async () => {
    const { reads, at } = access(github.token("ada"));
    expect(await reads.pullOf(at, "till")).toEqual(at);
    expect(await reads.pullOf(at, "main")).toBeNull();
    github.editPull(pull, { title: "[WIP] till" });
    expect(await reads.now(at)).toEqual({ head: head(), state: "open", draft: false, title: "[WIP] till" });
    expect(await reads.issues(at, ["#1", "#99"])).toEqual([{ reference: "#1", title: "No till", body: "We need one" }]);
  });
});

describe("a write", () => {
  const line = { path: "src/2.ts", side: "RIGHT", line: 1, body: "on a line" } as const;

  test("is stored once and recognised as ours", async () => {
    const { writes, reads, at } = asApp();
    const review = await writes.postReview(at, { head: head(), event: "COMMENT", body: "summary", comments: [line] });
    const comment = await writes.comment(at, "details");
    await writes.updateComment(comment.id, "details, again");
    const ours = await writes.output(at);
    const thread = ours.find(({ kind }) => kind === "line")!.thread!;
    await writes.reply(thread.id, "answered");
    github.comment(pull, "bob", "not ours");
    const { output, viewer } = await reads.snapshot(at);
    expect(viewer).toEqual({ login: "crosscheck[bot]", app: true });
    expect(output.filter(({ body }) => body !== "").map(({ kind, body }) => [kind, body])).toEqual([
      ["review", "summary"],
      ["line", "on a line"],
      ["line", "answered"],
      ["conversation", "details, again"],
    ]);
    expect(output.map(({ id }) => id)).toEqual(expect.arrayContaining([review.id, comment.id]));
    expect(thread).toMatchObject({ resolved: false, path: "src/2.ts", line: 1 });
    expect(github.ledger.wire().map(({ what }) => what)).toEqual(["review", "comment", "edit-comment", "reply"]);
  });

  test("resolves a thread only with write permission for contents", async () => {
    const { writes, at } = asApp();
    await writes.postReview(at, { head: head(), event: "COMMENT", body: "s", comments: [line] });
    const thread = (await writes.output(at)).find(({ kind }) => kind === "line")!.thread!.id;
    await expect(writes.resolve(thread)).rejects.toBeInstanceOf(Refused);
    await access(github.appToken(shop, "crosscheck", tokenPermissions.resolve)).writes.resolve(thread);
    expect(github.ledger.wire("resolve")).toHaveLength(1);
  });

  test("creates a check run, finds it by its key, and updates it", async () => {
    const { writes, at } = asApp();
    const run = { externalId: "key", head: head(), conclusion: "neutral", title: "t", summary: "s" } as const;
    expect(await writes.findCheckRun(at, head(), "key")).toBeNull();
    const checkRun = await writes.createCheckRun(at, run);
    expect(await writes.findCheckRun(at, head(), "key")).toEqual(checkRun);
    await writes.updateCheckRun(at, checkRun.id, { ...run, conclusion: "success" });
    expect(github.ledger.wire().map(({ what }) => what)).toEqual(["create-check-run", "update-check-run"]);
  });

  test("of a review with a comment outside the diff posts nothing", async () => {
    const { writes, at } = asApp();
    const comments = [line, { ...line, line: 99 }];
    const posted = writes.postReview(at, { head: head(), event: "COMMENT", body: "s", comments });
    await expect(posted).rejects.toMatchObject({ name: "Refused", status: 422 });
    expect(github.ledger.wire()).toEqual([]);
  });

  test.each<FaultKind>(["502-after", "reset-after", "truncated-after", "timeout-after"])(
    "whose response is lost (%s) is unavailable and applied once",
    async (kind) => {
      github.faults.add({ match: ({ isWrite }) => isWrite, do: kind });
      const { writes, at } = asApp(kind === "timeout-after" ? 2_000 : undefined);
      const posted = writes.postReview(at, { head: head(), event: "COMMENT", body: "s", comments: [line] });
      await expect(posted).rejects.toBeInstanceOf(Unavailable);
      expect(github.ledger.wire("review")).toHaveLength(1);
    },
  );

  test("waits as long as GitHub asks, on the given clock; 90 comments in a row all succeed", async () => {
    const { writes, at } = asApp();
    github.limits.contentPerMinute = 1;
    github.limits.retryAfter = 59;
    await writes.comment(at, "first");
    await writes.comment(at, "second");
    expect(clock.waits).toEqual([1_000, 59_000]);
    github.limits.contentPerMinute = 80;
    for (let n = 0; n < 90; n += 1) await writes.comment(at, `comment ${n}`);
    expect(github.ledger.wire("comment")).toHaveLength(92);
    expect(github.requests.filter(({ status }) => status === 403)).toHaveLength(1);
  });
});
