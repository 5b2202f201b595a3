import type { Reply } from "./reply.ts";

export const explain: Reply<"explain"> = {
  ask: "explain",
  onIssues: true,
  answer: (_asked, { read }) => read(),
};
