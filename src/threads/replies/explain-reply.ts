// Explains the finding of a thread.
import type { CommandReply } from "./command-reply.ts";

export const explainReply: CommandReply<"explain"> = {
  ask: "explain",
  onIssues: true,
  answer: (_asked, { read }) => read(),
};
