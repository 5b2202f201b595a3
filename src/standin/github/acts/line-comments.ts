// Creates one comment in a line thread.
import type { Hub } from "../hub.ts";
import type { Actor } from "../ledger.ts";
import { takeId } from "../state.ts";
import type { Review, ReviewComment, SimulatedThread } from "../state.ts";

export function addReviewComment(
  hub: Hub,
  by: Actor,
  review: Review,
  thread: SimulatedThread,
  body: string,
): ReviewComment {
  const at = hub.clock.now();
  const first = hub.state.reviewComments.find((one) => one.thread === thread.id);
  const comment: ReviewComment = {
    id: takeId(hub.state),
    pull: thread.pull,
    thread: thread.id,
    review: review.id,
    author: by.login,
    body,
    replyTo: first?.id ?? null,
    commit: review.commit,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
  hub.state.reviewComments.push(comment);
  return comment;
}
