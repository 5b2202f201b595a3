// What a repository's config, as it is at the base, says of review threads.
import { usualSettings, type ReviewCommentsSettings } from "./payloads.ts";

export function settingsOf({
  reviewComments = {},
}: {
  readonly reviewComments?: Partial<ReviewCommentsSettings>;
}): ReviewCommentsSettings {
  return { ...usualSettings, ...reviewComments };
}
