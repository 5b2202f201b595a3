// Implements the REST routes for reviews and line comments.
import { editReviewComment } from "../acts/comments.ts";
import { dismissReview, makeReview, submitPending } from "../acts/reviews.ts";
import { reply } from "../acts/threads.ts";
import { forbidden, needCaller } from "../callers.ts";
import { Failure, invalid, notFound } from "../exchange.ts";
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
    const request = { event: sent.event ?? null, body: sent.body ?? "", commit: sent.commit_id ?? null, comments };
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
    const { event, body } = call.sent;
    if (!event) throw invalid({ resource: "PullRequestReview", field: "event", code: "missing_field" });
    submitPending(call.hub, call.by(), found.pull, one, event, body ?? "");
    return { status: 200, body: reviewShape(call.hub, one) };
  }),
  route("put", `${pull}/reviews/{review_id}/dismissals`, async (call) => {
    const found = pullInRepository(call, call.number("pull_number"), "write");
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

function sideOf(text: string | undefined): "LEFT" | "RIGHT" | null {
  if (text === undefined) return null;
  if (text === "LEFT" || text === "RIGHT") return text;
  throw new Failure(422, "Unprocessable Entity", { errors: ["side is not LEFT or RIGHT"] });
}
