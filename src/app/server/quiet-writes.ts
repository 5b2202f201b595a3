// Nothing that we write calls us (CON-7): a review that quotes a comment, a finding about a workflow that names the bot.
// Here it is the last thing before GitHub, whoever found the words.
import type { GitHubWrites } from "../../review/github-writes.ts";
import { handlesOf, neutralise } from "../../threads/mention/handle.ts";

/** `self`: asked before each write; who is not told who we are writes nothing. */
export function quietWrites(writes: GitHubWrites, self: () => Promise<{ slug: string }>): GitHubWrites {
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
