import type { Reply } from "./reply.ts";

export const question: Reply<"question"> = {
  ask: "question",
  onIssues: true,
  answer: (_asked, { read }) => read(),
};
