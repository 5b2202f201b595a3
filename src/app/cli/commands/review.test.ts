// `crosscheck review` from the command line: ranges, staged and working files, and every kind of bad input.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { crosscheck, type RunOptions } from "../../../../test/support/run-cli.ts";
import { openStandin } from "../../../standin/github/standin.ts";
import { draftSchema } from "../../../review/publishers/json-schema.ts";
import { makeRepository, type CommitFixture, type MadeRepository } from "../../../world/git/make-repository.ts";
import { temporaryFolder } from "../../../../test/support/temporary-folder.ts";

const stop = new AbortController().signal;
let scratch = "";
let made: MadeRepository[] = [];

beforeEach(() => {
  scratch = temporaryFolder("cli");
  made = [];
});
afterEach(() => {
  for (const one of made) one.remove();
  chmodSync(scratch, 0o755);
});

async function repository(...commits: CommitFixture[]): Promise<MadeRepository> {
  const one = await makeRepository(commits, process.env, stop);
  made.push(one);
  return one;
}

/** In a temporary folder of its own, so that what is left behind shows. */
async function run(args: readonly string[], options: RunOptions = {}) {
  const temporary = join(scratch, "tmp");
  mkdirSync(temporary, { recursive: true });
  const ran = await crosscheck(["review", ...args], { ...options, env: { TMPDIR: temporary, ...options.env } });
  expect(
    readdirSync(temporary).filter((name) => name.startsWith("crosscheck-")),
    "nothing is left behind",
  ).toEqual([]);
  // Lines are wrapped to the screen; what they say is what counts here.
  return { ...ran, said: ran.out.replaceAll(/\s+/g, " ") };
}

const conflict = "one\n<<<<<<< ours\ntwo\n=======\nthree\n>>>>>>> theirs\n";
const first: CommitFixture = {
  message: "feat: start",
  files: { "src/a.js": "export const a = 1;\n", "README.md": "# a\n" },
};

describe("review options", () => {
  test("--quick runs no code of the repository and does not mention its own checks", async () => {
    const own = { ".crosscheck/checks/mine.ts": "export default {};\n" };
    const { path } = await repository(
      { ...first, files: { ...first.files, ...own } },
      { message: "b", files: { b: "b\n" } },
    );
    expect((await run(["HEAD^..HEAD", "--repo", path])).said).toContain("own checks were not run");
    expect((await run(["HEAD^..HEAD", "--repo", path, "--quick"])).said).not.toContain("own checks");
  });
});

describe("where to look first", () => {
  test("every list of files has the small and often fixed ones first, with the facts beside them", async () => {
    const line = "export const value = 1;\n";
    const names = ["src/a.js", "src/b.js", "src/c.js", "src/d.js", "README.md"];
    const repo = await repository(
      { message: "start", files: Object.fromEntries(names.map((name) => [name, line])) },
      { message: "fix: c", files: { "src/c.js": "export const value = 2;\n" } },
      { message: "c again", files: { "src/c.js": line } },
      {
        message: "Grow",
        files: Object.fromEntries(
          names.map((name, index) => [name, line + "// more\n".repeat(name.includes("c.") ? 1 : 9 - index)]),
        ),
      },
    );
    const expected = ["src/c.js", "src/d.js", "src/b.js", "src/a.js", "README.md"];
    const verbose = await run(["HEAD^..HEAD", "--repo", repo.path, "--verbose", "--no-keep"]);
    expect(verbose.said).toContain(
      "Where to look first src/c.js +1 −0 changed twice in 90 days, 1 of them a fix src/d.js +6 −0 src/b.js",
    );
    const { change } = draftSchema.parse(JSON.parse((await run(["HEAD^..HEAD", "--repo", repo.path, "--json"])).out));
    expect(change.files.map(({ path }) => path)).toEqual(expected);
    expect(change.files[0]!.recent).toEqual({ changes: 2, fixes: 1, days: 90 });
    const report = (await run(["HEAD^..HEAD", "--repo", repo.path, "--format", "markdown"])).out;
    expect(report).toContain(
      "| `src/c.js` | +1 −0 | changed twice in 90 days, 1 of them a fix |\n| `src/d.js` | +6 −0 |  |",
    );
    const page = (await run(["HEAD^..HEAD", "--repo", repo.path, "--format", "html"])).out;
    expect(page).toContain("changed twice in 90 days, 1 of them a fix");
    expect(expected.map((path) => page.indexOf(`${path.slice(path.lastIndexOf("/") + 1)}</span>`))).toEqual(
      expected.map((path) => page.indexOf(`${path.slice(path.lastIndexOf("/") + 1)}</span>`)).toSorted((a, b) => a - b),
    );
  });
});

