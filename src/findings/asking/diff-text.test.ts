import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { aboutFile, byPath, hunkText, summaryOf } from "./diff-text.ts";

const shown = (base: string, head: string) => {
  const change = changeOf({ base: { "a.ts": base }, head: { "a.ts": head } });
  return change.files[0]!.hunks.map((hunk) => hunkText(hunk).text);
};

describe("a hunk", () => {
  test("numbers added and unchanged lines as at head, removed ones as at base", () => {
    expect(shown("a\nb\nc\n", "new\na\nc\n")).toEqual(["@@ 1-3 to 1-3 @@\n+1|new\n 2|a\n-2|b\n 3|c"]);
  });

  test("mentions CRLF line endings once, and marks mixed ones", () => {
    expect(shown("a\r\nb\r\n", "a\r\nc\r\n")).toEqual(["@@ 1-2 to 1-2 @@ (lines end with CR LF)\n 1|a\n-2|b\n+2|c"]);
    expect(shown("a\nb\r\n", "a\nc\r\n")[0]).toContain("+2|c\r");
  });

  test("an added or deleted file says so", () => {
    expect(changeOf({ head: { "a.ts": "a\n" } }).files[0]!.hunks.map((hunk) => hunkText(hunk).text)).toEqual([
      "@@ nothing to 1 @@\n+1|a",
    ]);
    expect(changeOf({ base: { "a.ts": "a\nb\n" } }).files[0]!.hunks.map((hunk) => hunkText(hunk).text)).toEqual([
      "@@ 1-2 to nothing @@\n-1|a\n-2|b",
    ]);
  });
});

test("a file is described by its kind and status", () => {
  const body = "const a = 1;\n".repeat(20);
  const { files, triage } = changeOf({
    base: { "src/auth/old.py": body },
    head: { "src/auth/new.py": `${body}subprocess.run(x)\n` },
  });
  expect(aboutFile(files[0]!, byPath(triage))).toBe(
    "Python; source; renamed from src/auth/old.py; +1 -0; sensitive: auth, subprocess",
  );
  expect(summaryOf(files[0]!, byPath(triage))).toMatch(/^src\/auth\/new\.py \(Python; .*\)\n  18-21 \(1 lines\)/);
});
