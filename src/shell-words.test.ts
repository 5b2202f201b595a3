import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellWords } from "./shell-words.ts";
import { cases } from "../test/support/cases.ts";

cases<[string, string[]]>("%s", shellWords, [
  ["npm test", ["npm", "test"]],
  ["  go   test\t./...  ", ["go", "test", "./..."]],
  ["vitest run 'src/**/*.test.ts'", ["vitest", "run", "src/**/*.test.ts"]],
  ['grep "a b" "" x', ["grep", "a b", "", "x"]],
  ["a\\ b c\\'d", ["a b", "c'd"]],
  [`say "it's \\"so\\" \\n"`, ["say", `it's "so" \\n`]],
  [`one'two'"three"`, ["onetwothree"]],
  ["make -j2 CC=clang", ["make", "-j2", "CC=clang"]],
  ["echo 'a && b' a~b a#b", ["echo", "a && b", "a~b", "a#b"]],
]);

describe("shell syntax is rejected with a remedy", () => {
  test.each([
    "npm test && npm run lint",
    "npm test || true",
    "npm test | tee log",
    "npm test; true",
    "npm test > log",
    "npm test < in",
    "npm test &",
    "(npm test)",
    "echo $HOME",
    'echo "$(id)"',
    "echo `id`",
    'echo "`id`"',
    "ls *.ts",
    "ls a?",
    "ls {a,b}",
    "ls ~/x",
    "npm test # quick",
    "! npm test",
    "CI=1 npm test",
    "npm test\nrm -rf x",
    "echo 'a",
    'echo "a',
    "echo a\\",
    "",
    "   ",
    "''",
    "echo 'a\0b'",
  ])("%j", (line) => {
    expect(() => shellWords(line)).toThrow(
      expect.objectContaining({
        name: "UserError",
        remedy: expect.stringContaining("put more than that into a script"),
      }),
    );
  });
});

test("any quoted text is returned unchanged", () => {
  const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const word = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const words = fc.array(word, { minLength: 1 }).filter(([first]) => first !== "" && !/^\w+=/.test(first!));
  const property = fc.property(words, (all) => {
    expect(shellWords(all.map(quote).join(" "))).toEqual(all);
  });
  fc.assert(property);
});
