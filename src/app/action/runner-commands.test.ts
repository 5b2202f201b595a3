import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { annotationsOf } from "./annotations.ts";
import { annotationLine, inertLog, writeSummary } from "./runner-commands.ts";
import type { WorkflowRunner } from "./action-inputs.ts";
import { judgedOf } from "../../../test/support/finding-of.ts";

test.each([
  ["::error::x", ": :error::x"],
  ["  ::stop-commands::x", "  : :stop-commands::x"],
  ["a ::error::x", "a ::error::x"],
  ["a ##[add-mask]x", "a # #[add-mask]x"],
  ["one\n::error::x", "one\n: :error::x"],
])("a line of the log starts no command: %j", (text, shown) => {
  expect(inertLog(text)).toBe(shown);
});

test("a property of an annotation cannot end it or begin another", () => {
  const line = annotationLine({ level: "error", title: "a,b::c\nd%", message: "x\r\n::y##[z]" });
  expect(line).toBe("::error title=a%2Cb%3A%3Ac%0Ad%25::x%0D%0A::y# #[z]\n");
});

test("a summary that is too long ends with a whole line and says so", () => {
  const folder = mkdtempSync(join(tmpdir(), "crosscheck-summary-"));
  try {
    const summaryFile = join(folder, "summary");
    writeFileSync(summaryFile, "");
    writeSummary({ summaryFile } as WorkflowRunner, `${"é".repeat(99)}\n`.repeat(6000));
    const text = readFileSync(summaryFile, "utf8");
    expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
    expect(text).toMatch(/é{99}\n\n_The rest is too long for this page\._\n$/);
    expect(text).not.toContain("\uFFFD");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("at most ten annotations of a level are made, the worst first", () => {
  const judged = (["low", "medium", "high"] as const).flatMap((severity) =>
    Array.from({ length: 12 }, (_, line) => judgedOf({ severity, line: line + 1 })),
  );
  const levels = annotationsOf({ judged }).map(({ level }) => level);
  expect(levels).toHaveLength(30);
  expect([levels[0], levels[10], levels[20]]).toEqual(["error", "warning", "notice"]);
});
