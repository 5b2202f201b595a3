import { describe, expect, test } from "vitest";
import type { Change, Identity } from "../change/change.ts";
import type { JudgedFinding, Mark } from "../findings/finding.ts";
import { changeOf } from "../../test/support/change-of.ts";
import { draftOf, judgedOf, onPull, quoteOf, reportOf, type FindingOf } from "../../test/support/finding-of.ts";
import { liveIn } from "../../test/support/live-in.ts";
import { planPosting, type Action, type Choice } from "./plan.ts";

const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const files = {
  base: { "src/app.ts": lines.join("\n"), "src/other.ts": "same\n" },
  head: { "src/app.ts": lines.with(9, "changed").with(29, "changed").join("\n"), "src/other.ts": "same\n" },
};
const local = changeOf({ ...files, title: "Change lines", words: { author: "ada" } });
const change = onPull(local);
const enhanced: Change = { ...change, config: { ...change.config, mode: "enhanced" } };

const overLimit: Mark = { by: "limit", why: { kind: "over-limit", limit: 1 }, outcome: "listed" };
const advisory: Mark = { by: "root", why: { kind: "root", root: "DOC" }, outcome: "advisory" };

type Review = Extract<Action, { do: "review" }>;
type Details = Extract<Action, { do: "details" | "notice" }>;

function planned(judged: readonly JudgedFinding[], choice: Choice = "code", of: Change = change): [Review, Details] {
  const { actions } = planPosting(draftOf(of, judged), choice)!;
  expect(actions.map((action) => action.do)).toEqual(["review", "details"]);
  return actions as unknown as [Review, Details];
}

function reviewOf(...judged: JudgedFinding[]): Review {
  return planned(judged)[0];
}

function at(line: number, overrides: FindingOf = {}): JudgedFinding {
  return judgedOf({ line, text: "changed", title: `Finding at ${line}`, ...overrides });
}

test("a local change has nowhere to be posted to", () => {
  expect(planPosting(draftOf(local, [at(10)]), "all")).toBeNull();
});

