import { piecesOf } from "../../../../../test/support/pieces.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { beforeStack, framesIn, framePath } from "./stack-frames.ts";
import { endOfOutput, clipMessage, plainText } from "../reports/plain-text.ts";
import { cases } from "../../../../../test/support/cases.ts";

cases<[string, string, string]>(
  "the place in %j",
  (line, cwd) =>
    framesIn(line, cwd)
      .map((frame) => `${frame.path}:${frame.line}`)
      .join(),
  [
    ["    at sum (/work/src/sum.ts:5:20)", "", "src/sum.ts:5"],
    ["    at /work/a.ts:6:36", "", "a.ts:6"],
    ["    at async Promise.all (index 0)", "", ""],
    ["    at async run (file:///work/a%20b/c.ts:1:2)", "", "a b/c.ts:1"],
    ["    at new Thing (/work/a (b)/c.ts:3:4)", "", "a (b)/c.ts:3"],
    ["    at Context.<anonymous> (test/a.js:6:10)", "packages/a", "packages/a/test/a.js:6"],
    ["    at Object.<anonymous> (../shared/a.js:6:10)", "packages/a", "packages/shared/a.js:6"],
    ["    at process.processImmediate (node:internal/timers:574:21)", "", ""],
    ["    at x (/work/node_modules/chai/index.js:1:2)", "", ""],
    ["    at x (/usr/lib/a.js:1:2)", "", ""],
    ["    at x (../../../etc/a.js:1:2)", "a", ""],
    ["    at eval (http://localhost:5173/src/a.ts:1:2)", "", ""],
    ["    at x (/work/src/a.ts?v=12:7:2)", "", "src/a.ts:7"],
    [" ❯ sum src/sum.ts:5:20", "", "src/sum.ts:5"],
    [" ❯ test/sum.test.ts:8:24", "p", "p/test/sum.test.ts:8"],
    ["/work/src/broken.js:1", "", "src/broken.js:1"],
    ["SyntaxError: /work/src/broken.js: Unexpected token (1:6)", "", "src/broken.js:1"],
    ["/work/src/a.ts:7:2: ERROR: Unexpected", "", "src/a.ts:7"],
    ["   ╭─[ src/broken.ts:1:14 ]", "", "src/broken.ts:1"],
    ["Expected: 12:30:45", "", ""],
  ],
);

test("each place once, innermost first; the text before the stack is the message", () => {
  const text = "Error: no\n  + more\n    at a (/work/a.ts:1:1)\n    at a (/work/a.ts:1:9)\n    at b (/work/b.ts:2:1)";
  expect(framesIn(text, "")).toEqual([
    { path: "a.ts", line: 1 },
    { path: "b.ts", line: 2 },
  ]);
  expect(beforeStack(text)).toBe("Error: no\n  + more");
  expect(beforeStack("at noon it was well\nat 12:30")).toBe("at noon it was well\nat 12:30");
});

test("colours, links and cursor movements are gone, and much is cut", () => {
  expect(plainText("\u001b[38;5;246mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007\u001b[2K\r\n")).toBe(
    "red link\n",
  );
  expect(clipMessage("\n\n")).toBeNull();
  expect(clipMessage("x".repeat(9000))!.length).toBe(4000);
  expect(endOfOutput(`begin${"x".repeat(9000)}end`)).toMatch(/^x+end$/);
});

test("no path leaves the tree, and any text is parsed", () => {
  const part = piecesOf("..¦.¦a¦/¦/work¦/work/¦%2e%2e¦%¦node_modules¦file://¦:1:2¦at ¦❯ ¦(¦\u001b[");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("/")),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (text) => {
        const path = framePath(text, "a/b");
        if (path !== null) expect(path.split("/")).not.toContain("..");
        for (const frame of framesIn(text, "")) expect(frame.path.startsWith("/")).toBe(false);
        plainText(text);
      },
    ),
  );
});
