// Finds AI agents that read untrusted text, act for anyone or run without limits.
import { findAgent, type Agent } from "../agent-steps.ts";
import { expressionsIn } from "../expressions.ts";
import type { WorkflowJob, WorkflowStep, YamlText, YamlValue, Workflow } from "../workflow.ts";
import type { WorkflowRule, WorkflowProblem } from "../workflow-rule.ts";
import { guardLevel, isPrivileged } from "../triggers.ts";
import { authorOfFlow } from "../value-author.ts";

export const agentsRule: WorkflowRule = (workflow) => {
  return workflow.jobs.flatMap((job) =>
    job.steps.flatMap((step) => {
      const agent = findAgent(step);
      if (!agent) return [];
      const on: AgentStep = { workflow, job, step, agent, open: findOpenUsers(step) };
      return [...openToAllProblems(on), ...untrustedInputProblems(on), ...unlimitedProblems(on)];
    }),
  );
};

interface AgentStep {
  workflow: Workflow;
  job: WorkflowJob;
  step: WorkflowStep;
  agent: Agent;
  /** The setting that lets everyone start the agent. */
  open: { key: string; text: YamlText } | null;
}

const userSettings = new Set(["allowed_non_write_users", "allow-users", "allowed_users", "allow_users"]);
const botSettings = new Set(["allowed_bots", "allow-bots"]);

function findOpenUsers(step: WorkflowStep): AgentStep["open"] {
  const entry = step.with?.entries.find(({ key, value }) => userSettings.has(key) && value.text?.value.trim() === "*");
  return entry?.value.text ? { key: entry.key, text: entry.value.text } : null;
}

function openToAllProblems(on: AgentStep): WorkflowProblem[] {
  const { workflow, job, step, agent, open } = on;
  const bots = step.with?.entries.find(({ key, value }) => botSettings.has(key) && value.text?.value.trim() === "*");
  const setting = open ?? (bots?.value.text ? { key: bots.key, text: bots.value.text } : null);
  if (!setting || !canBeStarted(workflow)) return [];
  const who = open ? "anyone, including people without write access" : "any bot, including bots of other people";
  return [
    {
      kind: "agent-open-to-all",
      key: setting.key,
      line: setting.text.line,
      // Limited tools or a check elsewhere suggest that this is deliberate.
      confidence:
        open && hasRights(on) && isPrivileged(workflow) && isUnguarded(job, step) ? (isBounded(step) ? 6 : 8) : 4,
      title: `\`${setting.key}: "*"\` lets ${open ? "anyone" : "any bot"} run ${agent.name}`,
      explanation:
        `With this setting, ${agent.name} acts for ${who}, with this job's token and secrets. Name the intended people or ` +
        "bots, or remove the setting, so that write access is required.",
    },
  ];
}

/** No one with write access has to approve. */
function isUnguarded(job: WorkflowJob, step: WorkflowStep): boolean {
  return ["none", "unknown"].includes(guardLevel(job, step));
}

function canBeStarted(workflow: Workflow): boolean {
  return isPrivileged(workflow) || workflow.kind === "action" || workflow.events.has("workflow_call");
}

function untrustedInputProblems(on: AgentStep): WorkflowProblem[] {
  const { workflow, job, step, agent, open } = on;
  if (!isPrivileged(workflow) || !hasRights(on)) return [];
  const read = agent.texts.flatMap((text) =>
    expressionsIn(text).flatMap(({ flows }) =>
      flows.filter((flow) => authorOfFlow(flow, { workflow, job, step }) === "outsider"),
    ),
  );
  const [first] = read;
  if (!first) return [];
  // Someone with write access starts the agent, but did not write the text.
  const isStartedByInsider = (agent.checksWriteAccess && !open) || !isUnguarded(job, step);
  return [
    {
      kind: "agent-untrusted-input",
      key: [...new Set(read.map(({ path }) => path))].toSorted().join(" "),
      line: first.line,
      alsoLines: read.map(({ line }) => line),
      confidence: isStartedByInsider || isBounded(step) ? 4 : 7,
      title: `${agent.name} reads \`${first.path}\`, which anyone can write`,
      explanation:
        "A model may follow instructions in the text, and here it has a token or secrets. Passing the text in `env` does " +
        "not help, because the model still reads it. Give this job read permissions and no secret but the model's " +
        "key, let it answer in a fixed format, and let a second job without a model act on that answer; or require " +
        "write access first.",
    },
  ];
}

