// The tool `get_draft`.
import * as z from "zod";
import { agentTool } from "../agent-tool.ts";
import { draftText } from "../agent-texts.ts";
import { partInput, partOf, reviewInput } from "../inputs.ts";

export const getDraft = agentTool({
  name: "get_draft",
  title: "Read the review",
  says: "Returns the review as Markdown, in parts: verdict, findings and what was not covered. It can be read before all questions are answered.",
  input: z.strictObject({ review: reviewInput, part: partInput }),
  is: "read-only",
  async run({ review, part }, { reviews, ...call }) {
    return partOf(draftText(await reviews.read(review, call), call.environment.version), part);
  },
});
