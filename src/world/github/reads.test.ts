// Tests reading a whole pull request in few requests.
import { GraphQLError } from "graphql";
import { describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { openGraphqlLoopback, pages } from "../../../test/support/github/loopback-graphql.ts";
import { quickClock, type Asked, type Given } from "../../../test/support/github/loopback-github.ts";
import { openReads } from "./reads.ts";
import type { RequestOptions } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n + 1));
const hash = (letter: string) => letter.repeat(40);

const commit = (n: number) => ({
  commit: { oid: String(n).padStart(40, "0"), message: `step ${n}\n`, author: { name: "Ada" } },
});
const file = (n: number) => ({ path: `src/${n}.ts`, changeType: "MODIFIED", additions: n, deletions: 0 });
const note = (id: string, mine: boolean, more: object = {}) => ({
  id,
  url: `https://example.com/${id}`,
  body: `body of ${id}`,
  viewerDidAuthor: mine,
  state: "COMMENTED",
  ...more,
});

/** A comment in a thread: its state has other words. */
const line = (id: string, mine: boolean) => note(id, mine, { state: "SUBMITTED" });

interface Shape {
  commits?: number;
  files?: number;
  reviews?: object[];
  threads?: object[];
  comments?: object[];
  pull?: object;
  owner?: object;
  viewer?: string;
  repository?: object | null;
}

function hub({ commits = 3, files = 5, reviews = [], threads = [], comments = [], ...shape }: Shape = {}) {
  const pullRequest = {
    number: 12,
    url: "https://example.com/acme/shop/pull/12",
    state: "OPEN",
    title: "Add a till",
    body: "Closes #7",
    isDraft: false,
    authorAssociation: "MEMBER",
    author: { __typename: "User", login: "ada" },
    labels: { nodes: [{ name: "feature" }] },
    baseRefName: "main",
    baseRefOid: hash("0"),
    baseRef: { target: { __typename: "Commit", oid: hash("b") } },
    headRefName: "till",
    headRefOid: hash("a"),
    headRepository: { nameWithOwner: "ada/shop" },
    additions: 30,
    deletions: 4,
    changedFiles: files,
    closingIssuesReferences: {
      nodes: [
        { number: 7, title: "No till", body: "We need one", repository: { nameWithOwner: "acme/shop" } },
        { number: 8, title: "Elsewhere", body: "", repository: { nameWithOwner: "acme/other" } },
      ],
    },
    // GitHub lists no more than 250.
    commits: (args: { first: number; after?: string }) => ({
      ...pages(times(Math.min(commits, 250), commit))(args),
      totalCount: commits,
    }),
    files: pages(times(files, file)),
    reviews: pages(reviews),
    reviewThreads: pages(threads),
    comments: pages(comments),
    ...shape.pull,
  };
  const repository = {
    name: "shop",
    nameWithOwner: "acme/shop",
    owner: shape.owner ?? { __typename: "Organization", login: "acme", viewerCanAdminister: false },
    pullRequest: ({ number }: { number: number }) => {
      if (number !== 12) throw notFound();
      return pullRequest;
    },
    ...shape.repository,
  };
  return { viewer: { login: shape.viewer ?? "crosscheck[bot]" }, repository };
}

const notFound = () => new GraphQLError("Could not resolve", { extensions: { type: "NOT_FOUND" } });
const comparison = { body: { merge_base_commit: { sha: hash("c") }, total_commits: 3 } };

async function world(root: object, rest: (asked: Asked) => Given = () => comparison) {
  const server = await openGraphqlLoopback(root, rest);
  const { signal: stop } = new AbortController();
  const options: RequestOptions = { api: server.api, token: async () => "token", clock: quickClock(), stop };
  const pull: PullRequestRef = { host: server.api.host, owner: "Acme", repo: "shop", number: 12 };
  return {
    server,
    reads: openReads(options),
    pull,
    [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose](),
  };
}

