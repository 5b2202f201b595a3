// Which commands run, and where, on a real clone and by GitHub's data about its owner.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skipWithoutSandbox } from "../../../test/support/sandbox.ts";
import { openThreadShop, type ThreadShop } from "../../../test/support/thread-shop.ts";
import type { Oid } from "../../change/change.ts";
import { openGit } from "../../world/git/repository.ts";
import { checkHead, overallResult, type CheckNeeds } from "./check.ts";

const stop = new AbortController().signal;
const noSandbox = await skipWithoutSandbox();
let shop: ThreadShop;
let mine: NonNullable<CheckNeeds["snapshot"]>;

beforeAll(async () => {
  const config = "reviewComments:\n  checks:\n    - node --version\n";
  shop = await openThreadShop(
    { ".crosscheck.yml": "reviewComments:\n  checks:\n    - node -p 666\n" },
    { base: { ".crosscheck.yml": config } },
  );
  mine = {
    owned: { is: "mine", why: "owner" },
    base: { ref: "main", sha: (await shop.git("rev-parse", "main")) as Oid },
    mergeBase: (await shop.git("rev-parse", "main")) as Oid,
    head: { ref: "side", sha: (await shop.git("rev-parse", "side")) as Oid, repository: "kim/shop" },
    viewer: { login: "kim", app: false },
  };
});
afterAll(async () => await shop.close());

async function check(given: Partial<CheckNeeds> = {}, folder = shop.clone) {
  const git = openGit(folder, shop.env, stop);
  try {
    return await checkHead({
      pull: shop.ref,
      git,
      snapshot: mine,
      user: {},
      knownChecks: [],
      commands: [],
      ms: 60_000,
      env: process.env,
      node: process.execPath,
      now: Date.now,
      stop,
      ...given,
    });
  } finally {
    git.close();
  }
}

describe("which commands", () => {
  test("those of the base's config, not those that the change would rather have", async () => {
    const { state, from, where } = await check();
    expect([from, where, state.commands.map(({ command }) => command)]).toEqual(["config", "here", ["node --version"]]);
    expect(state).toMatchObject({ head: mine.head.sha, dirty: false, result: "passed" });
  });

  test("where GitHub was not asked, the base is where the branch left main", async () => {
    const { from } = await check({ snapshot: null, user: { trust: [shop.clone] } });
    expect(from).toBe("config");
  });

  test("a flag adds commands and cannot replace them", async () => {
    const { state, from } = await check({ commands: ["node -p 1", "node --version"] });
    expect([from, state.commands.map(({ command }) => command)]).toEqual([
      "config-and-flags",
      ["node --version", "node -p 1"],
    ]);
  });

  test("on a detached HEAD only GitHub's answer is used as the base", async () => {
    await shop.git("checkout", "--quiet", "--detach");
    try {
      expect(await check()).toMatchObject({ from: "config" });
      const unknown = { snapshot: null, user: { trust: [shop.clone] } };
      expect(await check({ ...unknown, commands: ["node -p 1"] })).toMatchObject({ from: "flags" });
      await expect(check(unknown)).rejects.toThrow(
        expect.objectContaining({ remedy: expect.stringMatching(/--command.*reviewComments\.checks/) }),
      );
    } finally {
      await shop.git("checkout", "--quiet", "side");
    }
  });

  test("progress shows the number of the command", async () => {
    const told: unknown[] = [];
    await check({ commands: ["node -p 1"], progress: (...step) => told.push(step) });
    expect(told).toEqual([
      ["node --version", 0, 2],
      ["node -p 1", 1, 2],
    ]);
  });
});

describe("a dirty working tree verifies nothing", () => {
  test.each<[string, string, boolean]>([
    ["a changed file", "src/till.js", true],
    ["a new file", "new.js", true],
  ])("%s", async (_, name, dirty) => {
    writeFileSync(join(shop.clone, name), "exports.one = 333;\n");
    try {
      expect((await check()).state).toMatchObject({ dirty, result: "passed" });
    } finally {
      await shop.git("checkout", "--quiet", "--", ".");
      await shop.git("clean", "--quiet", "--force");
    }
  });

  test("a command that changes a tracked file; new untracked files are fine", async () => {
    const write = (name: string) => `node -e 'require("fs").writeFileSync("${name}", "x")'`;
    try {
      expect((await check({ commands: [write("report.txt")] })).state.dirty).toBe(false);
      await shop.git("clean", "--quiet", "--force");
      expect((await check({ commands: [write("src/till.js")] })).state.dirty).toBe(true);
    } finally {
      await shop.git("checkout", "--quiet", "--", ".");
      await shop.git("clean", "--quiet", "--force");
    }
  });

  test("ignored files are not considered", async () => {
    writeFileSync(join(shop.clone, ".git", "info", "exclude"), "out/\n*.log\n");
    writeFileSync(join(shop.clone, "a.log"), "x");
    expect((await check()).state.dirty).toBe(false);
    rmSync(join(shop.clone, "a.log"));
  });
});

