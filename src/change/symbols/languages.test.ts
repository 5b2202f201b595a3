// Tests which language a file name has.
import { expect, test } from "vitest";
import { grammars, symbolLanguage } from "./languages.ts";
import { cases } from "../../../test/support/cases.ts";

cases("%s is %s", symbolLanguage, [
  ["src/a.ts", "typescript"],
  ["src/a.d.mts", "typescript"],
  ["src/A.TSX", "tsx"],
  ["a.cjs", "javascript"],
  ["a.jsx", "javascript"],
  ["stubs/a.pyi", "python"],
  ["cmd/main.go", "go"],
  ["src/lib.rs", "rust"],
  ["A.java", "java"],
  ["A.cs", "csharp"],
  ["lib/a.rb", "ruby"],
  ["lib/tasks/Rakefile", "ruby"],
  ["a.php", "php"],
  ["a.c", "c"],
  ["a.h", "cpp"],
  ["a.hpp", "cpp"],
  ["run.sh", "shell"],
  ["home/.bashrc", "shell"],
  ["README.md", null],
  ["Makefile", null],
  ["ts", null],
  ["a.ts/b", null],
  ["constructor", null],
  ["", null],
]);

test("C is read by the grammar of C++", () => {
  expect(grammars.c).toEqual(grammars.cpp);
});
