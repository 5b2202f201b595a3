import { reviewingAgain } from "../words/conversation/replies.ts";
import type { Reply } from "./reply.ts";

export const review: Reply<"review"> = {
  ask: "review",
  onIssues: false,
  async answer(_asked, { reviewAgain }) {
    await reviewAgain();
    return reviewingAgain();
  },
};
