// Defines the mutation that removes a reaction.
import { mutation } from "../document.ts";

export interface RemoveReactionData {
  removeReaction: { reaction: { content: string } | null } | null;
}

export const removeReaction = mutation<RemoveReactionData, { subject: string }>(`
  mutation RemoveReaction($subject: ID!) {
    removeReaction(input: { subjectId: $subject, content: EYES }) { reaction { content } }
  }
`);