describe("a snapshot", () => {
  test("of a pull request of 3 commits and 5 files takes two requests", async () => {
    await using at = await world(hub());
    const snapshot = await at.reads.snapshot(at.pull);
    expect(snapshot).toEqual({
      pull: { ...at.pull, owner: "acme" },
      url: "https://example.com/acme/shop/pull/12",
      state: "open",
      title: "Add a till",
      body: "Closes #7",
      author: "ada",
      association: "MEMBER",
      draft: false,
      labels: ["feature"],
      base: { ref: "main", sha: hash("b"), config: null, replyTemplate: null },
      head: { ref: "till", sha: hash("a"), repository: "ada/shop" },
      mergeBase: hash("c"),
      commits: times(3, (n) => ({ sha: String(n).padStart(40, "0"), message: `step ${n}`, author: "Ada" })),
      commitsTotal: 3,
      files: times(5, (n) => ({ path: `src/${n}.ts`, status: "modified", additions: n, deletions: 0 })),
      filesTotal: 5,
      additions: 30,
      deletions: 4,
      issues: [
        { reference: "#7", title: "No till", body: "We need one" },
        { reference: "acme/other#8", title: "Elsewhere", body: "" },
      ],
      viewer: { login: "crosscheck[bot]", app: true },
      owned: { is: "theirs", why: "not-admin" },
      output: [],
      requests: 2,
    });
    expect(at.server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /graphql",
      `GET /repos/acme/shop/compare/${hash("b")}...${hash("a")}?per_page=1&page=2`,
    ]);
  });

  test("of 100 files and 100 commits also takes two; of 260 commits and 301 files five", async () => {
    await using full = await world(hub({ commits: 100, files: 100 }));
    expect((await full.reads.snapshot(full.pull)).requests).toBe(2);
    await using at = await world(hub({ commits: 260, files: 301 }));
    const { commits, commitsTotal, files, filesTotal, requests } = await at.reads.snapshot(at.pull);
    expect([commits.length, commitsTotal, files.length, filesTotal, requests]).toEqual([250, 260, 301, 301, 5]);
    expect(new Set(files.map(({ path }) => path)).size).toBe(301);
    expect(at.server.asked).toHaveLength(5);
  });

  test("recognises our own posts on every page, and no others or unposted ones", async () => {
    const reviews = [
      ...times(120, (n) => note(`R${n}`, false)),
      note("R-own", true),
      note("R-pending", true, { state: "PENDING" }),
    ];
    const thread = (id: string, list: object[], more: object = {}) => ({
      id,
      isResolved: false,
      path: "src/1.ts",
      line: 3,
      comments: pages(list),
      ...more,
    });
    const long = [...times(140, (n) => line(`L${n}`, false)), line("L-own", true)];
    const threads = [
      ...times(60, (n) => thread(`T${n}`, [line(`C${n}`, false)])),
      thread("T-own", [line("C-own", true), line("C-other", false), note("C-pending", true, { state: "PENDING" })], {
        isResolved: true,
        line: null,
      }),
      thread("T-long", long),
    ];
    const comments = [note("I-other", false), note("I-own", true)];
    const root = {
      ...hub({ reviews, threads, comments }),
      node: { __typename: "PullRequestReviewThread", ...thread("T-long", long) },
    };
    await using at = await world(root);
    const { output } = await at.reads.snapshot(at.pull);
    expect(output.map(({ kind, id, thread: where }) => [kind, id, where])).toEqual([
      ["review", "R-own", null],
      ["line", "C-own", { id: "T-own", resolved: true, path: "src/1.ts", line: null }],
      ["line", "L-own", { id: "T-long", resolved: false, path: "src/1.ts", line: 3 }],
      ["conversation", "I-own", null],
    ]);
  });

  test.each([
    ["my own", { __typename: "User", login: "Ada" }, "ada", { is: "mine", why: "owner" }],
    [
      "an organisation's that I administer",
      { __typename: "Organization", login: "acme", viewerCanAdminister: true },
      "ada",
      { is: "mine", why: "organisation-admin" },
    ],
    [
      "an organisation's that I am in",
      { __typename: "Organization", login: "acme", viewerCanAdminister: false },
      "ada",
      { is: "theirs", why: "not-admin" },
    ],
    ["somebody else's", { __typename: "User", login: "bob" }, "ada", { is: "theirs", why: "not-admin" }],
  ])("includes the owner of the repository: %s", async (_, owner, viewer, owned) => {
    await using at = await world(hub({ owner, viewer }));
    expect(await at.reads.snapshot(at.pull)).toMatchObject({ owned, viewer: { login: viewer, app: false } });
  });

  test.each<[string, object, object]>([
    ["a merged one: the base as it was before", { state: "MERGED" }, { state: "merged", base: { sha: hash("0") } }],
    ["a deleted base branch", { baseRef: null }, { base: { ref: "main", sha: hash("0") } }],
    ["a deleted fork", { headRepository: null }, { head: { repository: null } }],
    ["a deleted account", { author: null }, { author: null }],
    ["a bot's", { author: { __typename: "Bot", login: "renovate" } }, { author: "renovate[bot]" }],
  ])("of %s", async (_, pull, said) => {
    await using at = await world(hub({ pull }));
    expect(await at.reads.snapshot(at.pull)).toMatchObject(said);
  });

  test("leaves out a linked issue that the token may not see", async () => {
    const hidden = () => {
      throw new GraphQLError("no", { extensions: { type: "FORBIDDEN" } });
    };
    const closingIssuesReferences = { nodes: [{ number: 7, title: hidden }] };
    await using at = await world(hub({ pull: { closingIssuesReferences } }));
    expect((await at.reads.snapshot(at.pull)).issues).toEqual([]);
  });

  test("starts again if the head changes between two pages", async () => {
    let requestCount = 0;
    const headRefOid = () => ((requestCount += 1) === 1 ? hash("e") : hash("f"));
    await using at = await world(hub({ files: 150, pull: { headRefOid } }));
    const { head, files, requests } = await at.reads.snapshot(at.pull);
    expect([head.sha, files.length, requests]).toEqual([hash("f"), 150, 5]);
  });
});