describe("a pull request gets one review", () => {
  test("for its head, with the event", () => {
    const plan = planPosting(draftOf(change, [at(10, { severity: "high" })]), "code")!;
    expect(plan).toMatchObject({ pull: { owner: "acme", repo: "shop", number: 7 }, head: change.head });
    expect(plan.actions[0]).toMatchObject({
      do: "review",
      event: "REQUEST_CHANGES",
      key: `github.com/acme/shop#7@${change.head}/auto`,
    });
  });

  test("that leads from each comment to the server's page of the same finding, where it has pages", () => {
    const draft = draftOf(change, [at(10, { severity: "high", identity: "1d/é" as Identity })]);
    const { actions } = planPosting(draft, "code", { dashboard: "https://review.example.com" })!;
    const [review, details] = actions as unknown as [Review, Details];
    const page = `https://review.example.com/reviews/${draft.id}`;
    expect(review.comments[0]?.body).toContain(`[This finding in Crosscheck](${page}?finding=1d%2F%C3%A9)`);
    expect(details.body).toContain(`[This review in Crosscheck](${page})`);
    expect(planned([at(10)])[1].body).not.toContain("in Crosscheck](");
  });

  test("again on request", () => {
    const keys = ["auto", "comment-12"].map(
      (request) => planPosting(draftOf(change), "code", { request })!.actions[0]!.key,
    );
    expect(new Set(keys).size).toBe(2);
  });

  test("its body: the author once, the event with its rules, the summary, and an invisible marker", () => {
    const { body } = reviewOf(at(10, { severity: "high" }), at(20));
    const [tag, event, opening] = body.split("\n\n");
    expect(tag).toBe("@ada");
    expect(event).toMatch(/^\*\*Request changes\*\*: 1 high finding; 1 medium finding; [^\n]*$/);
    expect(opening).toBe("<details>\n<summary>Crosscheck Review Summary</summary>");
    expect(body).toMatch(
      /\n:yellow_circle: \*\*Needs changes\*\* -- [^\n]*\n\n<\/details>\n\n<!-- crosscheck:key=github\.com\/acme\/shop#7@head\/auto reasons=serious-finding -->$/,
    );
    expect(liveIn(body).mentions).toEqual(["ada"]);
  });

  test("without a tag where the author is not known", () => {
    const [{ body }] = planned([at(10)], "code", { ...change, words: { ...change.words, author: "Ada Lovelace" } });
    expect(body).toMatch(/^\*\*Comment\*\*: /);
  });

  test("without findings: a note, and no summary", () => {
    const { event, comments, body } = reviewOf();
    expect([event, comments]).toEqual(["COMMENT", []]);
    expect(body).toMatch(
      /^@ada\n\n\*\*Comment\*\*: [^\n]*\n\nNo findings to post\. [^\n]*\n\n<!-- crosscheck:key=\S+ -->$/,
    );
  });

  test("with a comment on each line that has a finding, its identity in a marker", () => {
    const { comments } = reviewOf(at(10, { identity: "aa" as Identity }), at(30, { identity: "bb" as Identity }));
    expect(comments.map(({ at: place, identity }) => [place.path, place.start, identity])).toEqual([
      ["src/app.ts", 10, "aa"],
      ["src/app.ts", 30, "bb"],
    ]);
    expect(comments[0]!.body).toBe(
      "**Finding at 10**\n\nmedium · confidence 9/10 · found by sums\n\nPrices are added twice.\n\n" +
        "<!-- crosscheck:key=github.com/acme/shop#7@head/auto finding=aa -->",
    );
  });

  test("and a suggestion where the fix is exact", () => {
    const place = { path: "src/app.ts", side: "head", start: 10, end: 10 } as const;
    expect(reviewOf(at(10, { fix: { at: place, text: "\tfixed" } })).comments[0]!.body).toContain(
      "\n```suggestion\n\tfixed\n```\n",
    );
  });

  test.each<[string, JudgedFinding]>([
    [
      "marked as not commentable",
      judgedOf({ line: 10, title: "Listed" }, [{ by: "test", why: { kind: "not-commentable" }, outcome: "listed" }]),
    ],
    ["between the hunks", at(20, { title: "Listed" })],
    ["in a file that did not change", at(1, { path: "src/other.ts", title: "Listed" })],
  ])("and lists a finding in the body %s", (_name, one) => {
    const { comments, body } = reviewOf(at(30), one);
    expect(comments.map((comment) => comment.at.start)).toEqual([30]);
    expect(body.match(/^src\/\w+\.ts \([\d-]+\): Listed\nPrices are added twice\.$/gm)).toHaveLength(1);
  });

  test("and a folded list of what does not need a comment, one line each", () => {
    const { body } = reviewOf(at(30), judgedOf({ line: 10, title: "Listed", severity: "low" }, [overLimit]));
    expect(body).toContain(
      "</details>\n\n<details>\n<summary>Also noticed (1)</summary>\n\n- `src/app.ts:10` low: Listed\n\n</details>\n\n<!--",
    );
    expect(body.match(/Listed/g)).toHaveLength(1);
  });

  test("and what has the same cause as another finding is a line of its comment, and nowhere else", () => {
    const cause: Mark = { by: "editor", why: { kind: "same-cause", lead: "lead" }, outcome: "listed" };
    const also = judgedOf({ line: 30, title: "No test covers this" }, [cause]);
    const { body, comments } = reviewOf(at(10, { id: "lead" }), also);
    expect(comments.map((comment) => comment.body)).toEqual([
      expect.stringContaining("\n\n- also: No test covers this (`src/app.ts:30`)\n\n"),
    ]);
    expect(body).not.toContain("No test");
    expect(reviewOf(also).body).toContain("No test");
  });

  test("with the concerns that are not met above everything that is folded", () => {
    const failed = { id: "V1", text: "It stays fast.", source: "body", status: "failed", how: "It sleeps." } as const;
    const [{ body }] = planned([at(10)], "code", { ...change, concerns: [failed] });
    expect(body).toContain(
      "1 medium finding; 1 stated concern not met; not everything was reviewed\n\n- Not met: It stays fast. It sleeps.\n\n<details>",
    );
  });

  test.each<[string, FindingOf, number]>([
    ["on its first line, where the others are outside the diff", { line: 10, text: lines.slice(9, 20).join("\n") }, 10],
    ["on its first line, where the last is in another hunk", { line: 10, text: lines.slice(9, 30).join("\n") }, 10],
    ["on another line that it quotes", { line: 20, evidence: [quoteOf("20", 20), quoteOf("30", 30)] }, 30],
  ])("with a comment %s", (_name, finding, start) => {
    const [comment] = reviewOf(judgedOf(finding)).comments;
    expect(comment?.at).toEqual({ path: "src/app.ts", side: "head", start, end: start });
  });

  test("with comments on removed lines on the left side", () => {
    expect(reviewOf(at(10, { side: "base" })).comments).toMatchObject([{ at: { side: "base", start: 10 } }]);
  });

  test("and omits findings that are not posted", () => {
    const hidden = (["advisory", "held", "suppressed", "dropped"] as const).map((outcome) =>
      judgedOf({ line: 10, title: `Secretly ${outcome}` }, [{ by: "test", why: { kind: "stopped" }, outcome }]),
    );
    const [review, details] = planned(hidden);
    expect(review.comments).toEqual([]);
    expect(JSON.stringify([review, details])).not.toContain("Secretly");
  });
});

