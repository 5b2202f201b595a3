// Neutralises mentions of our own App in everything that is posted, so that a quoted comment cannot trigger us.
import type { GitHubWrites } from "../../review/github-writes.ts";
import { handlesOf, neutralise } from "../../threads/mention/handle.ts";

/** `self` is read before each write. If it fails, nothing is written. */
export function withoutSelfMentions(writes: GitHubWrites, self: () => Promise<{ slug: string }>): GitHubWrites {
  const quiet = async (text: string) => neutralise(text, handlesOf((await self()).slug));
  return {
    ...writes,
    postReview: async (pull, review, still) => {
      const body = await quiet(review.body);
      const comments = await Promise.all(review.comments.map(async (one) => ({ ...one, body: await quiet(one.body) })));
      return await writes.postReview(pull, { ...review, body, comments }, still);
    },
    comment: async (pull, body, still) => await writes.comment(pull, await quiet(body), still),
    updateComment: async (id, body, still) => await writes.updateComment(id, await quiet(body), still),
    reply: async (thread, body, still) => await writes.reply(thread, await quiet(body), still),
  };
}
