import { expect, test } from "vitest";
import { judgedOf, type FindingOf } from "../../test/support/finding-of.ts";
import type { JudgedFinding } from "../findings/finding.ts";
import { postedEntries } from "./posted-entries.ts";

function under(lead: string, overrides: FindingOf): JudgedFinding {
  return judgedOf(overrides, [{ by: "editor", why: { kind: "same-cause", lead }, outcome: "listed" }]);
}

function ids(judged: readonly JudgedFinding[]): string[] {
  return postedEntries(judged).map(({ one, also }) => [one, ...also].map(({ finding }) => finding.id).join(" "));
}

test("the worst comes first, and each is followed by those of the same cause", () => {
  const judged = [
    judgedOf({ id: "low", severity: "low" }),
    under("high", { id: "test" }),
    judgedOf({ id: "listed", severity: "high" }, [{ by: "t", why: { kind: "not-pressing" }, outcome: "listed" }]),
    judgedOf({ id: "high", severity: "high" }),
    judgedOf({ id: "hidden" }, [{ by: "t", why: { kind: "stopped" }, outcome: "held" }]),
  ];
  expect(ids(judged)).toEqual(["high test", "listed", "low"]);
});

test("a finding whose lead is not posted stands alone, and none is lost in a circle", () => {
  expect(ids([under("gone", { id: "a" })])).toEqual(["a"]);
  expect(ids([under("a", { id: "a" }), under("c", { id: "b" }), under("b", { id: "c" })])).toEqual(["a", "b", "c"]);
});

test("what is said of several places is one entry, unless each has a comment on its line", () => {
  const at = (id: string, start: number, outcome: "inline" | "listed") =>
    judgedOf({ id, title: "The name is gone", at: { path: "a.ts", side: "head", start, end: start } }, [
      { by: "t", why: { kind: "not-commentable" }, outcome },
    ]);
  expect(ids([at("a", 1, "listed"), at("b", 2, "listed"), at("c", 3, "inline")])).toEqual(["c a b"]);
  expect(ids([at("a", 1, "inline"), at("b", 2, "inline")])).toEqual(["a", "b"]);
});