describe("cards only", () => {
  test("each inline comment is complete, and the body has no summary", () => {
    const [{ body, comments }] = planned([at(10)], "code", enhanced);
    expect(body).not.toContain("<details>");
    expect(comments[0]!.body).toMatch(/^\*\*Finding at 10\*\*\n\nmedium · [^]*\n\n\*\*What to do:\*\* fix it, /);
  });

  test("a finding without a commentable line is a card in the body with its place", () => {
    const [{ body, comments }] = planned([at(20)], "code", enhanced);
    expect(comments).toEqual([]);
    expect(body).toContain("**Finding at 20**\n\nmedium · confidence 9/10 · found by sums · `src/app.ts:20`\n\n");
  });
});

describe("the details comment", () => {
  const advised = judgedOf({ line: 10, root: "DOC", title: "The page is old" }, [advisory]);

  test("is always planned, one per pull request, with its marker at the end", () => {
    const [, details] = planned([]);
    expect(details.key).toBe("github.com/acme/shop#7/details");
    expect(details.body).toMatch(
      /^<details>\n<summary>Crosscheck details for head<\/summary>\n(.|\n)*\n<\/details>\n\n<!-- crosscheck:key=github\.com\/acme\/shop#7\/details -->$/,
    );
    expect(details.body).not.toContain("**Version:**");
    const versioned = planPosting(draftOf(change), "code", { version: "1.2.3" })!.actions[1];
    expect(versioned).toHaveProperty("body", expect.stringContaining("**Version:** Crosscheck 1.2.3"));
  });

  test("has advisory findings only if the person chooses all", () => {
    expect(JSON.stringify(planned([advised], "code"))).not.toContain("The page is old");
    const [review, details] = planned([advised], "all");
    expect(JSON.stringify(review)).not.toContain("The page is old");
    expect(details.body).toMatch(
      /\| A \| `src\/app\.ts:10` \| DOC \| The page is old\. [^\n]*\| Update the document \|/,
    );
  });
});

describe("posted text", () => {
  test("is inert except for the author's own mentions", () => {
    const said = onPull(
      changeOf({ ...files, title: "Change lines", body: "See https://example.org/why.", words: { author: "ada" } }),
    );
    const concern = { id: "V1", source: "body", status: "open", how: null } as const;
    const [, details] = planned([], "code", {
      ...said,
      concerns: [{ ...concern, text: "as in https://example.org/why and https://evil.example" }],
    });
    expect(liveIn(details.body)).toMatchObject({ links: [], mentions: [] });
  });

  test("holds no secret, wherever it came from", () => {
    const key = ["AKIA", "QYLPMN5HHHFPZAM2"].join("");
    const judged = [at(10, { title: `Uses ${key}`, explanation: key }), at(20, { title: key })];
    const leaky = draftOf(
      { ...change, concerns: [{ id: "V1", text: key, source: "body", status: "open", how: key }] },
      judged,
      [reportOf({ status: "failed", why: { kind: "threw", message: key } })],
    );
    expect(JSON.stringify(planPosting(leaky, "all"))).not.toContain(key);
  });

  test("a marker cannot be closed by its content", () => {
    const odd: Change = {
      ...change,
      from: {
        kind: "pull",
        pull: { host: "github.com", owner: "a", repo: "b--> <img>", number: 1 },
        url: "https://github.com/a/b/pull/1",
        viewer: null,
        fork: false,
      },
    };
    const [{ body }] = planned([], "code", odd);
    expect(body).toMatch(/\n<!-- crosscheck:key=github\.com\/a\/b--%3E%20%3Cimg%3E#1@head\/auto -->$/);
  });
});

test("the plan of a draft is the same every time, and leaves the draft as it was", () => {
  const draft = draftOf(change, [at(10), at(20)]);
  const copy = structuredClone(draft);
  expect(planPosting(draft, "all")).toEqual(planPosting(draft, "all"));
  expect(draft).toEqual(copy);
});
