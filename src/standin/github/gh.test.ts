// GitHub's own command line and octokit against the stand-in.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findGh, ghHost, openGh, type GhProgram } from "../../../test/support/github/gh-program.ts";
import { openShop, type Shop } from "../../../test/support/github/sample-repository.ts";
import { maySkip } from "../../../test/support/may-skip.ts";

let shop: Shop;
let token: string;

beforeAll(async () => {
  shop = await openShop();
  const { standin, repository, pull } = shop;
  standin.appToken(repository, "ci", { checks: "write" });
  token = standin.token("ada", { scopes: ["repo", "read:org"] });
  const headSha = pull.head.oid;
  standin.checkRun(repository, "ci", { name: "build", headSha, status: "completed", conclusion: "success" });
  standin.checkRun(repository, "ci", { name: "lint", headSha, status: "completed", conclusion: "failure" });
  standin.status(repository, "bob", { sha: headSha, context: "deploy", state: "pending" });
  standin.comment(pull, "bob", "Which till?");
  await standin.review(pull, "bob", { event: "REQUEST_CHANGES", body: "Close it first." });
});

afterAll(async () => await shop.close());

describe.skipIf(findGh() === null && maySkip())("gh", () => {
  let gh: GhProgram;
  let home: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "crosscheck-gh-"));
    gh = await openGh(shop.standin, home);
  });

  afterAll(async () => {
    await gh.close();
    rmSync(home, { recursive: true, force: true });
  });

  const run = async (...args: string[]) => await gh.run(args, token);
  const ofShop = async (...args: string[]) => await run(...args, "-R", "ada/shop");

  test("auth status knows the account and its scopes", async () => {
    const { code, out, err } = await run("auth", "status", "--hostname", ghHost);
    expect([code, `${out}${err}`]).toEqual([0, expect.stringMatching(/Logged in to \S+ as ada[^]*repo, read:org/)]);
  });

  test("pr list, pr view and pr diff show the pull request", async () => {
    expect((await ofShop("pr", "list")).out).toMatch(/^1\tChange the till\tfeature\tOPEN/);
    const { code, out } = await ofShop("pr", "view", "1");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^title:\tChange the till\nstate:\tOPEN[^]*bob \(Changes requested\)/),
    ]);
    expect((await ofShop("pr", "diff", "1")).out).toMatch(/^-line 10\n\+changed$/m);
  });

  test("pr view --json has what programs ask for", async () => {
    const fields =
      "number,title,author,state,comments,reviews,commits,files,labels,mergeable,statusCheckRollup,reviewDecision";
    const { code, out } = await ofShop("pr", "view", "1", "--json", fields);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        author: { login: "ada" },
        comments: [{ body: "Which till?" }],
        reviews: [{ state: "CHANGES_REQUESTED" }],
        files: [{ path: "till.ts" }],
        statusCheckRollup: [{ name: "build" }, { name: "lint" }, { context: "deploy" }],
      },
    ]);
  });

  test("pr checks lists checks and statuses, and fails for a failed one", async () => {
    const { code, out } = await ofShop("pr", "checks", "1");
    expect(code).toBe(1);
    expect(
      out
        .split("\n")
        .map((line) => line.split("\t").slice(0, 2).join(" "))
        .toSorted(),
    ).toEqual(["", "build pass", "deploy pending", "lint fail"]);
  });

  test("pr comment and pr review write", async () => {
    expect((await ofShop("pr", "comment", "1", "--body", "The left one.")).code).toBe(0);
    expect((await ofShop("pr", "review", "1", "--comment", "--body", "Seen.")).code).toBe(0);
    expect(
      shop.standin.ledger
        .wire()
        .slice(-2)
        .map(({ what, body }) => [what, body]),
    ).toEqual([
      ["comment", "The left one."],
      ["review", "Seen."],
    ]);
  });
});

test("octokit lists, reads files and commits, and comments on a line", async () => {
  const octokit = new Octokit({ baseUrl: `${shop.standin.url}/api/v3`, auth: token });
  const at = { owner: "ada", repo: "shop" };
  const { data: pulls } = await octokit.request("GET /repos/{owner}/{repo}/pulls", at);
  expect(pulls.map(({ number }) => number)).toEqual([1]);
  expect((await octokit.request("GET /repos/{owner}/{repo}/pulls", { ...at, state: "closed" })).data).toEqual([]);
  const { data: file } = await octokit.request("GET /repos/{owner}/{repo}/contents/{path}", {
    ...at,
    path: "till.ts",
    ref: "feature",
  });
  expect(Buffer.from((file as { content: string }).content, "base64").toString()).toMatch(/^changed$/m);
  const { data: commit } = await octokit.request("GET /repos/{owner}/{repo}/commits/{ref}", { ...at, ref: "feature" });
  expect([commit.commit.message, commit.files?.map(({ filename }) => filename)]).toEqual([
    "Change the till",
    ["till.ts"],
  ]);
  const { data: comment } = await octokit.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/comments", {
    ...at,
    pull_number: 1,
    commit_id: commit.sha,
    path: "till.ts",
    line: 10,
    body: "Closed?",
  });
  expect(comment).toMatchObject({ path: "till.ts", line: 10, body: "Closed?", user: { login: "ada" } });
});

describe("refusals are GitHub's", () => {
  test("an unknown event of a review is 422, and nothing is made", async () => {
    const reply = await shop.rest("POST", "/pulls/1/reviews", shop.tokens.bob, { event: "LGTM", body: "x" });
    expect([reply.status, reply.json.message]).toEqual([422, "Unprocessable Entity"]);
  });

  test.each(["/api/v3/repos/ada/shop/issues/1/comments", "/api/graphql"])("broken JSON to %s is 400", async (path) => {
    const reply = await fetch(`${shop.standin.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: '{"body": "half',
    });
    expect([reply.status, await reply.json()]).toMatchObject([400, { message: "Problems parsing JSON" }]);
  });

  test("what is not found tells the rate limit, and without a token it is 60", async () => {
    const missing = await shop.rest("GET", "/pulls/99", token);
    expect([missing.status, missing.headers.get("x-ratelimit-limit")]).toEqual([404, "5000"]);
    const anonymous = await shop.rest("GET", "/pulls/99", null);
    expect([anonymous.status, anonymous.headers.get("x-ratelimit-limit")]).toEqual([404, "60"]);
    for (let asked = 0; asked < 60; asked += 1) await shop.rest("GET", "", null);
    const tooMany = await shop.rest("GET", "", null);
    expect([tooMany.status, tooMany.headers.get("x-ratelimit-remaining")]).toEqual([403, "0"]);
  });
});
