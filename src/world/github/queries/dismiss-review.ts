// Defines the mutation that dismisses a review.
import { mutation } from "../document.ts";

export interface DismissReviewData {
  dismissPullRequestReview: { pullRequestReview: { id: string; url: string } | null } | null;
}

export const dismissReviewMutation = mutation<DismissReviewData, { id: string; message: string }>(`
  mutation DismissReview($id: ID!, $message: String!) {
    dismissPullRequestReview(input: { pullRequestReviewId: $id, message: $message }) { pullRequestReview { id url } }
  }
`);