describe("where they may run", () => {
  const theirs = () => ({ ...mine, owned: { is: "theirs", why: "not-admin" } as const });
  const fork = () => ({ ...mine, head: { ...mine.head, repository: "ada/shop" } });
  const noBubblewrap = { PATH: "/nonexistent" };

  test.each<[string, () => Partial<CheckNeeds>, string]>([
    ["a repository that is not mine", () => ({ snapshot: theirs() }), "kim/shop is not yours"],
    ["nobody knows whose", () => ({ snapshot: null }), "It is not known whether kim/shop is yours"],
    ["a fork of somebody's", () => ({ snapshot: fork() }), "come from ada/shop, which is not yours"],
    [
      "a fork that is gone",
      () => ({ snapshot: { ...mine, head: { ...mine.head, repository: null } } }),
      "a fork that is gone",
    ],
    ["a fork, in a trusted folder", () => ({ snapshot: fork(), user: { trust: [shop.clone] } }), "come from ada/shop"],
    [
      "another commit than the pull request's",
      () => ({ snapshot: { ...mine, head: { ...mine.head, sha: "c".repeat(40) as Oid } } }),
      "is not the head of kim/shop#",
    ],
    [
      "another repository's clone",
      () => ({
        pull: { ...shop.ref, repo: "other" },
        snapshot: { ...mine, head: { ...mine.head, repository: "kim/other" } },
      }),
      "is not the head of kim/other#",
    ],
  ])("without a sandbox, refused with the reason: %s", async (_, given, why) => {
    const refused = check({ ...given(), env: noBubblewrap });
    await expect(refused).rejects.toThrow(why);
    await expect(refused).rejects.toThrow(
      expect.objectContaining({ name: "UserError", remedy: expect.stringContaining("bubblewrap") }),
    );
  });

  test.each<[string, () => Partial<CheckNeeds>]>([
    ["a fork of my own", () => ({ snapshot: { ...mine, head: { ...mine.head, repository: "Kim/fork" } } })],
    ["a trusted folder", () => ({ snapshot: null, user: { trust: [shop.folder] } })],
    ["a trusted address", () => ({ snapshot: theirs(), user: { trust: [`${shop.github.url}/kim/shop`] } })],
  ])("here: %s", async (_, given) => {
    expect(await check(given())).toMatchObject({ where: "here" });
  });

  test("here: commits of mine on top of the pull request's head", async () => {
    await shop.git("commit", "--quiet", "--allow-empty", "-m", "fix: it");
    try {
      expect(await check()).toMatchObject({ where: "here" });
    } finally {
      await shop.git("reset", "--quiet", "--hard", "HEAD^");
    }
  });

  test.skipIf(noSandbox)("in the sandbox, if available: nothing that it writes remains", async () => {
    const writes = `node -e 'require("fs").writeFileSync("src/till.js", "x")'`;
    const checked = await check({ snapshot: theirs(), commands: [writes, "node -p 'process.cwd()'"] });
    expect(checked).toMatchObject({ where: "sandbox", state: { result: "passed", dirty: false } });
    expect(checked.ends.at(-1)?.output).toBe("/tmp/work");
  });
});

test("a bare repository cannot run commands", async () => {
  const bare = mkdtempSync(join(tmpdir(), "crosscheck-bare-"));
  try {
    await shop.git("clone", "--quiet", "--bare", shop.clone, bare);
    await expect(check({}, bare)).rejects.toThrow("A bare repository has no files");
  } finally {
    rmSync(bare, { recursive: true, force: true });
  }
});

test.each<[Parameters<typeof overallResult>[0][number]["result"][], string]>([
  [["passed", "passed"], "passed"],
  [["passed", "failed", "skipped"], "failed"],
  [["passed", "timed-out", "skipped"], "timed-out"],
  [["passed", "skipped"], "skipped"],
  [[], "skipped"],
])("%j make %s", (results, result) => {
  expect(overallResult(results.map((one) => ({ result: one })))).toBe(result);
});
