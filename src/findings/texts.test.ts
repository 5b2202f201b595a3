import { expect, test } from "vitest";
import { changeOf, codeOf } from "../../test/support/change-of.ts";
import { findingOf, reportOf } from "../../test/support/finding-of.ts";
import { readQuoted, textsOf } from "./texts.ts";

const files = { base: { "old.ts": "one\ntwo\n" }, head: { "new.ts": "one\ntwo\nthree\n" } };

test("a file is read once, however many findings quote it, and known afterwards", async () => {
  const code = codeOf(files);
  const asked: string[] = [];
  const counting = {
    ...code,
    head: { ...code.head, read: (path: string) => (asked.push(path), code.head.read(path)) },
  };
  const texts = textsOf(counting);
  expect(texts.known("new.ts", "head")).toBeNull();
  await Promise.all([texts.read("new.ts", "head"), texts.read("new.ts", "head"), texts.read("gone.ts", "head")]);
  expect(asked).toEqual(["new.ts", "gone.ts"]);
  expect(texts.known("new.ts", "head")?.lines[2]).toBe("three");
  expect(texts.known("gone.ts", "head")).toBeNull();
});

test("files that gates need are read first: the quoted file and its base version", async () => {
  const texts = textsOf(codeOf(files));
  const finding = findingOf({ path: "new.ts", line: 3, text: "three" });
  await readQuoted(texts, changeOf(files), [reportOf({ findings: [finding] })]);
  expect(texts.known("new.ts", "head")).not.toBeNull();
  expect(texts.known("old.ts", "base")).not.toBeNull();
});

test("names are searched for once, and known afterwards", async () => {
  const code = codeOf(files);
  const asked: (readonly string[])[] = [];
  const texts = textsOf({ ...code, uses: (names) => (asked.push(names), code.uses(names)) });
  await texts.search(["three", "four"]);
  await texts.search(["four"]);
  expect(["three", "four", "five"].map(texts.occurs)).toEqual([true, false, undefined]);
  expect(asked).toEqual([["three", "four"]]);
});
