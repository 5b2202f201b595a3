// Lets models be asked about somebody else's pull request, and starts a review.
import { notReviewing, okToReviewText } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const okToReviewReply: CommandReply<"ok-to-review"> = {
  ask: "ok-to-review",
  onIssues: false,
  async answer(_asked, { agree, reviewAgain }) {
    await agree();
    const start = await reviewAgain();
    return start.is === "started" ? okToReviewText(start.waits) : notReviewing(start.why);
  },
};
