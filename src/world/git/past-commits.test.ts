// Tests reading the last commits on real repositories.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { repositoriesOfEachTest } from "../../../test/support/repositories.ts";
import { openGitRepository } from "../../app/review/open-repository.ts";
import type { Oid } from "../../change/change.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const { cleanup, repository, stop } = repositoriesOfEachTest();

async function read(path: string, tip = "HEAD", limit = 10) {
  const { git, close } = openGitRepository(path, process.env, stop);
  cleanup.push(close);
  return await git.pastCommits((await git.resolve(tip)) as Oid, limit);
}

const named = (commits: Awaited<ReturnType<typeof read>>) => commits.map(({ subject, paths }) => [subject, ...paths]);

test("each commit with its files, newest first, whatever their names; the first commit changed nothing", async () => {
  const odd = "odd\nname é.ts";
  const repo = await repository(
    { message: "start", files: { "a.ts": "1\n", "b.ts": "1\n" } },
    { message: "nothing", files: {} },
    { message: "fix: both\n\nWith a body.", files: { "a.ts": "2\n", [odd]: "1\n" } },
    { message: "more", files: { "b.ts": "2\n" } },
  );
  const commits = await read(repo.path);
  expect(named(commits)).toEqual([["more", "b.ts"], ["fix: both", "a.ts", odd], ["nothing"], ["start"]]);
  expect(commits[0]!.when).toBe(Number(await repo.git("log", "-1", "--format=%ct")));
  expect(named(await read(repo.path, "HEAD~1", 1))).toEqual([["fix: both", "a.ts", odd]]);
  expect(await read(repo.path, "HEAD^{tree}")).toEqual([]);
});

test("in a shallow clone the oldest commit that is there did not change all its files", async () => {
  const repo = await repository(
    { message: "start", files: { "a.ts": "1\n", "b.ts": "1\n" } },
    { message: "second", files: { "a.ts": "2\n" } },
    { message: "third", files: { "a.ts": "3\n" } },
  );
  const clone = `${temporaryFolder("shallow")}/clone`;
  execFileSync("git", ["clone", "--quiet", "--depth=2", `file://${repo.path}`, clone]);
  expect(named(await read(clone))).toEqual([["third", "a.ts"], ["second"]]);
});
