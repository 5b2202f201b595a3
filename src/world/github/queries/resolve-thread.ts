// Defines the mutation that resolves a review thread.
import { mutation } from "../document.ts";

export interface ResolveThreadData {
  resolveReviewThread: { thread: { isResolved: boolean } | null } | null;
}

export const resolveThreadMutation = mutation<ResolveThreadData, { thread: string }>(`
  mutation ResolveThread($thread: ID!) {
    resolveReviewThread(input: { threadId: $thread }) { thread { isResolved } }
  }
`);
