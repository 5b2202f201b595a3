// The tool `submit_answer`.
import * as z from "zod";
import { agentTool, ToolFailure } from "../agent-tool.ts";
import { advancedText, openText } from "../agent-texts.ts";
import { questionInput, reviewInput } from "../inputs.ts";

const largestAnswer = 400_000;

export const submitAnswer = agentTool({
  name: "submit_answer",
  title: "Answer a question",
  says: "Takes the answer to a question of a review. Once every open question has one, all are verified; the result says which were not accepted and what is open.",
  input: z.strictObject({
    review: reviewInput,
    question: questionInput,
    answer: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()])
      .describe("one JSON value of the form that the question gives"),
    separate_context: z
      .boolean()
      .describe("true if the question was answered by a subagent that has seen no other question; else false"),
  }),
  is: "keeps-state",
  async run({ review, question, answer, separate_context: separate }, { reviews, ...call }) {
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    if (text.length > largestAnswer)
      throw new ToolFailure(`The answer is too long: ${text.length} characters, of ${largestAnswer} allowed.`);
    const answered = await reviews.answer(review, question, { text, separate }, call);
    if (answered.is === "unknown") throw new ToolFailure("This review has no such question.");
    if (answered.is === "advanced") return advancedText(answered.review);
    const first = answered.is === "kept" ? "The answer is kept." : "It had an answer already, which counts.";
    return answered.open.length === 0 ? `${first} The review is finished.` : `${first} ${openText(answered.open)}`;
  },
});
