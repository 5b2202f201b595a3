import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addManyThreads } from "../../../test/support/github/many-threads.ts";
import { nodeId } from "../../standin/github/node-id.ts";
import { openStandin, type Standin } from "../../standin/github/standin.ts";
import type { Pull, SimulatedRepository, SimulatedThread } from "../../standin/github/state.ts";
import type { ConversationReads, ConversationPage } from "../../threads/mention/conversation-github.ts";
import { apiOf } from "./address.ts";
import { wallClock } from "./clock.ts";
import { openConversationReads } from "./conversation-reads.ts";
import { openConversationWrites } from "./conversation-writes.ts";
import { openPermit } from "./permit.ts";

let folder: string;
let github: Standin;
let repository: SimulatedRepository;
let pull: Pull;
let thread: SimulatedThread;
let page: ConversationPage;
let reads: ConversationReads;
const always = () => true;
const stop = new AbortController().signal;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-talk-"));
  github = await openStandin({ folder, clock: { now: Date.now }, path: process.env["PATH"] ?? "" });
  for (const login of ["ada", "eve"]) github.user(login);
  repository = await github.repository("ada", "shop", [
    { message: "feat: a shop", files: { "a.ts": "1\n", ".crosscheck.yml": "profile: strict\n" } },
  ]);
  await github.push(repository, "side", [{ message: "fix: a", files: { "a.ts": "2\n", ".crosscheck.yml": null } }], {
    from: "main",
  });
  pull = await github.openPull(repository, "ada", { title: "fix: a", head: "side", body: "" });
  const place = { path: "a.ts", line: 1, side: "RIGHT", startLine: null, startSide: null, position: null } as const;
  addManyThreads(github.hub, pull, { threads: 250, comments: 2, by: "eve" });
  await github.review(pull, "ada", { comments: [{ ...place, body: "root" }] });
  thread = github.state.threads.find(
    ({ id }) => id === github.state.reviewComments.find(({ body }) => body === "root")!.thread,
  )!;
  for (let n = 1; n <= 60; n += 1) github.reply(thread, "eve", `one ${n}`);
  addManyThreads(github.hub, pull, { threads: 250, comments: 2, by: "eve" });
  for (let n = 1; n <= 60; n += 1) github.reply(thread, "eve", `two ${n}`);
  for (let n = 1; n <= 230; n += 1) github.comment(pull, "eve", `page ${n}`);
  page = { host: github.host, owner: "ada", repo: "shop", number: pull.number, isPull: true };
  const token = github.token("ada");
  const api = apiOf(github.host);
  reads = openConversationReads({ api, token: async () => token, clock: wallClock, stop, config: ".crosscheck.yml" });
});
afterAll(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

async function root() {
  const { id } = github.state.reviewComments.find(({ body }) => body === "root")!;
  return (await reads.lineComment(page, id))!;
}

describe("the context of a conversation", () => {
  test("starts with the head and the config of the base branch", async () => {
    expect(await reads.start(page)).toEqual({ head: pull.head.oid, config: "profile: strict\n" });
    const issue = github.openIssue(repository, "eve", { title: "why" });
    expect(await reads.start({ ...page, number: issue.number, isPull: false })).toEqual({
      head: null,
      config: "profile: strict\n",
    });
    await expect(reads.start({ ...page, number: 999 })).rejects.toThrow(/999/);
  });

  test("is read from the newest comment", async () => {
    const { turns, earlier } = await reads.page(page, always);
    expect([turns.length, turns[0]?.body, turns.at(-1)?.body, earlier]).toEqual([100, "page 131", "page 230", 130]);
    const before = await reads.page(page, ({ body }) => Number(body.slice(5)) <= 50);
    expect([before.turns.length, before.turns.at(-1)?.body, before.earlier]).toEqual([50, "page 50", 0]);
  });
});

describe("a thread among a thousand comments", () => {
  test("is found, with the newest hundred comments kept and the rest counted", async () => {
    const { turns, earlier } = await reads.thread(page, await root(), always);
    expect(turns).toHaveLength(100);
    expect(earlier).toBe(21);
    expect(turns.map(({ body }) => body).slice(0, 2)).toEqual(["one 21", "one 22"]);
    expect(turns.at(-1)?.body).toBe("two 60");
  });

  test("is read up to the question, however many comments follow", async () => {
    const { turns, earlier } = await reads.thread(page, await root(), ({ body }) => !body.startsWith("two"));
    expect([turns.length, earlier, turns[0]?.body, turns.at(-1)?.body]).toEqual([61, 0, "root", "one 60"]);
  });

  test("without its first comment is null", async () => {
    expect(await reads.lineComment(page, 999_999)).toBeNull();
    expect(await root()).toMatchObject({ author: "ada", inReplyTo: null, body: "root" });
  });
});

test("write permission is read from GitHub", async () => {
  expect([
    await reads.mayWrite(page, "ada"),
    await reads.mayWrite(page, "eve"),
    await reads.mayWrite(page, "nobody"),
  ]).toEqual([true, false, false]);
});

test("an answer is posted in its thread and found again; the eyes reaction is added and removed repeatedly", async () => {
  const token = github.token("ada");
  const writes = openConversationWrites({
    api: apiOf(github.host),
    token: async () => token,
    clock: wallClock,
    stop,
    permit: openPermit({ clock: wallClock, limits: [] }),
    login: "ada",
  });
  const since = new Date(Date.now() - 1000).toISOString();
  const to = { in: "thread", root: (await root()).id } as const;
  const answer = await writes.answer(page, to, "an answer");
  const onPage = await writes.answer(page, { in: "page" }, "another");
  expect((await writes.ownAnswers(page, to, since)).map(({ id, body }) => [id, body])).toContainEqual([
    answer.id,
    "an answer",
  ]);
  const answers = await writes.ownAnswers(page, { in: "page" }, since);
  expect(answers.map(({ id, body }) => [id, body])).toEqual([[onPage.id, "another"]]);
  const node = nodeId("PullRequestReviewComment", to.root);
  const eyes = () => github.state.reactions.filter(({ content }) => content === "eyes").length;
  await writes.react(node);
  await writes.react(node);
  expect(eyes()).toBe(1);
  await writes.unreact(node);
  await writes.unreact(node);
  expect(eyes()).toBe(0);
  await writes.unreact("IC_gone");
});
