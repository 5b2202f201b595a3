import { helpText } from "../words/conversation/replies.ts";
import type { Reply } from "./reply.ts";

export const help: Reply<"help"> = {
  ask: "help",
  onIssues: true,
  answer: async () => helpText(),
};
