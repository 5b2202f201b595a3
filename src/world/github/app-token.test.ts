// Tests an App's tokens: narrowed, cached until shortly before they expire, never in an error.
import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { UserError, Unavailable } from "../../errors.ts";
import { openAppToken, openAppTokens, type TokenScope } from "./app-token.ts";
import { openLoopback, quickClock, type Given, type Loopback } from "../../../test/support/github/loopback-github.ts";
import { openRequests } from "./request.ts";

const { privateKey: pair } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const forms = {
  pkcs1: pair.export({ type: "pkcs1", format: "pem" }).toString(),
  pkcs8: pair.export({ type: "pkcs8", format: "pem" }).toString(),
};
const { signal: stop } = new AbortController();
const hour = 3_600_000;

function source(server: Loopback, scope: TokenScope, clock = quickClock(), privateKey = forms.pkcs8) {
  return openAppToken({ api: server.api, app: { appId: 7, privateKey, installationId: 99 }, scope, clock, stop });
}

async function issuing(clock: { now(): number }) {
  return await openLoopback((_, nth) => ({
    status: 201,
    body: { token: `ghs_${nth}`, expires_at: new Date(clock.now() + hour).toISOString() },
  }));
}

test.each<[TokenScope, object]>([
  ["read", { contents: "read", pull_requests: "read", issues: "read", checks: "read" }],
  ["write", { pull_requests: "write", issues: "write", checks: "write" }],
  ["resolve", { pull_requests: "write", contents: "write" }],
])("a token to %s has no other permissions", async (scope, permissions) => {
  const clock = quickClock();
  await using server = await issuing(clock);
  expect(await source(server, scope, clock)()).toBe("ghs_1");
  expect(server.asked[0]).toMatchObject({
    method: "POST",
    path: "/app/installations/99/access_tokens",
    body: { permissions },
  });
});

test.each(Object.entries(forms))("the App authenticates with its key in the form %s", async (_, privateKey) => {
  const clock = quickClock();
  await using server = await issuing(clock);
  await source(server, "read", clock, privateKey)();
  const [head, body, signature] = server.asked[0]!.headers.authorization!.replace("Bearer ", "").split(".");
  const signed = Buffer.from(signature!, "base64url");
  expect(verify("sha256", Buffer.from(`${head}.${body}`), createPublicKey(pair), signed)).toBe(true);
  expect(JSON.parse(Buffer.from(body!, "base64url").toString())).toMatchObject({ iss: 7 });
});

test("a token is requested once, cached for most of its hour, and then renewed", async () => {
  const clock = quickClock();
  await using server = await issuing(clock);
  const token = source(server, "read", clock);
  expect(await Promise.all([token(), token(), token()])).toEqual(["ghs_1", "ghs_1", "ghs_1"]);
  await clock.wait(hour - 5 * 60_000 - 1, stop);
  expect(await token()).toBe("ghs_1");
  await clock.wait(1, stop);
  expect(await token()).toBe("ghs_2");
  expect(server.asked).toHaveLength(2);
});

describe("errors", () => {
  test.each<[string, Given, string]>([
    ["a wrong key", { status: 401, body: { message: "A JSON web token could not be decoded" } }, "does not accept"],
    ["a deleted installation", { status: 404 }, "has no installation 99"],
    ["permissions that the App lacks", { status: 422, body: { message: "permissions exceed" } }, "permissions exceed"],
  ])("%s is reported with a remedy", async (_, answer, sentence) => {
    await using server = await openLoopback(() => answer);
    const error = await source(server, "write")().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect(String(error)).toContain(sentence);
  });

  test("a rate limit is not an error of the App", async () => {
    await using server = await openLoopback(() => ({ status: 403, headers: { "retry-after": "60" } }));
    await expect(source(server, "read")()).rejects.toBeInstanceOf(Unavailable);
  });

  test("an invalid key is not quoted", async () => {
    await using server = await openLoopback(() => ({}));
    const bad = "-----BEGIN PRIVATE KEY-----\nc2VrcmV0\n-----END PRIVATE KEY-----";
    const error = (await source(server, "read", quickClock(), bad)().catch((e: unknown) => e)) as Error;
    expect(error).toBeInstanceOf(UserError);
    expect(`${error.stack}${String(error.cause)}`).not.toContain("c2VrcmV0");
    expect(server.asked).toEqual([]);
  });

  test("a failure of GitHub is reported as such, and the next request tries again", async () => {
    const clock = quickClock();
    const expires_at = new Date(clock.now() + hour).toISOString();
    await using server = await openLoopback((_, nth) =>
      nth === 1 ? { status: 503 } : { status: 201, body: { token: "ghs_2", expires_at } },
    );
    const token = source(server, "read", clock);
    await expect(token()).rejects.toBeInstanceOf(Unavailable);
    expect(await token()).toBe("ghs_2");
  });
});

