// A pull request from its number to the posted review, through the real command line, git and HTTP.
import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStandin, type Standin } from "../src/standin/github/standin.ts";
import type { Pull, SimulatedRepository } from "../src/standin/github/state.ts";
import { openModelStandin } from "../src/standin/models/open.ts";
import { crosscheck, type Ran, type RunOptions } from "./support/run-cli.ts";
import { findingOf, replyOf, unitOf } from "./support/with-models.ts";
import { main } from "./support/packed-build.ts";

let folder: string;
let github: Standin;
let shop: SimulatedRepository;
let token: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-pull-"));
  const path = process.env["PATH"] ?? "";
  github = await openStandin({ folder: join(folder, "hub"), clock: { now: Date.now }, path });
  github.user("ada");
  github.user("kim");
  github.organization("acme", [{ login: "kim", role: "admin" }]);
  token = github.token("kim");
  shop = await github.repository("acme", "shop", [{ message: "feat: a shop", files: before }]);
});

afterEach(async () => {
  await github.close();
  rmSync(folder, { recursive: true, force: true });
});

const ci = ".github/workflows/ci.yml";
const workflow = (needs: string) =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make\n  test:\n    needs: ${needs}\n    runs-on: ubuntu-latest\n    steps:\n      - run: make test\n`;
const conflict = "export const one = 1;\n<<<<<<< HEAD\nexport const two = 2;\n=======\n>>>>>>> side\n";
const before = { [ci]: workflow("build"), "src/app.js": "export const one = 1;\n" };
/** Two flaws that checks find: a job that is not there, and a merge conflict. */
const flawed = { [ci]: workflow("compile"), "src/app.js": conflict };

async function flawedPull(by = "ada"): Promise<Pull> {
  await github.push(shop, "side", [{ message: "feat: more of it", files: flawed }], { from: "main", by });
  return await github.openPull(shop, by, { title: "feat: more of it", head: "side", body: "It adds two." });
}

function surroundings(): Record<string, string> {
  return { GH_ENTERPRISE_TOKEN: token, HOME: folder, CROSSCHECK_DATA: join(folder, "data") };
}

async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return await crosscheck(args, { cwd: folder, ...options, env: { ...surroundings(), ...options.env } });
}

function addressOf({ number }: Pull): string {
  return `${github.url}/acme/shop/pull/${number}`;
}

function deeds(): string[] {
  return github.ledger.wire().map(({ what }) => what);
}

const git = (args: readonly string[]) => promisify(execFile)("git", args);

/** Not in step with this process, which is the one that serves it. */
async function clone(): Promise<string> {
  const path = join(folder, "clone");
  await git(["clone", "--quiet", `${github.url}/acme/shop.git`, path]);
  return path;
}

describe("a pull request", () => {
  test("is reviewed and posted once, however often requested", async () => {
    const pull = await flawedPull();
    const first = await run(["review", addressOf(pull), "--post", "code"]);
    expect([first.code, first.err]).toEqual([0, expect.stringMatching(/^Review: posted .*\nDetails comment: posted/)]);
    expect(deeds()).toEqual(["review", "comment"]);
    expect(github.ledger.wire("review")[0]?.comments?.map(({ path, line }) => `${path}:${line}`)).toEqual([
      `${ci}:8`,
      "src/app.js:2",
    ]);
    const again = await run(["review", addressOf(pull), "--post", "code"]);
    expect(again.code).toBe(0);
    expect(deeds().filter((deed) => deed !== "edit-comment")).toEqual(["review", "comment"]);
  });

  test("is found by its number in a clone, and by the current branch", async () => {
    const pull = await flawedPull();
    const cwd = await clone();
    const byNumber = await run(["review", `${pull.number}`, "--json"], { cwd });
    expect(JSON.parse(byNumber.out)).toMatchObject({ change: { pull: { number: pull.number, author: "ada" } } });
    await git(["-C", cwd, "checkout", "--quiet", "side"]);
    const byBranch = await run(["review", "--json"], { cwd });
    expect(JSON.parse(byBranch.out)).toMatchObject({ change: { pull: { number: pull.number } } });
    // What is not pushed is not the pull request's.
    await git(["-C", cwd, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--allow-empty", "-qm", "x"]);
    const ahead = await run(["review", "--json"], { cwd });
    expect(ahead.err).toContain(`Pull request #${pull.number} of this branch is at another commit`);
    expect(JSON.parse(ahead.out)).toMatchObject({ change: { pull: null } });
    expect(deeds()).toEqual([]);
  });

  test("is read by a model too, which never sees a token; the draft can be replayed from the mirror", async () => {
    const doubled = findingOf({
      path: "src/app.js",
      line: 3,
      quote: "export const two = 2;",
      severity: "medium",
      title: "Two is exported twice",
    });
    const vendor = await openModelStandin({
      key: "a-key",
      script: (asked) => replyOf(unitOf(asked) === "code-reviewer" ? { findings: [doubled] } : undefined),
    });
    try {
      const config = join(folder, "config.yml");
      writeFileSync(config, `models:\n  - use: anthropic/claude-sonnet-4-5\n    baseUrl: ${vendor.url("anthropic")}\n`);
      const env = { CROSSCHECK_CONFIG: config, ANTHROPIC_API_KEY: "a-key" };
      const pull = await flawedPull();
      const ran = await run(["review", addressOf(pull), "--post", "code"], { env });
      expect(ran.err).toMatch(/Review: posted/);
      expect(JSON.stringify(github.ledger.wire("review"))).toContain("Two is exported twice");
      expect(vendor.asked.map(({ body }) => JSON.stringify(body)).join()).not.toContain(token);
      const [{ id }] = JSON.parse((await run(["replay", "--json"], { env })).out) as [{ id: string }];
      expect(await run(["replay", id], { env })).toMatchObject({ code: 0 });
    } finally {
      await vendor.close();
    }
  });

  test("is told in cards alone with --mode enhanced, whatever its base says", async () => {
    await github.push(shop, "main", [{ message: "chore: config", files: { ".crosscheck.yml": "mode: standard\n" } }]);
    const pull = await flawedPull();
    await run(["review", addressOf(pull), "--post", "code", "--mode", "enhanced"]);
    const [review] = github.ledger.wire("review");
    expect(review?.body).not.toContain("Crosscheck Review Summary");
    expect(review?.comments).toHaveLength(2);
  });

  test("by oneself only gets a comment, whatever was found", async () => {
    const pull = await flawedPull("kim");
    await run(["review", addressOf(pull), "--post", "code"]);
    expect(github.state.reviews.map(({ state }) => state)).toEqual(["COMMENTED"]);
  });

  test("says that its commits moved on, and is answered where they mend something", async () => {
    const pull = await flawedPull();
    await run(["review", addressOf(pull), "--post", "code"]);
    await github.push(shop, "side", [{ message: "fix: the job", files: { [ci]: workflow("build") } }], { by: "ada" });
    const { code } = await run(["review", addressOf(pull), "--post", "code"]);
    expect(code).toBe(0);
    // The conflict is still there: the request for changes stands, and is not said again.
    expect(github.ledger.wire("review").map(({ comments }) => comments?.length)).toEqual([2]);
    expect(github.state.reviews[0]?.state).toBe("CHANGES_REQUESTED");
    expect(github.ledger.wire("reply").map(({ body }) => body?.split("\n")[0])).toEqual([
      expect.stringMatching(/^Fixed as of [0-9a-f]{7}\.$/),
    ]);
    await run(["review", addressOf(pull), "--post", "code"]);
    expect(github.ledger.wire("reply")).toHaveLength(1);
    expect(github.ledger.wire("comment")).toHaveLength(1);
  });

  test("is recognised by its state on GitHub if the local store is empty", async () => {
    const pull = await flawedPull();
    await run(["review", addressOf(pull), "--post", "code"]);
    rmSync(join(folder, "data"), { recursive: true });
    await run(["review", addressOf(pull), "--post", "code"]);
    expect(github.ledger.wire("review")).toHaveLength(1);
    expect(github.ledger.wire("comment")).toHaveLength(1);
  });
});

