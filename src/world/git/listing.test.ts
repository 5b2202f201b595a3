// Tests that each shortcut returns what git itself returns.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { fastImport } from "../../../test/support/fast-import.ts";
import type { Oid } from "../../change/change.ts";
import { makeRepository } from "./make-repository.ts";
import { openGit, type OpenGit } from "./repository.ts";

const stop = new AbortController().signal;
const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanup.splice(0).toReversed()) undo();
});

function open(path: string): OpenGit {
  const git = openGit(path, process.env, stop);
  cleanup.push(git.close);
  return git;
}

test("listing a tree by its difference from another gives the same listing", async () => {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(path, { recursive: true, force: true }));
  execFileSync("git", ["init", "--quiet", "--bare", path]);
  const git = open(path);
  const names = ["a", "a.b", "a/b", "a/c/d", "a-b", "b", "é", "\u{1f600}", "\uff5e", "z/z", '"q".txt', "with space"];
  // "a" cannot be a file and a folder.
  const files = fc
    .dictionary(fc.constantFrom(...names), fc.constantFrom("1", "2", "3"), { minKeys: 1 })
    .map(({ a, ...rest }) =>
      a === undefined || Object.keys(rest).some((name) => name.startsWith("a/")) ? rest : { a, ...rest },
    );
  let before: Oid | null = null;
  await fc.assert(
    // Whether the two were compared before, and which way, must make no difference.
    fc.asyncProperty(files, fc.constantFrom("not", "forward", "backward"), async (tree, compared) => {
      const head = fastImport(path, tree) as Oid;
      if (before && compared !== "not")
        await (compared === "forward" ? git.compare(before, head) : git.compare(head, before));
      before = head;
      const { paths, oids, isFile } = await git.listing(head);
      const listed = execFileSync("git", ["-C", path, "ls-tree", "-r", "-z", head], { encoding: "utf8" });
      const rows = listed.split("\0").filter(Boolean);
      expect(paths.map((name, at) => `100644 blob ${oids[at]}\t${name}`).toSorted()).toEqual(rows.toSorted());
      expect([...isFile]).toEqual(rows.map(() => 1));
    }),
    { numRuns: 60 },
  );
});

test("a file reads the same before and after its tree is listed, whatever its neighbours are called", async () => {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(path, { recursive: true, force: true }));
  execFileSync("git", ["init", "--quiet", "--bare", path]);
  const git = open(path);
  // One that looks escaped is spelled in another way, and stands where its own bytes belong.
  const names = ["!a", "a.b", "a/b", "a-b", "é", "\u{1f600}", "\uff5e", "z/z", '"q".txt', '"e\\x"', "with space"];
  const files = fc.dictionary(fc.constantFrom(...names), fc.constantFrom("1", "2", "3"), { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(files, async (repo) => {
      const tree = git.tree(fastImport(path, repo) as Oid);
      const plain = names.filter((name) => !name.includes("\\"));
      const readAll = () => Promise.all(plain.map(async (name) => (await tree.read(name))?.toString() ?? null));
      const before = await readAll();
      for (const name of await tree.paths()) expect(await tree.read(name)).not.toBe(null);
      expect([before, await readAll()]).toEqual(Array(2).fill(plain.map((name) => repo[name] ?? null)));
    }),
    { numRuns: 30 },
  );
});

test("two trees with the same paths share one list, and a file in both is one array", async () => {
  const files = (b: string) => ({ "a.txt": "same", "b.txt": b });
  const commits = [
    { message: "1", files: files("1") },
    { message: "2", files: files("2") },
    { message: "3", files: { ...files("2"), "c.txt": "new" } },
  ];
  const repo = await makeRepository(commits, process.env, stop);
  cleanup.push(repo.remove);
  const git = open(repo.path);
  const oids = await Promise.all(["HEAD~2", "HEAD~1", "HEAD"].map((name) => git.resolve(name)));
  const [first, second, third] = oids.map((oid) => git.tree(oid!));
  const paths = await first!.paths();
  expect(await second!.paths()).toBe(paths);
  expect(await third!.paths()).toEqual(["a.txt", "b.txt", "c.txt"]);
  const read = async (name: string) => Promise.all([first!, second!, third!].map((tree) => tree.read(name)));
  const [one, two, three] = await read("a.txt");
  expect([two === one, three === one, one?.toString()]).toEqual([true, true, "same"]);
  expect((await read("b.txt")).map(String)).toEqual(["1", "2", "2"]);
});

test("links and submodules are not files, and a file can become one", async () => {
  const repo = await makeRepository([{ message: "1", files: { "a.txt": "b.txt", "b.txt": "b" } }], process.env, stop);
  cleanup.push(repo.remove);
  const link = await repo.git("rev-parse", "HEAD:a.txt");
  await repo.git("update-index", "--cacheinfo", `120000,${link},a.txt`);
  await repo.git("update-index", "--add", "--cacheinfo", `160000,${await repo.git("rev-parse", "HEAD")},sub`);
  await repo.git("commit", "--quiet", "-m", "2");
  const git = open(repo.path);
  const [first, second] = [await git.resolve("HEAD^"), await git.resolve("HEAD")];
  expect([...(await git.listing(first!)).isFile]).toEqual([1, 1]);
  expect([(await git.listing(second!)).paths, [...(await git.listing(second!)).isFile]]).toEqual([
    ["a.txt", "b.txt", "sub"],
    [0, 1, 0],
  ]);
});

test("a single commit on the base is read from its object with the same result as git log", async () => {
  const messages = [
    "subject",
    "subject\n\nbody\n\n\nmore\n",
    "ünï — 字\n\nCo-authored-by: X <x@example.com>",
    "x\x1fy",
  ];
  const repo = await makeRepository(
    ["start", ...messages].map((message, index) => ({ message, files: { a: `${index}` } })),
    process.env,
    stop,
  );
  cleanup.push(repo.remove);
  await repo.git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "--quiet", "--allow-empty", "-m", "latin é");
  await repo.git("commit", "--quiet", "--allow-empty", "--author= Odd  Name <odd@example.com>", "-m", "odd");
  const git = open(repo.path);
  for (const back of [0, 1, 2, 3, 4, 5]) {
    const [base, head] = [await git.resolve(`HEAD~${back + 1}`), await git.resolve(`HEAD~${back}`)];
    const { commits, total } = await git.commits(base!, head!, 10);
    const [author = "", ...message] = (await repo.git("log", "-1", "--format=%an%x1f%B", head!)).split("\x1f");
    expect([commits, total]).toEqual([[{ sha: head, author, message: message.join("\x1f") }], 1]);
  }
});

test("a failed comparison has git's message, and the next one works", async () => {
  const repo = await makeRepository(
    [
      { message: "1", files: { a: "1\n" } },
      { message: "2", files: { a: "2\n" } },
    ],
    process.env,
    stop,
  );
  cleanup.push(repo.remove);
  const git = open(repo.path);
  const [base, head] = [(await git.resolve("HEAD^"))!, (await git.resolve("HEAD"))!];
  await expect(git.compare("0".repeat(40) as Oid, head)).rejects.toThrow("git cannot compare");
  expect((await git.compare(base, head)).rows).toHaveLength(1);
  rmSync(join(repo.path, ".git/objects", (await repo.git("rev-parse", "HEAD:a")).replace(/^../, "$&/")), {
    force: true,
  });
  await expect(open(repo.path).compare(base, head)).rejects.toThrow("git cannot compare");
});
