// Tests on real git repositories, including trees that no git command would write.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { fastImport } from "../../../test/support/fast-import.ts";
import type { TreeSpec } from "../../findings/execution/sandbox-runner.ts";
import { checkOut, type Checkout, type CheckoutLimits } from "./checkout.ts";
import { makeRepository, type CommitFixture } from "./make-repository.ts";
import { openGit } from "./repository.ts";

const stop = new AbortController().signal;
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).toReversed()) clean();
});

async function repositoryOf(...commits: CommitFixture["files"][]) {
  const repository = await makeRepository(
    commits.map((files, index) => ({ message: `${index}`, files })),
    process.env,
    stop,
  );
  const git = openGit(repository.path, process.env, stop);
  cleanups.push(repository.remove, () => git.close());
  return { repository, git };
}

type Opened = Awaited<ReturnType<typeof repositoryOf>>;

async function checkedOut({ git }: Opened, base: string, head: string, spec: TreeSpec, most?: CheckoutLimits) {
  const result = await checkOut(spec, { git, base, head, env: process.env, stop, ...(most ? { most } : {}) });
  if (result.is === "made") cleanups.push(result.remove);
  return result;
}

async function checkOutTree(opened: Opened, base: string, head: string, spec: TreeSpec): Promise<Checkout> {
  const result = await checkedOut(opened, base, head, spec);
  if (result.is !== "made") throw new Error("too large");
  return result;
}

