import { Octokit } from "@octokit/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { route } from "./rest/route.ts";
import { lines, openShop, type Shop } from "../../../test/support/github/sample-repository.ts";

type Reply = Awaited<ReturnType<Shop["ask"]>>;

let shop: Shop;
const withShop = () => {
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(async () => await shop.close());
};

describe("a review", () => {
  withShop();
  const post = async (body: object, token = shop.tokens.bob) =>
    await shop.rest("POST", "/pulls/1/reviews", token, body);

  test("is posted with its comments and visible to everybody", async () => {
    const { standin, tokens } = shop;
    const response = await post({
      event: "REQUEST_CHANGES",
      body: "No.",
      comments: [{ path: "till.ts", line: 10, body: "Why?" }],
    });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      state: "CHANGES_REQUESTED",
      user: { login: "bob" },
      author_association: "NONE",
    });
    const comments = await shop.rest("GET", "/pulls/1/comments", tokens.ada);
    expect(comments.json).toMatchObject([{ path: "till.ts", line: 10, side: "RIGHT", body: "Why?" }]);
    expect(comments.json[0].diff_hunk).toMatch(/^@@ -7,7 \+7,7 @@ line 6\n[\s\S]*\+changed$/);
    expect(standin.ledger.wire()).toMatchObject([
      { who: "bob", via: "rest", what: "review", target: "ada/shop#1", body: "No.", comments: [{ line: 10 }] },
    ]);
  });

  test.each([
    ["below the hunk", { path: "till.ts", line: 14 }, "Line could not be resolved"],
    ["above the hunk", { path: "till.ts", line: 6 }, "Line could not be resolved"],
    ["in a file that did not change", { path: "other.ts", line: 1 }, "Path could not be resolved"],
    ["from outside the hunk", { path: "till.ts", line: 10, start_line: 3 }, "Start line could not be resolved"],
  ])("with one comment %s is rejected as a whole", async (_, at, message) => {
    const before = shop.standin.ledger.entries.length;
    const good = { path: "till.ts", line: 13, body: "fine" };
    const response = await post({ event: "COMMENT", body: "x", comments: [good, { ...at, body: "bad" }] });
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({ message: "Unprocessable Entity", errors: [message] });
    expect(shop.standin.ledger.entries).toHaveLength(before);
  });

  test.each([
    ["APPROVE", "Can not approve your own pull request"],
    ["REQUEST_CHANGES", "Can not request changes on your own pull request"],
  ])("of one's own pull request cannot be %s", async (event, message) => {
    const response = await post({ event, body: "Mine." }, shop.tokens.ada);
    expect([response.status, response.json.errors]).toEqual([422, [message]]);
  });

  test("accepts at most 65,536 characters", async () => {
    const most = "😀".repeat(65_536);
    expect((await post({ event: "COMMENT", body: most })).status).toBe(200);
    const over = await post({ event: "COMMENT", body: `${most}.` });
    expect([over.status, over.json.errors[0].message]).toEqual([422, "body is too long (maximum is 65536 characters)"]);
  });

  test("without an event is pending, visible only to its author, and limited to one", async () => {
    const pending = await post({ body: "later", comments: [{ path: "till.ts", line: 11, body: "hm" }] });
    expect(pending.json.state).toBe("PENDING");
    expect((await post({ body: "again" })).status).toBe(422);
    const seenBy = async (token: string) =>
      (await shop.rest("GET", `/pulls/1/reviews/${pending.json.id}`, token)).status;
    expect(await seenBy(shop.tokens.bob)).toBe(200);
    expect(await seenBy(shop.tokens.ada)).toBe(404);
    const sent = await shop.rest("POST", `/pulls/1/reviews/${pending.json.id}/events`, shop.tokens.bob, {
      event: "COMMENT",
    });
    expect(sent.json.state).toBe("COMMENTED");
    expect(await seenBy(shop.tokens.ada)).toBe(200);
  });
});

