// Asks back about a near miss of a command or a command without its argument; nothing is done.
import { incompleteText, typoText } from "../words/conversation/reply-texts.ts";
import type { CommandReply } from "./command-reply.ts";

export const typoReply: CommandReply<"typo"> = {
  ask: "typo",
  onIssues: true,
  answer: async ({ word, meant }) => typoText(word, meant),
};

export const incompleteReply: CommandReply<"incomplete"> = {
  ask: "incomplete",
  onIssues: true,
  answer: async ({ word }) => incompleteText(word),
};
