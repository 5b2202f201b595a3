import { expect, test } from "vitest";
import { readerOf } from "./read-trees.ts";

test("requests only files that the tree lists, each once", async () => {
  const asked: string[] = [];
  const tree = {
    paths: async () => ["a.ts"],
    read: async (path: string) => {
      asked.push(path);
      return new TextEncoder().encode("one\ntwo");
    },
  };
  const read = readerOf({ base: tree, head: tree });
  expect((await read("a.ts", "head"))?.lines).toEqual(["one", "two"]);
  expect(await Promise.all(["../../etc/passwd", "b.ts", "", "a.ts\n"].map((path) => read(path, "head")))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  await read("a.ts", "head");
  expect(asked).toEqual(["a.ts"]);
});
