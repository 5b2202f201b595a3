// Tests that each write is one request in GitHub's format, with its result.
import { GraphQLError } from "graphql";
import { describe, expect, test } from "vitest";
import type { Oid } from "../../change/change.ts";
import { Refused, Unavailable } from "../../errors.ts";
import type { CheckRunToPost, GitHubWrites, ReviewToPost } from "../../review/github-writes.ts";
import { openGraphqlLoopback } from "../../../test/support/github/loopback-graphql.ts";
import {
  openLoopback,
  quickClock,
  type Asked,
  type Given,
  type Loopback,
} from "../../../test/support/github/loopback-github.ts";
import { openPermit } from "./permit.ts";
import { openWrites } from "./writes.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const { signal: stop } = new AbortController();
const head = "a".repeat(40) as Oid;
const review: ReviewToPost = {
  head,
  event: "REQUEST_CHANGES",
  body: "summary",
  comments: [
    { path: "a.ts", side: "RIGHT", line: 9, startLine: 7, body: "wrong" },
    { path: "b.ts", side: "LEFT", line: 3, startLine: 3, body: "gone" },
  ],
};
const run: CheckRunToPost = { externalId: "key", head, conclusion: "neutral", title: "t", summary: "s" };

function open(server: Loopback, timeout = 30_000) {
  const clock = quickClock();
  const permit = openPermit({ clock });
  const writes = openWrites({ api: server.api, token: async () => "token", clock, stop, permit, timeout });
  const pull: PullRequestRef = { host: server.api.host, owner: "acme", repo: "shop", number: 12 };
  return { writes, pull, clock };
}

const created = { status: 201, body: { id: 5, node_id: "NODE", html_url: "https://example.com/5" } };

describe("by REST", () => {
  test.each<[string, (writes: GitHubWrites, pull: PullRequestRef) => Promise<object>, string, object, string]>([
    [
      "a review",
      async (writes, pull) => await writes.postReview(pull, review),
      "POST /repos/acme/shop/pulls/12/reviews",
      {
        commit_id: head,
        event: "REQUEST_CHANGES",
        body: "summary",
        comments: [
          { path: "a.ts", side: "RIGHT", line: 9, start_line: 7, start_side: "RIGHT", body: "wrong" },
          { path: "b.ts", side: "LEFT", line: 3, body: "gone" },
        ],
      },
      "NODE",
    ],
    [
      "a comment",
      async (writes, pull) => await writes.comment(pull, "details"),
      "POST /repos/acme/shop/issues/12/comments",
      { body: "details" },
      "NODE",
    ],
    [
      "a check run",
      async (writes, pull) => await writes.createCheckRun(pull, run),
      "POST /repos/acme/shop/check-runs",
      {
        name: "Crosscheck",
        head_sha: head,
        external_id: "key",
        status: "completed",
        conclusion: "neutral",
        output: { title: "t", summary: "s" },
      },
      "5",
    ],
    [
      "an updated check run",
      async (writes, pull) => await writes.updateCheckRun(pull, "5", run),
      "PATCH /repos/acme/shop/check-runs/5",
      {
        name: "Crosscheck",
        external_id: "key",
        status: "completed",
        conclusion: "neutral",
        output: { title: "t", summary: "s" },
      },
      "5",
    ],
  ])("%s", async (_, write, route, body, id) => {
    await using server = await openLoopback(() => created);
    const { writes, pull } = open(server);
    expect(await write(writes, pull)).toEqual({ id, url: "https://example.com/5" });
    expect(server.asked.map((asked) => [`${asked.method} ${asked.path}`, asked.body])).toEqual([[route, body]]);
  });
});

