// Finds overly broad GitHub App tokens and re-enabled insecure workflow commands.
import { textsIn, type WorkflowStep } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { actionName } from "../scripts.ts";

export const tokensRule: WorkflowRule = (workflow) => {
  const commands = [...textsIn(workflow.node)].flatMap(({ key, text }) =>
    key === "ACTIONS_ALLOW_UNSECURE_COMMANDS" && text.value.trim().toLowerCase() === "true"
      ? [insecureCommandsProblem(text.line)]
      : [],
  );
  return [...commands, ...workflow.jobs.flatMap((job) => job.steps.flatMap(tokenProblems))];
};

function insecureCommandsProblem(line: number): WorkflowProblem {
  return {
    kind: "insecure-commands",
    key: "",
    line,
    confidence: 9,
    title: "`set-env` and `add-path` are enabled again",
    explanation:
      "Anything that prints `::set-env` to the log, such as a pull request's title or a tool's output, sets variables of " +
      "all later steps. GitHub disabled this in 2020; write to GITHUB_ENV and GITHUB_PATH instead.",
  };
}

/** Organisation permissions apply regardless of the repository list. */
const organisationPermission =
  /^permission-(?:members|organization-[\w-]+|(?:enterprise-)?custom-properties-for-organizations)$/;

function tokenProblems(step: WorkflowStep): WorkflowProblem[] {
  if (actionName(step.uses) !== "actions/create-github-app-token" || !step.uses) return [];
  const inputs = step.with?.entries ?? [];
  const named = (name: string) => inputs.find(({ key }) => key === name);
  const rights = inputs.filter(({ key }) => key.startsWith("permission-"));
  const revoke = named("skip-token-revoke");
  const owner = named("owner");
  const isOrganisations = rights.length > 0 && rights.every(({ key }) => organisationPermission.test(key));
  return [
    ...(revoke && revoke.value.text?.value !== "false"
      ? [
          wideTokenProblem(
            revoke.line,
            "The app's token is not revoked when the job ends",
            "Remove `skip-token-revoke`.",
            "revoke",
          ),
        ]
      : []),
    ...(owner && !named("repositories") && !isOrganisations
      ? [
          wideTokenProblem(
            owner.line,
            "The app's token reaches all repositories of the owner",
            "Name the `repositories`.",
            "owner",
          ),
        ]
      : []),
    ...(rights.length === 0
      ? [
          wideTokenProblem(
            step.uses.line,
            "The app's token has all permissions of the app",
            "State its permissions with `permission-…`.",
            "all",
          ),
        ]
      : []),
  ];
}

function wideTokenProblem(line: number, title: string, remedy: string, key: string): WorkflowProblem {
  return {
    kind: "wide-app-token",
    key,
    line,
    confidence: 3,
    title,
    explanation: `Anything that runs in this job can use it for more than the job needs. ${remedy}`,
  };
}
