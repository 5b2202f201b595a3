import { expect, test } from "vitest";
import type { Identity } from "../../change/change.ts";
import { marker } from "../../review/marker.ts";
import { dismissalIn, observed } from "./observe.ts";

const body = (finding: string) => `Wrong sum.\n${marker({ key: "k", finding })}`;
const about = { check: "sums", kind: "wrong-sum", path: "a.ts", line: 1, quote: "a" };
const nobody = { reactions: [], resolvedBy: null, answers: [] };

test("our comments are known again by their marker, and only findings that the store knows count", () => {
  const threads = [
    { ...nobody, body: body("1d"), resolvedBy: "kim" },
    { ...nobody, body: body("0f") },
    { ...nobody, body: "no marker" },
  ];
  const pull = observed("p#1", { author: "ada", threads }, [{ identity: "1d" as Identity, state: "open", about }]);
  expect(pull.comments).toEqual([
    { identity: "1d", units: ["sums"], reactions: [], resolvedBy: "kim", state: "open", dismissal: null },
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
  expect(dismissalIn([{ by: "kim", body: said }])).toEqual(reason === null ? null : { by: "kim", reason });
});
