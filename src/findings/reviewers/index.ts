// Registers every reviewer, in display order.
import { actionsAuditor } from "./actions-auditor.ts";
import { adversary } from "./adversary.ts";
import { arbiter } from "./arbiter.ts";
import { codeReviewer } from "./code-reviewer.ts";
import { commentAnalyzer } from "./comment-analyzer.ts";
import { editor } from "./editor.ts";
import { goalReviewer } from "./goal-reviewer.ts";
import { prTestAnalyzer } from "./pr-test-analyzer.ts";
import type { Reviewer } from "./reviewer.ts";
import { secondOpinion } from "./second-opinion.ts";
import { securityReviewer } from "./security-reviewer.ts";
import { silentFailureHunter } from "./silent-failure-hunter.ts";
import { supplyChainChecker } from "./supply-chain-checker.ts";
import { typeDesignAnalyzer } from "./type-design-analyzer.ts";

export const reviewers: readonly Reviewer[] = [
  goalReviewer,
  codeReviewer,
  silentFailureHunter,
  typeDesignAnalyzer,
  prTestAnalyzer,
  commentAnalyzer,
  securityReviewer,
  supplyChainChecker,
  actionsAuditor,
  adversary,
  secondOpinion,
];

/** No units of a review: they are asked about what the others found, after they have answered. */
export const laterReviewers: readonly Reviewer[] = [arbiter, editor];

export { arbiter };
