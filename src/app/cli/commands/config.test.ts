import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { crosscheck, type RunOptions } from "../../../../test/support/run-cli.ts";
import { effectiveConfig } from "../../../change/config.ts";
import { makeRepository, type CommitFixture, type MadeRepository } from "../../../world/git/make-repository.ts";

const stop = new AbortController().signal;
let home = "";
let made: MadeRepository[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "crosscheck-home-"));
  made = [];
});
afterEach(() => {
  for (const one of made) one.remove();
  rmSync(home, { recursive: true, force: true });
});

async function repository(...commits: CommitFixture[]): Promise<MadeRepository> {
  const one = await makeRepository(commits, process.env, stop);
  made.push(one);
  return one;
}

const run = (args: readonly string[], options: RunOptions = {}) =>
  crosscheck(["config", ...args], { ...options, env: { HOME: home, ...options.env } });

interface Row {
  key: string;
  value: unknown;
  origin: { from: string; line?: number; says: string };
}
async function rowsOf(repo: MadeRepository, ...args: string[]): Promise<Map<string, Row>> {
  const ran = await run(["--repo", repo.path, "--json", ...args]);
  expect([ran.code, ran.err]).toEqual([0, ""]);
  return new Map((JSON.parse(ran.out) as { values: Row[] }).values.map((row) => [row.key, row]));
}

const plainCommit: CommitFixture = { message: "feat: start", files: { "a.js": "1;\n" } };
const configured: CommitFixture = {
  message: "chore: configure",
  files: { ".crosscheck.yml": "# ours\nmaxComments: 20\nchecks:\n  comment-hygiene: advisory\n" },
};
const tagged: CommitFixture = { message: "[strict-review] fix: b", files: { "a.js": "2;\n" } };

describe("where each value comes from", () => {
  test("the file at the base, the user's file, a tag, a preset, a default, the command line", async () => {
    const repo = await repository(plainCommit, configured, tagged);
    mkdirSync(join(home, ".config/crosscheck"), { recursive: true });
    writeFileSync(join(home, ".config/crosscheck/config.yml"), `# mine\ntrust:\n  - ${repo.path}\n`);
    const base = (await repo.git("rev-parse", "HEAD^")).slice(0, 12);
    const rows = await rowsOf(repo);
    const said = (key: string) => [rows.get(key)?.value, rows.get(key)?.origin.says];
    expect(said("maxComments")).toEqual([20, `.crosscheck.yml:2 at ${base}`]);
    expect(said("checks.comment-hygiene")).toEqual([{ mode: "advisory" }, `.crosscheck.yml:4 at ${base}`]);
    expect(said("profile")).toEqual(["strict", "tag [strict-review] in the title"]);
    expect(said("minSeverity")).toEqual(["nit", "preset of the profile strict"]);
    expect(said("language")).toEqual(["en", "default"]);
    expect(said("trust[0]")).toEqual([repo.path, `${join(home, ".config/crosscheck/config.yml")}:3`]);
    const asked = await rowsOf(repo, "--profile", "minimal");
    expect(asked.get("profile")?.origin.says).toBe("--profile on the command line");
    expect(asked.get("minSeverity")?.value).toBe("medium");
  });

  test("the range decides which base is read", async () => {
    const repo = await repository(plainCommit, configured, tagged);
    expect((await rowsOf(repo, "HEAD~2..HEAD")).get("maxComments")?.origin.from).toBe("preset");
    expect((await rowsOf(repo, "HEAD^..HEAD")).get("maxComments")?.origin.from).toBe("repository");
    expect((await rowsOf(repo, "HEAD^..HEAD", "--no-config")).get("maxComments")?.origin.from).toBe("preset");
  });

  test("on a screen every key of the configuration has its line", async () => {
    const repo = await repository(plainCommit);
    const { out } = await run(["--repo", repo.path]);
    for (const key of Object.keys(effectiveConfig({}))) expect(out).toMatch(new RegExp(`^  ${key}\\b`, "m"));
    expect(out).toContain("no .crosscheck.yml at");
  });
});

describe("settings that are ignored", () => {
  test("a file that only the change has", async () => {
    const repo = await repository(plainCommit, configured);
    const { out } = await run(["--repo", repo.path]);
    expect(out.replaceAll(/\s+/g, " ")).toContain("exists only in this change: it is not used until merged");
    expect(out).toMatch(/maxComments +5 /);
  });

  test("a file that the change alters", async () => {
    const repo = await repository(plainCommit, configured, {
      message: "x",
      files: { ".crosscheck.yml": "maxComments: 100\n" },
    });
    const { out } = await run(["--repo", repo.path]);
    expect(out.replaceAll(/\s+/g, " ")).toContain("the base's version is used until merged");
    expect(out).toMatch(/maxComments +20 /);
  });

  test("keys that are only allowed in the user's config", async () => {
    const repo = await repository(plainCommit);
    expect((await run(["--repo", repo.path])).out.replaceAll(/\s+/g, " ")).toContain(
      "may set models, reviewers, spending, askModelsFor, record, trust, evals and personalRules; keys and baseUrls are reserved for it",
    );
  });
});

describe("errors name a remedy", () => {
  test("a broken file at the base, with its line", async () => {
    const repo = await repository({ message: "x", files: { ".crosscheck.yml": "profil: strict\n" } }, tagged);
    const ran = await run(["--repo", repo.path]);
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toMatch(/:1:1: unknown key "profil"; did you mean "profile"\?\n {2}Mend it on the base branch/);
    expect((await run(["--repo", repo.path, "--no-config"])).code).toBe(0);
  });

  test.each<[string, string[], RegExp]>([
    ["no repository", ["--repo", "/"], /is not in a git repository\n {2}Run this inside/],
    ["an unknown name", ["nothing"], /There is no branch, tag or commit named "nothing".*\n {2}Check/],
    ["no profile", ["--profile", "loud"], /Allowed choices are strict, balanced, minimal/],
    ["two targets", ["a..b", "--staged"], /More than one thing/],
  ])("%s", async (_name, args, says) => {
    const ran = await run(args);
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
  });

  test("a broken file of the user's", async () => {
    const file = join(home, "mine.yml");
    writeFileSync(file, "trst: []\n");
    const ran = await run(["--repo", (await repository(plainCommit)).path], { env: { CROSSCHECK_CONFIG: file } });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`${file}:1:1: unknown key "trst"`)]);
  });
});
