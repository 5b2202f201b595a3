import { describe, expect, test } from "vitest";
import { folderPattern } from "./word-patterns.ts";

describe("folderPattern", () => {
  const pattern = folderPattern("docs? app/api create-[^/]+ __mocks__ \\.[^/]+");
  test.each([
    ["docs/a.md", true],
    ["a/Doc/b/c.md", true],
    ["src/app/api/route.ts", true],
    ["create-shop/index.ts", true],
    ["src/__mocks__/fs.ts", true],
    [".github/x.yml", true],
    ["docs", false],
    ["src/docs.ts", false],
    ["mydocs/a.md", false],
    ["app/apis/route.ts", false],
    ["create-/index.ts", false],
    ["src/.eslintrc", false],
  ])("%s: %s", (path, matches) => {
    expect(pattern.test(path)).toBe(matches);
  });
});
