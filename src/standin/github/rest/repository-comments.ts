// Implements the REST routes for all comments of a repository.
import { same } from "../hub.ts";
import { ofRepository, repositoryIn } from "./find.ts";
import { paged } from "./page.ts";
import { route, type RestCall, type Route } from "./route.ts";
import { issueCommentShape, reviewCommentShape } from "./shapes.ts";

/** Sorted by id by default, like on GitHub. */
function listed<T extends { id: number; createdAt: number; updatedAt: number }>(
  call: RestCall,
  all: readonly T[],
): T[] {
  const { query } = call.asked;
  const since = Date.parse(query.get("since") ?? "") || 0;
  const by = query.get("sort");
  const key = (one: T) => (by === "updated" ? one.updatedAt : by === "created" ? one.createdAt : one.id);
  // Compared in seconds, the resolution of GitHub's times.
  const found = all.filter((one) => Math.floor(one.updatedAt / 1000) * 1000 >= since);
  const sorted = found.toSorted((a, b) => key(a) - key(b) || a.id - b.id);
  return by !== null && query.get("direction") !== "asc" ? sorted.toReversed() : sorted;
}

export const repositoryCommentRoutes: readonly Route[] = [
  route("get", "/repos/{owner}/{repo}/issues/comments", async (call) => {
    const repository = repositoryIn(call, "issues", "read");
    const all = call.hub.state.issueComments.filter((one) => one.repository === repository.id);
    const { items, headers } = paged(call, listed(call, all));
    return { status: 200, body: items.map((one) => issueCommentShape(call.hub, one)), headers };
  }),
  route("get", "/repos/{owner}/{repo}/pulls/comments", async (call) => {
    const repository = repositoryIn(call, "pull_requests", "read");
    const isShown = (id: number) => {
      const review = call.hub.state.reviews.find((one) => one.id === id);
      return review?.state !== "PENDING" || same(review.author, call.caller?.account.login ?? "");
    };
    const all = call.hub.state.reviewComments
      .filter(ofRepository(call, repository))
      .filter((one) => isShown(one.review));
    const { items, headers } = paged(call, listed(call, all));
    return { status: 200, body: items.map((one) => reviewCommentShape(call.hub, one)), headers };
  }),
];
