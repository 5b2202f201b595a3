// Reads the review-thread settings of a repository's config at the base branch.
import { defaultThreadSettings, type ReviewCommentsSettings } from "./thread-payloads.ts";

export function settingsOf({
  reviewComments = {},
}: {
  readonly reviewComments?: Partial<ReviewCommentsSettings>;
}): ReviewCommentsSettings {
  return { ...defaultThreadSettings, ...reviewComments };
}