describe("without a person to ask", () => {
  test("nothing is posted, and the draft can be posted later", async () => {
    const pull = await flawedPull();
    const { err, out } = await run(["review", addressOf(pull)]);
    const id = /crosscheck post ([0-9a-f]{12})/.exec(err)?.[1] ?? "";
    expect(out).toContain("REQUEST_CHANGES");
    expect(deeds()).toEqual([]);
    expect((await run(["post"])).out).toContain(`${id}  ${github.host}/acme/shop#${pull.number}`);
    expect((await run(["post", id])).err).toMatch(/This needs a terminal to confirm it\n {2}Pass --yes/);
    expect((await run(["post", id, "--yes"])).code).toBe(0);
    expect(deeds()).toEqual(["review", "comment"]);
    expect((await run(["post"])).out).toBe("No drafts are waiting.\n");
    const again = await run(["post", id, "--yes", "--json"]);
    expect(JSON.parse(again.out)).toMatchObject([{ is: "already" }, { is: "already" }]);
  });

  test("a draft whose pull request moved on is not posted", async () => {
    const pull = await flawedPull();
    const { err } = await run(["review", addressOf(pull)]);
    const id = /crosscheck post ([0-9a-f]{12})/.exec(err)?.[1] ?? "";
    await github.push(shop, "side", [{ message: "feat: and more", files: { "b.txt": "b\n" } }], { by: "ada" });
    const { code, err: why } = await run(["post", id, "--yes"]);
    expect([code, why]).toEqual([2, expect.stringMatching(/has moved on since this draft.*\n {2}Review it again/)]);
    expect(deeds()).toEqual([]);
  });
});

