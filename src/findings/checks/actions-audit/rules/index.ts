// Lists every workflow rule.
import type { WorkflowRule } from "../workflow-rule.ts";
import { agentsRule } from "./agents-rule.ts";
import { artifactRule } from "./artifact-rule.ts";
import { cacheRule } from "./cache-rule.ts";
import { checkoutRule } from "./checkout-rule.ts";
import { conditionsRule } from "./conditions-rule.ts";
import { envFileRule } from "./env-file-rule.ts";
import { injectionRule } from "./injection-rule.ts";
import { permissionsRule } from "./permissions-rule.ts";
import { pinsRule } from "./pins-rule.ts";
import { secretsRule } from "./secrets-rule.ts";
import { selfHostedRule } from "./self-hosted-rule.ts";
import { tokensRule } from "./tokens-rule.ts";
import { typosquatRule } from "./typosquat-rule.ts";

export const workflowRules: readonly WorkflowRule[] = [
  injectionRule,
  envFileRule,
  checkoutRule,
  artifactRule,
  agentsRule,
  conditionsRule,
  secretsRule,
  tokensRule,
  typosquatRule,
  pinsRule,
  permissionsRule,
  cacheRule,
  selfHostedRule,
];