describe("the reviewed change", () => {
  test("a range, in a repository named by --repo, as JSON that fits its schema", async () => {
    const repo = await repository(first, {
      message: "fix: b\n\nBecause a was wrong.\n\nCloses #7",
      files: { "src/a.js": conflict },
    });
    const ran = await run(["HEAD^..HEAD", "--repo", repo.path, "--json"]);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    const draft = draftSchema.parse(JSON.parse(ran.out));
    expect(draft.findings.map((finding) => `${finding.at.path} ${finding.outcome}`)).toContain("src/a.js inline");
    expect(draft.decision.event).toBe("REQUEST_CHANGES");
    expect(draft.summary).toMatchObject({ issue: "#7", verdict: null });
    expect(draft.coverage.byReviewers + draft.coverage.byChecksOnly + draft.coverage.unread).toBe(
      draft.change.additions + draft.change.deletions,
    );
  });

  test("by default: the branch since it left main", async () => {
    const repo = await repository(first);
    await repo.git("checkout", "--quiet", "-b", "feature");
    await repo.commit({ message: "feat: more", files: { "src/b.js": "export const b = 2;\n" } });
    await repo.git("checkout", "--quiet", "main");
    await repo.commit({ message: "chore: elsewhere", files: { "src/c.js": "export const c = 3;\n" } });
    await repo.git("checkout", "--quiet", "feature");
    const ran = await run([], { cwd: repo.path });
    expect(ran.out).toContain("main...feature");
    expect(ran.out).toContain("1 file, +1 −0");
  });

  test("by default on main or a detached HEAD: the last commit, with the reason", async () => {
    const repo = await repository(first, { message: "fix: b", files: { "src/a.js": "export const a = 2;\n" } });
    const onMain = await run([], { cwd: repo.path });
    expect(onMain.said).toContain("HEAD: 1 file, +1 −1 (the last commit: main is the default branch)");
    await repo.git("checkout", "--quiet", "--detach");
    const detached = await run([], { cwd: repo.path });
    expect([detached.code, detached.said]).toEqual([0, expect.stringContaining("(the last commit: HEAD is detached)")]);
  });

  test("staged and working files apart, also on an unborn branch, leaving the repository untouched", async () => {
    const repo = await repository();
    repo.write({ "src/a.js": conflict });
    await repo.git("add", "src/a.js");
    repo.write({ "src/b.js": "export const b = 1;\n" });
    const before = execFileSync("find", [repo.path, "-type", "f"]).toString();
    const [staged, working] = [
      await run(["--staged", "--json"], { cwd: repo.path }),
      await run(["--working", "--json"], { cwd: repo.path }),
    ];
    const paths = (out: string) => draftSchema.parse(JSON.parse(out)).change.files.map((file) => file.path);
    expect([paths(staged.out), paths(working.out)]).toEqual([["src/a.js"], ["src/a.js", "src/b.js"]]);
    expect(execFileSync("find", [repo.path, "-type", "f"]).toString()).toBe(before);
  });

  test("a bare repository, and an empty change", async () => {
    const repo = await repository(first);
    const bare = join(scratch, "bare.git");
    execFileSync("git", ["clone", "--quiet", "--bare", repo.path, bare]);
    const ran = await run(["HEAD..HEAD", "--repo", bare]);
    expect([ran.code, ran.out]).toEqual([0, "Nothing to review: HEAD..HEAD changes no files.\n"]);
  });

  test("a commit, a tag and a branch by their names", async () => {
    const repo = await repository(first, { message: "fix: b", files: { "src/a.js": "export const a = 2;\n" } });
    await repo.git("tag", "v1");
    const sha = (await repo.git("rev-parse", "HEAD")).trim();
    await repo.git("checkout", "--quiet", "-b", "feature/one");
    await repo.commit({ message: "feat: c", files: { "src/c.js": "export const c = 3;\n" } });
    await repo.git("checkout", "--quiet", "main");
    for (const [name, shown] of [
      ["HEAD", "HEAD: 1 file, +1 −1"],
      [sha, `${sha.slice(0, 12)}: 1 file, +1 −1`],
      ["v1", "v1: 1 file, +1 −1"],
      ["feature/one", "main...feature/one: 1 file, +1 −0 (the branch feature/one since it left main)"],
    ] as const) {
      const ran = await run([name], { cwd: repo.path });
      expect([ran.code, ran.said]).toEqual([0, expect.stringContaining(`Reviewed ${shown}`)]);
    }
  });

  test("a merge by the title of what it merged, and a branch of several commits by its name", async () => {
    const repo = await repository(first);
    await repo.git("checkout", "--quiet", "-b", "pay-later");
    await repo.commit({ message: "chore: prepare", files: { "src/b.js": "export const b = 2;\n" } });
    await repo.commit({ message: "feat: the page", files: { "src/c.js": "export const c = 3;\n" } });
    const branch = await run(["pay-later", "--format", "markdown"], { cwd: repo.path });
    expect(branch.out).toMatch(/^# main\.\.\.pay-later\n/);
    await repo.git("checkout", "--quiet", "main");
    const message = "Merge pull request #7 from ada/pay-later\n\nLet people pay later";
    await repo.git("merge", "--quiet", "--no-ff", "-m", message, "pay-later");
    const merge = await run(["HEAD"], { cwd: repo.path });
    expect(merge.said).toContain("Reviewed HEAD: 2 files, +2 −0 (Let people pay later)");
    const report = await run(["HEAD", "--format", "markdown"], { cwd: repo.path });
    expect(report.out).toMatch(/^# Let people pay later\n/);
  });

  test("nothing staged and nothing changed are said in one line", async () => {
    const repo = await repository(first);
    const [staged, working] = [
      await run(["--staged", "--fail-on", "nit"], { cwd: repo.path }),
      await run(["--working"], { cwd: repo.path }),
    ];
    expect([staged.code, staged.out]).toEqual([0, expect.stringMatching(/^Nothing is staged\. .*--working\.\n$/)]);
    expect([working.code, working.out]).toEqual([0, "Nothing to review: there are no uncommitted changes.\n"]);
  });
});

describe("output", () => {
  test("--fail-on sets the exit code by the posted findings", async () => {
    const repo = await repository(first, { message: "feat: b", files: { "src/a.js": conflict } });
    expect((await run(["HEAD^..HEAD", "--fail-on", "high"], { cwd: repo.path })).code).toBe(1);
    expect((await run(["HEAD^..HEAD", "--fail-on", "critical"], { cwd: repo.path })).code).toBe(0);
  });

  test("--output writes a complete file and prints nothing; no colours without a terminal", async () => {
    const repo = await repository(first, { message: "feat: b", files: { "src/a.js": conflict } });
    const file = join(scratch, "review.md");
    const ran = await run(["HEAD^..HEAD", "--format", "markdown", "--output", file], { cwd: repo.path });
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(readFileSync(file, "utf8")).toContain("**Request changes**: 1 high finding");
    // oxlint-disable-next-line no-control-regex -- escape codes are what must not be there
    expect((await run(["HEAD^..HEAD"], { cwd: repo.path })).out).not.toMatch(/\u001b\[/);
    expect((await run(["HEAD^..HEAD"], { cwd: repo.path, env: { FORCE_COLOR: "1" } })).out).toContain("\u001b[");
  });

  test("several formats are written to a new folder; the terminal format is printed", async () => {
    const repo = await repository(first, { message: "feat: b", files: { "src/a.js": conflict } });
    const folder = join(scratch, "a/b");
    const formats = ["--format", "terminal,markdown", "--format", "sarif", "--json"];
    const ran = await run(["HEAD^..HEAD", ...formats, "--output", folder, "--fail-on", "high"], { cwd: repo.path });
    expect([ran.code, ran.err, ran.out]).toEqual([1, "", expect.stringContaining("Needs changes: 1 high finding")]);
    expect(readdirSync(folder).toSorted()).toEqual(["review.json", "review.md", "review.sarif"]);
    const draft = draftSchema.parse(JSON.parse(readFileSync(join(folder, "review.json"), "utf8")));
    expect(draft.decision.event).toBe("REQUEST_CHANGES");
    expect(JSON.parse(readFileSync(join(folder, "review.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  });

  test("colours are for the screen, not for files beside it", async () => {
    const repo = await repository(first, { message: "feat: b", files: { "src/a.js": conflict } });
    const args = ["HEAD^..HEAD", "--format", "terminal,junit", "--output", scratch];
    const ran = await run(args, { cwd: repo.path, env: { FORCE_COLOR: "1" } });
    expect(ran.out).toContain("\u001b[");
    expect(readFileSync(join(scratch, "review.xml"), "utf8")).toMatch(/<testsuites [^>]* failures="1"/);
    expect(existsSync(join(scratch, "review.txt"))).toBe(false);
  });

  test("the base's config holds; one that the change brings or alters is named as not used", async () => {
    const repo = await repository(
      { ...first, files: { ...first.files, ".crosscheck.yml": "checks:\n  comment-hygiene: off\n" } },
      { message: "feat: b", files: { "src/a.js": conflict, ".crosscheck.yml": "checks:\n  comment-hygiene: on\n" } },
    );
    const ran = await run(["HEAD^..HEAD", "--verbose"], { cwd: repo.path });
    expect(ran.out).toContain("comment-hygiene: turned off in .crosscheck.yml");
    expect(ran.said).toContain(".crosscheck.yml is changed by this change: the base's version is used until merged");
    expect((await run(["HEAD^..HEAD", "--no-config", "--fail-on", "high"], { cwd: repo.path })).code).toBe(1);
  });

  test("the user's config can trust a repository; the repository's config cannot", async () => {
    const repo = await repository(
      { ...first, files: { ...first.files, ".crosscheck.yml": "trust: [/]\n" } },
      { message: "feat: b", files: { "src/b.js": "1\n" } },
    );
    const refused = await run(["HEAD^..HEAD"], { cwd: repo.path });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/\.crosscheck\.yml at \w+:1:1: "trust" may not be set by a repository/),
    ]);
  });
});

describe("--open", () => {
  test("shows the same review on a page on this machine, after the terminal's, until Ctrl-C; --fail-on still counts", async () => {
    const repo = await repository(first, { message: "feat: b", files: { "src/a.js": conflict } });
    let seen: Promise<string> | undefined;
    const ran = await run(["HEAD^..HEAD", "--open", "--fail-on", "high", "--data", join(scratch, "data")], {
      cwd: repo.path,
      heard: (out, child) => {
        const address = shownAddress(out);
        if (address !== undefined) seen ??= pageAt(address).finally(() => child.kill("SIGINT"));
      },
    });
    expect([ran.code, ran.err]).toEqual([1, ""]);
    expect(ran.said).toMatch(/Needs changes.*http:\/\/127\.0\.0\.1.*Press Ctrl-C to stop/);
    expect(await seen).toContain("src/</span>a.js");
  });

  test("a posted pull request is shown from the store, with links to GitHub", async () => {
    const path = process.env["PATH"] ?? "";
    const github = await openStandin({ folder: join(scratch, "hub"), clock: { now: Date.now }, path });
    try {
      github.user("ada");
      const shop = await github.repository("ada", "shop", [{ message: "feat: a shop", files: { "src/a.js": "1\n" } }]);
      await github.push(shop, "side", [{ message: "feat: more", files: { "src/a.js": conflict } }], {
        from: "main",
        by: "ada",
      });
      const pull = await github.openPull(shop, "ada", { title: "feat: more", head: "side", body: "" });
      let seen: Promise<string> | undefined;
      const ran = await run([`${github.url}/ada/shop/pull/${pull.number}`, "--post", "code", "--open", "--json"], {
        cwd: scratch,
        env: { GH_ENTERPRISE_TOKEN: github.token("ada"), HOME: scratch, CROSSCHECK_DATA: join(scratch, "data") },
        heardErr: (told, child) => {
          const address = shownAddress(told);
          if (address !== undefined) seen ??= pageAt(address, "/timeline").finally(() => child.kill("SIGINT"));
        },
      });
      expect([ran.code, ran.err]).toEqual([0, expect.stringMatching(/^Review: posted/)]);
      // Standard output is the program's.
      expect(draftSchema.parse(JSON.parse(ran.out)).findings).toHaveLength(1);
      expect(await seen).toMatch(/class="state posted"[^]*Posted on GitHub[^]*pullrequestreview-/);
    } finally {
      await github.close();
    }
  });

  test("an invalid port, or --port without --open, is rejected before the review starts", async () => {
    const repo = await repository(first);
    const wrong = await run(["--open", "--port", "many"], { cwd: repo.path });
    expect([wrong.code, wrong.out, wrong.err]).toEqual([2, "", expect.stringContaining("--port takes a number")]);
    const alone = await run(["--port", "8179"], { cwd: repo.path });
    expect([alone.code, alone.out, alone.err]).toEqual([2, "", expect.stringContaining("Add --open")]);
  });

  function shownAddress(text: string): string | undefined {
    return /http:\/\/127\.0\.0\.1:\d+\/reviews\/\w+\?token=\S+/.exec(text)?.[0];
  }

  /** As a browser would: the token becomes a cookie on the way. */
  async function pageAt(address: string, part = ""): Promise<string> {
    const opened = await fetch(address, { redirect: "manual" });
    const cookie = opened.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const page = await fetch(new URL(`${opened.headers.get("location") ?? ""}${part}`, address), {
      headers: { cookie },
    });
    return await page.text();
  }
});

describe("bad input: a message, a remedy, exit code 2, no files left", () => {
  const cases: [name: string, args: (path: string) => string[], says: RegExp][] = [
    ["not a repository", () => ["--repo", scratch], /is not in a git repository\n {2}Run this inside a repository/],
    ["no such folder", () => ["--repo", "/no/such"], /There is no folder/],
    ["an unknown range", () => ["nope..HEAD"], /There is no branch, tag or commit named "nope".*\n {2}Check the name/],
    ["an unknown branch", () => ["nope"], /There is no branch, tag or commit named "nope".*\n {2}Check the name/],
    [
      "a pull request of nobody knows what",
      () => ["12"],
      /not clear whose pull request #12 is.*\n {2}Name the repository/,
    ],
    ["a local change to post", () => ["HEAD^..HEAD", "--post", "code"], /cannot be posted/],
    ["two targets", () => ["HEAD^..HEAD", "--staged"], /More than one thing/],
    ["an unknown option", () => ["--nope"], /unknown option '--nope'/],
    ["an unknown format", () => ["--format", "pdf"], /There is no format "pdf"\n {2}Use one or several of terminal,/],
    ["a misspelt one of several", () => ["--format", "json,sarfi"], /"sarfi"\n {2}Did you mean sarif\?/],
    [
      "several formats and no folder",
      () => ["--format", "json,sarif"],
      /printed together\n {2}Name a folder .*--output/,
    ],
    ["several formats and a file", () => ["--json", "--format", "sarif", "--output", "README.md"], /is not a folder/],
    ["a limit that is no number", () => ["--max-tokens", "many"], /--max-tokens takes a number, not "many"/],
    ["an output folder that is not there", () => ["--output", "/no/such/file"], /cannot be written/],
    ["an output that is a folder", () => ["--output", "."], /is a folder/],
  ];

  test.each(cases)("%s", async (_name, args, says) => {
    const repo = await repository(first, { message: "fix: b", files: { "src/a.js": "export const a = 2;\n" } });
    const ran = await run(args(repo.path), { cwd: repo.path });
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringMatching(says)]);
  });

  test("an empty repository", async () => {
    const repo = await repository();
    const ran = await run([], { cwd: repo.path });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("Nothing is committed in this repository yet")]);
  });

  test("a shallow clone whose base is missing", async () => {
    const repo = await repository(first, { message: "fix: b", files: { "src/a.js": "2\n" } });
    const clone = join(scratch, "clone");
    execFileSync("git", ["clone", "--quiet", "--depth=1", `file://${repo.path}`, clone]);
    const ran = await run(["HEAD~1..HEAD"], { cwd: clone });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("git fetch --unshallow")]);
  });

  test("a config with several faults: each with line, column and a suggestion", async () => {
    const config = "profle: strict\nchecks:\n  comment-hygeine: off\nmaxComments: lots\n";
    const repo = await repository(
      { ...first, files: { ...first.files, ".crosscheck.yml": config } },
      { message: "fix: b", files: { "src/a.js": "2\n" } },
    );
    const ran = await run(["HEAD^..HEAD"], { cwd: repo.path });
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/:1:1: unknown key "profle"; did you mean "profile"\?/);
    expect(ran.err).toMatch(/:3:3: there is no check "comment-hygeine"; did you mean "comment-hygiene"\?/);
    expect(ran.err).toMatch(/:4:14: maxComments/);
  });

  test("a user config that is broken names the file", async () => {
    const repo = await repository(first);
    const file = join(scratch, "own.yml");
    writeFileSync(file, "trusst: []\n");
    const ran = await run([], { cwd: repo.path, env: { CROSSCHECK_CONFIG: file } });
    expect([ran.code, ran.err]).toEqual([
      2,
      expect.stringContaining(`${file}:1:1: unknown key "trusst"; did you mean "trust"?`),
    ]);
  });

  test("no git on the PATH", async () => {
    const repo = await repository(first);
    const ran = await run([], { cwd: repo.path, env: { PATH: "/nonexistent" } });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("git is not installed")]);
  });
});