describe("failures have a remedy, and nothing is posted", () => {
  test.each([
    ["no token", { GH_ENTERPRISE_TOKEN: "" }, 1, /There is no token for .*\n {2}Set GH_ENTERPRISE_TOKEN/],
    ["a wrong token", { GH_ENTERPRISE_TOKEN: "ghp_wrong" }, 1, /token/i],
    ["no such pull request", {}, 99, /There is no pull request 99 in acme\/shop/],
  ])("%s", async (_, env, number, why) => {
    await flawedPull();
    const address = `${github.url}/acme/shop/pull/${number}`;
    const { code, err } = await run(["review", address, "--post", "code"], { env });
    expect([code, err]).toEqual([2, expect.stringMatching(why)]);
    expect(err).not.toContain("ghp_wrong");
    expect(deeds()).toEqual([]);
  });

  test("an unknown draft", async () => {
    expect(await run(["post", "nope", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no draft "nope"/),
    });
  });

  test("a lost response: the posted review is found, and not posted again", async () => {
    const pull = await flawedPull();
    github.faults.add({ match: ({ isWrite }) => isWrite, do: "502-after", times: 2 });
    const { code, err } = await run(["review", addressOf(pull), "--post", "code"]);
    expect([code, err]).toEqual([0, expect.stringMatching(/^Review: posted .*\nDetails comment: posted/)]);
    expect(deeds()).toEqual(["review", "comment"]);
  });
});

/** `script` gives the program a terminal of its own; what is typed comes by its input. */
const canScript = spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!canScript)("at a terminal", () => {
  /** Types each answer when the screen asks for it. */
  async function atTerminal(
    args: readonly string[],
    answers: readonly [asked: string, keys: string][],
  ): Promise<string> {
    const line = [process.execPath, main, ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
      env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", ...surroundings() },
      cwd: folder,
    });
    let screen = "";
    let read = 0;
    const left = [...answers];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      const [next] = left;
      const at = next ? screen.indexOf(next[0], read) : -1;
      if (!next || at < 0) return;
      left.shift();
      read = screen.length;
      child.stdin.write(next[1]);
    });
    await new Promise((resolve) => child.on("close", resolve));
    return screen;
  }

  const down = "\u001b[B";

  test("the draft is shown, and posted once confirmed", async () => {
    const pull = await flawedPull();
    const screen = await atTerminal(["review", addressOf(pull)], [["to navigate", "\r"]]);
    expect(screen).toContain("Review: posted");
    expect(deeds()).toEqual(["review", "comment"]);
  });

  test("a finding is removed first, and the last shown draft is posted", async () => {
    const pull = await flawedPull();
    await atTerminal(
      ["review", addressOf(pull)],
      [
        ["Post this review?", `${down}${down}\r`],
        ["What do you want to change?", `${down}\r`],
        ["Which finding?", "\r"],
        ["Post this review?", "\r"],
      ],
    );
    expect(github.ledger.wire("review")[0]?.comments?.map(({ path }) => path)).toEqual(["src/app.js"]);
  });

  test("Ctrl-C posts nothing and keeps the draft", async () => {
    const pull = await flawedPull();
    const screen = await atTerminal(["review", addressOf(pull)], [["to navigate", "\u0003"]]);
    expect(screen).toContain("Nothing was posted. The draft is kept");
    expect(deeds()).toEqual([]);
  });
});
