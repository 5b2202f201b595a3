// Tests that values are computed once per key object.
import { expect, test } from "vitest";
import type { Tree } from "../change.ts";
import { linksOf } from "./links-of.ts";
import { fileSet, folderSet, oncePer } from "./once-per.ts";

test("a value is computed once per key, even if it is undefined", () => {
  const made: object[] = [];
  const make = oncePer((key: object) => {
    made.push(key);
    return undefined;
  });
  const [one, other] = [{}, {}];
  for (const key of [one, other, one, other]) expect(make(key)).toBe(undefined);
  expect(made).toEqual([one, other]);
});

test("the files and folders of a list of paths, the root left out", () => {
  const paths = ["a.ts", "src/a.ts", "src/deep/er/b.ts", "src/deep/c.ts", "/odd"];
  expect([...fileSet(paths)]).toEqual(paths);
  expect([...folderSet(paths)].toSorted()).toEqual(["src", "src/deep", "src/deep/er"]);
});

function treeOf(files: Readonly<Record<string, Uint8Array>>): Tree {
  return { read: async (path) => files[path] ?? null, paths: async () => Object.keys(files) };
}

test("two trees that give the same array of a file share its links, and each kind of file is read as its own", async () => {
  const bytes = new TextEncoder().encode("<script>\nimport a from './a';\n</script>\n");
  const [one, other] = [treeOf({ "x.vue": bytes, "y.svelte": bytes, "z.ts": bytes }), treeOf({ "moved.vue": bytes })];
  await linksOf(one).ahead(["x.vue", "missing.ts"]);
  const read = await linksOf(one).of("x.vue");
  expect(read?.imports).toMatchObject([{ from: "./a", line: 2 }]);
  expect(await linksOf(other).of("moved.vue")).toBe(read);
  expect(await linksOf(one).of("missing.ts")).toBe(null);
  expect((await linksOf(one).of("z.ts"))?.exports).toEqual([]);
  expect(read?.exports).toMatchObject([{ name: "default" }]);
});
