import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRepository } from "../../world/git/make-repository.ts";
import type { MadeRepository } from "../../world/git/make-repository.ts";
import { bareHub } from "../../../test/support/github/bare-github.ts";
import { gitHttp } from "./git-http.ts";
import { tokenShownBy } from "./git/credentials.ts";
import { keepPullHead } from "./git/refs.ts";
import { newAccount, newPull, newRepository, newUserToken, type SimulatedRepository } from "./state.ts";
import { cases } from "../../../test/support/cases.ts";

const run = promisify(execFile);
const gitEnv = {
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Ada Example",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada Example",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await run("git", args, { cwd, env: gitEnv })).stdout.trim();
}

/** What git says when it fails. */
async function gitFails(cwd: string, ...args: string[]): Promise<string> {
  return await git(cwd, ...args).then(
    () => "it went well",
    (error: { stderr: string }) => error.stderr,
  );
}

const work = mkdtempSync(join(realpathSync(tmpdir()), "crosscheck-git-http-"));
const hub = bareHub(work, process.env["PATH"]);
const { state } = hub;
for (const login of ["octo", "ada", "bob", "eve"]) state.accounts.push(newAccount(state, { login }, 0));
const [open, secret] = ["open", "secret"].map((name) => {
  const collaborators = [
    { login: "ada", permission: "write" as const },
    { login: "bob", permission: "read" as const },
  ];
  const gitDirectory = join(work, `${name}-bare`);
  return newRepository(state, { owner: "octo", name, gitDirectory, private: name === "secret", collaborators }, 0);
}) as [SimulatedRepository, SimulatedRepository];
state.repositories.push(open, secret);
state.tokens.push(
  newUserToken({ token: "write-token", user: "ada" }),
  newUserToken({ token: "narrow-token", user: "ada", permissions: { contents: "read", pull_requests: "write" } }),
  newUserToken({ token: "read-token", user: "bob" }),
  newUserToken({ token: "stranger-token", user: "eve" }),
);

const pushes: string[] = [];
const handler = gitHttp(hub, async ({ name }, { ref, before, after }, by) => {
  pushes.push(`${by.account.login} ${name} ${ref} ${before.slice(0, 7)} ${after.slice(0, 7)}`);
});
const nothing = "0000000";
const server = createServer((request, response) => {
  void handler(request, response, new URL(request.url!, "http://localhost")).then((done) => {
    if (!done) response.writeHead(418).end();
  });
});
let source: MadeRepository;