describe("threads", () => {
  withShop();

  test("follow their line through a push, and become outdated when it changes", async () => {
    const { standin, repository, pull } = shop;
    await standin.review(pull, "bob", { comments: [{ path: "till.ts", line: 10, body: "Why?" }] });
    const [thread] = standin.state.threads;
    const moved = `first\n${lines(40, { 10: "changed" })}`;
    await standin.push(repository, "feature", [{ message: "Move", files: { "till.ts": moved } }]);
    expect(thread).toMatchObject({ line: 11, originalLine: 10, outdated: false });
    await standin.push(repository, "feature", [
      { message: "Rewrite", files: { "till.ts": lines(40, { 10: "better" }) } },
    ]);
    expect(thread).toMatchObject({ line: null, originalLine: 10, outdated: true });
  });

  test("can be answered and resolved; resolving needs write permission for contents", async () => {
    const { standin, repository, graphql, tokens } = shop;
    const query = `{ repository(owner: "ada", name: "shop") { pullRequest(number: 1) { reviewThreads(first: 10) { nodes { id } } } } }`;
    const { id } = (await graphql(query, tokens.bob)).json.data.repository.pullRequest.reviewThreads.nodes[0];
    const resolve =
      "mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved resolvedBy { login } } } }";
    const weak = standin.appToken(repository, "checker", { pull_requests: "write", contents: "read" });
    const refused = await graphql(resolve, weak, { id });
    expect([refused.status, refused.json.errors[0]]).toMatchObject([
      200,
      { type: "FORBIDDEN", path: ["resolveReviewThread"], message: "Resource not accessible by integration" },
    ]);
    expect((await graphql(resolve, tokens.bob, { id })).json.errors[0].type).toBe("FORBIDDEN");
    const reply =
      'mutation($id: ID!) { addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: "Fixed." }) { comment { author { __typename login } replyTo { body } } } }';
    const answered = await graphql(reply, weak, { id });
    expect(answered.json.data.addPullRequestReviewThreadReply.comment).toEqual({
      author: { __typename: "Bot", login: "checker" },
      replyTo: { body: "Why?" },
    });
    const strong = standin.appToken(repository, "checker", { pull_requests: "write", contents: "write" });
    expect((await graphql(resolve, strong, { id })).json.data.resolveReviewThread.thread.isResolved).toBe(true);
    expect(standin.ledger.wire().map((one) => [one.who, one.what])).toEqual([
      ["checker[bot]", "reply"],
      ["checker[bot]", "resolve"],
    ]);
  });
});