const toolLimits = /allowed[-_]?tools|--tools|"core"\s*:|coreTools/i;

/** Only some tools are allowed, and none of them is an unrestricted shell. */
function isBounded(step: WorkflowStep): boolean {
  const options = allText(step);
  return toolLimits.test(options) && !unlimitedShell.test(options);
}

function hasRights({ workflow, job, step }: AgentStep): boolean {
  const permissions = (job.permissions ?? workflow.permissions)?.value ?? null;
  return mayWrite(permissions) || otherSecrets(step);
}

function mayWrite(permissions: YamlValue | null): boolean {
  if (!permissions || permissions.text?.value === "write-all") return true;
  // Some model providers authenticate through `id-token`.
  return permissions.entries.some(({ key, value }) => key !== "id-token" && value.text?.value === "write");
}

const modelKey =
  /secrets\.\w*(?:anthropic|claude|openai|gemini|google|vertex|bedrock|aws|azure|api_key|github_token)\w*/gi;

function otherSecrets(step: WorkflowStep): boolean {
  return /secrets\.\w/i.test(allText(step).replace(modelKey, ""));
}

function allText(step: WorkflowStep): string {
  const entries = [...(step.with?.entries ?? []), ...(step.env?.entries ?? [])];
  return [step.run?.raw ?? "", ...entries.map(({ key, value }) => `${key}: ${value.text?.raw ?? ""}`)].join("\n");
}

const unlimitedShell = /\bBash\(\*(?::\*)?\)|["',\s]Bash(?=["',\s]|$)|run_shell_command(?!\()|\bshell\(\*\)/;
const unlimitedFlags =
  /--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo\b|--approval-mode[= ]yolo|danger-full-access|--allow-all-tools|--allow-all-paths|--permission-mode[= ]bypassPermissions|"sandbox"\s*:\s*false|--no-sandbox\b(?=[^\n]{0,200}(?:claude|codex|gemini))/;

function unlimitedProblems({ workflow, job, step, agent }: AgentStep): WorkflowProblem[] {
  for (const text of agent.texts) {
    const match = unlimitedFlags.exec(text.raw) ?? (isToolList(text, step) ? unlimitedShell.exec(text.raw) : null);
    if (!match) continue;
    // Separators before the tool name are not part of it.
    const what = match[0].trimEnd().replace(/^["',\s]+(?=\w)/, "");
    const line = text.lineAt(match.index + match[0].trimEnd().length - what.length);
    return [unlimitedProblem(what, line, isOpenToOutsiders(workflow, job, step), agent)];
  }
  const strategy = step.with?.get("safety-strategy")?.text;
  if (strategy?.value === "unsafe")
    return [unlimitedProblem("safety-strategy: unsafe", strategy.line, isOpenToOutsiders(workflow, job, step), agent)];
  return [];
}

function isOpenToOutsiders(workflow: Workflow, job: WorkflowJob, step: WorkflowStep): boolean {
  return isPrivileged(workflow) && isUnguarded(job, step);
}

/** Inputs that list tools; in a prompt the same word means nothing. */
function isToolList(text: YamlText, step: WorkflowStep): boolean {
  const key = step.with?.entries.find(({ value }) => value.text === text)?.key ?? "";
  return /tools|args|settings/i.test(key) || /allowed-?tools/i.test(text.raw);
}

function unlimitedProblem(what: string, line: number, isOpen: boolean, agent: Agent): WorkflowProblem {
  return {
    kind: "agent-without-limits",
    key: what,
    line,
    confidence: isOpen ? 7 : 4,
    title: `\`${what}\` lets ${agent.name} run any command without approval`,
    explanation:
      "What the model reads (issues, comments, code, web pages) can tell it what to run, and nothing protects " +
      "this job's token, secrets and network. Allow only the commands that the task needs, and keep the sandbox on.",
  };
}
