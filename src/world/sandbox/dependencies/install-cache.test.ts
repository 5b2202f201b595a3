import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitCache, cachedInstall } from "./install-cache.ts";
import { makeFolder } from "../../../../test/support/sandbox/made-folder.ts";

const key = (letter: string) => letter.repeat(64);

function makes(text: string) {
  return async (into: string) => {
    writeFileSync(join(into, "what"), text);
    return null;
  };
}

test("an install is made once and reused for the same key", async () => {
  using cache = makeFolder();
  const store = { folder: join(cache.path, "kept") };
  const first = await cachedInstall(store, key("a"), makes("first"));
  const again = await cachedInstall(store, key("a"), makes("again"));
  const other = await cachedInstall(store, key("b"), makes("other"));
  expect([first, again, other]).toMatchObject([{ how: "installed" }, { how: "kept" }, { how: "installed" }]);
  expect(readFileSync(join(store.folder, key("a"), "tree/what"), "utf8")).toBe("first");
});

test("failed and partial installs are not kept", async () => {
  using cache = makeFolder();
  const store = { folder: cache.path };
  const failed = { is: "not-run" };
  expect(await cachedInstall(store, key("a"), async () => failed)).toBe(failed);
  const stopped = cachedInstall(store, key("a"), async () => {
    throw new Error("Ctrl-C");
  });
  await expect(stopped).rejects.toThrow("Ctrl-C");
  expect(readdirSync(cache.path)).toEqual([]);
});

test("two concurrent installs of the same key both succeed, and one is kept", async () => {
  using cache = makeFolder();
  const store = { folder: cache.path };
  const all = await Promise.all(["one", "two", "three"].map((text) => cachedInstall(store, key("a"), makes(text))));
  expect(all.map((made) => ("folder" in made ? existsSync(join(made.folder, "what")) : made))).toEqual([
    true,
    true,
    true,
  ]);
  expect(readdirSync(cache.path)).toEqual([key("a")]);
});

test("the least recently used installs are removed, but none that may be in use", async () => {
  using cache = makeFolder();
  const store = { folder: cache.path, most: 2 };
  for (const letter of "abc") await cachedInstall(store, key(letter), makes(letter));
  expect(readdirSync(cache.path).length).toBe(3);
  for (const [letter, hours] of [
    ["a", 2],
    ["b", 4],
    ["c", 3],
  ] as const) {
    const then = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(cache.path, key(letter)), then, then);
  }
  // Used again just now.
  await cachedInstall(store, key("b"), makes("b"));
  await cachedInstall(store, key("d"), makes("d"));
  expect(readdirSync(cache.path)).toEqual([key("b"), key("d")]);
});

test("caches of package managers are removed over their limit", () => {
  using cache = makeFolder({ "npm-cache/a": "x".repeat(100) });
  limitCache(cache.path, "npm-cache", 100);
  expect(readdirSync(cache.path)).toEqual(["npm-cache"]);
  limitCache(cache.path, "npm-cache", 99);
  limitCache(cache.path, "other-cache", 99);
  expect(readdirSync(cache.path)).toEqual([]);
});

test("files of a killed process are removed by the next one", async () => {
  using cache = makeFolder();
  const left = mkdtempSync(join(cache.path, `crosscheck-install-${2 ** 22 + 1}-1-${space()}-`));
  mkdirSync(join(left, "tree"));
  await cachedInstall({ folder: cache.path }, key("a"), makes("a"));
  expect(readdirSync(cache.path)).toEqual([key("a")]);
});

/** As the names of temporary folders have it. */
function space(): string {
  return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
}
