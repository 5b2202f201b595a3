// Tests that a flagged line is followed until it changes, for at most 30 days.
import { describe, expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { followSeconds, lineFollower } from "./follow-lines.ts";

const files = (before: string | null, after: string | null, path = "a.txt", to = path) =>
  changeOf({ base: before === null ? {} : { [path]: before }, head: after === null ? {} : { [to]: after } }).files;

function outcome(...changes: [when: number, files: ReturnType<typeof files>][]) {
  const lines = lineFollower();
  lines.follow("x", "a.txt", 2, 0);
  for (const [when, diff] of changes) lines.pass(when, diff);
  return lines.results(changes.at(-1)?.[0] ?? 0).get("x");
}

const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";

describe("a line that was flagged", () => {
  test("is changed when a later change rewrites it", () => {
    expect(outcome([10, files(text, text.replace("two", "2"))])).toBe("changed");
  });

  test("is changed when its file is deleted", () => {
    expect(outcome([10, files(text, null)])).toBe("changed");
  });

  test("moves down with lines inserted above", () => {
    const longer = `zero\n${text}`;
    expect(outcome([10, files(text, longer)], [20, files(longer, longer.replace("two", "2"))])).toBe("changed");
    expect(outcome([10, files(text, longer)], [20, files(longer, longer.replace("one", "1"))])).toBe("too-soon");
  });

  test("goes with its file when that is renamed", () => {
    const renamed = files(text, text, "a.txt", "b.txt");
    expect(outcome([10, renamed], [20, files(text, text.replace("two", "2"), "b.txt")])).toBe("changed");
  });

  test("counts as kept after 30 days, whatever happens later", () => {
    expect(outcome([followSeconds + 1, files(text, text.replace("two", "2"))])).toBe("kept");
  });

  test("does not count as kept before 30 days", () => {
    expect(outcome([10, files("x\n", "y\n", "other.txt")])).toBe("too-soon");
  });
});
