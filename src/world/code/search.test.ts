// Tests the cold and the warm search on real repositories: both must find what reading every line finds.
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { NameUses } from "../../change/symbols/symbols.ts";
import { openGit, type OpenGit } from "../git/repository.ts";
import { fastImport } from "../../../test/support/fast-import.ts";
import { IndexStore } from "./index-store.ts";
import { standsIn } from "./match.ts";
import { searchCold } from "./search-cold.ts";
import { WarmSearch } from "./search-warm.ts";

const stop = new AbortController().signal;
const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanup.splice(0).toReversed()) undo();
});

type Files = Record<string, string>;

function repository(files: Files, env: NodeJS.ProcessEnv = process.env): { git: OpenGit; path: string } {
  const path = folder();
  execFileSync("git", ["init", "--quiet", "--bare", path]);
  fastImport(path, files);
  const git = openGit(path, env, stop);
  cleanup.push(git.close);
  return { git, path };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "crosscheck-test-"));
  cleanup.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const skip = (path: string) => path.startsWith("vendor/");
const locationsOf = (uses: { at: readonly { path: string; line: number }[] }) =>
  uses.at.map(({ path, line }) => `${path}:${line}`);

/** By reading every line. */
function searchEveryLine(files: Files, name: string): string[] {
  return Object.keys(files)
    .filter((path) => !skip(path) && !files[path]!.includes("\0"))
    .toSorted()
    .flatMap((path) =>
      files[path]!.split("\n").flatMap((line, index) => (standsIn(line, name) ? [`${path}:${index + 1}`] : [])),
    );
}

const unit = fc.constantFrom(
  "a",
  "ab",
  "A",
  "_",
  "1",
  "-",
  ".",
  "/",
  " ",
  "é",
  "€",
  "$",
  "\\",
  "(",
  "[",
  "|",
  "\n",
  "<",
);
const searchedFor = fc
  .string({ unit, minLength: 2, maxLength: 8 })
  .filter((text) => text.length > 1 && !text.includes("\n") && text.trim() !== "");
const files = fc.dictionary(
  fc.constantFrom("a.ts", "a/b.ts", "a.b/c", "vendor/x.js", "é.md", "z"),
  fc.string({ unit, maxLength: 200 }),
  { minKeys: 1 },
);

describe("cold and warm searches", () => {
  test("find the same as reading every line", async () => {
    const { git, path } = repository({ a: "a\n" });
    await fc.assert(
      fc.asyncProperty(files, fc.uniqueArray(searchedFor, { minLength: 1, maxLength: 15 }), async (tree, names) => {
        const head = fastImport(path, tree);
        const cold = await searchCold({ git, skip }, head, names);
        const searching = new WarmSearch({ git, skip, store: null });
        await searching.prepare(head);
        const warm = await searching.search(head, names);
        expect(names.map((one) => locationsOf(cold.of(one)))).toEqual(names.map((one) => searchEveryLine(tree, one)));
        expect(names.map((one) => warm?.of(one))).toEqual(names.map((one) => cold.of(one)));
      }),
      { numRuns: 40 },
    );
  });

  test("find many names with common prefixes, suffixes and punctuation", async () => {
    const names = Array.from(
      { length: 1500 },
      (_, index) => `${"ab".repeat(index % 70)}n${index}${index % 3 ? "" : "()"}`,
    );
    const tree = { "all.txt": names.join("\n") };
    const { git } = repository(tree);
    const uses = await searchCold({ git, skip }, "refs/heads/main", names);
    expect(names.filter((one) => locationsOf(uses.of(one)).length === 0)).toEqual([]);
  });
});

