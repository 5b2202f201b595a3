import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { checkOutput, checkOutputFolder, writeOutput, writeOutputs } from "./output-file.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder("output");
});

const two = [
  { name: "review.json", text: "{}" },
  { name: "review.md", text: "# a" },
];

describe("before the review", () => {
  test("a new folder, even in a missing parent, and an existing one are accepted", () => {
    for (const name of ["new", "new/er/est", "."]) expect(() => checkOutputFolder(name, folder)).not.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a file in place of the folder or of a parent is rejected", () => {
    writeFileSync(join(folder, "file"), "mine");
    for (const name of ["file", "file/below"])
      expect(() => checkOutputFolder(name, folder)).toThrow(`${join(folder, "file")} is not a folder`);
  });

  test("a link that leads out of the folder is rejected, and one that stays in it is not", () => {
    const elsewhere = temporaryFolder("elsewhere");
    symlinkSync(elsewhere, join(folder, "out"));
    mkdirSync(join(folder, "in"));
    symlinkSync(join(folder, "in"), join(folder, "near"));
    expect(() => checkOutput("out/review.md", folder)).toThrow("behind a link");
    expect(() => checkOutputFolder("out/reviews", folder)).toThrow("behind a link");
    expect(() => writeOutputs("out/reviews", folder, two)).toThrow("behind a link");
    expect(readdirSync(elsewhere)).toEqual([]);
    writeOutput("near/review.md", folder, "# a");
    expect(readdirSync(join(folder, "in"))).toEqual(["review.md"]);
    writeOutput(join(elsewhere, "review.md"), folder, "# a");
    expect(readdirSync(elsewhere)).toEqual(["review.md"]);
  });

  test("a folder in place of a file is rejected", () => {
    expect(() => checkOutput(".", folder)).toThrow("is a folder");
    expect(() => checkOutput("no/such", folder)).toThrow("cannot be written");
  });

  test.skipIf(process.getuid?.() === 0)("a path without write permission is rejected", () => {
    chmodSync(folder, 0o555);
    expect(() => checkOutputFolder("new", folder)).toThrow("cannot be written to");
    chmodSync(folder, 0o755);
  });
});

describe("after the review", () => {
  test("each file is written completely over the old one, with no other files", () => {
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out/review.md"), "something longer from before");
    writeOutputs("out", folder, two);
    writeOutputs("made/now", folder, two);
    expect(readdirSync(join(folder, "out")).toSorted()).toEqual(["review.json", "review.md"]);
    expect(readFileSync(join(folder, "out/review.md"), "utf8")).toBe("# a");
    expect(readFileSync(join(folder, "made/now/review.json"), "utf8")).toBe("{}");
  });

  test("if a file cannot be written, no partial file is left", () => {
    mkdirSync(join(folder, "review.md"));
    expect(() => writeOutputs(".", folder, two)).toThrow(`${join(folder, "review.md")} cannot be written`);
    expect(readdirSync(folder).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  });

  test("a link that a repository contains is not followed", () => {
    const victim = join(folder, "victim");
    writeFileSync(victim, "precious");
    symlinkSync(victim, join(folder, ".review.json.unfinished"));
    symlinkSync(victim, join(folder, "review.json"));
    writeOutput("review.json", folder, "{}");
    expect([readFileSync(victim, "utf8"), readFileSync(join(folder, "review.json"), "utf8")]).toEqual([
      "precious",
      "{}",
    ]);
    expect(existsSync(join(folder, ".review.json.unfinished"))).toBe(false);
  });
});
