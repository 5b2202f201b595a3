// Implements the REST routes for reviews and line comments.
import { editReviewComment } from "../acts/comments.ts";
import { dismissReview, makeReview, submitPending, type ReviewEvent } from "../acts/reviews.ts";
import { reply } from "../acts/threads.ts";
import { forbidden, need, needCaller } from "../callers.ts";
import { Failure, invalid, notFound, unprocessable } from "../exchange.ts";
import { same } from "../hub.ts";
import type { Review } from "../state.ts";
import { ofRepository, pullInRepository, repositoryIn, findOwned } from "./find.ts";
import { paged } from "./page.ts";
import { route, type RestCall, type Route } from "./route.ts";
import { reviewCommentShape, reviewShape } from "./shapes.ts";

const pull = "/repos/{owner}/{repo}/pulls/{pull_number}";

function isVisible(call: RestCall, review: Review | undefined): boolean {
  return review !== undefined && (review.state !== "PENDING" || same(review.author, call.caller?.account.login ?? ""));
}

function isShown(call: RestCall, one: { review: number }): boolean {
  return isVisible(
    call,
    call.hub.state.reviews.find((review) => review.id === one.review),
  );
}

export const reviewRoutes: readonly Route[] = [
  route("post", `${pull}/reviews`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "write");
    needCaller(call.caller);
    const { sent } = call;
    const comments = (sent.comments ?? []).map((one) => ({
      path: one.path,
      body: one.body,
      line: one.line ?? null,
      side: sideOf(one.side),
      startLine: one.start_line ?? null,
      startSide: sideOf(one.start_side),
      position: one.position ?? null,
    }));
    const request = { event: eventOf(sent.event), body: sent.body ?? "", commit: sent.commit_id ?? null, comments };
    return { status: 200, body: reviewShape(call.hub, await makeReview(call.hub, call.by(), found.pull, request)) };
  }),
  route("get", `${pull}/reviews`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "read");
    const all = call.hub.state.reviews.filter((one) => one.pull === found.pull.id && isVisible(call, one));
    const { items, headers } = paged(call, all);
    return { status: 200, body: items.map((one) => reviewShape(call.hub, one)), headers };
  }),
  route("get", `${pull}/reviews/{review_id}`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "read");
    const one = findOwned(call.hub.state.reviews, call.number("review_id"), (each) => each.pull === found.pull.id);
    if (!isVisible(call, one)) throw notFound();
    return { status: 200, body: reviewShape(call.hub, one) };
  }),
  route("post", `${pull}/reviews/{review_id}/events`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "write");
    const one = findOwned(call.hub.state.reviews, call.number("review_id"), (each) => each.pull === found.pull.id);
    const event = eventOf(call.sent.event);
    const body = call.sent.body;
    if (!event) throw invalid({ resource: "PullRequestReview", field: "event", code: "missing_field" });
    submitPending(call.hub, call.by(), found.pull, one, event, body ?? "");
    return { status: 200, body: reviewShape(call.hub, one) };
  }),
  route("put", `${pull}/reviews/{review_id}/dismissals`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "write");
    need(call.hub, call.caller, found.repository, "pull_requests", "write", "write");
    const one = findOwned(call.hub.state.reviews, call.number("review_id"), (each) => each.pull === found.pull.id);
    dismissReview(call.hub, call.by(), found.pull, one, call.sent.message ?? "");
    return { status: 200, body: reviewShape(call.hub, one) };
  }),
  route("get", `${pull}/comments`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "read");
    const { query } = call.asked;
    const since = Date.parse(query.get("since") ?? "") || 0;
    const shown = call.hub.state.reviewComments.filter(
      (one) => one.pull === found.pull.id && one.updatedAt >= since && isShown(call, one),
    );
    // The direction is ignored without `sort`.
    const all = query.has("sort") && query.get("direction") === "desc" ? shown.toReversed() : shown;
    const { items, headers } = paged(call, all);
    return { status: 200, body: items.map((one) => reviewCommentShape(call.hub, one)), headers };
  }),
  route("post", `${pull}/comments`, async (call) => {
    const { hub, sent } = call;
    const found = pullInRepository(call, call.number("pull_number"), "write");
    needCaller(call.caller);
    if (sent.in_reply_to !== undefined) {
      const first = findOwned(hub.state.reviewComments, sent.in_reply_to, (one) => one.pull === found.pull.id);
      const answered = hub.state.threads.find((one) => one.id === first.thread)!;
      return { status: 201, body: reviewCommentShape(hub, reply(hub, call.by(), answered, sent.body ?? "")) };
    }
    const comment = {
      path: sent.path ?? "",
      body: sent.body ?? "",
      line: sent.line ?? null,
      side: sideOf(sent.side),
      startLine: sent.start_line ?? null,
      startSide: sideOf(sent.start_side),
      position: sent.position ?? null,
    };
    // GitHub makes a review of its own for it.
    const request = { event: "COMMENT", body: "", commit: sent.commit_id ?? null, comments: [comment] } as const;
    const review = await makeReview(hub, call.by(), found.pull, request);
    const made = hub.state.reviewComments.find((one) => one.review === review.id)!;
    return { status: 201, body: reviewCommentShape(hub, made) };
  }),
  route("post", `${pull}/comments/{comment_id}/replies`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "write");
    const first = findOwned(
      call.hub.state.reviewComments,
      call.number("comment_id"),
      (one) => one.pull === found.pull.id,
    );
    const thread = call.hub.state.threads.find((one) => one.id === first.thread)!;
    return {
      status: 201,
      body: reviewCommentShape(call.hub, reply(call.hub, call.by(), thread, call.sent.body ?? "")),
    };
  }),
  route("get", "/repos/{owner}/{repo}/pulls/comments/{comment_id}", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "read");
    const one = findOwned(call.hub.state.reviewComments, call.number("comment_id"), ofRepository(call, repository));
    if (!isShown(call, one)) throw notFound();
    return { status: 200, body: reviewCommentShape(call.hub, one) };
  }),
  route("patch", "/repos/{owner}/{repo}/pulls/comments/{comment_id}", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "write");
    const one = findOwned(call.hub.state.reviewComments, call.number("comment_id"), ofRepository(call, repository));
    const caller = needCaller(call.caller);
    if (!same(one.author, caller.account.login)) throw forbidden(caller);
    editReviewComment(call.hub, call.by(), one, call.sent.body ?? "");
    return { status: 200, body: reviewCommentShape(call.hub, one) };
  }),
];

const events: readonly ReviewEvent[] = ["APPROVE", "REQUEST_CHANGES", "COMMENT"];

/** Null leaves the review pending. */
function eventOf(text: string | undefined): ReviewEvent | null {
  if (text === undefined || text === null || text === "") return null;
  const found = events.find((one) => one === text);
  if (found !== undefined) return found;
  throw unprocessable("Variable $event of type PullRequestReviewEvent was provided invalid value");
}

function sideOf(text: string | undefined): "LEFT" | "RIGHT" | null {
  if (text === undefined) return null;
  if (text === "LEFT" || text === "RIGHT") return text;
  throw new Failure(422, "Unprocessable Entity", { errors: ["side is not LEFT or RIGHT"] });
}
