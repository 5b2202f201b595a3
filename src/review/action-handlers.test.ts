// Tests that a review is posted without line comments when GitHub rejects one of their positions.
import { describe, expect, test } from "vitest";
import { liveIn } from "../../test/support/live-in.ts";
import type { Identity } from "../change/change.ts";
import { Refused } from "../errors.ts";
import { withoutLineComments } from "./action-handlers.ts";
import { commentLimit } from "./comment-limits.ts";
import { formatMarker, parseMarker } from "./marker.ts";
import type { Action, Key } from "./plan.ts";

const key = "github.com/acme/shop#7@head/auto" as Key;
type Review = Extract<Action, { do: "review" }>;

function reviewOf(path: string, texts: readonly string[]): Review {
  const comments = texts.map((text, index) => ({
    at: { path, side: "head", start: index + 1, end: index + 1 } as const,
    body: `${text}\n\n${formatMarker({ key, finding: `f${index}` })}`,
    identity: `f${index}` as Identity,
  }));
  return { key, do: "review", event: "COMMENT", body: `Summary\n\n${formatMarker({ key })}`, comments };
}

const says = (message: string, status = 422) => new Refused("GitHub", status, message);
const lineRefused = says("Unprocessable Entity: Line could not be resolved");

test("the comments are in the body, each under its place, with one marker at the end", () => {
  const lesser = withoutLineComments(reviewOf("src/app.ts", ["First", "Second"]), lineRefused) as Review;
  expect(lesser).toMatchObject({ key, do: "review", event: "COMMENT", comments: [] });
  expect(lesser.body).toBe(
    `Summary\n\n\`src/app.ts:1\`\n\nFirst\n\n\`src/app.ts:2\`\n\nSecond\n\n${formatMarker({ key })}`,
  );
  expect(parseMarker(lesser.body)).toEqual({ key });
});

test("it is never too long, and keeps its marker", () => {
  const long = Array.from({ length: 40 }, (_, index) => `${index} ${"word ".repeat(1_000)}`);
  const { body } = withoutLineComments(reviewOf("a.ts", long), lineRefused) as Review;
  expect(body.length).toBeLessThanOrEqual(commentLimit);
  expect(parseMarker(body)).toEqual({ key });
});

test.each(["a`@octocat `.ts", "a\n\n@octocat\n<!-- x -->.ts", "`[x](https://evil.example)`.ts"])(
  "a path is escaped: %j",
  (path) => {
    const { body } = withoutLineComments(reviewOf(path, ["Text"]), lineRefused) as Review;
    expect(liveIn(body)).toMatchObject({ links: [], images: [], mentions: [], references: [], headings: [] });
  },
);

describe("no fallback is tried", () => {
  test.each<[string, Action, Refused]>([
    ["for another refusal", reviewOf("a.ts", ["x"]), says("Can not approve your own pull request")],
    ["for another status", reviewOf("a.ts", ["x"]), says("Line could not be resolved", 403)],
    ["where no line was named", reviewOf("a.ts", []), lineRefused],
    ["for anything but a review", { key, do: "details", body: "x" }, lineRefused],
  ])("%s", (_, action, refused) => {
    expect(withoutLineComments(action, refused)).toBeNull();
  });
});
