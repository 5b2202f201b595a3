// Lists the commands.
import { helpText } from "../words/conversation/replies.ts";
import type { CommandReply } from "./reply.ts";

export const helpReply: CommandReply<"help"> = {
  ask: "help",
  onIssues: true,
  answer: async () => helpText(),
};
