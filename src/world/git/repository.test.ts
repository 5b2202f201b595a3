// Tests reading of real repositories: bare, shallow, linked worktrees, hostile ones.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoriesOfEachTest } from "../../../test/support/repositories.ts";
import type { Oid } from "../../change/change.ts";
import { UserError } from "../../errors.ts";
import { ownedName } from "../sandbox/temporary-folder.ts";
import { openGit, type OpenGit } from "./repository.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

/** With one commit that has no files. */
function makeEmptyRepository(folder: string): void {
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", ["init", "--quiet", folder]);
  execFileSync("git", [...author, "-C", folder, "commit", "--quiet", "--allow-empty", "-m", "empty"]);
}

const { cleanup, repository, stop } = repositoriesOfEachTest();

function open(path: string): OpenGit {
  const git = openGit(path, process.env, stop);
  cleanup.push(git.close);
  return git;
}

async function resolved(git: OpenGit, name: string): Promise<Oid> {
  const oid = await git.resolve(name);
  if (oid === null) throw new Error(`${name} does not resolve`);
  return oid;
}

const text = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));

describe("a plain repository", () => {
  test("names resolve, files are read at both ends, and commits are listed oldest first", async () => {
    const repo = await repository(
      { message: "first", files: { "a.txt": "one\n" } },
      { message: "second\n\nwith a body", files: { "a.txt": "two\n", "b/c.txt": "new\n" } },
    );
    const git = open(join(repo.path, "b"));
    const [base, head] = [await resolved(git, "HEAD^"), await resolved(git, "main")];
    expect(text(await git.tree(base).read("a.txt"))).toBe("one\n");
    expect(text(await git.tree(head).read("a.txt"))).toBe("two\n");
    expect(await git.tree(base).read("b/c.txt")).toBeNull();
    expect(await git.tree(head).paths()).toEqual(["a.txt", "b/c.txt"]);
    expect(await git.tree(head).read("b")).toBeNull();
    expect(await git.branch()).toBe("main");
    expect(await git.resolve("nonsense")).toBeNull();
    const { commits, total } = await git.commits(git.emptyTree(), head, 10);
    expect([total, commits.map((commit) => commit.message)]).toEqual([2, ["first", "second\n\nwith a body"]]);
    expect((await git.commits(git.emptyTree(), head, 1)).total).toBe(2);
    const { rows } = await git.compare(base, head);
    expect(rows.map((row) => `${row.status} ${row.newPath}`)).toEqual(["M a.txt", "A b/c.txt"]);
  });

  test("a bare clone, a linked worktree and a submodule are read the same way", async () => {
    const repo = await repository({ message: "first", files: { "a.txt": "one\n" } });
    const [bare, worktree] = [temporaryFolder("test"), join(temporaryFolder("test"), "linked")];
    execFileSync("git", ["clone", "--quiet", "--bare", repo.path, bare]);
    await repo.git("worktree", "add", "--quiet", "-b", "side", worktree);
    for (const path of [bare, worktree]) {
      const git = open(path);
      expect(text(await git.tree(await resolved(git, "HEAD")).read("a.txt"))).toBe("one\n");
    }
    expect(open(bare).bare).toBe(true);
    expect(await open(worktree).branch()).toBe("side");
    await expect(open(bare).working()).rejects.toThrow("bare repository");
  });

  test("a path that is not UTF-8 has a unique name and can be read by it", async () => {
    const repo = await repository({ message: "first", files: { "a.txt": "one\n" } });
    const raw = Buffer.concat([Buffer.from(`${repo.path}/caf`), Buffer.from([0xe9]), Buffer.from(".txt")]);
    writeFileSync(raw, "latin\n");
    writeFileSync(join(repo.path, "new\nline.txt"), "odd\n");
    await repo.git("add", "--all");
    await repo.git("commit", "--quiet", "-m", "odd names");
    const git = open(repo.path);
    const head = await resolved(git, "HEAD");
    expect(await git.tree(head).paths()).toContain('"caf\\351.txt"');
    expect(text(await git.tree(head).read('"caf\\351.txt"'))).toBe("latin\n");
    expect(text(await git.tree(head).read("new\nline.txt"))).toBe("odd\n");
    const { rows } = await git.compare(await resolved(git, "HEAD^"), head);
    expect(rows.map((row) => row.newPath)).toEqual(['"caf\\351.txt"', "new\nline.txt"]);
  });

  test("a file over the limit is not read into memory, and its size is known", async () => {
    const repo = await repository({
      message: "big",
      files: { "big.bin": Buffer.alloc(11 * 1024 * 1024, "x"), "small.txt": "s\n" },
    });
    const git = open(repo.path);
    const tree = git.tree(await resolved(git, "HEAD"));
    expect(await tree.read("big.bin")).toBeNull();
    expect(text(await tree.read("small.txt"))).toBe("s\n");
  });
});

