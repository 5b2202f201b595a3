import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeNewFile } from "./new-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-new-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const path = () => join(folder, "new.yml");

test("a new file is written", () => {
  expect(writeNewFile(path(), "text", false)).toBe(true);
  expect(readFileSync(path(), "utf8")).toBe("text");
});

test("an existing file is kept unless it may be replaced", () => {
  writeFileSync(path(), "old");
  expect(writeNewFile(path(), "text", false)).toBe(false);
  expect(readFileSync(path(), "utf8")).toBe("old");
  expect(writeNewFile(path(), "text", true)).toBe(true);
  expect(readFileSync(path(), "utf8")).toBe("text");
});

test.each([["to a file"], ["to nothing"]])("a link %s is never followed", (where) => {
  const target = join(folder, "theirs");
  if (where === "to a file") writeFileSync(target, "precious");
  symlinkSync(target, path());
  expect(writeNewFile(path(), "text", false)).toBe(false);
  expect(writeNewFile(path(), "text", true)).toBe(true);
  expect(lstatSync(path()).isSymbolicLink()).toBe(false);
  if (where === "to a file") expect(readFileSync(target, "utf8")).toBe("precious");
  else expect(lstatSync(target, { throwIfNoEntry: false })).toBeUndefined();
});

test("a folder is not replaced", () => {
  mkdirSync(path());
  expect(() => writeNewFile(path(), "text", true)).toThrow(/is a folder/);
});

test("a write error is reported", () => {
  expect(() => writeNewFile(join(folder, "none", "new.yml"), "text", false)).toThrow(/cannot be written: ENOENT/);
});
