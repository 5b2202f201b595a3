// Answers a question.
import type { CommandReply } from "./command-reply.ts";

export const questionReply: CommandReply<"question"> = {
  ask: "question",
  onIssues: true,
  answer: (_asked, { read }) => read(),
};
