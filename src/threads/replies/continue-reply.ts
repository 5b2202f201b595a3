// Resumes handling of a conversation that was paused.
import { continuingText } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const continueReply: CommandReply<"continue"> = {
  ask: "continue",
  onIssues: true,
  async answer(_asked, needs) {
    return continuingText(await needs.goOn());
  },
};