describe("faults", () => {
  withShop();
  const say = async (body: string) => await shop.rest("POST", "/issues/1/comments", shop.tokens.bob, { body });
  const isComment = (request: { path: string }) => request.path.endsWith("/comments");
  const countComments = (body: string) => shop.standin.ledger.wire("comment").filter((one) => one.body === body).length;

  test.each([
    ["500", 500, 0],
    ["502", 502, 0],
    ["502-after", 502, 1],
  ] as const)("%s answers with an error, having written or not", async (kind, status, times) => {
    shop.standin.faults.add({ match: isComment, do: kind });
    expect((await say(kind)).status).toBe(status);
    expect(countComments(kind)).toBe(times);
    expect((await say(`${kind} again`)).status).toBe(201);
  });

  test.each([
    ["reset", 0],
    ["reset-after", 1],
    ["truncated", 0],
    ["truncated-after", 1],
  ] as const)("%s breaks the connection, having written or not", async (kind, times) => {
    shop.standin.faults.add({ match: isComment, do: kind });
    await expect(say(kind)).rejects.toThrow(TypeError);
    expect(countComments(kind)).toBe(times);
  });

  test.each([
    ["timeout", 0],
    ["timeout-after", 1],
  ] as const)("%s never answers, having written or not", async (kind, times) => {
    shop.standin.faults.add({ match: isComment, do: kind });
    const before = shop.standin.faults.struck;
    const aborting = new AbortController();
    const request = fetch(`${shop.standin.url}/api/v3/repos/ada/shop/issues/1/comments`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.tokens.bob}` },
      body: JSON.stringify({ body: kind }),
      signal: aborting.signal,
    });
    await expect.poll(() => [shop.standin.faults.struck - before, countComments(kind)]).toEqual([1, times]);
    aborting.abort();
    await expect(request).rejects.toThrow("aborted");
  });

  test("that are random are the same for the same seed", async () => {
    const draw = async () => {
      const other = await openShop({ seed: 7 });
      other.standin.faults.add({ match: (request) => request.isWrite, do: "502-after", chance: 0.3 });
      const statuses: number[] = [];
      for (let at = 0; at < 12; at++)
        statuses.push((await other.rest("POST", "/issues/1/comments", other.tokens.bob, { body: `${at}` })).status);
      const written = other.standin.ledger.wire("comment").length;
      await other.close();
      return { statuses, written };
    };
    const first = await draw();
    expect(await draw()).toEqual(first);
    expect(new Set(first.statuses)).toEqual(new Set([201, 502]));
    expect(first.written).toBe(12);
  });
});

describe("limits", () => {
  test("content creation is limited per minute, with Retry-After, and allowed again afterwards", async () => {
    const one = await openShop({ limits: { contentPerMinute: 3 } });
    const say = async () => await one.rest("POST", "/issues/1/comments", one.tokens.bob, { body: "hi" });
    expect([(await say()).status, (await say()).status, (await say()).status]).toEqual([201, 201, 201]);
    const refused = await say();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([403, "60"]);
    expect(refused.json.message).toMatch(/^You have exceeded a secondary rate limit/);
    expect(one.standin.ledger.wire("comment")).toHaveLength(3);
    one.clock.advance(60_000);
    expect((await say()).status).toBe(201);
    await one.close();
  });

  test("requests per hour count down in headers, 304 is free, then 403 follows; GraphQL responds with 200", async () => {
    const one = await openShop({ limits: { core: 2, graphql: 1 } });
    const first = await one.rest("GET", "", one.tokens.bob);
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    const etag = first.headers.get("etag")!;
    const same = await one.rest("GET", "", one.tokens.bob, undefined, { "if-none-match": etag });
    expect([same.status, same.headers.get("x-ratelimit-remaining"), same.text]).toEqual([304, "1", ""]);
    await one.rest("GET", "", one.tokens.bob);
    const over = await one.rest("GET", "", one.tokens.bob);
    expect([over.status, over.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
    expect((await one.ask("GET", "/api/v3/rate_limit", one.tokens.bob)).json.rate).toMatchObject({
      limit: 2,
      remaining: 0,
    });
    await one.graphql("{ viewer { login } }", one.tokens.bob);
    const response = await one.graphql("{ viewer { login } }", one.tokens.bob);
    expect([response.status, response.json.errors[0].type]).toEqual([200, "RATE_LIMITED"]);
    one.clock.advance(60 * 60_000);
    expect((await one.rest("GET", "", one.tokens.bob)).status).toBe(200);
    await one.close();
  });
});

describe("large pull requests", () => {
  withShop();

  test("301 files have no complete diff but are all listed; of 251 commits 250 are listed", async () => {
    const { standin, repository, ask, tokens, graphql, rest } = shop;
    const files = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`new/${at}.txt`, `${at}\n`]));
    const commits = Array.from({ length: 251 }, (_, at) => ({
      message: `c${at}`,
      files: at === 0 ? files : { "n.txt": `${at}\n` },
    }));
    await standin.push(repository, "large", commits, { from: "main" });
    const pull = await standin.openPull(repository, "ada", { title: "Large", head: "large" });
    const path = `/pulls/${pull.number}`;
    const diff = await rest("GET", path, tokens.bob, undefined, { accept: "application/vnd.github.diff" });
    expect([diff.status, diff.json.message]).toEqual([406, expect.stringContaining("maximum number of files (300)")]);
    const response = await rest("GET", path, tokens.bob);
    expect(response.json).toMatchObject({ commits: 251, changed_files: 302, additions: 302, number: pull.number });

    const listed: unknown[] = [];
    for (let next: string | null = `/api/v3/repos/ada/shop${path}/files?per_page=100`; next;) {
      const page: Reply = await ask("GET", next, tokens.bob);
      listed.push(...page.json);
      next = /<[^>]*?(\/api[^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? null;
    }
    expect(listed).toHaveLength(302);
    const last = await rest("GET", `${path}/commits?per_page=100&page=3`, tokens.bob);
    expect(last.json).toHaveLength(50);

    const pages = `query($n: Int!, $first: Int!, $after: String) { repository(owner: "ada", name: "shop") { pullRequest(number: $n) { commits(first: $first, after: $after) { totalCount nodes { commit { message } } pageInfo { hasNextPage endCursor } } } } }`;
    const messages: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const reply: Reply = await graphql(pages, tokens.bob, { n: pull.number, first: 100, after });
      const { commits: page } = reply.json.data.repository.pullRequest;
      expect(page.totalCount).toBe(251);
      messages.push(...page.nodes.map((one: { commit: { message: string } }) => one.commit.message));
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }
    expect(messages).toEqual(Array.from({ length: 250 }, (_, at) => `c${at}`));
    const excessive = await graphql(pages, tokens.bob, { n: pull.number, first: 101 });
    expect(excessive.json.errors[0]).toMatchObject({
      type: "EXCESSIVE_PAGINATION",
      path: ["repository", "pullRequest", "commits"],
    });
  });
});

describe("permissions", () => {
  withShop();

  test("a bad token, no token, and a token without access are rejected", async () => {
    const { standin, ask, tokens, graphql } = shop;
    expect((await ask("GET", "/api/v3/user", "nonsense")).json).toMatchObject({
      message: "Bad credentials",
      status: "401",
    });
    expect((await shop.rest("POST", "/issues/1/comments", null, { body: "hi" })).status).toBe(401);
    await standin.repository("ada", "secret", [{ message: "x", files: { a: "a" } }], { private: true });
    expect((await ask("GET", "/api/v3/repos/ada/secret", tokens.bob)).status).toBe(404);
    expect((await ask("GET", "/api/v3/repos/ada/secret", tokens.ada)).status).toBe(200);
    const hidden = await graphql(
      `
        {
          repository(owner: "ada", name: "secret") {
            id
          }
        }
      `,
      tokens.bob,
    );
    expect(hidden.json).toMatchObject({
      data: { repository: null },
      errors: [
        {
          type: "NOT_FOUND",
          path: ["repository"],
          message: "Could not resolve to a Repository with the name 'ada/secret'.",
        },
      ],
    });
  });

  test("check runs need an App with write permission", async () => {
    const { standin, repository, pull, tokens, rest } = shop;
    const run = {
      name: "Crosscheck",
      head_sha: pull.head.oid,
      external_id: "x1",
      conclusion: "neutral",
      output: { title: "T", summary: "S" },
    };
    expect((await rest("POST", "/check-runs", tokens.ada, run)).status).toBe(403);
    const weak = standin.appToken(repository, "weak", { pull_requests: "write" });
    expect((await rest("POST", "/check-runs", weak, run)).json.message).toBe("Resource not accessible by integration");
    const app = standin.appToken(repository, "checker", { checks: "write" });
    const response = await rest("POST", "/check-runs", app, run);
    expect(response.json).toMatchObject({ status: "completed", conclusion: "neutral", app: { slug: "checker" } });
    await rest("PATCH", `/check-runs/${response.json.id}`, app, { conclusion: "success" });
    const listed = await rest("GET", `/commits/${pull.head.oid}/check-runs?check_name=Crosscheck`, tokens.bob);
    expect(listed.json).toMatchObject({ total_count: 1, check_runs: [{ external_id: "x1", conclusion: "success" }] });
  });
});

test("the real client works with it as an Enterprise host", async () => {
  const one = await openShop();
  const octokit = new Octokit({ auth: one.tokens.bob, baseUrl: `${one.standin.url}/api/v3` });
  const { data } = await octokit.request("GET /user");
  expect(data.login).toBe("bob");
  const comparison = await octokit.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
    owner: "ada",
    repo: "shop",
    basehead: `${one.pull.base.oid}...${one.pull.head.oid}`,
  });
  expect(comparison.data).toMatchObject({ merge_base_commit: { sha: one.pull.base.oid }, ahead_by: 1, behind_by: 0 });
  expect(await octokit.graphql("{ viewer { login } }")).toEqual({ viewer: { login: "bob" } });
  await one.close();
});

test("a response of the wrong shape does not compile", () => {
  // @ts-expect-error: a limit lacks `used`
  route("get", "/rate_limit", async () => ({
    status: 200,
    body: { resources: {}, rate: { limit: 1, remaining: 1, reset: 1 } },
  }));
  // @ts-expect-error: GitHub answers a new comment with 201
  route("post", "/repos/{owner}/{repo}/issues/{issue_number}/comments", async () => ({ status: 200, body: {} }));
  // @ts-expect-error: there is no such path
  route("get", "/nowhere", async () => ({ status: 200, body: null }));
  expect(route).toBeTypeOf("function");
});