describe("staged and working files", () => {
  test("become trees without a trace in the repository", async () => {
    const repo = await repository({
      message: "first",
      files: { "a.txt": "one\n", "gone.txt": "bye\n", ".gitignore": "*.log\n" },
    });
    repo.write({ "a.txt": "staged\n" });
    await repo.git("add", "a.txt");
    repo.write({ "a.txt": "working\n", "new.txt": "new\n", "noise.log": "ignored\n", "gone.txt": null });
    const objects = () => readdirSync(join(repo.path, ".git/objects")).toSorted();
    const [index, before] = [readFileSync(join(repo.path, ".git/index")), objects()];
    const git = open(repo.path);
    const staged = git.tree((await git.staged()).tree);
    const working = git.tree((await git.working()).tree);
    expect([text(await staged.read("a.txt")), text(await working.read("a.txt"))]).toEqual(["staged\n", "working\n"]);
    expect(await staged.paths()).toEqual([".gitignore", "a.txt", "gone.txt"]);
    expect(await working.paths()).toEqual([".gitignore", "a.txt", "new.txt"]);
    expect(readFileSync(join(repo.path, ".git/index")).equals(index)).toBe(true);
    expect(objects()).toEqual(before);
  });

  test("are not read through links, and filters are seen in any folder", async () => {
    const repo = await repository({ message: "first", files: { "a.txt": "one\n" } });
    symlinkSync("/dev/zero", join(repo.path, ".gitattributes"));
    const git = open(repo.path);
    expect((await git.working()).filtered).toBe(false);
    repo.write({ "media/.gitattributes": "*.bin filter=lfs\n" });
    expect((await git.working()).filtered).toBe(true);
  });

  test("work before the first commit", async () => {
    const repo = await repository();
    repo.write({ "a.txt": "one\n" });
    const git = open(repo.path);
    expect(await git.resolve("HEAD")).toBeNull();
    expect(await git.tree((await git.working()).tree).paths()).toEqual(["a.txt"]);
    expect(await git.tree((await git.staged()).tree).paths()).toEqual([]);
  });

  test("a nested repository is named, and its files are not read", async () => {
    const repo = await repository({ message: "first", files: { "a.txt": "one\n" } });
    makeEmptyRepository(join(repo.path, "inner"));
    writeFileSync(join(repo.path, "inner/x.txt"), "x\n");
    const { nested, tree } = await open(repo.path).working();
    expect(nested).toEqual(["inner/"]);
    expect(await open(repo.path).tree(tree).paths()).toEqual(["a.txt"]);
  });
});

describe("a shallow clone", () => {
  test("is read as far as its history goes", async () => {
    const repo = await repository(
      { message: "1", files: { a: "1\n" } },
      { message: "2", files: { a: "2\n" } },
      { message: "3", files: { a: "3\n" } },
    );
    const clone = temporaryFolder("test");
    execFileSync("git", ["clone", "--quiet", "--depth=2", `file://${repo.path}`, clone]);
    const git = open(clone);
    expect(git.shallow).toBe(true);
    expect(await git.resolve("HEAD~1")).not.toBeNull();
    expect(await git.resolve("HEAD~2")).toBeNull();
  });
});

