// Tests parsing of diffs as git prints them, in every form, and as people truncate, paste and forge them.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRepository, type MadeRepository } from "../world/git/make-repository.ts";
import { gitOutput } from "../world/git/run.ts";
import {
  addedLines,
  hunkId,
  isCommentable,
  isSubmodule,
  isSymlink,
  linesOf,
  pathOf,
  removedLines,
  type FileDiff,
  type FileStatus,
} from "./diff.ts";
import { parseDiff } from "./parse-diff.ts";

type Mode = "100644" | "100755" | "120000" | "160000";
interface Entry {
  mode: Mode;
  content: string | Uint8Array;
}
type Files = Readonly<Record<string, string | Uint8Array | Entry>>;

const stop = new AbortController().signal;
const env = { PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
let repository: MadeRepository;
let commits = 0;

beforeAll(async () => {
  repository = await makeRepository([], process.env, stop);
});
afterAll(() => repository.remove());

async function run(args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return await gitOutput({ cwd: repository.path, env, stop }, args, input);
}

/**
 * Creates commits from memory, so that modes, links, submodules and unusual names need no file system that supports
 * them.
 */
async function commit(files: Files, ...parents: string[]): Promise<string> {
  const name = `refs/heads/c${++commits}`;
  await run(["fast-import", "--quiet"], commitText(name, files, parents));
  return name;
}

async function commitBoth(base: Files, head: Files): Promise<[string, string]> {
  const names: [string, string] = [`refs/heads/c${++commits}`, `refs/heads/c${++commits}`];
  await run(["fast-import", "--quiet"], Buffer.concat([commitText(names[0], base), commitText(names[1], head)]));
  return names;
}

function commitText(name: string, files: Files, parents: readonly string[] = []): Buffer {
  const origins = parents.map((parent, index) => `${index === 0 ? "from" : "merge"} ${parent}\n`).join("");
  const start = `commit ${name}\ncommitter Ada <ada@example.com> 0 +0000\ndata 0\n${origins}deleteall\n`;
  return Buffer.concat([Buffer.from(start), ...Object.entries(files).map(([path, file]) => modify(path, file))]);
}

function modify(path: string, file: string | Uint8Array | Entry): Buffer {
  const { mode, content } =
    typeof file === "string" || file instanceof Uint8Array ? { mode: "100644", content: file } : file;
  const quoted = `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
  if (mode === "160000") return Buffer.from(`M 160000 ${String(content)} ${quoted}\n`);
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`M ${mode} inline ${quoted}\ndata ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

async function diff(base: Files, head: Files, ...options: string[]): Promise<FileDiff[]> {
  return parseDiff(await run(["diff", "-M", ...options, ...(await commitBoth(base, head))]));
}

async function onlyDiff(base: Files, head: Files, ...options: string[]): Promise<FileDiff> {
  const files = await diff(base, head, ...options);
  expect(files).toHaveLength(1);
  return files[0]!;
}

function only(text: string): FileDiff {
  const files = parseDiff(text);
  expect(files).toHaveLength(1);
  return files[0]!;
}

const numbered = (count: number, change: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join("");
const executable = (content: string): Entry => ({ mode: "100755", content });
const link = (target: string): Entry => ({ mode: "120000", content: target });
const submodule = (digit: string): Entry => ({ mode: "160000", content: digit.repeat(40) });
const bytes = (...values: number[]) => Uint8Array.from([...values, 0, 1, 2, 0xff]);

describe("a file that moved", () => {
  test("untouched: a rename of 100 percent without a hunk", async () => {
    expect(await onlyDiff({ "old.ts": numbered(9) }, { "lib/new.ts": numbered(9) })).toMatchObject({
      status: "renamed",
      oldPath: "old.ts",
      newPath: "lib/new.ts",
      similarity: 100,
      additions: 0,
      deletions: 0,
      hunks: [],
    });
  });

  test("and was edited: a rename with its hunk", async () => {
    const file = await onlyDiff({ "old.ts": numbered(20) }, { "new.ts": numbered(20, { 4: "changed" }) });
    expect(file).toMatchObject({ status: "renamed", oldPath: "old.ts", newPath: "new.ts", additions: 1, deletions: 1 });
    expect(file.similarity).toBeGreaterThan(80);
    expect([...addedLines(file)]).toEqual([{ line: 4, text: "changed" }]);
  });

  test("and became executable: the rename knows both modes", async () => {
    expect(await onlyDiff({ "run.sh": numbered(9) }, { "go.sh": executable(numbered(9)) })).toMatchObject({
      status: "renamed",
      oldMode: "100644",
      newMode: "100755",
    });
  });

  test("a copy keeps its source", async () => {
    const text = numbered(9);
    const file = await onlyDiff({ "one.ts": text }, { "one.ts": text, "two.ts": text }, "-C", "--find-copies-harder");
    expect(file).toMatchObject({ status: "copied", oldPath: "one.ts", newPath: "two.ts", similarity: 100 });
  });
});

describe("a file whose mode or type changed", () => {
  test("became executable: modified, with both modes and no lines", async () => {
    expect(await onlyDiff({ "run.sh": "x\n" }, { "run.sh": executable("x\n") })).toMatchObject({
      status: "modified",
      oldPath: "run.sh",
      newPath: "run.sh",
      oldMode: "100644",
      newMode: "100755",
      hunks: [],
    });
  });

  test("became executable and was edited", async () => {
    expect(await onlyDiff({ "run.sh": "x\n" }, { "run.sh": executable("y\n") })).toMatchObject({
      oldMode: "100644",
      newMode: "100755",
      additions: 1,
      deletions: 1,
    });
  });

  test("kept its mode: both sides have it", async () => {
    expect(await onlyDiff({ a: executable("x\n") }, { a: executable("y\n") })).toMatchObject({
      oldMode: "100755",
      newMode: "100755",
    });
  });

  test("a symlink that became a file is one type change", async () => {
    const file = await onlyDiff({ to: link("target") }, { to: "real\ncontent\n" });
    expect(file).toMatchObject({
      status: "type-changed",
      oldPath: "to",
      newPath: "to",
      oldMode: "120000",
      newMode: "100644",
      additions: 2,
      deletions: 1,
    });
    expect([...removedLines(file)]).toEqual([{ line: 1, text: "target" }]);
    expect([...addedLines(file)].map(({ text }) => text)).toEqual(["real", "content"]);
    expect(isSymlink(file)).toBe(false);
  });

  test("a binary file that became a symlink has no lines, as git counts", async () => {
    const file = await onlyDiff({ logo: bytes(1) }, { logo: link("elsewhere") });
    expect(file).toMatchObject({ status: "type-changed", binary: true, additions: 0, deletions: 0, hunks: [] });
    expect(isSymlink(file)).toBe(true);
  });

  test("a folder of files that became a submodule is deletions and an addition", async () => {
    const files = await diff({ "lib/a.ts": "1\n", "lib/b.ts": "2\n" }, { lib: submodule("a") });
    expect(files.map((file) => [pathOf(file), file.status, isSubmodule(file)])).toEqual([
      ["lib", "added", true],
      ["lib/a.ts", "deleted", false],
      ["lib/b.ts", "deleted", false],
    ]);
  });

  test("a submodule that moved on is one line out, one line in", async () => {
    const file = await onlyDiff({ lib: submodule("a") }, { lib: submodule("b") });
    expect(file).toMatchObject({
      status: "modified",
      oldMode: "160000",
      newMode: "160000",
      additions: 1,
      deletions: 1,
    });
    expect([...addedLines(file)]).toEqual([{ line: 1, text: `Subproject commit ${"b".repeat(40)}` }]);
    expect(isSubmodule(file)).toBe(true);
  });

  test("a symlink that points elsewhere", async () => {
    const file = await onlyDiff({ to: link("here") }, { to: link("there") });
    expect(file).toMatchObject({ status: "modified", newMode: "120000", hunks: [{ noNewline: "both" }] });
    expect(isSymlink(file)).toBe(true);
  });
});

describe("binary files", () => {
  const base = { "gone.bin": bytes(1), "logo.png": bytes(2), "notes.txt": "a\n" };
  const head = { "logo.png": bytes(3), "more.bin": bytes(4), "notes.txt": "b\n" };

  test.each([
    ["named only", []],
    ["with their bytes", ["--binary"]],
  ])("%s: no lines, and the next file is read", async (_, how) => {
    const files = await diff(base, head, ...how);
    expect(files.map((file) => [pathOf(file), file.status, file.binary, file.additions, file.deletions])).toEqual([
      ["gone.bin", "deleted", true, 0, 0],
      ["logo.png", "modified", true, 0, 0],
      ["more.bin", "added", true, 0, 0],
      ["notes.txt", "modified", false, 1, 1],
    ]);
  });

  test("renamed and changed", async () => {
    const long = new Uint8Array(4000).fill(7);
    const changed = Uint8Array.from([...long.subarray(0, 3990), 0, 1, 2]);
    expect(
      await onlyDiff({ "a.bin": Uint8Array.from([0, ...long]) }, { "b.bin": Uint8Array.from([0, ...changed]) }),
    ).toMatchObject({
      status: "renamed",
      oldPath: "a.bin",
      newPath: "b.bin",
      binary: true,
    });
  });

  test("text that looks like a header is text", async () => {
    const file = await onlyDiff({ a: "1\n" }, { a: "Binary files a/x and b/x differ\nGIT binary patch\n" });
    expect(file).toMatchObject({ binary: false, additions: 2 });
  });
});

describe("the end of a file", () => {
  test.each([
    ["lost its newline", "x\ny\n", "x\ny", "new"],
    ["gained its newline", "x\ny", "x\ny\n", "old"],
    ["had none and has none", "x\ny", "x\nz", "both"],
    ["had none, and the change is above it", "x\ny", "w\ny", "both"],
    ["has one", "x\ny\n", "x\nz\n", undefined],
  ] as const)("%s", async (_, before, after, noNewline) => {
    const file = await onlyDiff({ a: before }, { a: after });
    expect(file.hunks[0]?.noNewline).toBe(noNewline);
    expect(file.hunks[0]?.lines.every((line) => /^[ +-]/.test(line))).toBe(true);
    expect([file.additions, file.deletions]).toEqual([1, 1]);
  });

  test("CRLF lines keep their carriage return", async () => {
    const file = await onlyDiff({ a: "1\r\n2\r\n3\r\n" }, { a: "1\r\n2\n3\r\n" });
    expect([...removedLines(file)]).toEqual([{ line: 2, text: "2\r" }]);
    expect([...addedLines(file)]).toEqual([{ line: 2, text: "2" }]);
  });

  test("a carriage return alone ends no line", async () => {
    expect([...addedLines(await onlyDiff({}, { a: "1\r2\r3\n4\n" }))]).toEqual([
      { line: 1, text: "1\r2\r3" },
      { line: 2, text: "4" },
    ]);
  });

  test("a diff pasted with CRLF line endings gives the same files", async () => {
    const base = { a: "1\n", "b.bin": bytes(1), "c.ts": numbered(9), "ü x": "1\n", run: "x\n" };
    const head = { a: "2\n", "b.bin": bytes(2), "d.ts": numbered(9), "ü x": "2\n", run: executable("x\n") };
    const text = (await run(["diff", "-M", ...(await commitBoth(base, head))])).toString();
    const facts = (files: FileDiff[]) => files.map(({ hunks, ...rest }) => ({ ...rest, hunks: hunks.length }));
    expect(facts(parseDiff(text.replaceAll("\n", "\r\n")))).toEqual(facts(parseDiff(text)));
  });
});

describe("names", () => {
  const names = [
    "plain.ts",
    "with blank.ts",
    " leading and trailing ",
    "tab\there.ts",
    "new\nline.ts",
    "carriage\rreturn\r",
    'quo"te.ts',
    "back\\slash.ts",
    "übung/日本語 🎉.md",
    "x b/x",
    "a/b/c",
    "b/a/b a/b",
    "a b a b",
    "dev/null",
    "-dash",
    "x => y",
    "\u0001\u007f",
  ];
  const before = (name: string) => `${name}\none\ntwo\nthree\n`;
  const base = Object.fromEntries(
    names.flatMap((name) => [
      [`M/${name}`, before(name)],
      [`D/${name}`, Buffer.from(`\0${name}`)],
      [`P/${name}`, "p\n"],
      [`R/${name}`, before(`R${name}`)],
    ]),
  );
  const head = Object.fromEntries(
    names.flatMap((name) => [
      [`M/${name}`, `${before(name)}four\n`],
      [`A/${name}`, ""],
      [`P/${name}`, executable("p\n")],
      [`S/${name}`, before(`R${name}`)],
    ]),
  );

  test.each([
    ["as git writes them", []],
    ["without prefixes", ["--no-prefix"]],
    ["with prefixes that say what is compared", ["-c", "diff.mnemonicPrefix=true"]],
    ["with prefixes of one's own", ["--src-prefix=old/", "--dst-prefix=after/"]],
    ["unquoted where they are not ASCII", ["-c", "core.quotePath=off"]],
    ["unquoted and without prefixes", ["-c", "core.quotePath=off", "--no-prefix"]],
  ])("%s", async (_, how) => {
    const config = how.filter((one, index) => one === "-c" || how[index - 1] === "-c");
    const options = how.filter((one) => !config.includes(one));
    const output = await run([...config, "diff", "-M", ...options, ...(await commitBoth(base, head))]);
    const parsed = parseDiff(output).map((file) => [file.status, file.oldPath, file.newPath]);
    const expected = names.flatMap((name): [FileStatus, string | null, string | null][] => [
      ["added", null, `A/${name}`],
      ["deleted", `D/${name}`, null],
      ["modified", `M/${name}`, `M/${name}`],
      ["modified", `P/${name}`, `P/${name}`],
      ["renamed", `R/${name}`, `S/${name}`],
    ]);
    const order = (one: unknown[], other: unknown[]) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
    expect(parsed.toSorted(order)).toEqual(expected.toSorted(order));
  });

  test("a name that is not UTF-8 stays quoted", () => {
    const file = only('diff --git "a/caf\\351.txt" "b/caf\\351.txt"\nnew file mode 100644\nindex 0000000..e69de29\n');
    expect(file.newPath).toBe('"caf\\351.txt"');
  });

  test("a staged change is compared under its own prefixes", async () => {
    const made = await makeRepository([{ message: "first", files: { "c/i.ts": "1\n" } }], process.env, stop);
    try {
      made.write({ "c/i.ts": "2\n" });
      const text = await made.git("-c", "diff.mnemonicPrefix=true", "diff");
      expect(text).toContain("diff --git i/c/i.ts w/c/i.ts");
      expect(only(text)).toMatchObject({ oldPath: "c/i.ts", newPath: "c/i.ts", additions: 1 });
    } finally {
      made.remove();
    }
  });
});

describe("line numbers", () => {
  test("are exact on both sides, hunk by hunk", async () => {
    const base = numbered(30);
    const head = numbered(30, { 5: "five\nfive and a half", 25: "twenty-five" }).replace("line 10\n", "");
    const file = await onlyDiff({ a: base }, { a: head }, "-U1");
    expect(
      file.hunks.map((hunk) => [...linesOf(hunk)].map(({ kind, old, new: now, text }) => [kind, old, now, text])),
    ).toEqual([
      [
        ["context", 4, 4, "line 4"],
        ["removed", 5, null, "line 5"],
        ["added", null, 5, "five"],
        ["added", null, 6, "five and a half"],
        ["context", 6, 7, "line 6"],
      ],
      [
        ["context", 9, 10, "line 9"],
        ["removed", 10, null, "line 10"],
        ["context", 11, 11, "line 11"],
      ],
      [
        ["context", 24, 24, "line 24"],
        ["removed", 25, null, "line 25"],
        ["added", null, 25, "twenty-five"],
        ["context", 26, 26, "line 26"],
      ],
    ]);
    const commentable = (side: "base" | "head") =>
      Array.from({ length: 32 }, (_, line) => line).filter((line) => isCommentable(file, side, line));
    expect(commentable("head")).toEqual([4, 5, 6, 7, 10, 11, 24, 25, 26]);
    expect(commentable("base")).toEqual([4, 5, 6, 9, 10, 11, 24, 25, 26]);
  });

  test("without context, an insertion and a deletion have one side each", async () => {
    const file = await onlyDiff(
      { a: numbered(9) },
      { a: numbered(9).replace("line 3\n", "").replace("line 7\n", "line 7\nnew\n") },
      "-U0",
    );
    expect(
      file.hunks.map(({ oldStart, oldLines, newStart, newLines }) => [oldStart, oldLines, newStart, newLines]),
    ).toEqual([
      [3, 1, 2, 0],
      [7, 0, 7, 1],
    ]);
    expect([...removedLines(file)]).toEqual([{ line: 3, text: "line 3" }]);
    expect([...addedLines(file)]).toEqual([{ line: 7, text: "new" }]);
    expect([2, 3, 7, 8].map((line) => isCommentable(file, "head", line))).toEqual([false, false, true, false]);
    expect([2, 3, 7, 8].map((line) => isCommentable(file, "base", line))).toEqual([false, true, false, false]);
  });

  test("a new file has no old side, a deleted one no new side", async () => {
    const added = await onlyDiff({}, { a: "1\n2\n" });
    expect(added).toMatchObject({ status: "added", oldPath: null, newPath: "a", oldMode: null, newMode: "100644" });
    expect([0, 1, 2, 3].map((line) => isCommentable(added, "head", line))).toEqual([false, true, true, false]);
    expect(isCommentable(added, "base", 0)).toBe(false);
    const deleted = await onlyDiff({ a: "1\n2\n" }, {});
    expect(deleted).toMatchObject({ status: "deleted", oldPath: "a", newPath: null, oldMode: "100644", newMode: null });
    expect(isCommentable(deleted, "base", 2)).toBe(true);
    expect(isCommentable(deleted, "head", 1)).toBe(false);
  });

  test("the enclosing function is the hunk's heading, and a hunk has a name", async () => {
    const code = `function outer() {\n${"  step();\n".repeat(9)}  last();\n}\n`;
    const file = await onlyDiff({ "a.ts": code }, { "a.ts": code.replace("last", "final") });
    expect(file.hunks[0]?.heading).toBe("function outer() {");
    expect(hunkId(pathOf(file), 0)).toBe("a.ts#1");
  });

  test.each(["\u2028", "\u2029", "\r", "\v", "\u0085"])(
    "a heading with the odd line break %j hides no hunk",
    async (odd) => {
      const code = `function a${odd}b() {\n${"  step();\n".repeat(9)}  last();\n}\n`;
      expect(await onlyDiff({ a: code }, { a: code.replace("last", "evil") })).toMatchObject({
        additions: 1,
        deletions: 1,
      });
    },
  );

  test("empty files come and go without a hunk", async () => {
    const files = await diff({ gone: "" }, { "sub/__init__.py": "" }, "--no-renames");
    expect(files.map((file) => [file.status, pathOf(file), file.hunks.length, file.binary])).toEqual([
      ["deleted", "gone", 0, false],
      ["added", "sub/__init__.py", 0, false],
    ]);
  });
});

describe("content that looks like a diff", () => {
  const traps = [
    "-- a/x",
    "++ b/x",
    "diff --git a/x b/x",
    "@@ -1 +1 @@",
    "index 1..2",
    "rename from y",
    "-",
    "+",
    "",
    " ",
    "\\ x",
  ];

  test("is content, added or removed", async () => {
    const text = `${traps.join("\n")}\n`;
    const added = await onlyDiff({}, { a: text });
    expect([...addedLines(added)].map((line) => line.text)).toEqual(traps);
    const removed = await onlyDiff({ a: text }, {}, "-U0");
    expect([...removedLines(removed)].map((line) => line.text)).toEqual(traps);
  });

  test("even if an old and a new header line are adjacent", async () => {
    const files = await diff({ "q.sql": "-- a/x\nx\n", z: "1\n" }, { "q.sql": "++ b/x\nx\n", z: "2\n" }, "-U0");
    expect(files.map((file) => [pathOf(file), file.additions, file.deletions])).toEqual([
      ["q.sql", 1, 1],
      ["z", 1, 1],
    ]);
  });

  test("an LFS pointer is the three lines of its text", async () => {
    const pointer = (oid: string) =>
      `version https://git-lfs.github.com/spec/v1\noid sha256:${oid.repeat(64)}\nsize 12\n`;
    const file = await onlyDiff({ "a.psd": pointer("a") }, { "a.psd": pointer("b") });
    expect(file).toMatchObject({ binary: false, additions: 1, deletions: 1 });
    expect([...addedLines(file)]).toEqual([{ line: 2, text: `oid sha256:${"b".repeat(64)}` }]);
  });
});

describe("a merge", () => {
  test.each([["--cc"], ["-c"]])("shown with %s is named as combined, and its lines are not guessed at", async (how) => {
    const base = await commit({ "a b.ts": numbered(9), plain: "1\n" });
    const ours = await commit({ "a b.ts": numbered(9, { 5: "ours" }), plain: "1\n" }, base);
    const theirs = await commit({ "a b.ts": numbered(9, { 5: "theirs" }), plain: "1\n" }, base);
    const merged = await commit({ "a b.ts": numbered(9, { 5: "both" }), plain: "2\n", "x\ty": "new\n" }, ours, theirs);
    const files = parseDiff(await run(["show", how, merged]));
    expect(files.map((file) => [file.combined, file.status, pathOf(file), file.additions, file.hunks.length])).toEqual([
      [true, "modified", "a b.ts", 0, 0],
      [true, "modified", "plain", 0, 0],
      [true, "added", "x\ty", 0, 0],
    ]);
  });

  test("followed by a plain file: that one is read", () => {
    const text = "diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1,1 -1,1 +1,1 @@@\n- x\n -y\n++z\n";
    const files = parseDiff(`${text}diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n`);
    expect(files.map((file) => [pathOf(file), file.combined, file.additions])).toEqual([
      ["a", true, 0],
      ["b", false, 1],
    ]);
  });

  test("that deletes a file", () => {
    const file = only("diff --cc gone\nindex 1,2..0\ndeleted file mode 100644,100644\n--- a/gone\n+++ /dev/null\n");
    expect(file).toMatchObject({ combined: true, status: "deleted", oldPath: "gone", newPath: null });
  });
});

describe("diffs from elsewhere", () => {
  const stamp = "2026-01-05 12:00:00.000000000 +0000";

  test("diff -u names files with their dates", () => {
    const text =
      "Only in after: x\ndiff -ru before/a.c after/a.c\n" +
      `--- before/a b.c\t${stamp}\n+++ after/a b.c\t${stamp}\n@@ -1 +1,2 @@\n x\n+y\n` +
      `--- /dev/null\t${stamp}\n+++ b/new.c\t${stamp}\n@@ -0,0 +1 @@\n+n\n` +
      `--- a/old.c\t${stamp}\n+++ /dev/null\t${stamp}\n@@ -1 +0,0 @@\n-o\n`;
    expect(
      parseDiff(text).map((file) => [file.status, file.oldPath, file.newPath, file.additions, file.deletions]),
    ).toEqual([
      ["modified", "before/a b.c", "after/a b.c", 1, 0],
      ["added", null, "new.c", 1, 0],
      ["deleted", "old.c", null, 0, 1],
    ]);
  });

  test("a mailed patch excludes the signature and the next mail", () => {
    const mail = (name: string) =>
      `From 1234 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\n---\n ${name} | 2 +-\n\n` +
      `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n` +
      "@@ -1,2 +1,2 @@\n-1\n+2\n\n-- \n2.39.5\n\n";
    const files = parseDiff(mail("one") + mail("two"));
    expect(files.map((file) => [pathOf(file), file.additions, file.deletions])).toEqual([
      ["one", 1, 1],
      ["two", 1, 1],
    ]);
    // The mailer stripped the space of the empty context line.
    expect(files[0]?.hunks[0]?.lines).toEqual(["-1", "+2", " "]);
    expect(files.map((file) => file.truncated)).toEqual([false, false]);
  });

  test("text and bytes are read alike", async () => {
    const output = await run(["diff", ...(await commitBoth({ a: "ä\n" }, { a: "ö\n" }))]);
    expect(parseDiff(new Uint8Array(output))).toEqual(parseDiff(output.toString()));
  });
});

describe("diffs that are cut or broken", () => {
  const header = "diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n";

  test("empty text has no files", () => {
    expect(parseDiff("")).toEqual([]);
    expect(parseDiff(new Uint8Array())).toEqual([]);
  });

  test("a diff that ends inside a hunk is marked and keeps its lines", () => {
    const file = only(`${header}@@ -1,3 +1,4 @@\n 1\n+new\n 2\n`);
    expect(file).toMatchObject({ truncated: true, additions: 1 });
    expect([...addedLines(file)]).toEqual([{ line: 2, text: "new" }]);
    expect(only(`${header}@@ -1 +1 @@\n-1\n+2`).truncated).toBe(false);
  });

  test("a hunk that was cut short does not swallow the next file", () => {
    const files = parseDiff(
      `${header}@@ -1,9 +1,9 @@\n 1\n-2\n+two\n${header.replaceAll("/a", "/b")}@@ -1 +1 @@\n-x\n+y\n`,
    );
    expect(files.map((file) => [pathOf(file), file.truncated, file.additions])).toEqual([
      ["a", true, 1],
      ["b", false, 1],
    ]);
  });

  test("a broken hunk header ends the file, not the reading", () => {
    const files = parseDiff(`${header}@@ nonsense @@\n+x\ndiff --git a/b b/b\nold mode 100644\nnew mode 100755\n`);
    expect(files.map((file) => [pathOf(file), file.hunks.length])).toEqual([
      ["a", 0],
      ["b", 0],
    ]);
  });

  test("a name a million characters long is read", () => {
    const name = "n".repeat(1_000_000);
    expect(only(`diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n`).newPath).toHaveLength(1_000_000);
  });

  const scraps = [
    "diff --git ",
    "diff --git a/x b/x\n",
    'diff --git "a/x',
    "diff --cc x\n",
    "diff --combined \n",
    "--- ",
    "--- a/x\n",
    "+++ b/x\n",
    "+++ /dev/null\n",
    "--- /dev/null\n",
    "@@ -1,2 +1,2 @@\n",
    "@@ -0,0 +1 @@ f\n",
    "@@ -99999999999999999999,1 +1 @@\n",
    "@@@ -1 -1 +1 @@@\n",
    "index 1..2 100644\n",
    "new file mode 100644\n",
    "deleted file mode 120000\n",
    "rename from x\n",
    "rename to \n",
    'copy from "\\\n',
    "similarity index x%\n",
    "Binary files a and b differ\n",
    "GIT binary patch\n",
    "\\ No newline at end of file\n",
    "+a\n",
    "-b\n",
    " c\n",
    "\n",
    "\r\n",
    "\0",
    '"',
    "\\",
    "\ud800",
  ];

  test("garbage parses without an error into a well-formed result", () => {
    const garbage = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(...scraps), { maxLength: 30 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(garbage, (text) => {
        for (const file of parseDiff(text)) {
          expect(typeof pathOf(file)).toBe("string");
          const marks = file.hunks.flatMap((hunk) => hunk.lines.map((line) => line[0]));
          expect(marks.filter((mark) => mark === "+")).toHaveLength(file.additions);
          expect(marks.filter((mark) => mark === "-")).toHaveLength(file.deletions);
          expect(marks.filter((mark) => mark === " ")).toHaveLength(marks.length - file.additions - file.deletions);
        }
      }),
      { numRuns: 800 },
    );
  });

  test("any bytes at all are read without a fault", () => {
    const anything = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(anything, (input) => {
        expect(parseDiff(input)).toBeInstanceOf(Array);
      }),
    );
  });
});

// Small generated repositories that git itself compares.
const lines = fc.constantFrom(
  "one",
  "two",
  "three",
  "  indented",
  "",
  " ",
  "-- a/x",
  "++ b/x",
  "+",
  "-",
  "diff --git a/x b/x",
  "@@ -1 +1 @@",
  "\\ No newline at end of file",
  "crlf\r",
  "é ü 日本",
  "a\u2028b",
  "form\ffeed",
  "tab\tin",
  "index 1..2",
);
const textContent = fc
  .tuple(fc.array(lines, { maxLength: 12 }), fc.boolean())
  .map(([all, ends]) => all.join("\n") + (ends && all.length > 0 ? "\n" : ""));
const latin1 = textContent.map((text) => Uint8Array.from(Buffer.from(`ü${text}`, "latin1")));
const binary = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((some) => Uint8Array.from([0, ...some]));
const regular = fc.oneof(
  { weight: 8, arbitrary: textContent },
  { weight: 1, arbitrary: latin1 },
  { weight: 2, arbitrary: binary },
);
const entry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 8, arbitrary: regular.map((content): Entry => ({ mode: "100644", content })) },
  { weight: 1, arbitrary: regular.map((content): Entry => ({ mode: "100755", content })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("target", "../else where").map((content): Entry => ({ mode: "120000", content })),
  },
  { weight: 1, arbitrary: fc.constantFrom("a", "b").map(submodule) },
);
const name = fc.constantFrom(
  "plain.ts",
  "src/deep/file.py",
  "with blank.txt",
  "tab\there",
  'quo"te',
  "back\\slash",
  "ünï/日本.md",
  "new\nline",
  "a/b/x",
  "x b/x",
  "b/x",
  " edge ",
  "-n",
  "dev/null",
  "x => y",
  "cr\r",
  "\u0001",
);
type Step =
  | { do: "delete" | "keep" }
  | { do: "replace"; by: Entry }
  | { do: "insert"; at: number; line: string }
  | { do: "rename"; to: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ do: "delete" }, { do: "keep" }),
  entry.map((by): Step => ({ do: "replace", by })),
  fc.record({ do: fc.constant("insert" as const), at: fc.nat(12), line: lines }),
  name.map((to): Step => ({ do: "rename", to: `moved/${to}` })),
);
const editedTrees = fc
  .tuple(
    fc.dictionary(name, fc.tuple(entry, step), { maxKeys: 7 }),
    fc.dictionary(
      name.map((one) => `new/${one}`),
      entry,
      { maxKeys: 3 },
    ),
  )
  .map(([files, added]) => {
    const base: Record<string, Entry> = {};
    const head: Record<string, Entry> = { ...added };
    for (const [path, [before, change]] of Object.entries(files)) {
      base[path] = before;
      if (change.do === "delete") continue;
      head[change.do === "rename" ? change.to : path] =
        change.do === "replace" ? change.by : change.do === "insert" ? inserted(before, change) : before;
    }
    return { base, head };
  });

