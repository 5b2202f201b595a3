// Tests that reads are retried and writes are sent once, against a real server on loopback with an injected clock.
import { describe, expect, test } from "vitest";
import { Refused, RefusedForNow, Unavailable } from "../../errors.ts";
import { openLoopback, quickClock, type Given } from "../../../test/support/github/loopback-github.ts";
import { pullNow } from "./queries/pull-now.ts";
import { resolveThreadMutation } from "./queries/resolve-thread.ts";
import { openReplyCache } from "./reply-cache.ts";
import { openRequests, type RequestOptions } from "./request.ts";

const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

async function world(answers: readonly Given[], options: Partial<RequestOptions> = {}) {
  const server = await openLoopback((_, nth) => answers[Math.min(nth, answers.length) - 1]!);
  const clock = quickClock();
  const { signal: stop } = new AbortController();
  const requests = openRequests({ api: server.api, token: async () => secret, clock, stop, ...options });
  return { server, clock, requests, [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose]() };
}

const read = { owner: "o", repo: "r" };
const fine: Given = { body: { ok: true } };
const pull = { owner: "o", name: "r", number: 1 };

describe("a read", () => {
  test.each<[string, Given[], number[]]>([
    ["a fault", [{ status: 500 }, fine], [1_000]],
    ["two faults", [{ status: 502 }, { status: 503 }, fine], [1_000, 2_000]],
    ["a cut connection", [{ fault: "reset" }, fine], [1_000]],
    ["an incomplete response", [{ fault: "half", body: { text: "x".repeat(1000) } }, fine], [1_000]],
    ["a request to wait", [{ status: 403, headers: { "retry-after": "12" } }, fine], [12_000]],
    ["too many requests", [{ status: 429, headers: { "retry-after": "3" } }, fine], [3_000]],
  ])("is retried after %s, on the given clock", async (_, answers, waits) => {
    await using at = await world(answers);
    expect(await at.requests.get("/repos/{owner}/{repo}", read)).toEqual({ ok: true });
    expect(at.clock.waits).toEqual(waits);
    expect(at.server.asked).toHaveLength(answers.length);
  });

  test("is retried after a timeout", async () => {
    await using at = await world([{ fault: "silent" }, fine], { timeout: 500 });
    expect(await at.requests.get("/x", {})).toEqual({ ok: true });
  });

  test("with GraphQL is retried, too", async () => {
    const data = { repository: null };
    await using at = await world([
      { status: 502 },
      { body: { data: null, errors: [{ message: "Something went wrong" }] } },
      { body: { data } },
    ]);
    expect(await at.requests.query(pullNow, pull)).toEqual(data);
    expect(at.server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill("POST /graphql"));
    expect(at.server.asked[0]!.body).toEqual({ query: pullNow.text, variables: pull });
  });

  test("a partial GraphQL response is an error unless the caller accepts it", async () => {
    const errors = [{ type: "FORBIDDEN", message: "no", path: ["repository"] }];
    await using at = await world([{ body: { data: { repository: null }, errors } }]);
    await expect(at.requests.query(pullNow, pull)).rejects.toMatchObject({ name: "Refused", status: 403 });
    expect(await at.requests.query(pullNow, pull, () => true)).toEqual({ repository: null });
  });

  test("fails if the server keeps failing", async () => {
    await using at = await world([{ status: 500 }]);
    await expect(at.requests.get("/x", {})).rejects.toBeInstanceOf(Unavailable);
    expect(at.server.asked).toHaveLength(4);
  });

  test("does not wait for an hour: the error says how long GitHub asks to wait", async () => {
    await using at = await world([{ status: 403, headers: { "retry-after": "3000" }, body: { message: "slow down" } }]);
    await expect(at.requests.get("/x", {})).rejects.toThrow("it answered 403: slow down; it asks to wait 3000 seconds");
    expect(at.clock.waits).toEqual([]);
  });

  test("that is rejected is not retried", async () => {
    await using at = await world([{ status: 404, body: { message: "Not Found" } }]);
    await expect(at.requests.get("/x", {})).rejects.toMatchObject({ name: "Refused", status: 404 });
    expect(at.server.asked).toHaveLength(1);
  });

  test("rejects a response that is too large", async () => {
    await using at = await world([{ body: { text: "x".repeat(100_000) } }], { largestReply: 10_000, tries: 1 });
    await expect(at.requests.get("/x", {})).rejects.toThrow("the reply is larger than 10000 bytes");
  });

  test("of unchanged data is answered from the cache", async () => {
    await using at = await world([{ headers: { etag: '"a"' }, body: { n: 1 } }, { status: 304 }, { body: { n: 2 } }]);
    expect(await at.requests.get("/x", {})).toEqual({ n: 1 });
    expect(await at.requests.get("/x", {})).toEqual({ n: 1 });
    expect(await at.requests.get("/x", {})).toEqual({ n: 2 });
    expect(at.server.asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"a"', '"a"']);
  });

  test("follows the redirect of a renamed repository, without sending its token to another host", async () => {
    await using other = await world([fine]);
    await using at = await world([{ status: 301, headers: { location: `${other.server.api.rest}/elsewhere` } }]);
    expect(await at.requests.get("/x", {})).toEqual({ ok: true });
    expect(other.server.asked[0]!.headers.authorization).toBeUndefined();
  });

  test("names are escaped in the address", async () => {
    await using at = await world([fine]);
    await at.requests.get("/repos/{owner}/{repo}", { owner: "../../user", repo: "a?b=c#d" });
    expect(at.server.asked[0]!.path).toBe("/repos/..%2F..%2Fuser/a%3Fb%3Dc%23d");
  });
});

describe("a write", () => {
  test.each<[string, Given]>([
    ["a fault", { status: 500 }],
    ["an error of a proxy", { status: 502 }],
    ["a cut connection", { fault: "reset" }],
    ["an incomplete response", { fault: "half", body: { text: "x".repeat(1000) } }],
    ["silence", { fault: "silent" }],
    ["a response that is not JSON", { headers: { "content-type": "text/html" }, body: "<html>" }],
  ])("that ends in %s may have been applied and is sent once", async (_, answer) => {
    await using at = await world([answer, fine], { timeout: answer.fault === "silent" ? 500 : 30_000 });
    await expect(at.requests.write("POST /x", { body: "hello" })).rejects.toBeInstanceOf(Unavailable);
    expect(at.server.asked).toHaveLength(1);
    expect(at.clock.waits).toEqual([]);
  });

  test.each([301, 307, 400, 401, 403, 404, 409, 410, 422])("with status %i was not applied", async (status) => {
    const headers: Record<string, string> = status < 400 ? { location: "/y" } : {};
    await using at = await world([{ status, headers, body: { message: "no" } }, fine]);
    const error = await at.requests.write("POST /x", {}).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Refused);
    expect(error).not.toBeInstanceOf(RefusedForNow);
    expect(at.server.asked).toHaveLength(1);
  });

  test.each([403, 429])("with status %i and a retry time was not applied, and says when to retry", async (status) => {
    await using at = await world([{ status, headers: { "retry-after": "9" } }, fine]);
    await expect(at.requests.write("POST /x", {})).rejects.toMatchObject({ name: "RefusedForNow", retryAfter: 9_000 });
    expect(at.server.asked).toHaveLength(1);
  });

  test.each<[string, object, typeof Refused | typeof Unavailable]>([
    ["forbidden", { type: "FORBIDDEN", message: "no" }, Refused],
    ["a fault", { message: "Something went wrong" }, Unavailable],
  ])("in GraphQL, with errors in a good answer: %s", async (_, error, kind) => {
    await using at = await world([{ body: { data: { resolveReviewThread: null }, errors: [error] } }]);
    await expect(at.requests.mutate(resolveThreadMutation, { thread: "T" })).rejects.toBeInstanceOf(kind);
    expect(at.server.asked).toHaveLength(1);
  });
});

