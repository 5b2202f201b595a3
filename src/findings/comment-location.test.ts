import { expect, test } from "vitest";
import { changeOf } from "../../test/support/change-of.ts";
import { findingOf, type FindingOf } from "../../test/support/finding-of.ts";
import type { CodeLocation } from "../change/change.ts";
import { commentLocation } from "./comment-location.ts";

const numbered = (edit: Record<number, string> = {}) =>
  Array.from({ length: 40 }, (_, at) => `${edit[at + 1] ?? `line ${at + 1}`}\n`).join("");
const { files } = changeOf({ base: { "src/app.ts": numbered() }, head: { "src/app.ts": numbered({ 20: "changed" }) } });
const lines = (start: number, end: number): CodeLocation => ({ path: "src/app.ts", side: "head", start, end });

function placed(fix: CodeLocation | null, overrides: FindingOf = {}): string | null {
  const finding = findingOf({ line: 20, ...overrides, ...(fix && { fix: { at: fix, text: "fixed" } }) });
  const place = commentLocation(files, finding);
  return place && `${place.start}-${place.end}`;
}

test("a comment stands on the lines that its fix replaces", () => {
  expect(placed(lines(19, 21))).toBe("19-21");
  expect(placed(null)).toBe("20-20");
});

test("never on lines outside the diff, nor on lines that the finding is not about", () => {
  expect(placed(lines(10, 20))).toBe("20-20");
  expect(placed(lines(22, 23))).toBe("20-20");
  expect(placed({ ...lines(20, 20), path: "src/other.ts" })).toBe("20-20");
});