describe("by GraphQL, over GitHub's schema", () => {
  const inputs: unknown[] = [];
  const noting =
    <T>(answer: T) =>
    ({ input }: { input: unknown }) => {
      inputs.push(input);
      return answer;
    };
  const root = {
    addPullRequestReviewThreadReply: noting({ comment: { id: "C2", url: "https://example.com/c2" } }),
    updateIssueComment: noting({ issueComment: { id: "I1", url: "https://example.com/i1" } }),
    resolveReviewThread: noting({ thread: { isResolved: true } }),
    dismissPullRequestReview: noting({ pullRequestReview: { id: "R1", url: "https://example.com/r1" } }),
  };
  test("a reply, an updated comment, a resolved thread and a dismissed review", async () => {
    await using server = await openGraphqlLoopback(root, () => ({ status: 404 }));
    const { writes } = open(server);
    expect(await writes.reply("T1", "fixed")).toEqual({ id: "C2", url: "https://example.com/c2" });
    expect(await writes.updateComment("I1", "new")).toEqual({ id: "I1", url: "https://example.com/i1" });
    expect(await writes.resolve("T1")).toBeUndefined();
    expect(await writes.dismissReview("R1", "done")).toEqual({ id: "R1", url: "https://example.com/r1" });
    expect(inputs).toEqual([
      { pullRequestReviewThreadId: "T1", body: "fixed" },
      { id: "I1", body: "new" },
      { threadId: "T1" },
      { pullRequestReviewId: "R1", message: "done" },
    ]);
    expect(server.asked).toHaveLength(4);
  });

  test("a thread that the token may not resolve is rejected", async () => {
    const resolveReviewThread = () => {
      throw new GraphQLError("Resource not accessible by integration", { extensions: { type: "FORBIDDEN" } });
    };
    await using server = await openGraphqlLoopback({ resolveReviewThread }, () => ({ status: 404 }));
    await expect(open(server).writes.resolve("T1")).rejects.toMatchObject({ name: "Refused", status: 403 });
  });
});

/** A GitHub that performs the write and then fails to answer. */
const lostResponses: readonly Given[] = [
  { status: 502 },
  { fault: "reset" },
  { fault: "half", body: created.body },
  { fault: "silent" },
];
const each: readonly [string, (writes: GitHubWrites, pull: PullRequestRef) => Promise<unknown>][] = [
  ["postReview", async (writes, pull) => await writes.postReview(pull, review)],
  ["comment", async (writes, pull) => await writes.comment(pull, "x")],
  ["updateComment", async (writes) => await writes.updateComment("I", "x")],
  ["reply", async (writes) => await writes.reply("T", "x")],
  ["resolve", async (writes) => await writes.resolve("T")],
  ["dismissReview", async (writes) => await writes.dismissReview("R", "x")],
  ["createCheckRun", async (writes, pull) => await writes.createCheckRun(pull, run)],
  ["updateCheckRun", async (writes, pull) => await writes.updateCheckRun(pull, "5", run)],
];

describe.each(each)("%s", (_, write) => {
  test.each(lostResponses)("whose response is lost (%o) is unavailable and was sent once", async (fault) => {
    await using server = await openLoopback(() => fault);
    const { writes, pull } = open(server, fault.fault === "silent" ? 500 : undefined);
    await expect(write(writes, pull)).rejects.toBeInstanceOf(Unavailable);
    expect(server.asked).toHaveLength(1);
  });

  test("that is rejected was sent once", async () => {
    await using server = await openLoopback(() => ({ status: 422, body: { message: "no" } }));
    const { writes, pull } = open(server);
    await expect(write(writes, pull)).rejects.toBeInstanceOf(Refused);
    expect(server.asked).toHaveLength(1);
  });

  test("that succeeds without an id is unavailable: only a read can confirm it", async () => {
    await using server = await openLoopback(() => ({ body: { data: {} } }));
    const { writes, pull } = open(server);
    await expect(write(writes, pull)).rejects.toBeInstanceOf(Unavailable);
    expect(server.asked).toHaveLength(1);
  });
});

test("a rate-limited write waits as long as GitHub asks and is sent once more", async () => {
  const early = { status: 403, headers: { "retry-after": "42" }, body: { message: "secondary rate limit" } };
  await using server = await openLoopback((_, nth) => (nth === 1 ? early : created));
  const { writes, pull, clock } = open(server);
  expect(await writes.comment(pull, "x")).toEqual({ id: "NODE", url: "https://example.com/5" });
  expect(clock.waits).toEqual([42_000]);
  expect(server.asked).toHaveLength(2);
});

test("our check run is found by its key on any page, and no other", async () => {
  const runs = [
    ...Array.from({ length: 130 }, (_, n) => ({ id: n, external_id: `other-${n}`, html_url: null })),
    { id: 777, external_id: "key", html_url: "https://example.com/777" },
  ];
  const answer = ({ path }: Asked): Given => {
    const { searchParams } = new URL(path, "http://x");
    const page = Number(searchParams.get("page"));
    return { body: { total_count: runs.length, check_runs: runs.slice((page - 1) * 100, page * 100) } };
  };
  await using server = await openLoopback(answer);
  const { writes, pull } = open(server);
  expect(await writes.findCheckRun(pull, head, "key")).toEqual({ id: "777", url: "https://example.com/777" });
  expect(server.asked[0]!.path).toBe(
    `/repos/acme/shop/commits/${head}/check-runs?check_name=Crosscheck&filter=all&per_page=100&page=1`,
  );
  expect(await writes.findCheckRun(pull, head, "another")).toBeNull();
});
