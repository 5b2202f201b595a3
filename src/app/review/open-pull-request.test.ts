import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noPast, type Oid } from "../../change/change.ts";
import type { LinkedText, PullSnapshot } from "../../change/github.ts";
import { readPullRequest, type ReadPullNeeds } from "../../change/read-pull.ts";
import { gitHttp } from "../../standin/github/git-http.ts";
import { makeRepository, type MadeRepository } from "../../world/git/make-repository.ts";
import { largestFile } from "../../world/git/own-directory.ts";
import { openPullRequest, type OpenPullOptions } from "./open-pull-request.ts";

const work = mkdtempSync(join(realpathSync(tmpdir()), "crosscheck-open-pull-"));
const never = new AbortController().signal;
const env = { ...process.env, XDG_CACHE_HOME: join(work, "cache") };
let origin: MadeRepository;
let snapshot: PullSnapshot;
let requests = 0;
const handler = gitHttp<string>({
  env: process.env,
  find: () => join(origin.path, ".git"),
  folder: (path) => path,
  leaseOwner: () => "ada",
  access: () => "read",
  pushed: async () => {},
});
const server = createServer((request, response) => {
  requests++;
  handler(request, response, new URL(request.url!, "http://localhost")).catch(() => response.writeHead(500).end());
});

beforeAll(async () => {
  origin = await makeRepository(
    [{ message: "one", files: { "a.ts": "let a = 1;\n", ".crosscheck.yml": "maxComments: 3\n" } }],
    process.env,
    never,
  );
  const mergeBase = (await origin.git("rev-parse", "HEAD")) as Oid;
  await origin.git("checkout", "--quiet", "-b", "feature");
  await origin.commit({
    message: "feat: two",
    files: { "a.ts": "let a = 2;\n", ".crosscheck.yml": "maxComments: 9\n" },
  });
  const first = await origin.git("rev-parse", "HEAD");
  await origin.commit({ message: "more", files: { "b.ts": "let b;\n" } });
  const head = (await origin.git("rev-parse", "HEAD")) as Oid;
  await origin.git("checkout", "--quiet", "main");
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  snapshot = {
    pull: { host, owner: "acme", repo: "shop", number: 7 },
    url: `http://${host}/acme/shop/pull/7`,
    state: "open",
    title: "feat: two",
    body: "Fixes #12. This must not break the checkout.",
    author: "ada",
    association: "MEMBER",
    draft: false,
    labels: ["area"],
    base: { ref: "main", sha: mergeBase },
    head: { ref: "feature", sha: head, repository: "eve/shop" },
    mergeBase,
    commits: [
      { sha: first, message: "feat: two", author: "Ada" },
      { sha: head, message: "more", author: "Ada" },
    ],
    commitsTotal: 2,
    files: [".crosscheck.yml", "a.ts", "b.ts"].map((path) => ({
      path,
      status: "modified",
      additions: 1,
      deletions: 1,
    })),
    filesTotal: 3,
    additions: 3,
    deletions: 2,
    issues: [],
    viewer: { login: "ada", app: false },
    owned: { is: "theirs", why: "not-admin" },
    output: [],
    requests: 1,
  };
});

afterAll(async () => {
  origin.remove();
  rmSync(work, { recursive: true, force: true });
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
});

function options(localFolder: string | null): OpenPullOptions {
  return { localFolder, env, stop: never, token: "t" };
}

const issue: LinkedText = { reference: "#12", title: "The sum is wrong", body: "The total must not change." };

async function read(from: PullSnapshot, localFolder: string | null, needs: Partial<ReadPullNeeds> = {}) {
  const opened = await openPullRequest(from, options(localFolder));
  try {
    const { git, clone } = opened;
    const github = { issues: async () => [issue] };
    const rest = { user: {}, knownChecks: [], largestFile, github, past: noPast, clone, ...needs };
    const change = await readPullRequest(from, {}, { git, ...rest });
    return { change, opened, commits: await opened.code.at(change.base, change.head).commits() };
  } finally {
    await opened.close();
  }
}

describe("a pull request becomes a change", () => {
  test("combines GitHub's description, git's diff and the config of the base", async () => {
    const { change, commits } = await read(snapshot, null);
    expect(change.from).toEqual({ kind: "pull", pull: snapshot.pull, url: snapshot.url, viewer: "ada", fork: true });
    expect(change.files.map(({ newPath }) => newPath)).toEqual([".crosscheck.yml", "a.ts", "b.ts"]);
    expect(change.words).toMatchObject({ title: "feat: two", author: "ada", branch: "feature", labels: ["area"] });
    expect(change.words.issues).toEqual([issue]);
    expect(change.concerns.map(({ source }) => source)).toEqual(["body", "issue"]);
    expect(change.config.maxComments).toBe(3);
    expect(change.cuts).toEqual([{ kind: "config-not-used", path: ".crosscheck.yml", why: "changed-at-head" }]);
    expect(change.owned).toEqual(snapshot.owned);
    expect(commits.map(({ sha }) => sha)).toEqual(snapshot.commits.map(({ sha }) => sha));
  });

  test("reports truncated data, and continues without an unreadable issue", async () => {
    const { change } = await read({ ...snapshot, commitsTotal: 400, additions: 30 }, null, {
      github: { issues: async () => Promise.reject(new Error("no answer")) },
    });
    expect(change.cuts.map(({ kind }) => kind)).toEqual([
      "commits",
      "issues-not-read",
      "counts-differ",
      "config-not-used",
    ]);
    const incomplete = await read({ ...snapshot, filesTotal: 4000, additions: 30 }, null);
    expect(incomplete.change.cuts.map(({ kind }) => kind)).toEqual(["config-not-used"]);
  });

  test("the user's trust setting overrides GitHub, and the cache is never trusted", async () => {
    const trusting = async (trust: string[]) => (await read(snapshot, null, { user: { trust } })).change.owned.why;
    expect(await trusting([`http://${snapshot.pull.host}/acme/shop.git`])).toBe("trusted-remote");
    expect(await trusting([work])).toBe("not-admin");
  });
});

describe("source of the code", () => {
  test("a clone with both commits needs no network", async () => {
    requests = 0;
    const { opened, change } = await read(snapshot, origin.path);
    expect([opened.fetched, opened.clone, requests]).toEqual([false, null, 0]);
    expect(change.files).toHaveLength(3);
  });

  test("one that has the base only lends it; its folder counts as the user's clone", async () => {
    const clone = join(work, "clone");
    await origin.git("clone", "--quiet", "--single-branch", "--branch=main", `file://${origin.path}`, clone);
    await origin.git("-C", clone, "remote", "set-url", "origin", `http://x:y@${snapshot.pull.host}/acme/shop.git`);
    const { opened, change } = await read(snapshot, clone, { user: { trust: [work] } });
    expect([opened.fetched, opened.clone]).toEqual([true, clone]);
    expect(change.files).toHaveLength(3);
    expect(change.owned.why).toBe("trusted-path");
    requests = 0;
    expect((await read(snapshot, clone)).opened.fetched).toBe(false);
    expect(requests).toBe(0);
  });
});
