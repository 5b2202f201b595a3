// Tests rare answers of GitHub, on its own schema.
import { GraphQLError } from "graphql";
import { describe, expect, test } from "vitest";
import type { Oid } from "../../../change/change.ts";
import { openGraphqlLoopback } from "../../../../test/support/github/loopback-graphql.ts";
import { quickClock } from "../../../../test/support/github/loopback-github.ts";
import { openThreadReads } from "../thread-reads.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

const head = "a".repeat(40) as Oid;
const end = { hasNextPage: false, endCursor: null };
const comment = (id: string, more: object = {}) => ({
  id,
  fullDatabaseId: "7",
  author: null,
  authorAssociation: "NONE",
  body: id,
  path: "a.ts",
  line: null,
  createdAt: "2026-01-05T12:00:00Z",
  updatedAt: "2026-01-05T12:00:00Z",
  url: "https://example.com/7",
  state: "SUBMITTED",
  isMinimized: false,
  viewerDidAuthor: false,
  viewerCanUpdate: false,
  viewerCanDelete: false,
  diffHunk: "@@ -1 +1 @@\n+x",
  originalCommit: null,
  ...more,
});
const thread = (id: string, comments: object = { nodes: [comment(`${id}/1`)], pageInfo: end }) => ({
  id,
  isResolved: false,
  isOutdated: false,
  path: "a.ts",
  line: null,
  startLine: null,
  originalLine: null,
  viewerCanReply: true,
  viewerCanResolve: false,
  comments,
});

async function world({
  reviewThreads,
  object,
  node,
}: {
  reviewThreads?: object;
  object?: object;
  node?: () => object;
}) {
  const pullRequest = { headRefOid: head, reviewThreads };
  const repository = { name: "shop", owner: { __typename: "User", login: "ada" }, pullRequest, object };
  const server = await openGraphqlLoopback({ viewer: { login: "bob" }, repository, node }, () => ({ status: 404 }));
  const { signal: stop } = new AbortController();
  const reads = openThreadReads({ api: server.api, token: async () => "token", clock: quickClock(), stop });
  const pull: PullRequestRef = { host: server.api.host, owner: "Ada", repo: "Shop", number: 12 };
  return { server, reads, pull, [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose]() };
}

describe("a scan is not complete", () => {
  test.each<[string, object, number]>([
    ["if GitHub returns null for a thread", { totalCount: 2, nodes: [null, thread("T1")], pageInfo: end }, 1],
    [
      "if it has more pages but no cursor",
      { totalCount: 2, nodes: [thread("T1")], pageInfo: { hasNextPage: true, endCursor: null } },
      1,
    ],
    [
      "if it has more pages but an empty one follows",
      { totalCount: 2, nodes: [], pageInfo: { hasNextPage: true, endCursor: "x" } },
      0,
    ],
    [
      "if a thread has more pages but no cursor",
      {
        totalCount: 1,
        nodes: [thread("T1", { nodes: [comment("C1")], pageInfo: { hasNextPage: true, endCursor: null } })],
        pageInfo: end,
      },
      1,
    ],
  ])("%s", async (_, reviewThreads, found) => {
    await using at = await world({ reviewThreads });
    const scan = await at.reads.threads(at.pull, { max: 100 });
    expect(scan.threads).toHaveLength(found);
    expect(scan.complete).toBe(false);
    expect(at.server.asked).toHaveLength(1);
  });
});

describe("a long thread", () => {
  const first = { totalCount: 1, nodes: [comment("C1")], pageInfo: { hasNextPage: true, endCursor: "1" } };
  const reviewThreads = { totalCount: 2, nodes: [thread("T1", first), thread("T2")], pageInfo: end };

  test("that is deleted while it is read is omitted", async () => {
    const node = () => {
      throw new GraphQLError("Could not resolve to a node", { extensions: { type: "NOT_FOUND" } });
    };
    await using at = await world({ reviewThreads, node });
    const scan = await at.reads.threads(at.pull, { max: 100 });
    expect(scan.threads.map(({ threadId }) => threadId)).toEqual(["T2"]);
    expect(scan.complete).toBe(true);
  });

  test("ends at an empty page, and the scan is incomplete", async () => {
    const comments = { nodes: [], pageInfo: { hasNextPage: true, endCursor: "1" } };
    await using at = await world({ reviewThreads, node: () => ({ __typename: "PullRequestReviewThread", comments }) });
    const scan = await at.reads.threads(at.pull, { max: 100 });
    expect(scan.threads).toHaveLength(2);
    expect(scan.complete).toBe(false);
    expect(at.server.asked).toHaveLength(2);
  });
});

test("the repository has its current name", async () => {
  await using at = await world({ reviewThreads: { totalCount: 0, nodes: null, pageInfo: end } });
  const scan = await at.reads.threads(at.pull, { max: 100 });
  expect(scan).toMatchObject({ pull: { owner: "ada", repo: "shop", number: 12 }, threads: [], complete: true });
});

describe("checks", () => {
  const passed = {
    __typename: "CheckRun",
    name: "test",
    status: "COMPLETED",
    conclusion: "SUCCESS",
    detailsUrl: null,
    url: "https://example.com/run",
  };
  const commit = (state: string, nodes: object[] | null) => ({
    __typename: "Commit",
    oid: head,
    statusCheckRollup: { state, contexts: { nodes, pageInfo: end } },
  });

  test.each([
    ["a required one that is missing", "EXPECTED", [passed], "pending"],
    ["GitHub counts one that it does not list", "FAILURE", [passed], "failed"],
    ["a conclusion of GitHub's own", "SUCCESS", [{ ...passed, conclusion: "STALE" }], "failed"],
    ["completed without a conclusion", "SUCCESS", [{ ...passed, conclusion: null }], "failed"],
    ["one that waits for a person", "SUCCESS", [{ ...passed, status: "WAITING", conclusion: null }], "pending"],
    ["no list", "SUCCESS", null, "none"],
  ])("%s", async (_, sum, nodes, state) => {
    await using at = await world({ object: commit(sum, nodes) });
    expect((await at.reads.checks(at.pull, head)).state).toBe(state);
  });

  test("an object that is not a commit has none", async () => {
    await using at = await world({ object: { __typename: "Blob", oid: head } });
    await expect(at.reads.checks(at.pull, head)).rejects.toThrow(/has no commit a{12} in Ada\/Shop/);
  });
});