describe("a failed snapshot is reported with a remedy:", () => {
  const refusing = (type: string, message: string) => ({
    viewer: { login: "ada" },
    repository: () => {
      throw new GraphQLError(message, { extensions: { type } });
    },
  });
  test.each<[string, object, string]>([
    [
      "no such number",
      hub({
        repository: {
          pullRequest: () => {
            throw notFound();
          },
        },
      }),
      "There is no pull request 12 in Acme/shop, or the token may not see it",
    ],
    [
      "a private repository",
      refusing("NOT_FOUND", "Could not resolve"),
      "There is no pull request 12 in Acme/shop, or the token may not see it",
    ],
    [
      "single sign-on",
      refusing("FORBIDDEN", "Resource protected by organization SAML enforcement."),
      "The organisation of Acme/shop requires the token to be authorised for its single sign-on",
    ],
    [
      "too little scope",
      refusing("INSUFFICIENT_SCOPES", "needs read:x"),
      "The token may not read pull request 12 in Acme/shop: needs read:x",
    ],
  ])("%s", async (_, root, sentence) => {
    await using at = await world(root);
    const error = await at.reads.snapshot(at.pull).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toBe(sentence);
    expect((error as UserError).remedy).not.toBe("");
  });

  test.each([
    [404, "No common ancestor between main and till.", "There is no common history of pull request 12 in acme/shop"],
    [403, "Resource not accessible by integration", "does not show the code of pull request 12 in acme/shop"],
    [404, "Not Found", "does not show the code of pull request 12 in acme/shop"],
  ])("a comparison with status %i: %s", async (status, message, sentence) => {
    await using at = await world(hub(), () => ({ status, body: { message } }));
    const error = await at.reads.snapshot(at.pull).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain(sentence);
  });
});

test("values that may have changed are read in one request", async () => {
  await using at = await world(hub({ pull: { isDraft: true, title: "[WIP] till", state: "CLOSED" } }));
  expect(await at.reads.now(at.pull)).toEqual({ head: hash("a"), state: "closed", draft: true, title: "[WIP] till" });
  expect(at.server.asked).toHaveLength(1);
});

test("the pull request of a branch is the user's own; for a fork, the one in the parent", async () => {
  const listing = (name: string, nodes: object[], parent: object | null = null) => ({
    name: "shop",
    nameWithOwner: name,
    owner: { __typename: "User", login: name.split("/")[0] },
    pullRequests: { nodes },
    parent,
  });
  const from = (number: number, nameWithOwner: string) => ({ number, headRepository: { nameWithOwner } });
  const find = async (repository: object) => {
    await using at = await world({ repository });
    const { host } = at.server.api;
    const pulls = await at.reads.pullOf({ host, owner: "ada", repo: "shop" }, "till");
    return pulls && `${pulls.owner}/${pulls.repo}#${pulls.number}`;
  };
  expect(await find(listing("ada/shop", [from(1, "eve/shop"), from(2, "ada/shop")]))).toBe("ada/shop#2");
  const parent = listing("acme/shop", [from(8, "eve/shop"), from(9, "ada/shop")]);
  expect(await find(listing("ada/shop", [], parent))).toBe("acme/shop#9");
  expect(await find(listing("ada/shop", [from(1, "eve/shop")]))).toBeNull();
});

test("issues are read by reference in one request; unreadable ones are skipped", async () => {
  const root = {
    repository: ({ owner, name }: { owner: string; name: string }) => ({
      nameWithOwner: `${owner}/${name}`,
      issueOrPullRequest: ({ number }: { number: number }) => {
        if (number > 100) throw notFound();
        return { __typename: "Issue", number, title: `${owner}/${name} ${number}`, body: "text" };
      },
    }),
  };
  await using at = await world(root);
  const references = ["#7", "#7", "#404", "other/place#3", "ABC-123", "https://elsewhere.example/a/b/issues/1", "#x"];
  expect(await at.reads.issues(at.pull, references)).toEqual([
    { reference: "#7", title: "Acme/shop 7", body: "text" },
    { reference: "other/place#3", title: "other/place 3", body: "text" },
  ]);
  expect(at.server.asked).toHaveLength(1);
  expect(await at.reads.issues(at.pull, ["ABC-1"])).toEqual([]);
  expect(at.server.asked).toHaveLength(1);
});

test("a host is asked only for its own repositories", async () => {
  await using at = await world(hub());
  await expect(at.reads.snapshot({ ...at.pull, host: "github.com" })).rejects.toThrow("github.com");
  expect(at.server.asked).toEqual([]);
});
