import { describe, expect, test } from "vitest";
import type { Identity } from "../change/change.ts";
import type { Judged, Mark } from "../findings/finding.ts";
import { changeOf } from "../../test/change-of.ts";
import { draftOf, judgedOf, onPull, type FindingOf } from "../../test/finding-of.ts";
import { planPosting, type Action, type Choice } from "./plan.ts";

const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const files = {
  base: { "src/app.ts": lines.join("\n"), "src/other.ts": "same\n" },
  head: { "src/app.ts": lines.with(9, "changed").with(29, "changed").join("\n"), "src/other.ts": "same\n" },
};
const local = changeOf({ ...files, title: "Change lines" });
const change = onPull(local);

const overLimit: Mark = { by: "limit", why: { kind: "over-limit", limit: 1 } };
const advisory: Mark = { by: "root", why: { kind: "root", root: "DOC" }, fate: "advisory" };

function plannedFor(judged: readonly Judged[], choice: Choice = "code") {
  return planPosting(draftOf(change, judged), choice)!;
}

function reviewOf(...judged: Judged[]): Extract<Action, { do: "review" }> {
  const [review] = plannedFor(judged).actions;
  if (review?.do !== "review") throw new Error("the first action is not the review");
  return review;
}

function at(line: number, overrides: FindingOf = {}): Judged {
  return judgedOf({ line, text: "changed", title: `Finding at ${line}`, ...overrides });
}

test("a local change has nowhere to be posted to", () => {
  expect(planPosting(draftOf(local, [at(10)]), "all")).toBeNull();
});

describe("a pull request gets one review", () => {
  test("for its head, with the event and every rule that led to it", () => {
    const draft = draftOf(change, [at(10, { severity: "high" })]);
    const planned = planPosting(draft, "code")!;
    expect(planned).toMatchObject({ pull: { owner: "acme", repo: "shop", number: 7 }, head: change.head });
    expect(planned.actions).toHaveLength(1);
    expect(planned.actions[0]).toMatchObject({
      do: "review",
      event: "REQUEST_CHANGES",
      key: `github.com/acme/shop#7@${change.head}`,
    });
    expect(reviewOf(...draft.judged).body).toContain("- 1 high finding");
  });

  test("without findings too", () => {
    expect(reviewOf()).toMatchObject({ do: "review", event: "COMMENT", comments: [] });
  });

  test("with a comment on each line that has a finding, and its identity", () => {
    const { comments, body } = reviewOf(at(10, { identity: "aa" as Identity }), at(30, { identity: "bb" as Identity }));
    expect(comments.map(({ at: place, identity }) => [place.path, place.start, identity])).toEqual([
      ["src/app.ts", 10, "aa"],
      ["src/app.ts", 30, "bb"],
    ]);
    expect(comments[0]!.body).toBe("Finding at 10\n\nPrices are added twice.");
    expect(body).not.toContain("Finding at");
  });

  test.each<[string, Judged]>([
    ["over the limit", judgedOf({ line: 10, title: "Listed" }, [overLimit])],
    [
      "marked as not commentable",
      judgedOf({ line: 10, title: "Listed" }, [{ by: "test", why: { kind: "not-commentable" } }]),
    ],
    ["between the hunks", at(20, { title: "Listed" })],
    ["in a file that did not change", at(1, { path: "src/other.ts", title: "Listed" })],
    ["that begins in the diff and ends outside it", at(10, { text: lines.slice(9, 20).join("\n"), title: "Listed" })],
    ["that begins in one hunk and ends in the next", at(10, { text: lines.slice(9, 30).join("\n"), title: "Listed" })],
  ])("and lists a finding in the body %s", (_name, one) => {
    const { comments, body } = reviewOf(at(30), one);
    expect(comments.map((comment) => comment.at.start)).toEqual([30]);
    expect(
      body.split("\n").filter((line) => line.startsWith("- src/") && line.includes("Listed. Prices are added twice.")),
    ).toHaveLength(1);
  });

  test("with comments on removed lines on their own side", () => {
    expect(reviewOf(at(10, { side: "base" })).comments).toMatchObject([{ at: { side: "base", start: 10 } }]);
  });

  test("and neither posts nor lists what is not posted", () => {
    const hidden = (["advisory", "held", "suppressed", "dropped"] as const).map((fate) =>
      judgedOf({ line: 10, title: `Secretly ${fate}` }, [{ by: "test", why: { kind: "stopped" }, fate }]),
    );
    const review = reviewOf(...hidden);
    expect(review.comments).toEqual([]);
    expect(review.body).not.toContain("Secretly");
  });
});

describe("advisory findings", () => {
  const advised = judgedOf({ line: 10, root: "DOC", title: "The page is old" }, [advisory]);

  test("are posted only when the person says all, and only in the details", () => {
    expect(plannedFor([advised], "code").actions.map((action) => action.do)).toEqual(["review"]);
    const [review, details] = plannedFor([advised], "all").actions;
    expect(JSON.stringify(review)).not.toContain("The page is old");
    expect(details).toMatchObject({ do: "details", key: "github.com/acme/shop#7/details" });
    expect(details).toHaveProperty(
      "body",
      expect.stringContaining("The page is old. Prices are added twice. Bring the document up to date"),
    );
  });

  test("make no details comment when there are none", () => {
    expect(plannedFor([at(10)], "all").actions.map((action) => action.do)).toEqual(["review"]);
  });
});

test("the plan of a draft is the same every time, and leaves the draft as it was", () => {
  const draft = draftOf(change, [at(10), at(20)]);
  const copy = structuredClone(draft);
  expect(planPosting(draft, "all")).toEqual(planPosting(draft, "all"));
  expect(draft).toEqual(copy);
});
