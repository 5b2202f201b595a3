// Tests which differences between moved and original code are reported.
import { describe, expect, test } from "vitest";
import { languageFor } from "../text/languages.ts";
import { scan } from "../text/scan.ts";
import { findDifferences } from "./refactor-audit/code-differences.ts";
import { cases } from "../../../test/support/cases.ts";

function compare(was: string, is: string) {
  const piece = (text: string) => ({
    scanned: scan(text, languageFor("a.ts")!),
    start: 1,
    end: text.split("\n").length,
  });
  return (
    findDifferences(piece(was), piece(is))?.changed.map(({ from, to, is: line }) => `${line}: ${from} -> ${to}`) ?? null
  );
}

const code = `function wait(ms: number) {
  const until = now() + ms * 2;
  while (now() < until && !stopped) {
    tick(true, "slow");
  }
  return until;
}`;

describe("moved code", () => {
  cases("%s that differs is found", (_what, moved) => compare(code, moved), [
    ["a number", code.replace("* 2", "* 3"), ["2: 2 -> 3"]],
    ["a comparison", code.replace("() <", "() >"), ["3: < -> >"]],
    ["a switch", code.replace("true", "false"), ["4: true -> false"]],
  ]);

  test.each([
    ["nothing", code],
    ["comments and blanks", code.replace("  return", "  // The end.\n\n  return")],
    ["an export before it", `export ${code}`],
    ["another message", code.replace('"slow"', '"slowly"')],
    ["a number written otherwise", code.replace("* 2", "* 2.0")],
  ])("%s makes no difference", (_what, moved) => {
    expect(compare(code, moved)).toEqual([]);
  });

  test("rewritten code is not compared", () => {
    expect(compare(code, "function wait() {\n  a();\n  b();\n  c();\n  d();\n}")).toBeNull();
  });
});
