// A word that is nearly a command, and a command that lacks what it is about: asked back, and nothing is done.
import { incompleteText, typoText } from "../words/conversation/replies.ts";
import type { CommandReply } from "./reply.ts";

export const typo: CommandReply<"typo"> = {
  ask: "typo",
  onIssues: true,
  answer: async ({ word, meant }) => typoText(word, meant),
};

export const incomplete: CommandReply<"incomplete"> = {
  ask: "incomplete",
  onIssues: true,
  answer: async ({ word }) => incompleteText(word),
};