function filesIn(folder: string): Record<string, string> {
  const files = globSync("**", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** A tree of raw entries, as no `git add` would make it. */
function rawTree(path: string, entries: readonly [mode: string, name: string | Buffer, oid: string][]): string {
  const input = Buffer.concat(
    entries.flatMap(([mode, name, oid]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(oid, "hex"),
    ]),
  );
  const args = ["-C", path, "hash-object", "-t", "tree", "-w", "--stdin", "--literally"];
  return execFileSync("git", args, { input }).toString().trim();
}

function blob(path: string, text: string): string {
  return execFileSync("git", ["-C", path, "hash-object", "-w", "--stdin"], { input: text }).toString().trim();
}

describe("the files of a change", () => {
  test("are written as they are in git, with modes, links and unusual names", async () => {
    const opened = await repositoryOf({ "a.txt": "a\r\nb\n", "src/deep/b.ts": "b\n", "new\nline": "n" });
    const { repository } = opened;
    const tree = rawTree(repository.path, [
      ["100755", "run.sh", blob(repository.path, "#!/bin/sh\n")],
      ["120000", "to", blob(repository.path, "src/../a.txt")],
      ["100644", Buffer.from([0x66, 0xff]), blob(repository.path, "not UTF-8")],
    ]);
    const whole = await checkOutTree(opened, tree, (await opened.git.resolve("HEAD"))!, { of: "head" });
    expect(filesIn(whole.folder)).toEqual({ "a.txt": "a\r\nb\n", "new\nline": "n", "src/deep/b.ts": "b\n" });
    const odd = await checkOutTree(opened, tree, tree, { of: "base" });
    expect(statSync(join(odd.folder, "run.sh")).mode & 0o777).toBe(0o755);
    expect(readlinkSync(join(odd.folder, "to"))).toBe("src/../a.txt");
    expect(readFileSync(Buffer.concat([Buffer.from(`${odd.folder}/f`), Buffer.from([0xff])]), "utf8")).toBe(
      "not UTF-8",
    );
    expect(odd.leftOut).toEqual([]);
    expect([await whole.read("a.txt"), await whole.read("src"), await odd.read("to")]).toEqual([
      "a\r\nb\n",
      null,
      null,
    ]);
  });

  test("can be those of the base with some from the head: changed, added, removed, a folder for a file", async () => {
    const opened = await repositoryOf(
      { "a.ts": "a1", "b.test.ts": "b1", "c.test.ts": "c1", d: "a file" },
      { "a.ts": "a2", "b.test.ts": "b2", "c.test.ts": null, "e/f.test.ts": "new", d: null },
      { "d/g.test.ts": "below" },
    );
    const [base, head] = [(await opened.git.resolve("HEAD~2"))!, (await opened.git.resolve("HEAD"))!];
    const withHead = ["b.test.ts", "c.test.ts", "e/f.test.ts", "d/g.test.ts", "nowhere"];
    const mixed = await checkOutTree(opened, base, head, { of: "base", withHead });
    expect(filesIn(mixed.folder)).toEqual({
      "a.ts": "a1",
      "b.test.ts": "b2",
      "d/g.test.ts": "below",
      "e/f.test.ts": "new",
    });
    expect(await mixed.read("b.test.ts")).toBe("b2");
    expect(mixed.paths.toSorted()).toEqual(["a.ts", "b.test.ts", "d/g.test.ts", "e/f.test.ts"]);
  });

  test("are readable by their owner only", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const head = (await opened.git.resolve("HEAD"))!;
    const { folder } = await checkOutTree(opened, head, head, { of: "head" });
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  });

  test("are not affected by attributes, filters or hooks", async () => {
    const opened = await repositoryOf({
      ".gitattributes": "*.txt text eol=crlf filter=evil\n*.bin filter=lfs diff=lfs\n*.id ident\n",
      "a.txt": "a\n",
      "b.bin": "version https://git-lfs.github.com/spec/v1\n",
      "c.id": "$Id$\n",
    });
    const head = (await opened.git.resolve("HEAD"))!;
    const marker = join(opened.repository.path, "evil-ran");
    await opened.repository.git("config", "filter.evil.smudge", `touch ${marker}`);
    await opened.repository.git("config", "filter.lfs.smudge", `touch ${marker}`);
    const { folder } = await checkOutTree(opened, head, head, { of: "head" });
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("a\n");
    expect(readFileSync(join(folder, "c.id"), "utf8")).toBe("$Id$\n");
    expect(existsSync(marker)).toBe(false);
  });

  test("include a file that is too large for memory", async () => {
    const opened = await repositoryOf({ "large.bin": Buffer.alloc(11 * 1024 * 1024, 7), "a.txt": "a" });
    const head = (await opened.git.resolve("HEAD"))!;
    const { folder, leftOut } = await checkOutTree(opened, head, head, { of: "head" });
    expect([statSync(join(folder, "large.bin")).size, leftOut]).toEqual([11 * 1024 * 1024, []]);
  });

  test("exclude a file that was never committed, and report it", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    opened.repository.write({ "large.bin": Buffer.alloc(11 * 1024 * 1024, 7), "b.txt": "b" });
    const { tree } = await opened.git.working();
    const { folder, leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
    expect(filesIn(folder)).toEqual({ "a.txt": "a", "b.txt": "b" });
    expect(leftOut).toEqual([{ path: "large.bin", why: "cannot-be-read" }]);
  });
});

describe("a hostile tree", () => {
  const outside = mkdtempSync(join(tmpdir(), "crosscheck-outside-"));
  afterAll(() => rmSync(outside, { recursive: true, force: true }));

  test.each([".git", ".GIT", ".git.", ".git ", "git~1", ".g\u200cit", ".git::$INDEX_ALLOCATION"])(
    "%j is skipped with its content",
    async (name) => {
      const opened = await repositoryOf({ "a.txt": "a" });
      const { path } = opened.repository;
      const hooks = rawTree(path, [["100755", "post-checkout", blob(path, "#!/bin/sh\n")]]);
      const tree = rawTree(path, [
        ["40000", name, hooks],
        ["100644", "kept.txt", blob(path, "kept")],
      ]);
      const { folder, leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
      expect(filesIn(folder)).toEqual({ "kept.txt": "kept" });
      expect(leftOut).toEqual([{ path: name, why: "git-folder" }]);
    },
  );

  test("names that lead outside the folder are skipped", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    const evil = blob(path, "evil");
    const inner = rawTree(path, [["100644", "x", evil]]);
    const tree = rawTree(path, [
      ["40000", "..", inner],
      ["100644", "../up", evil],
      ["100644", "/etc/abs", evil],
      ["100644", ".", evil],
      ["100644", "", evil],
      ["100644", "a/../../b", evil],
      ["100644", "n".repeat(300), evil],
      ["100644", "kept", evil],
    ]);
    const { folder, leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
    expect(filesIn(folder)).toEqual({ kept: "evil" });
    expect(leftOut.map(({ why }) => why)).toEqual(Array.from({ length: 7 }, () => "bad-name"));
    expect(existsSync(join(folder, "..", "up"))).toBe(false);
  });

  test("with a link and a folder of the same name, nothing is written through the link in any order", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    const link = blob(path, outside);
    const inner = rawTree(path, [["100644", "planted", blob(path, "evil")]]);
    for (const twice of [
      [["120000", "d", link] as const, ["40000", "d", inner] as const],
      [["40000", "d", inner] as const, ["120000", "d", link] as const],
    ]) {
      const tree = rawTree(
        path,
        twice.map(([mode, name, oid]) => [mode, name, oid]),
      );
      const { leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
      expect(leftOut).toEqual([{ path: "d", why: "twice" }]);
      expect(existsSync(join(outside, "planted"))).toBe(false);
    }
  });

  test("links that lead outside stay links and are not followed", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    const tree = rawTree(path, [
      ["120000", "abs", blob(path, "/etc/passwd")],
      ["120000", "long", blob(path, "x".repeat(5000))],
      ["120000", "none", blob(path, "")],
      ["120000", "up", blob(path, "../../../../..")],
    ]);
    const { folder, leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
    expect([readlinkSync(join(folder, "abs")), readlinkSync(join(folder, "up"))]).toEqual([
      "/etc/passwd",
      "../../../../..",
    ]);
    expect(leftOut.map((one) => one.path)).toEqual(["long", "none"]);
  });

  test("a submodule becomes an empty folder", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    const tree = rawTree(path, [["160000", "module", "1".repeat(40)]]);
    const { folder, paths } = await checkOutTree(opened, tree, tree, { of: "head" });
    expect(statSync(join(folder, "module")).isDirectory()).toBe(true);
    expect(paths).toEqual([]);
  });

  test("names that differ only by case are both written on a case-sensitive disk", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    const tree = rawTree(path, [
      ["100644", "A.txt", blob(path, "upper")],
      ["100644", "a.txt", blob(path, "lower")],
    ]);
    const { folder, leftOut } = await checkOutTree(opened, tree, tree, { of: "head" });
    expect(Object.keys(filesIn(folder)).length + leftOut.length).toBe(2);
  });

  test("a small tree of a billion files is rejected at once", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const { path } = opened.repository;
    let tree = rawTree(path, [["100644", "f", blob(path, "x")]]);
    for (let level = 0; level < 9; level++)
      tree = rawTree(
        path,
        Array.from({ length: 10 }, (_, index) => ["40000", `d${index}`, tree] as [string, string, string]),
      );
    expect(await checkedOut(opened, tree, tree, { of: "head" })).toMatchObject({ is: "too-large" });
  });

  test("too many files and too many bytes are rejected", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, "0123456789"]));
    const head = fastImport(opened.repository.path, files, "many");
    const most = { files: 49, bytes: 1000 };
    expect(await checkedOut(opened, head, head, { of: "head" }, most)).toMatchObject({ is: "too-large" });
    expect(await checkedOut(opened, head, head, { of: "head" }, { files: 50, bytes: 499 })).toEqual({
      is: "too-large",
      files: 50,
      bytes: 500,
    });
    expect(await checkedOut(opened, head, head, { of: "head" }, { files: 50, bytes: 500 })).toMatchObject({
      is: "made",
    });
  });

  test("a tree with a missing file is an error of git and leaves no folder", async () => {
    const opened = await repositoryOf({ "a.txt": "a" });
    const tree = rawTree(opened.repository.path, [["100644", "gone", "2".repeat(40)]]);
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`crosscheck-tree-${process.pid}-`));
    const before = ours();
    await expect(checkedOut(opened, tree, tree, { of: "head" })).rejects.toThrow("lacks a file");
    expect(ours()).toEqual(before);
  });
});

test("a fix replaces whole lines of one file, and nothing else", async () => {
  const opened = await repositoryOf({ "a.txt": "one\ntwo\nthree\n", "b.txt": "one\r\ntwo\r\n", "c.txt": "one\ntwo\n" });
  const head = "HEAD";
  const made = async (edit: NonNullable<TreeSpec["edit"]>) =>
    filesIn((await checkOutTree(opened, head, head, { of: "head", edit })).folder);
  const before = await made({ path: "none.txt", start: 1, end: 1, text: "x" });
  expect(await made({ path: "a.txt", start: 2, end: 3, text: "zwei\n\u00fc" })).toEqual({
    ...before,
    "a.txt": "one\nzwei\n\u00fc\n",
  });
  expect(await made({ path: "a.txt", start: 2, end: 2, text: null })).toEqual({ ...before, "a.txt": "one\nthree\n" });
  expect(await made({ path: "b.txt", start: 1, end: 1, text: "eins" })).toEqual({
    ...before,
    "b.txt": "eins\r\ntwo\r\n",
  });
});
