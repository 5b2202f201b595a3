// Lists every check in display order.
import type { Check } from "../report.ts";
import { actionsAudit } from "./actions-audit.ts";
import { agentRules } from "./agent-rules.ts";
import { apiBreak } from "./api-break.ts";
import { commentHygiene } from "./comment-hygiene.ts";
import { dataShape } from "./data-shape.ts";
import { deadExport } from "./dead-export.ts";
import { dependencyChain } from "./dependency-chain.ts";
import { docClaim } from "./doc-claim.ts";
import { docRuleExample } from "./doc-rule-example.ts";
import { helperRollout } from "./helper-rollout.ts";
import { insecureDefault } from "./insecure-default.ts";
import { intentMismatch } from "./intent-mismatch.ts";
import { nonCode } from "./non-code.ts";
import { promptConsistency } from "./prompt-consistency.ts";
import { refactorAudit } from "./refactor-audit.ts";
import { silentFailure } from "./silent-failure.ts";
import { staleReference } from "./stale-reference.ts";
import { supplyChain } from "./supply-chain.ts";
import { testCoverage } from "./test-coverage.ts";

export const checks: readonly Check[] = [
  staleReference,
  dependencyChain,
  nonCode,
  supplyChain,
  actionsAudit,
  silentFailure,
  insecureDefault,
  refactorAudit,
  apiBreak,
  agentRules,
  docClaim,
  docRuleExample,
  promptConsistency,
  dataShape,
  deadExport,
  helperRollout,
  commentHygiene,
  testCoverage,
  intentMismatch,
];