function address(name: string, token?: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${token === undefined ? "" : `x-access-token:${token}@`}127.0.0.1:${port}/octo/${name}`;
}

/** A pull request whose head is this commit, with its ref. */
async function openPull(number: number, oid: string, from: SimulatedRepository): Promise<void> {
  const head = { ref: "feature", oid, repository: from.id };
  const pull = { repository: open.id, number, title: "", author: "ada", base: { ref: "main", oid }, head };
  await keepPullHead(hub, newPull(state, pull, 0));
}

function folder(name: string): string {
  return join(work, name);
}

beforeAll(async () => {
  source = await makeRepository(
    [
      { message: "One", files: { "a.txt": "1\n" } },
      { message: "Two", files: { "a.txt": "2\n", "big.txt": "x".repeat(200_000) } },
    ],
    process.env,
    new AbortController().signal,
  );
  for (const one of [open, secret]) await git(work, "clone", "--quiet", "--bare", source.path, one.gitDirectory);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  source.remove();
  rmSync(work, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

describe("fetching", () => {
  test("anyone clones a public repository, by either address", async () => {
    await git(work, "clone", "--quiet", address("open.git"), "clone-a");
    await git(work, "clone", "--quiet", address("open"), "clone-b");
    const head = await source.git("rev-parse", "HEAD");
    expect(await git(folder("clone-a"), "rev-parse", "HEAD")).toBe(head);
    expect(await git(folder("clone-b"), "rev-parse", "HEAD")).toBe(head);
  });

  test("a private repository requires a token with access to it", async () => {
    expect(await gitFails(work, "clone", address("secret.git"), "no-1")).toContain("could not read Username");
    expect(await gitFails(work, "clone", address("nothing-here.git"), "no-2")).toContain("could not read Username");
    expect(await gitFails(work, "clone", address("secret.git", "wrong"), "no-3")).toContain("Authentication failed");
    expect(await gitFails(work, "clone", address("secret.git", "stranger-token"), "no-4")).toContain("not found");
    await git(work, "clone", "--quiet", address("secret.git", "read-token"), "clone-c");
    const bearer = "http.extraHeader=Authorization: Bearer read-token";
    await git(work, "-c", bearer, "clone", "--quiet", address("secret.git"), "clone-d");
    expect(await git(folder("clone-d"), "log", "--format=%s")).toBe("Two\nOne");
  });

  test("a clone without blobs fetches them on demand", async () => {
    await git(work, "clone", "--quiet", "--filter=blob:none", "--no-checkout", address("open.git"), "clone-e");
    const clone = folder("clone-e");
    const missing = await git(clone, "rev-list", "--objects", "--all", "--missing=print");
    expect(missing.split("\n").filter((line) => line.startsWith("?"))).toHaveLength(3);
    expect(await git(clone, "show", "HEAD:a.txt")).toBe("2");
  });

  test.each(["0", "2"])(
    "with protocol %s, one commit is fetched by its id, shallow, and a pull request by its ref",
    async (protocol) => {
      const first = await source.git("rev-parse", "HEAD~1");
      await openPull(7, first, open);
      const clone = folder(`fetched-${protocol}`);
      await git(work, "init", "--quiet", clone);
      const fetch = ["-c", `protocol.version=${protocol}`, "fetch", "--quiet", "--depth=1", address("open.git")];
      await git(clone, ...fetch, first);
      expect(await git(clone, "log", "--format=%s", "FETCH_HEAD")).toBe("One");
      await git(clone, ...fetch, "refs/pull/7/head:refs/remotes/pull/7");
      expect(await git(clone, "rev-parse", "refs/remotes/pull/7")).toBe(first);
    },
  );

  test("a gzipped request is decoded", async () => {
    const tip = await source.git("rev-parse", "HEAD");
    const want = `want ${tip}\n`;
    const lines = [
      "0011command=fetch",
      "0001",
      "000fno-progress",
      `${(want.length + 4).toString(16).padStart(4, "0")}${want}`,
    ];
    const response = await fetch(`${address("open.git")}/git-upload-pack`, {
      method: "POST",
      headers: {
        "content-type": "application/x-git-upload-pack-request",
        "content-encoding": "gzip",
        "git-protocol": "version=2",
      },
      body: gzipSync(`${lines.join("")}0009done\n0000`),
    });
    expect(response.headers.get("content-type")).toBe("application/x-git-upload-pack-result");
    expect(Buffer.from(await response.arrayBuffer()).includes("PACK")).toBe(true);
  });

  test("the old git protocol is rejected, and other requests are passed on", async () => {
    expect((await fetch(`${address("open.git")}/info/refs`)).status).toBe(403);
    expect((await fetch(address("open"))).status).toBe(418);
    expect((await fetch(`${address("open.git")}/../../x/git-upload-pack/y`)).status).toBe(418);
  });
});

describe("pushing", () => {
  test("needs write permission", async () => {
    await git(work, "clone", "--quiet", address("open.git"), "no-push");
    const clone = folder("no-push");
    const push = ["push", "--quiet"];
    expect(await gitFails(clone, ...push, address("open.git"), "HEAD:refs/heads/x")).toContain(
      "could not read Username",
    );
    expect(await gitFails(clone, ...push, address("open.git", "read-token"), "HEAD:refs/heads/x")).toContain("403");
    expect(await gitFails(clone, ...push, address("open.git", "narrow-token"), "HEAD:refs/heads/x")).toContain("403");
    expect(await gitFails(clone, ...push, address("open.git", "write-token"), "HEAD:refs/pull/7/head")).toContain(
      "hidden ref",
    );
    expect(await git(open.gitDirectory, "for-each-ref", "refs/heads/x")).toBe("");
    expect(pushes).toEqual([]);
  });

  test("creating, updating, forcing and deleting a branch is reported before git gets its response", async () => {
    const url = address("open.git", "write-token");
    await git(work, "clone", "--quiet", url, "push");
    const clone = folder("push");
    const commit = async (message: string): Promise<string> => {
      await git(clone, "commit", "--quiet", "--allow-empty", "--message", message);
      return (await git(clone, "rev-parse", "HEAD")).slice(0, 7);
    };
    const push = async (...args: string[]): Promise<string[]> => {
      await git(clone, "push", "--quiet", url, ...args);
      return pushes.splice(0);
    };
    const one = await commit("Feature");
    expect(await push("HEAD:refs/heads/feature")).toEqual([`ada open refs/heads/feature ${nothing} ${one}`]);
    const two = await commit("More");
    expect(await push("HEAD:refs/heads/feature", "HEAD:refs/tags/v1")).toEqual([
      `ada open refs/heads/feature ${one} ${two}`,
      `ada open refs/tags/v1 ${nothing} ${two}`,
    ]);
    await git(clone, "reset", "--quiet", "--hard", "HEAD~1");
    const three = await commit("Otherwise");
    expect(await gitFails(clone, "push", url, "HEAD:refs/heads/feature")).toContain("rejected");
    expect(pushes).toEqual([]);
    expect(await push("--force", "HEAD:refs/heads/feature")).toEqual([`ada open refs/heads/feature ${two} ${three}`]);
    expect(await push("--delete", "feature")).toEqual([`ada open refs/heads/feature ${three} ${nothing}`]);
  });

  test("two concurrent pushes are reported once each", async () => {
    const url = address("open.git", "write-token");
    await git(work, "clone", "--quiet", url, "twice");
    const names = ["left", "right"];
    await Promise.all(names.map((name) => git(folder("twice"), "push", "--quiet", url, `HEAD:refs/heads/${name}`)));
    const branches = pushes.splice(0).map((line) => line.split(" ")[2]);
    expect(branches).toHaveLength(2);
    expect(new Set(branches)).toEqual(new Set(["refs/heads/left", "refs/heads/right"]));
  });

  test("a large pack is streamed", async () => {
    const url = address("open.git", "write-token");
    const large = await makeRepository(
      [{ message: "Large", files: { "noise.bin": randomBytesOf(3_000_000) } }],
      process.env,
      new AbortController().signal,
    );
    try {
      await large.git("push", "--quiet", url, "HEAD:refs/heads/large");
      expect(await git(open.gitDirectory, "rev-parse", "large")).toBe(await large.git("rev-parse", "HEAD"));
    } finally {
      large.remove();
      pushes.splice(0);
    }
  });

  test("the head of a pull request from a fork is kept in the base repository", async () => {
    const fork = newRepository(state, { owner: "ada", name: "open", gitDirectory: folder("fork-bare") }, 0);
    state.repositories.push(fork);
    await git(work, "clone", "--quiet", "--bare", source.path, fork.gitDirectory);
    const clone = folder("fork");
    await git(work, "clone", "--quiet", fork.gitDirectory, clone);
    await git(clone, "commit", "--quiet", "--allow-empty", "--message", "From a fork");
    const sha = await git(clone, "rev-parse", "HEAD");
    await git(clone, "push", "--quiet", "origin", "HEAD:theirs");
    await openPull(8, sha, fork);
    expect(await git(work, "ls-remote", address("open.git"), "refs/pull/8/head")).toBe(`${sha}\trefs/pull/8/head`);
  });
});

cases("the token shown by %s is %s", tokenShownBy, [
  [undefined, null],
  ["Bearer abc", "abc"],
  [`Basic ${btoa("x-access-token:abc")}`, "abc"],
  [`Basic ${btoa("anyone:a:b")}`, "a:b"],
  [`Basic ${btoa("abc:x-oauth-basic")}`, "abc"],
  [`Basic ${btoa("abc:")}`, "abc"],
  ["Digest abc", null],
  ["Basic", null],
]);

function randomBytesOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(length, at + 65_536)));
  return bytes;
}
