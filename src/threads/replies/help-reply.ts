// Lists the commands.
import { helpText } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const helpReply: CommandReply<"help"> = {
  ask: "help",
  onIssues: true,
  answer: async () => helpText(),
};
