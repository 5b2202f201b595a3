// Defines the mutation that adds a reaction.
import { mutation } from "../document.ts";

export interface AddReactionData {
  addReaction: { reaction: { content: string } | null } | null;
}

export const addReaction = mutation<AddReactionData, { subject: string }>(`
  mutation AddReaction($subject: ID!) {
    addReaction(input: { subjectId: $subject, content: EYES }) { reaction { content } }
  }
`);