describe("a hostile repository", () => {
  test("runs no program by config, attributes, filters, hooks, fsmonitor, external diff, textconv, pager or submodules", async () => {
    const repo = await repository(
      { message: "first", files: { "a.txt": "one\n", "b.bin": "x\n" } },
      { message: "second", files: { "a.txt": "two\n", "b.bin": "y\n" } },
    );
    const marker = join(temporaryFolder("test"), "ran");
    const program = join(repo.path, ".git/evil.sh");
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${marker}\ncat\n`);
    chmodSync(program, 0o755);
    const sub = join(repo.path, "sub");
    makeEmptyRepository(sub);
    const commit = execFileSync("git", ["-C", sub, "rev-parse", "HEAD"]).toString().trim();
    await repo.git("update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
    plantTraps(repo.path, program);
    writeFileSync(
      join(repo.path, "sub/.git/config"),
      `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${join(repo.path, ".git/traps")}\n`,
    );
    writeFileSync(join(repo.path, "a.txt"), "three\n");
    rmSync(marker, { force: true });
    // The traps are real: git itself triggers them.
    spawnSync("git", ["-C", repo.path, "status"]);
    expect(existsSync(marker), "git itself runs the planted program").toBe(true);
    rmSync(marker, { force: true });

    const git = openGit(
      repo.path,
      { ...process.env, GIT_EXTERNAL_DIFF: program, GIT_PAGER: program, GIT_SSH_COMMAND: program },
      stop,
    );
    const [base, head] = [await resolved(git, "HEAD^"), await resolved(git, "HEAD")];
    const { rows } = await git.compare(base, head);
    expect(rows).toHaveLength(2);
    await git.commits(base, head, 10);
    await git.tree(head).read("a.txt");
    await git.tree(head).paths();
    await git.mergeBase(base, head);
    await git.staged();
    const working = await git.working();
    expect(text(await git.tree(working.tree).read("a.txt"))).toBe("three\n");
    expect(working.filtered).toBe(true);
    git.close();
    expect(existsSync(marker) ? readFileSync(marker, "utf8") : "nothing ran").toBe("nothing ran");
  });
});

function plantTraps(path: string, program: string): void {
  writeFileSync(
    join(path, ".git/config"),
    [
      "[core]",
      "\trepositoryformatversion = 0",
      `\tfsmonitor = ${program}`,
      `\tpager = ${program}`,
      `\teditor = ${program}`,
      `\tsshCommand = ${program}`,
      `\thooksPath = ${join(path, ".git/traps")}`,
      `\tattributesFile = ${join(path, ".git/global-attributes")}`,
      `[diff]\n\texternal = ${program}`,
      `[diff "evil"]\n\ttextconv = ${program}\n\tcommand = ${program}`,
      `[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n\tprocess = ${program}\n\trequired = true`,
      `[alias]\n\tdiff-tree = !${program}\n\tcat-file = !${program}\n\tlog = !${program}`,
      `[include]\n\tpath = ${join(path, ".git/more")}`,
      `[interactive]\n\tdiffFilter = ${program}`,
      `[gpg]\n\tprogram = ${program}`,
      "[log]\n\tshowSignature = true",
      "",
    ].join("\n"),
  );
  writeFileSync(join(path, ".git/more"), `[core]\n\tfsmonitor = ${program}\n`);
  writeFileSync(join(path, ".gitattributes"), "* filter=evil diff=evil\n");
  writeFileSync(join(path, ".git/global-attributes"), "* filter=evil diff=evil\n");
  mkdirSync(join(path, ".git/info"), { recursive: true });
  writeFileSync(join(path, ".git/info/attributes"), "* filter=evil diff=evil\n");
  mkdirSync(join(path, ".git/traps"));
  for (const hook of [
    "post-index-change",
    "reference-transaction",
    "pre-commit",
    "post-checkout",
    "fsmonitor-watchman",
  ]) {
    writeFileSync(join(path, ".git/traps", hook), readFileSync(program));
    chmodSync(join(path, ".git/traps", hook), 0o755);
  }
}

describe("opening and closing", () => {
  test("a folder outside any repository is an error with a remedy", () => {
    expect(() => openGit(temporaryFolder("test"), process.env, stop)).toThrow("is not in a git repository");
    expect(() => openGit("/no/such/folder", process.env, stop)).toThrow("There is no folder");
  });

  test("a HEAD that cannot be read says so, with a remedy", async () => {
    const { path } = await repository({ message: "feat: a", files: { a: "1\n" } });
    const head = join(path, ".git/HEAD");
    rmSync(head);
    mkdirSync(head);
    expect(() => open(path)).toThrow(UserError);
    expect(() => open(path)).toThrow(`${head} cannot be read`);
  });

  test("closing removes everything from the temporary folder", async () => {
    const repo = await repository({ message: "first", files: { a: "1\n" } });
    // Its name contains the process id, because other processes have folders there too.
    const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith(ownedName("git")));
    const before = ours();
    const git = openGit(repo.path, process.env, stop);
    expect(ours()).toHaveLength(before.length + 1);
    await git.resolve("HEAD");
    git.close();
    expect(ours()).toEqual(before);
  });
});