test.each([
  secret,
  // Enterprise Server still accepts old tokens, which look like any hash.
  "0123456789abcdef0123456789abcdef01234567",
])("the token is in one header and in no error, even if the server repeats it", async (token) => {
  await using at = await world([{ status: 422, body: { message: `bad\u001b[2J Bearer ${token} in\n${token}` } }], {
    token: async () => token,
  });
  for (const ask of [at.requests.get("/x", {}), at.requests.write("POST /x", { a: 1 })]) {
    const error = (await ask.catch((e: unknown) => e)) as Error;
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(token);
    expect(error.message).toBe("it answered 422: bad [2J Bearer *** in ***");
  }
  expect(at.server.asked[0]!.headers.authorization).toBe(`Bearer ${token}`);
});

test("an unreachable server is reported as unavailable in one sentence", async () => {
  const at = await world([fine]);
  await at.server[Symbol.asyncDispose]();
  await expect(at.requests.get("/x", {})).rejects.toThrow(/^the connection failed: connect ECONNREFUSED/);
});

test("Ctrl-C aborts a request with the given reason", async () => {
  const stopping = new AbortController();
  await using at = await world([{ fault: "silent" }], { stop: stopping.signal });
  const response = at.requests.get("/x", {});
  stopping.abort(new Error("stopped by the person"));
  await expect(response).rejects.toThrow("stopped by the person");
});

test("the remaining rate limit is known without a request", async () => {
  const headers = {
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-reset": "1700000000",
    "x-ratelimit-resource": "core",
  };
  await using at = await world([{ ...fine, headers }]);
  await at.requests.get("/x", {});
  expect(at.requests.allowances()).toEqual([
    { resource: "core", limit: 5000, remaining: 4999, resetAt: 1_700_000_000_000 },
  ]);
});

test("the cache of responses is limited by number and size", () => {
  const cache = openReplyCache(2, 1_000);
  for (const key of ["a", "b", "c"]) cache.keep(key, { etag: key, data: key });
  expect(["a", "b", "c"].map((key) => cache.get(key)?.etag)).toEqual([undefined, "b", "c"]);
  cache.keep("large", { etag: "l", data: "x".repeat(500) });
  expect(cache.get("large")).toBeUndefined();
});