function inserted(before: Entry, { at, line }: { at: number; line: string }): Entry {
  if (before.mode === "160000" || typeof before.content !== "string") return before;
  return { ...before, content: before.content.split("\n").toSpliced(at, 0, line).join("\n") };
}

const options = fc.record({
  config: fc.subarray(["core.quotePath=off", "diff.mnemonicPrefix=true"]),
  context: fc.constantFrom("-U0", "-U1", "-U3"),
  prefix: fc.constantFrom("--src-prefix=a/", "--no-prefix", "--dst-prefix=after/"),
  more: fc.subarray(["--full-index", "--binary", "--patience"]),
});

interface Row {
  sameContent: boolean;
  status: FileStatus;
  oldPath: string | null;
  newPath: string | null;
  oldMode: string;
  newMode: string;
}
const statuses: Record<string, FileStatus> = {
  A: "added",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "type-changed",
};

function rawRows(output: string): Row[] {
  const fields = output.split("\0").slice(0, -1);
  const rows: Row[] = [];
  while (fields.length > 0) {
    const [oldMode = "", newMode = "", oldOid, newOid, letter = ""] = fields.shift()!.slice(1).split(" ");
    const oldPath = fields.shift()!;
    const newPath = letter.startsWith("R") ? fields.shift()! : oldPath;
    const status = statuses[letter[0]!]!;
    rows.push({
      sameContent: oldOid === newOid,
      status,
      oldMode,
      newMode,
      oldPath: status === "added" ? null : oldPath,
      newPath: status === "deleted" ? null : newPath,
    });
  }
  return rows;
}