describe("a warm search", () => {
  const main = "refs/heads/main";

  test("is not available until an index is prepared", async () => {
    const { git } = repository({ "a.ts": "total\n" });
    expect(await new WarmSearch({ git, skip, store: null }).search(main, ["total"])).toBeNull();
  });

  test("follows files that are added, changed, moved and deleted between trees", async () => {
    const { git, path } = repository({ "a.ts": "total\n", "b/c.ts": "total\n", "d.ts": "total\n", "e.ts": "none\n" });
    const searching = new WarmSearch({ git, skip, store: null });
    await searching.prepare(await headOf(git));
    const next = fastImport(path, {
      "a.ts": "no\n",
      "b.c/c.ts": "total\n",
      "e.ts": "x\ntotal\n",
      "vendor/v.ts": "total\n",
    });
    const uses = await searching.search(next, ["total"]);
    expect(locationsOf(uses!.of("total"))).toEqual(["b.c/c.ts:1", "e.ts:2"]);
    expect(locationsOf((await searching.search(await headOf(git), ["none"]))!.of("none"))).toEqual([]);
  });

  test("of a tree without an index is done by git", async () => {
    const { git, path } = repository({ "a.ts": "total\n" });
    const searching = new WarmSearch({ git, skip, store: null });
    await searching.prepare(await headOf(git));
    const strange = fastImport(path, manyFiles(2000));
    expect(await searching.search(strange, ["total"])).toBeNull();
    await searching.prepare(strange);
    expect(locationsOf((await searching.search(strange, ["name7"]))!.of("name7"))).toEqual(["src/7/7.ts:1"]);
  });

  test("keeps the same lines of a frequent name as the cold search", async () => {
    const tree = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}.ts`, "often\n\noften\n"]));
    const { git } = repository({ ...tree, "z.ts": "rare often\n" });
    const searching = new WarmSearch({ git, skip, store: null });
    await searching.prepare(await headOf(git));
    const [warm, cold] = [
      await searching.search(main, ["often", "rare"]),
      await searchCold({ git, skip }, main, ["often", "rare"]),
    ];
    expect(warm!.of("often")).toEqual(cold.of("often"));
    expect([warm!.of("often").cut, locationsOf(warm!.of("rare"))]).toEqual([true, ["z.ts:1"]]);
  });

  test("finds matches in files that are too large to index, in dangling links and for names without words", async () => {
    const words = Array.from({ length: 510_000 }, (_, index) => `w${index.toString(36)}`).join("\n");
    const { git } = repository({ "a.ts": "total => 1\n", "data.txt": `${words}\ntotal\n`, "z.ts": "total\n" });
    const searching = new WarmSearch({ git, skip, store: null });
    await searching.prepare(await headOf(git));
    const uses = await searching.search(main, ["total", "=>", "é€"]);
    expect(locationsOf(uses!.of("total"))).toEqual(["a.ts:1", "data.txt:510001", "z.ts:1"]);
    expect([locationsOf(uses!.of("=>")), locationsOf(uses!.of("é€"))]).toEqual([["a.ts:1"], []]);
  });
});

describe("an index on disk", () => {
  const corruptions: [string, (bytes: Buffer) => Buffer][] = [
    ["cut short", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["damaged", (bytes) => bytes.fill(7, 100, 110)],
    ["empty", () => Buffer.alloc(0)],
    ["another file", () => Buffer.from("hello, I am no segment; I only look like one from outside\n")],
  ];

  test.each(corruptions)("is rebuilt if a part of it is %s", async (_, spoil) => {
    const { git } = repository(manyFiles(100));
    const cache = folder();
    const head = await headOf(git);
    const searching = () => new WarmSearch({ git, skip, store: new IndexStore(cache, git.home) });
    await searching().prepare(head);
    const segments = () =>
      readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".segment"));
    for (const file of segments()) writeFileSync(join(cache, file), spoil(readFileSync(join(cache, file))));
    expect(locationsOf((await searching().search(head, ["name7"]))!.of("name7"))).toEqual(["src/7/7.ts:1"]);
    await searching().prepare(head);
    expect(segments()).toHaveLength(1);
  });

  test("serves the next process, and may be deleted while it is in use", async () => {
    const { git, path } = repository(manyFiles(100));
    const cache = folder();
    const searching = () => new WarmSearch({ git, skip, store: new IndexStore(cache, git.home) });
    expect(await searching().search(await headOf(git), ["name7"])).toBeNull();
    await searching().prepare(await headOf(git));
    const next = searching();
    expect(locationsOf((await next.search(await headOf(git), ["name7"]))!.of("name7"))).toEqual(["src/7/7.ts:1"]);
    rmSync(cache, { recursive: true });
    const head = fastImport(path, { ...manyFiles(100), "new.ts": "name7\n" });
    expect(locationsOf((await next.search(head, ["name7"]))!.of("name7"))).toEqual(["new.ts:1", "src/7/7.ts:1"]);
    await next.prepare(head);
    expect(await searching().search(head, ["name7"])).not.toBeNull();
  });
});

describe("a separate process", () => {
  test("searches a repository of 50,000 files cold and warm in less than 500 MB", async () => {
    const { path } = repository(manyFiles(50_000));
    const names = ["name49999", "shared", "export"];
    const { cold, warm, maxRss } = await searchedApart(path, null, names);
    expect(warm).toEqual(cold);
    expect([cold[0], cold[1]?.at.length, cold[1]?.cut]).toEqual([
      { at: [expect.objectContaining({ path: "src/249/49999.ts", line: 1 })], cut: false },
      500,
      true,
    ]);
    expect(maxRss).toBeLessThan(500e6);
  });

  test("can build and read the same index as another at the same time", async () => {
    const { path } = repository(manyFiles(3000));
    const cache = folder();
    const names = ["name7", "name2999", "shared"];
    const both = await Promise.all([searchedApart(path, cache, names), searchedApart(path, cache, names)]);
    for (const { cold, warm } of both) expect(warm).toEqual(cold);
    // A third finds all of it on disk.
    expect((await searchedApart(path, cache, names)).read).toBe(0);
    const segments = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.includes("segment"),
    );
    expect(segments.length).toBeGreaterThan(0);
    expect(segments.filter((file) => file.endsWith(".new"))).toEqual([]);
  });
});

interface Searched {
  cold: NameUses[];
  warm: NameUses[];
  /** Files that were read into the index. */
  read: number;
  maxRss: number;
}

const searcher = fileURLToPath(new URL("../../../test/support/search-process.ts", import.meta.url));

async function searchedApart(path: string, cache: string | null, names: readonly string[]): Promise<Searched> {
  const { stdout } = await promisify(execFile)(process.execPath, [searcher, path, cache ?? "", ...names], {
    maxBuffer: 1e9,
  });
  return JSON.parse(stdout) as Searched;
}

function manyFiles(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `src/${index % 250}/${index}.ts`,
      `export const name${index} = shared(${index});\n`,
    ]),
  );
}

async function headOf(git: OpenGit): Promise<string> {
  return (await git.resolve("refs/heads/main"))!;
}

describe("a cold search", () => {
  test("returns the line as it is in the file", async () => {
    const { git } = repository({ "a.ts": "\uFEFFconst total = 1;\r\n\ttotal();\n" });
    const uses = await searchCold({ git, skip }, "refs/heads/main", ["total"]);
    expect(uses.of("total").at.map(({ text }) => text)).toEqual(["const total = 1;\r", "\ttotal();"]);
  });

  test("limits the lines of a name, and reports that there were more", async () => {
    const { git } = repository({ "a.txt": "often\n".repeat(501), "b.txt": "rare\n", "c.txt": "some\n".repeat(500) });
    const uses = await searchCold({ git, skip }, "refs/heads/main", ["often", "rare", "some"]);
    expect(["often", "rare", "some"].map((one) => [uses.of(one).at.length, uses.of(one).cut])).toEqual([
      [500, true],
      [1, false],
      [500, false],
    ]);
  });

  test("finds rare names besides a frequent one", async () => {
    const { git } = repository({ "a.txt": "often and often\n".repeat(5000), "b.txt": "rare\n" });
    const uses = await searchCold({ git, skip }, "refs/heads/main", ["often", "rare"], { most: 20_000 });
    expect([uses.of("often").cut, uses.of("rare").cut, locationsOf(uses.of("rare"))]).toEqual([
      true,
      false,
      ["b.txt:1"],
    ]);
  });

  test("marks every name as possibly incomplete if the output limit is reached", async () => {
    const { git } = repository({ "a.txt": "one two three\n".repeat(400), "b.txt": "four\n" });
    const uses = await searchCold({ git, skip }, "refs/heads/main", ["one", "two", "four"], { most: 2000 });
    expect(["one", "two", "four"].map((one) => uses.of(one).cut)).toEqual([true, true, true]);
  });

  test("skips long lines of data and binary files", async () => {
    const { git } = repository({
      "a.js": `total ${"x".repeat(3_000_000)}\ntotal\n`,
      "b.bin": "\0total\n",
      "c.js": `total ${"x".repeat(1990)}`,
      "d.js": `total ${"x".repeat(1994)}\ntotal`,
    });
    const uses = await searchCold({ git, skip }, "refs/heads/main", ["total"]);
    expect(locationsOf(uses.of("total"))).toEqual(["a.js:2", "c.js:1", "d.js:1", "d.js:2"]);
  });

  test("works with a git without Perl patterns", async () => {
    const bin = folder();
    const real = execFileSync("which", ["git"]).toString().trim();
    const refusal = "fatal: cannot use Perl-compatible regexes when not compiled with USE_LIBPCRE";
    writeFileSync(
      join(bin, "git"),
      `#!/bin/sh\nfor arg in "$@"; do [ "$arg" = -P ] && { echo "${refusal}" >&2; exit 128; }; done\nexec ${real} "$@"\n`,
    );
    chmodSync(join(bin, "git"), 0o755);
    const tree = { "a.ts": "total\nsubtotal\n--flag <T> a.b axb\n", "b.ts": "f(x) | g[0]\n" };
    const { git } = repository(tree, { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` });
    const names = ["total", "--flag", "<T>", "a.b", "f(x)", "g[0]", "none"];
    const uses = await searchCold({ git, skip }, "refs/heads/main", names);
    expect(names.map((one) => locationsOf(uses.of(one)))).toEqual(names.map((one) => searchEveryLine(tree, one)));
  });

  test("fails with git's message for a missing tree", async () => {
    const { git } = repository({ a: "x\n" });
    await expect(searchCold({ git, skip }, "refs/heads/none", ["name"])).rejects.toThrow("git grep ended with 128");
  });
});
