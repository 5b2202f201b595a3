import { expect, test } from "vitest";
import { changeOf } from "../../../test/support/change-of.ts";
import { draftOf, hostile, judgedOf, reportOf } from "../../../test/support/finding-of.ts";
import { liveIn } from "../../../test/support/live-in.ts";
import type { Identity, Oid, PastFinding } from "../../change/change.ts";
import { fixedReply, sinceLine, sinceSections } from "./rounds-texts.ts";

const change = changeOf({ head: { "src/app.ts": "total += price;\n" } });
const past = (id: string, overrides: Partial<PastFinding> = {}): PastFinding => ({
  identity: id as Identity,
  state: "open",
  about: { check: "sums", kind: "wrong-sum", path: "src/cart.ts", line: 4, quote: `gone(${id});` },
  comment: null,
  thread: null,
  ...overrides,
});
const rounds = [{ base: change.base, head: change.head, hunks: [] }];

test("the reply to a fixed finding is one sentence without mentions", () => {
  expect(fixedReply("abc1234def" as Oid)).toBe("Fixed as of abc1234.");
  expect(liveIn(fixedReply("abc1234def" as Oid)).mentions).toEqual([]);
});

test("a first review does not mention earlier ones", () => {
  expect(sinceLine(draftOf(change, [judgedOf()]))).toBeNull();
  expect(sinceSections(draftOf(change, [judgedOf()]))).toEqual([]);
});

test("a later one counts and lists new, fixed, open, unread and late findings", () => {
  const findings = [past("1d"), past("2d"), past("3d", { about: null }), past("4d", { state: "dismissed" })];
  const judged = [
    judgedOf({ identity: "1d" as Identity }, [{ by: "past", why: { kind: "already-posted" }, outcome: "suppressed" }]),
    judgedOf({ identity: "5d" as Identity }),
    judgedOf({ identity: "6d" as Identity, title: `Late ${hostile} @octocat` }, [
      { by: "past", why: { kind: "late" }, outcome: "held" },
    ]),
  ];
  const draft = draftOf({ ...change, past: { rounds, findings } }, judged, [reportOf()]);
  expect(sinceLine(draft)).toBe("1 new, 1 fixed, 1 still open, 1 not checked again, 1 found late");
  const text = sinceSections(draft).flat().join("\n");
  for (const row of [
    "| `src/cart.ts:4` | fixed |",
    "| `src/app.ts:1` | still open: The sum is wrong |",
    "| no longer known | not checked again |",
  ])
    expect(text.split("\n")).toContain(row);
  expect(text).toContain("Missed by an earlier review");
  expect(liveIn(text)).toMatchObject({ links: [], mentions: [], headings: [] });
});
