import { expect, test } from "vitest";
import type { Identity } from "../../change/change.ts";
import { formatMarker } from "../../review/marker.ts";
import { dismissalIn, observePull } from "./observe-pull.ts";

const body = (finding: string) => `Wrong sum.\n${formatMarker({ key: "k", finding })}`;
const about = { check: "sums", kind: "wrong-sum", path: "a.ts", line: 1, quote: "a" };
const nobody = { reactions: [], resolvedBy: null, answers: [] };

test("our comments are known again by their marker, and only findings that the store knows count", () => {
  const threads = [
    { ...nobody, body: body("1d"), resolvedBy: "kim" },
    { ...nobody, body: body("0f") },
    { ...nobody, body: "no marker" },
  ];
  const pull = observePull(
    "p#1",
    { author: "ada", threads },
    [{ identity: "1d" as Identity, state: "open", about }],
    null,
  );
  expect(pull.comments).toEqual([
    { identity: "1d", units: ["sums"], reactions: [], resolvedBy: "kim", state: "open", dismissals: [] },
  ]);
});

test.each<[string, string | null]>([
  ["dismiss: it is by design here", "it is by design here"],
  ["@crosscheck-app dismiss the caller checks it", "the caller checks it"],
  ["False positive - `a` is never null", "`a` is never null"],
  ["won’t fix: legacy", "legacy"],
  ["dismiss", null],
  ["Thank you, dismissed nothing", null],
  ["Fixed.\ndismiss: hidden in the second line", null],
  ["", null],
])("%j dismisses because of %j", (said, reason) => {
  expect(dismissalIn([{ by: "kim", body: said }], null)).toEqual(reason === null ? null : { by: "kim", reason });
});

test.each<[string, string | null]>([
  ["@acme-review dismiss the caller checks it", "the caller checks it"],
  ["@acme-review[bot], please dismiss: by\nthe contract of `a`", "by the contract of `a`"],
  ["Looked at it.\n\n@Acme-Review dismiss it is generated", "it is generated"],
  ["hey @acme-review dismiss \u2014 it is generated", "it is generated"],
  ["@acme-review false positive: it is generated", "it is generated"],
  ["dismiss: it is generated", "it is generated"],
  ["@acme-review dismiss", null],
  ["@acme-review why?", null],
  ["@acme-review-fan dismiss it is theirs", null],
  ["@other-bot dismiss it is theirs", null],
  ["`@acme-review` dismiss quoted", null],
])("with the bot's own name, %j dismisses with the reason %j", (said, reason) => {
  expect(dismissalIn([{ by: "kim", body: said }], "acme-review")?.reason ?? null).toBe(reason);
});

test("one person's last comment does not undo another's", () => {
  const answers = [
    { by: "kim", body: "dismiss: first" },
    { by: "kim", body: "dismiss: by design" },
    { by: "eve", body: "dismiss: I say so" },
  ];
  const threads = [{ ...nobody, body: body("1d"), answers }];
  const pull = observePull(
    "p#1",
    { author: null, threads },
    [{ identity: "1d" as Identity, state: "open", about }],
    null,
  );
  expect(pull.comments[0]!.dismissals).toEqual([
    { by: "kim", reason: "by design" },
    { by: "eve", reason: "I say so" },
  ]);
});
