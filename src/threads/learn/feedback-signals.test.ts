import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  feedbackReactions,
  peopleIn,
  signals,
  feedbackTally,
  feedbackVerdict,
  type ObservedComment,
  type FeedbackStatement,
  type Signal,
} from "./feedback-signals.ts";
import { cases } from "../../../test/support/cases.ts";

cases<[Signal[], "useful" | "dismissed" | null]>(
  "%j amounts to %s",
  (said) => feedbackVerdict(said.map((signal) => ({ signal }))),
  [
    [[], null],
    [["fixed", "dismissed", "thumbs-down"], "useful"],
    [["dismissed", "thumbs-up"], "dismissed"],
    [["thumbs-up", "thumbs-up", "thumbs-down"], "useful"],
    [["thumbs-up", "thumbs-down"], null],
    [["thumbs-up", "resolved-unchanged"], "useful"],
    [["resolved-unchanged"], "dismissed"],
  ],
);

const said = (identity: string, signal: Signal, more: Partial<FeedbackStatement> = {}): FeedbackStatement => ({
  place: "github.com/acme/shop#1",
  identity,
  unit: "sums",
  signal,
  actor: "kim",
  at: 5,
  ...more,
});

describe("the tally of a repository", () => {
  test("a finding counts once, however many people dismiss it", () => {
    const rows = [said("a", "thumbs-down"), said("a", "thumbs-down", { actor: "lee" }), said("b", "fixed")];
    expect(feedbackTally(rows, new Map())).toEqual([{ unit: "sums", judged: 2, dismissed: 1 }]);
  });

  test("the same name in another pull request is another finding", () => {
    const rows = [said("a", "dismissed"), said("a", "dismissed", { place: "github.com/acme/shop#2" })];
    expect(feedbackTally(rows, new Map())).toEqual([{ unit: "sums", judged: 2, dismissed: 2 }]);
  });

  test("feedback before a reset no longer counts, for that check only", () => {
    const rows = [said("a", "dismissed"), said("b", "dismissed", { at: 9 }), said("a", "dismissed", { unit: "other" })];
    expect(feedbackTally(rows, new Map([["sums", 5]]))).toEqual([
      { unit: "other", judged: 1, dismissed: 1 },
      { unit: "sums", judged: 1, dismissed: 1 },
    ]);
  });

  test("adds up, in any order", () => {
    const row = fc.record({
      identity: fc.constantFrom("a", "b", "c"),
      unit: fc.constantFrom("sums", "other"),
      signal: fc.constantFrom(...signals),
      actor: fc.constantFrom("kim", "lee"),
      place: fc.constantFrom("p#1", "p#2"),
      at: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(row), fc.nat(9), (rows, reset) => {
        const resets = new Map([["sums", reset]]);
        const tallies = feedbackTally(rows, resets);
        for (const { judged, dismissed } of tallies) expect(dismissed).toBeLessThanOrEqual(judged);
        expect(feedbackTally(rows.toReversed(), resets)).toEqual(tallies);
      }),
    );
  });
});

describe("feedback on a pull request", () => {
  const comment = (more: Partial<ObservedComment> = {}): ObservedComment => ({
    identity: "1d",
    units: ["sums"],
    reactions: [],
    resolvedBy: null,
    state: "open",
    dismissals: [],
    ...more,
  });
  const heard = (comments: ObservedComment[], writers: string[], author: string | null = "ada") =>
    feedbackReactions({ place: "p#1", author, comments }, (login) => writers.includes(login), 7).map(
      ({ signal, actor, unit }) => [signal, actor, unit],
    );

  test("thumbs, resolutions, dismissals and fixes, by person", () => {
    const all = comment({
      units: ["sums", "code-reviewer"],
      reactions: [{ by: "kim", content: "-1" }],
      dismissals: [{ by: "kim", reason: "by design" }],
    });
    expect(heard([all], ["kim"])).toEqual([
      ["thumbs-down", "kim", "sums"],
      ["thumbs-down", "kim", "code-reviewer"],
      ["dismissed", "kim", "sums"],
      ["dismissed", "kim", "code-reviewer"],
    ]);
    expect(heard([comment({ state: "fixed", resolvedBy: "kim" })], ["ada", "kim"])).toEqual([["fixed", "ada", "sums"]]);
    expect(heard([comment({ resolvedBy: "kim" })], ["kim"])).toEqual([["resolved-unchanged", "kim", "sums"]]);
  });

  test("feedback without write permission or of deleted accounts is ignored", () => {
    const all = comment({
      reactions: [
        { by: "eve", content: "-1" },
        { by: "eve", content: "+1" },
      ],
      resolvedBy: "eve",
      dismissals: [{ by: "eve", reason: "ignore it" }],
    });
    expect(heard([all, comment({ state: "fixed" })], ["kim"], "eve")).toEqual([]);
    expect(heard([comment({ state: "fixed" })], ["kim"], null)).toEqual([]);
  });

  test("everyone's permission is requested once", () => {
    const one = comment({
      reactions: [{ by: "kim", content: "+1" }],
      resolvedBy: "kim",
      dismissals: [{ by: "lee", reason: "" }],
    });
    expect(peopleIn({ place: "p#1", author: "ada", comments: [one] })).toEqual(["kim", "lee"]);
    const mended = comment({ state: "fixed" });
    expect(peopleIn({ place: "p#1", author: "ada", comments: [one, mended] })).toEqual(["kim", "lee", "ada"]);
  });
});
