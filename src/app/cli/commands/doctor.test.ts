import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";
import { makeRepository, type MadeRepository } from "../../../world/git/make-repository.ts";

const stop = new AbortController().signal;
let folder = "";
let repo: MadeRepository;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-doctor-test-"));
  repo = await makeRepository([{ message: "x", files: { "a.js": "" } }], process.env, stop);
});
afterEach(() => {
  repo.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  id: string;
  mark: string;
  says: string;
}
async function look(args: readonly string[] = [], env: Record<string, string> = {}) {
  const ran = await crosscheck(["doctor", "--json", ...args], { cwd: repo.path, env });
  expect(ran.err).toBe("");
  const { well, lines } = JSON.parse(ran.out) as { well: boolean; lines: Line[] };
  return { ...ran, well, line: (id: string) => lines.find((one) => one.id === id) };
}

test("reports a complete setup, and what is not used yet", async () => {
  const { code, well, line } = await look();
  expect([code, well]).toEqual([0, true]);
  expect(line("repository")).toMatchObject({ mark: "ok", says: repo.path });
  expect(["models", "GitHub", "store"].map((id) => line(id)?.mark)).toEqual(["missing", "missing", "ok"]);
});

test("reports a missing or outdated git with a remedy", async () => {
  const none = await look([], { PATH: folder });
  expect([none.code, none.line("git")?.mark, none.line("repo config")?.mark]).toEqual([2, "missing", "missing"]);
  writeFileSync(join(folder, "git"), "#!/bin/sh\necho git version 2.20.1\n");
  chmodSync(join(folder, "git"), 0o755);
  const old = await crosscheck(["doctor"], { cwd: folder, env: { PATH: `${folder}:/usr/bin:/bin` } });
  expect([old.code, old.out]).toEqual([
    2,
    expect.stringMatching(/broken +git +2\.20\.1 is older than 2\.38\n.*→ Install git/),
  ]);
});

test("names the token's variable and never prints the token", async () => {
  const env = { GITHUB_TOKEN: "ghs_verysecret", GH_TOKEN: "gho_alsosecret" };
  const { out, line } = await look([], env);
  expect(line("GitHub")?.says).toContain("a token in GITHUB_TOKEN and GH_TOKEN");
  expect(`${out}${(await crosscheck(["doctor"], { env })).out}`).not.toMatch(/secret/);
});

test("broken configs are named with their lines", async () => {
  await repo.commit({ message: "configure", files: { ".crosscheck.yml": "mode: standard\nprofil: x\n" } });
  const file = join(folder, "mine.yml");
  writeFileSync(file, "trst: []\n");
  const { code, line } = await look([], { CROSSCHECK_CONFIG: file });
  expect(code).toBe(2);
  expect(line("repo config")).toMatchObject({
    mark: "broken",
    says: expect.stringContaining(".crosscheck.yml at HEAD:2:1:") as string,
  });
  expect(line("your config")).toMatchObject({
    mark: "broken",
    says: expect.stringContaining(`${file}:1:1:`) as string,
  });
  expect((await look([], { CROSSCHECK_CONFIG: join(folder, "none") })).line("your config")?.mark).toBe("broken");
});

test("a shallow clone, a bare one, and no repository at all", async () => {
  await repo.commit({ message: "y", files: { "b.js": "" } });
  await repo.git("clone", "--quiet", "--depth=1", `file://${repo.path}`, join(folder, "shallow"));
  await repo.git("clone", "--quiet", "--bare", ".", join(folder, "bare"));
  expect((await look(["--repo", join(folder, "shallow")])).line("repository")).toMatchObject({
    mark: "missing",
    says: expect.stringContaining("shallow") as string,
  });
  expect((await look(["--repo", join(folder, "bare")])).line("repository")).toMatchObject({
    mark: "ok",
    says: expect.stringContaining("bare") as string,
  });
  const named = await look(["--repo", folder]);
  expect([named.code, named.line("repository")?.mark]).toEqual([2, "missing"]);
  const here = await crosscheck(["doctor"], { cwd: folder });
  expect([here.code, here.out]).toEqual([0, expect.stringMatching(/missing +repository .*not in a git\s+repository/s)]);
});

test("a missing temporary folder is one line of the report", async () => {
  const { code, line } = await look([], { TMPDIR: join(folder, "none") });
  expect([code, line("temp folder")?.mark]).toEqual([2, "broken"]);
});

const uses = "uses: acme/crosscheck/action@v1";
const workflow = (on: string, job: string) =>
  `on:\n${on}\npermissions: {}\njobs:\n  review:\n    runs-on: ubuntu-24.04\n${job}`;
const posting = "    permissions:\n      contents: read\n      pull-requests: write\n      checks: write\n";

test.each([
  [
    "checks out the change",
    workflow(
      "  pull_request_target:",
      `${posting}    steps:\n      - uses: actions/checkout@v5\n        with:\n          ref: \${{ github.event.pull_request.head.sha }}\n      - ${uses}\n`,
    ),
  ],
  [
    "sets run-tests",
    workflow(
      "  pull_request_target:",
      `${posting}    steps:\n      - ${uses}\n        with:\n          run-tests: true\n`,
    ),
  ],
  ["does not let the Action post", workflow("  pull_request_target:", `    steps:\n      - ${uses}\n`)],
  [
    "posts nothing for pull requests from forks",
    workflow("  pull_request:", `${posting}    steps:\n      - ${uses}\n`),
  ],
  ["cannot read the artifact", workflow("  workflow_run:", `${posting}    steps:\n      - ${uses}\n`)],
  [
    "waits for a label",
    workflow(
      "  pull_request_target:",
      `${posting}    steps:\n      - ${uses}\n        with:\n          allow: label:ask\n`,
    ),
  ],
  ["starts on no event", workflow("  schedule:", `${posting}    steps:\n      - ${uses}\n`)],
])("names the mistake of a workflow that %s", async (says, text) => {
  await repo.commit({ message: "review", files: { ".github/workflows/review.yml": text } });
  const { code, line } = await look();
  expect([code, line("Action")]).toMatchObject([0, { mark: "broken", says: expect.stringContaining(says) }]);
});

test("finds no mistake in the workflow that init writes", async () => {
  await crosscheck(["init", "--action", "acme/crosscheck", "--repo", repo.path]);
  const { line } = await look();
  expect(line("Action")).toMatchObject({ mark: "ok", says: ".github/workflows/crosscheck.yml has no known mistake" });
});
