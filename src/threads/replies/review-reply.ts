// Starts a review of the current head.
import { notReviewing, reviewingAgain } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const reviewReply: CommandReply<"review"> = {
  ask: "review",
  onIssues: false,
  async answer(_asked, { reviewAgain }) {
    const start = await reviewAgain();
    return start.is === "started" ? reviewingAgain(start.waits) : notReviewing(start.why);
  },
};
