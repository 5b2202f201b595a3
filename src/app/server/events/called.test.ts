import { describe, expect, test } from "vitest";
import { mentionSchema, type Mention } from "../../../threads/mention.ts";
import type { WebhookEvent } from "./event.ts";
import { issueComment } from "./issue-comment.ts";
import { reviewComment } from "./review-comment.ts";
import { reviewEvent } from "./review.ts";

const self = { slug: "crosscheck", appId: 77 };
const ada = { login: "ada", type: "User" };
const around = { repository: { name: "shop", owner: { login: "acme" } }, installation: { id: 5 } };
const comment = (more = {}) => ({
  id: 12,
  node_id: "IC_12",
  user: ada,
  author_association: "NONE",
  body: "@crosscheck why?",
  html_url: "https://github.com/acme/shop/pull/7#issuecomment-12",
  created_at: "2026-01-05T12:00:00Z",
  performed_via_github_app: null,
  ...more,
});
const onPage = (more = {}, issue = {}) => ({
  ...around,
  action: "created",
  issue: { number: 7, pull_request: { url: "x" }, ...issue },
  comment: comment(more),
});
const onLine = (more = {}) => ({
  ...around,
  action: "created",
  pull_request: { number: 7 },
  comment: comment({
    node_id: "PRRC_12",
    path: "a.ts",
    line: null,
    original_line: 3,
    diff_hunk: "@@ -1 +1 @@\n+x",
    in_reply_to_id: 11,
    ...more,
  }),
});
const ofReview = (more = {}) => ({
  ...around,
  action: "submitted",
  pull_request: { number: 7 },
  review: { ...comment({ node_id: "PRR_12" }), submitted_at: "2026-01-05T12:00:00Z", ...more },
});

function jobs(event: WebhookEvent, payload: unknown) {
  return [event.job(payload, "github.com", self, "d-1") ?? []].flat();
}

describe("mentions", () => {
  test.each([
    ["on a pull request's page", issueComment, onPage(), { surface: "pull-comment", inReplyTo: null }],
    ["on an issue", issueComment, onPage({}, { pull_request: undefined }), { surface: "issue-comment" }],
    ["in a thread", reviewComment, onLine(), { surface: "review-comment", inReplyTo: 11, path: "a.ts", line: 3 }],
    ["on a line", reviewComment, onLine({ in_reply_to_id: undefined }), { surface: "review-comment", inReplyTo: null }],
    ["in a review", reviewEvent, ofReview(), { surface: "review-body" }],
  ] as const)("%s: acknowledged at once, answered in order", (_, event, payload, where) => {
    const [acknowledge, answer] = jobs(event, payload);
    expect([acknowledge?.kind, answer?.kind]).toEqual(["acknowledge", "answer"]);
    expect(answer?.key).toBe("github.com/acme/shop#7/others");
    const { mention, installation } = answer!.data as { mention: Mention; installation: number };
    expect(installation).toBe(5);
    expect(mentionSchema.parse(mention)).toMatchObject({ ...where, called: "handle", text: "why?", author: "ada" });
  });

  test("a reply in a thread may be for the bot without a mention", () => {
    expect(jobs(reviewComment, onLine({ body: "but why?" })).map(({ kind }) => kind)).toEqual(["answer"]);
  });
});

describe("comments that need no answer", () => {
  const bot = { login: "linter[bot]", type: "Bot" };
  test.each([
    ["a comment that was edited", issueComment, { ...onPage(), action: "edited" }],
    ["a comment that was deleted", issueComment, { ...onPage(), action: "deleted" }],
    ["a line's comment that was edited", reviewComment, { ...onLine(), action: "edited" }],
    ["a review that was edited", reviewEvent, { ...ofReview(), action: "edited" }],
    ["a review that was dismissed", reviewEvent, { ...ofReview(), action: "dismissed" }],
    ["a review without words", reviewEvent, ofReview({ body: null })],
    ["our own comment", issueComment, onPage({ user: { login: "crosscheck[bot]", type: "Bot" } })],
    ["our own comment, by a name that GitHub changed", issueComment, onPage({ performed_via_github_app: { id: 77 } })],
    ["somebody who is gone", issueComment, onPage({ user: null })],
    ["a comment that calls nobody", issueComment, onPage({ body: "looks good" })],
    ["a comment that calls somebody else", issueComment, onPage({ body: "@crosscheck-fan hi" })],
    ["a line's comment that calls nobody", reviewComment, onLine({ body: "hm", in_reply_to_id: undefined })],
    ["a bot in a thread that calls nobody", reviewComment, onLine({ body: "hm", user: bot })],
    ["a delivery of no installation", issueComment, { ...onPage(), installation: undefined }],
    ["something else", issueComment, { hello: "world" }],
    ["nothing", reviewEvent, null],
  ])("%s", (_, event, payload) => {
    expect(jobs(event, payload)).toEqual([]);
  });

  test("any comment while the server does not know its own name", () => {
    expect(issueComment.job(onPage(), "github.com", null, "d-1")).toBeNull();
    expect(reviewComment.job(onLine(), "github.com", null, "d-1")).toBeNull();
    expect(reviewEvent.job(ofReview(), "github.com", null, "d-1")).toBeNull();
  });
});