function countRows(output: string): { additions: number; deletions: number; binary: boolean }[] {
  const rows = output.split("\0").slice(0, -1);
  const counts = [];
  while (rows.length > 0) {
    const [added = "", removed = "", path] = rows.shift()!.split("\t");
    if (path === "") rows.splice(0, 2);
    counts.push({ additions: Number(added) || 0, deletions: Number(removed) || 0, binary: added === "-" });
  }
  return counts;
}

function contentLines(file: Entry | undefined): string[] {
  if (file?.mode === "160000") return [`Subproject commit ${String(file.content)}`];
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(file?.content ?? "")).split("\n");
}

describe("against git itself", () => {
  test("paths, statuses, modes and counts agree, and every line number is right", async () => {
    await fc.assert(
      fc.asyncProperty(editedTrees, options, async ({ base, head }, { config, context, prefix, more }) => {
        const ends = await commitBoth(base, head);
        const compare = async (...how: string[]) =>
          await run([
            ...config.flatMap((one) => ["-c", one]),
            "diff",
            "-M",
            ...more.filter((one) => one === "--patience"),
            ...how,
            ...ends,
          ]);
        const [patch, raw, numbers] = await Promise.all([
          compare(context, prefix, ...more),
          compare("--raw", "-z"),
          compare("--numstat", "-z"),
        ]);
        const files = parseDiff(patch);
        const rows = rawRows(raw.toString());
        const counts = countRows(numbers.toString());
        expect(
          files.map(
            ({ status, oldPath, newPath, oldMode, newMode, additions, deletions, binary: isBinary }, index) => ({
              status,
              oldPath,
              newPath,
              // A pure rename prints no mode, and a missing side has none.
              oldMode: oldMode ?? rows[index]?.oldMode,
              newMode: newMode ?? rows[index]?.newMode,
              additions,
              deletions,
              binary: isBinary,
            }),
          ),
        ).toEqual(
          rows.map(({ sameContent, ...row }, index) => {
            const { binary: isBinary = false, ...count } = counts[index] ?? {};
            // The patch prints nothing for unchanged content.
            return { ...row, ...count, binary: isBinary && !sameContent };
          }),
        );
        for (const file of files) {
          const [before, after] = [contentLines(base[file.oldPath ?? ""]), contentLines(head[file.newPath ?? ""])];
          const misplaced = file.hunks
            .flatMap((hunk) => [...linesOf(hunk)])
            .filter(
              (line) =>
                (line.old !== null && line.text !== before[line.old - 1]) ||
                (line.new !== null && (line.text !== after[line.new - 1] || !isCommentable(file, "head", line.new))),
            );
          expect(misplaced).toEqual([]);
          expect([file.truncated, file.combined]).toEqual([false, false]);
        }
      }),
      { numRuns: 30 },
    );
  });
});
