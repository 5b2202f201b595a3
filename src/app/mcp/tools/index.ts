// Registers the tools of the MCP server.
import type { AgentTool } from "../agent-tool.ts";
import { explain } from "./explain.ts";
import { fixThreads } from "./fix-threads.ts";
import { getDraft } from "./get-draft.ts";
import { getQuestion } from "./get-question.ts";
import { listThreads } from "./list-threads.ts";
import { lookUp } from "./look-up.ts";
import { postReview } from "./post-review.ts";
import { reviewStart } from "./review-start.ts";
import { submitAnswer } from "./submit-answer.ts";

export const agentTools: readonly AgentTool[] = [
  reviewStart,
  getQuestion,
  lookUp,
  submitAnswer,
  getDraft,
  postReview,
  listThreads,
  fixThreads,
  explain,
];
