// The tool `post_review`.
import * as z from "zod";
import { plan } from "../../../review-change.ts";
import { openData } from "../../open-store.ts";
import { postKept } from "../../review/kept-draft.ts";
import { agentTool, commandOutput, ToolFailure } from "../agent-tool.ts";
import { placeOfReview } from "../agent-reviews.ts";
import { confirmText } from "../agent-texts.ts";
import { reviewInput } from "../inputs.ts";

export const postReview = agentTool({
  name: "post_review",
  title: "Post the review",
  says: "Posts a finished review on its pull request, after the user has confirmed it. Where your client cannot ask them, it returns the command that they can run.",
  input: z.strictObject({
    review: reviewInput,
    what: z.enum(["code", "all"]).default("code").describe("code: the findings; all: advisory findings as well"),
  }),
  is: "writes-to-github",
  async run({ review: id, what }, { reviews, confirm, ...call }) {
    const review = await reviews.finished(id, call);
    const { draft } = review;
    if (plan(draft, what) === null) throw new ToolFailure("A review of a local change cannot be posted.");
    if (confirm === null)
      return `Nothing was posted: this client cannot ask the user. They can post it themselves:\n\n    crosscheck post ${draft.id}`;
    if (!confirm(confirmText(draft, placeOfReview(review)))) return "Nothing was posted: the user declined.";
    return await commandOutput(async (environment) => {
      const store = await openData({ args: [], options: {} }, environment);
      try {
        return await postKept(draft, what, store, environment, { json: false });
      } finally {
        await store.close();
      }
    }, call.environment);
  },
});
