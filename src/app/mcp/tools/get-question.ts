// The tool `get_question`.
import * as z from "zod";
import { agentTool, ToolFailure } from "../agent-tool.ts";
import { finishedText, openText, partHeading, questionParts } from "../agent-texts.ts";
import { partInput, questionInput, reviewInput } from "../inputs.ts";

export const getQuestion = agentTool({
  name: "get_question",
  title: "Read a question",
  says: "Returns a question of a review, in parts: what to look for, the change, and the form of the answer. Read every part before you answer with submit_answer.",
  input: z.strictObject({
    review: reviewInput,
    question: questionInput.optional().describe("the question; left out: the first open one"),
    part: partInput,
  }),
  is: "read-only",
  async run({ review: id, question: named, part = 1 }, { reviews, ...call }) {
    const review = await reviews.read(id, call);
    const { draft, open } = review;
    if (open.length === 0) return finishedText(draft);
    const question = named === undefined ? open[0]! : open.find((one) => one.id === named);
    if (!question) throw new ToolFailure(`That question is not open. ${openText(open)}`);
    const { shared, parts } = questionParts(question);
    const text = parts[part - 1];
    if (text === undefined) throw new ToolFailure(`The question has ${parts.length} parts.`);
    return `${partHeading(question, part, parts.length, shared)}\n\n${text}`;
  },
});
