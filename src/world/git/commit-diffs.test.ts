// Tests the per-commit diffs of a range on real repositories.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoriesOfEachTest } from "../../../test/support/repositories.ts";
import { openGitRepository } from "../../app/review/open-repository.ts";
import { addedLines, pathOf, removedLines } from "../../change/diff.ts";
import type { Code, Oid } from "../../change/change.ts";

const { cleanup, repository, stop } = repositoriesOfEachTest();

async function codeAt(path: string, base: string, head: string): Promise<Code> {
  const { git, code, close } = openGitRepository(path, process.env, stop);
  cleanup.push(close);
  const [from, to] = [await git.resolve(base), await git.resolve(head)];
  return code.at(from as Oid, to as Oid);
}

/** Each commit as its files, with added and removed lines. */
async function changedLines(code: Code): Promise<string[][]> {
  return (await code.commits()).map(({ files }) =>
    files.map((file) =>
      [
        pathOf(file),
        ...[...removedLines(file)].map(({ text }) => `-${text}`),
        ...[...addedLines(file)].map(({ text }) => `+${text}`),
      ].join(" "),
    ),
  );
}

test("a line that was added and removed again is in the commits, but not in the whole diff", async () => {
  const repo = await repository(
    { message: "start", files: { "a.txt": "one\n" } },
    { message: "leak", files: { "a.txt": "one\nkey\n" } },
    { message: "nothing", files: {} },
    { message: "unleak", files: { "a.txt": "one\n", "b.txt": "two\n" } },
  );
  const code = await codeAt(repo.path, "HEAD~3", "HEAD");
  expect(await changedLines(code)).toEqual([["a.txt +key"], [], ["a.txt -key", "b.txt +two"]]);
  const shas = (await repo.git("rev-list", "--reverse", "HEAD~3..HEAD")).split("\n");
  expect((await code.commits()).map(({ sha }) => sha)).toEqual(shas);
});

test("a single commit is not read separately", async () => {
  const repo = await repository(
    { message: "start", files: { "a.txt": "one\n" } },
    { message: "more", files: { "a.txt": "two\n" } },
  );
  expect(await changedLines(await codeAt(repo.path, "HEAD^", "HEAD"))).toEqual([]);
  expect(await changedLines(await codeAt(repo.path, "HEAD", "HEAD"))).toEqual([]);
});

test("trees have no commits", async () => {
  const repo = await repository(
    { message: "1", files: { a: "1\n" } },
    { message: "2", files: { a: "2\n" } },
    { message: "3", files: { a: "3\n" } },
  );
  expect(await changedLines(await codeAt(repo.path, "HEAD~2", "HEAD^{tree}"))).toEqual([]);
  expect(await changedLines(await codeAt(repo.path, "HEAD~2^{tree}", "HEAD"))).toEqual([]);
});

test("a merge is skipped, and the commits that it merges are read", async () => {
  const repo = await repository({ message: "start", files: { "a.txt": "one\n" } });
  await repo.git("checkout", "--quiet", "-b", "side");
  await repo.commit({ message: "side 1", files: { "side.txt": "s\n" } });
  await repo.commit({ message: "side 2", files: { "side.txt": "s\nt\n" } });
  await repo.git("checkout", "--quiet", "main");
  await repo.commit({ message: "main 1", files: { "a.txt": "two\n" } });
  await repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "side");
  expect(await changedLines(await codeAt(repo.path, "HEAD^", "HEAD"))).toEqual([["side.txt +s"], ["side.txt +t"]]);
});

test("renames, unusual names and binary files are read as in the whole change", async () => {
  const odd = 'new\nline "q".txt';
  const late = `${"x\n".repeat(5000)}\0:100644 100644 a b M\0f\0\0diff --git a/f b/f\n`;
  const repo = await repository(
    { message: "start", files: { "old.txt": "1\n2\n3\n4\n5\n" } },
    { message: "move", files: { "old.txt": null, "moved.txt": "1\n2\n3\n4\n5\nsix\n" } },
    { message: "odd", files: { [odd]: "o\n", "late.txt": late, "bin.dat": Buffer.from([0, 1, 2]) } },
    { message: "end", files: { "late.txt": `${late}end\n` } },
  );
  const code = await codeAt(repo.path, "HEAD~3", "HEAD");
  const [moved, oddly, end] = await code.commits();
  expect(moved?.files.map(({ oldPath, newPath, status }) => [oldPath, newPath, status])).toEqual([
    ["old.txt", "moved.txt", "renamed"],
  ]);
  expect(oddly?.files.map(({ newPath, binary }) => [newPath, binary])).toEqual([
    ["bin.dat", true],
    ["late.txt", false],
    [odd, false],
  ]);
  expect(end?.files.map((file) => [...addedLines(file)].map(({ text }) => text))).toEqual([["end"]]);
});

test("the newest 250 commits of a very long branch are read", async () => {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(path, { recursive: true, force: true }));
  execFileSync("git", ["init", "--quiet", "--bare", path]);
  const commits = Array.from({ length: 300 }, (_, index) =>
    [
      "commit refs/heads/main",
      "committer A <a@example.com> 0 +0000",
      `data 1\n${index % 10}`,
      `M 100644 inline f.txt\ndata ${String(index).length}\n${index}\n`,
    ].join("\n"),
  );
  execFileSync("git", ["-C", path, "fast-import", "--quiet"], { input: commits.join("\n") });
  const all = await changedLines(await codeAt(path, "main~299", "main"));
  expect(all).toHaveLength(250);
  expect([all[0], all.at(-1)]).toEqual([["f.txt -49 +50"], ["f.txt -298 +299"]]);
});

test("the boundary of a shallow clone is not treated as a commit that adds every file", async () => {
  const repo = await repository({ message: "start", files: { "a.txt": "one\n", "b.txt": "b\n" } });
  await repo.git("checkout", "--quiet", "-b", "side");
  for (const n of [1, 2, 3]) await repo.commit({ message: `side ${n}`, files: { "side.txt": `${n}\n` } });
  await repo.git("checkout", "--quiet", "main");
  await repo.commit({ message: "main", files: { "a.txt": "two\n" } });
  await repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "side");
  const clone = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(clone, { recursive: true, force: true }));
  execFileSync("git", ["clone", "--quiet", "--depth=3", `file://${repo.path}`, clone]);
  expect(await changedLines(await codeAt(clone, "HEAD^", "HEAD"))).toEqual([[], ["side.txt -2 +3"]]);
});