describe("concurrent requests", () => {
  const app = { appId: 7, privateKey: forms.pkcs8 };
  const requestsTo = ({ asked: all }: Loopback) =>
    all.map(
      ({ path, body }) => `${path.split("/")[3]} ${(body as { repositories?: string[] }).repositories?.[0] ?? "all"}`,
    );

  test("for the same installation, scope and repository share one token", async () => {
    const clock = quickClock();
    await using server = await issuing(clock);
    const tokens = openAppTokens({ api: server.api, app, clock });
    const jobs = Array.from({ length: 20 }, () => [
      tokens({ installationId: 99, scope: "read", repository: "shop", stop })(),
      tokens({ installationId: 99, scope: "write", repository: "Shop", stop })(),
      tokens({ installationId: 99, scope: "write", repository: "other", stop })(),
      tokens({ installationId: 98, scope: "read", stop })(),
    ]);
    const results = await Promise.all(jobs.flat());
    expect(new Set(results).size).toBe(4);
    expect(requestsTo(server).toSorted()).toEqual(["98 all", "99 Shop", "99 other", "99 shop"]);
  });

  test("aborting one does not affect the others; aborting the last one ends the request to GitHub", async () => {
    const clock = quickClock();
    const answer = Promise.withResolvers<void>();
    await using server = await openLoopback(async (_, nth) => {
      await answer.promise;
      return { status: 201, body: { token: `ghs_${nth}`, expires_at: new Date(clock.now() + hour).toISOString() } };
    });
    const tokens = openAppTokens({ api: server.api, app, clock });
    const [first, second] = [new AbortController(), new AbortController()];
    const sourceOf = (by: AbortController) => tokens({ installationId: 99, scope: "read", stop: by.signal });
    const [one, other] = [sourceOf(first)(), sourceOf(second)()];
    first.abort(new Error("the first stops"));
    await expect(one).rejects.toThrow("the first stops");
    answer.resolve();
    expect(await other).toBe("ghs_1");
    await expect(sourceOf(first)()).resolves.toBe("ghs_1");
    const late = new AbortController();
    const third = tokens({ installationId: 98, scope: "read", stop: late.signal })();
    late.abort(new Error("the last stops"));
    await expect(third).rejects.toThrow("the last stops");
  });

  test("a token that GitHub rejects is replaced once", async () => {
    const clock = quickClock();
    await using server = await openLoopback(({ path, headers }, nth) => {
      if (path.endsWith("/access_tokens"))
        return { status: 201, body: { token: `ghs_${nth}`, expires_at: new Date(clock.now() + hour).toISOString() } };
      return headers.authorization === "Bearer ghs_1" ? { status: 401 } : { body: { ok: true } };
    });
    const tokens = openAppTokens({ api: server.api, app, clock });
    const token = tokens({ installationId: 99, scope: "write", stop });
    const requests = openRequests({ api: server.api, token, clock, stop });
    expect(await requests.write("POST /repos/acme/shop/issues", { title: "x" })).toEqual({ ok: true });
    expect(await requests.get("/repos/acme/shop", {})).toEqual({ ok: true });
    expect(server.asked.map(({ path }) => path.split("/").at(-1))).toEqual([
      "access_tokens",
      "issues",
      "access_tokens",
      "issues",
      "shop",
    ]);
  });

  test("a second rejection is final", async () => {
    const clock = quickClock();
    await using server = await openLoopback(({ path }, nth) =>
      path.endsWith("/access_tokens")
        ? { status: 201, body: { token: `ghs_${nth}`, expires_at: new Date(clock.now() + hour).toISOString() } }
        : { status: 401, body: { message: "Bad credentials" } },
    );
    const token = openAppTokens({ api: server.api, app, clock })({ installationId: 99, scope: "read", stop });
    const requests = openRequests({ api: server.api, token, clock, stop });
    await expect(requests.get("/repos/acme/shop", {})).rejects.toMatchObject({ status: 401 });
    expect(server.asked).toHaveLength(4);
  });

  test("a renamed repository is reached with a token for the installation", async () => {
    const clock = quickClock();
    const expires_at = new Date(clock.now() + hour).toISOString();
    await using server = await openLoopback((_, nth) =>
      nth === 1 ? { status: 422 } : { status: 201, body: { token: "ghs_2", expires_at } },
    );
    const token = openAppTokens({ api: server.api, app, clock })({
      installationId: 99,
      scope: "write",
      repository: "old",
      stop,
    });
    expect(await token()).toBe("ghs_2");
    expect(requestsTo(server)).toEqual(["99 old", "99 all"]);
  });
});
