// Registers the handled events. Others are acknowledged and ignored.
import { checkRun } from "./check-run.ts";
import type { WebhookEvent } from "./event.ts";
import { issueComment } from "./issue-comment.ts";
import { installation } from "./installation.ts";
import { mergeGroup } from "./merge-group.ts";
import { pullRequest } from "./pull-request.ts";
import { reviewComment } from "./review-comment.ts";
import { reviewThread } from "./review-thread.ts";
import { reviewEvent } from "./review.ts";

export const events: readonly WebhookEvent[] = [
  pullRequest,
  checkRun,
  mergeGroup,
  reviewThread,
  installation,
  issueComment,
  reviewComment,
  reviewEvent,
];