describe("hard but reviewable", () => {
  test("a binary-only change reports that there was no text to read", async () => {
    const repo = await repository(first, {
      message: "chore: logo",
      files: { "logo.png": Buffer.from([0x89, 0x50, 0, 1, 2, 3]) },
    });
    const ran = await run(["HEAD^..HEAD"], { cwd: repo.path });
    expect([ran.code, ran.said]).toEqual([0, expect.stringContaining("; 1 binary file")]);
  });

  test("a thousand files", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`src/f${index}.js`, `export const f${index} = ${index};\n`]),
    );
    const repo = await repository(first, { message: "feat: many", files });
    const ran = await run(["HEAD^..HEAD", "--json"], { cwd: repo.path });
    const draft = draftSchema.parse(JSON.parse(ran.out));
    expect([draft.change.files.length, draft.triage.tier, draft.coverage.total]).toEqual([1000, "Full", 1000]);
  });

  test("a 50 MB file is named as not read", async () => {
    const repo = await repository(first, {
      message: "feat: data",
      files: { "data.csv": Buffer.alloc(50_000_000, "1,2,3\n") },
    });
    const ran = await run(["HEAD^..HEAD"], { cwd: repo.path });
    expect([ran.code, ran.said]).toEqual([
      0,
      expect.stringContaining("data.csv is 50.0 MB: files over 10.5 MB are not read"),
    ]);
  });

  test("names that are not UTF-8, and text that is not", async () => {
    const repo = await repository(first);
    writeFileSync(
      Buffer.concat([Buffer.from(`${repo.path}/caf`), Buffer.from([0xe9]), Buffer.from(".js")]),
      Buffer.from([0x61, 0xff, 0x0a]),
    );
    await repo.commit({ message: "feat: latin", files: {} });
    const ran = await run(["HEAD^..HEAD", "--json"], { cwd: repo.path });
    expect(draftSchema.parse(JSON.parse(ran.out)).change.files.map((file) => file.path)).toEqual(['"caf\\351.js"']);
  });

  test("hostile text and names are printed as plain text", async () => {
    const repo = await repository(first, {
      message: "fix: \u001b[2Jgone\u202e",
      files: { "src/\u001b[31mred.js": conflict },
    });
    const ran = await run(["HEAD^..HEAD"], { cwd: repo.path });
    expect(ran.code).toBe(0);
    // oxlint-disable-next-line no-control-regex -- these must not reach a terminal
    expect(ran.out).not.toMatch(/[\u001b\u202e]/);
    expect(ran.out).toContain("<U+001B>");
  });

  test("Ctrl-C stops it, cleans up and says so", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`src/f${index}.js`, `export const f${index} = ${index};\n`]),
    );
    const repo = await repository(first, { message: "feat: many", files });
    const temporary = join(scratch, "tmp");
    const ran = await run(["HEAD^..HEAD"], {
      cwd: repo.path,
      started: (child) => {
        const timer = setInterval(() => {
          // As soon as it has begun to work, which its own folder shows.
          if (!existsSync(temporary) || !readdirSync(temporary).some((name) => name.startsWith("crosscheck-git-")))
            return;
          clearInterval(timer);
          child.kill("SIGINT");
        }, 1);
      },
    });
    expect([ran.code, ran.err]).toEqual([130, "crosscheck: stopped; nothing was left behind\n"]);
  });
});
