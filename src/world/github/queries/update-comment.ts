// Defines the mutation that updates a comment.
import { mutation } from "../document.ts";

export interface UpdateCommentData {
  updateIssueComment: { issueComment: { id: string; url: string } | null } | null;
}

export const updateComment = mutation<UpdateCommentData, { id: string; body: string }>(`
  mutation UpdateComment($id: ID!, $body: String!) {
    updateIssueComment(input: { id: $id, body: $body }) { issueComment { id url } }
  }
`);
