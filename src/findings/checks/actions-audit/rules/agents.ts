// Models that act in CI. A variable keeps text out of the shell; it keeps nothing out of a model, which reads the text
// and may do what it says.
import { agentIn, type Agent } from "../agents.ts";
import { expressionsIn } from "../expressions.ts";
import type { Job, Step, Text, Value, Workflow } from "../read.ts";
import type { Rule, Spot } from "../rule.ts";
import { guardOf, isPrivileged } from "../triggers.ts";
import { authorOfFlow } from "../values.ts";

export const agents: Rule = (workflow) => {
  return workflow.jobs.flatMap((job) =>
    job.steps.flatMap((step) => {
      const agent = agentIn(step);
      if (!agent) return [];
      const on: On = { workflow, job, step, agent, open: openUsers(step) };
      return [...openToAll(on), ...untrustedInput(on), ...withoutLimits(on)];
    }),
  );
};

interface On {
  workflow: Workflow;
  job: Job;
  step: Step;
  agent: Agent;
  /** The setting that lets everybody in. */
  open: { key: string; text: Text } | null;
}

const whoMay = new Set(["allowed_non_write_users", "allow-users", "allowed_users", "allow_users"]);
const whichBots = new Set(["allowed_bots", "allow-bots"]);

function openUsers(step: Step): On["open"] {
  const entry = step.with?.entries.find(({ key, value }) => whoMay.has(key) && value.text?.value.trim() === "*");
  return entry?.value.text ? { key: entry.key, text: entry.value.text } : null;
}

function openToAll(on: On): Spot[] {
  const { workflow, job, step, agent, open } = on;
  const bots = step.with?.entries.find(({ key, value }) => whichBots.has(key) && value.text?.value.trim() === "*");
  const setting = open ?? (bots?.value.text ? { key: bots.key, text: bots.value.text } : null);
  if (!setting || !canBeStarted(workflow)) return [];
  const who = open ? "anybody, also people without any rights here" : "any bot, also one that somebody else runs";
  return [
    {
      kind: "agent-open-to-all",
      key: setting.key,
      line: setting.text.line,
      // Whoever bounds what it holds, or asks elsewhere who it acts for, may mean it.
      confidence:
        open && hasRights(on) && isPrivileged(workflow) && isUnguarded(job, step) ? (isBounded(step) ? 6 : 8) : 4,
      title: `\`${setting.key}: "*"\` lets ${open ? "anybody" : "any bot"} put ${agent.name} to work`,
      explanation:
        `With this, ${agent.name} acts for ${who}, and does so with this job's token and secrets. Name the people or ` +
        "bots that are meant, or leave the setting out: then write access is asked for.",
    },
  ];
}

/** Nobody with rights has to agree. */
function isUnguarded(job: Job, step: Step): boolean {
  return ["none", "unknown"].includes(guardOf(job, step));
}

function canBeStarted(workflow: Workflow): boolean {
  return isPrivileged(workflow) || workflow.kind === "action" || workflow.events.has("workflow_call");
}

function untrustedInput(on: On): Spot[] {
  const { workflow, job, step, agent, open } = on;
  if (!isPrivileged(workflow) || !hasRights(on)) return [];
  const read = agent.texts.flatMap((text) =>
    expressionsIn(text).flatMap(({ flows }) =>
      flows.filter((flow) => authorOfFlow(flow, { workflow, job, step }) === "outsider"),
    ),
  );
  const [first] = read;
  if (!first) return [];
  // Somebody with rights stands in between, though not as the author of the text.
  const isAsked = (agent.asksWho && !open) || !isUnguarded(job, step);
  return [
    {
      kind: "agent-untrusted-input",
      key: [...new Set(read.map(({ path }) => path))].toSorted().join(" "),
      line: first.line,
      alsoLines: read.map(({ line }) => line),
      confidence: isAsked || isBounded(step) ? 4 : 7,
      title: `${agent.name} is given \`${first.path}\`, which anybody can write`,
      explanation:
        "A model may follow what the text says, and here it holds a token or secrets. Passing the text in `env` does " +
        "not help: the model reads it all the same. Give this job read permissions and no secrets but the model's " +
        "key, let it answer in a fixed form, and let a second job without a model act on that answer; or ask for " +
        "write access first.",
    },
  ];
}

const limits = /allowed[-_]?tools|--tools|"core"\s*:|coreTools/i;

/** Only some tools are allowed, none of them a shell of its own. */
function isBounded(step: Step): boolean {
  const options = allText(step);
  return limits.test(options) && !unlimitedShell.test(options);
}

function hasRights({ workflow, job, step }: On): boolean {
  const permissions = (job.permissions ?? workflow.permissions)?.value ?? null;
  return mayWrite(permissions) || otherSecrets(step);
}

function mayWrite(permissions: Value | null): boolean {
  if (!permissions || permissions.text?.value === "write-all") return true;
  // To name itself to a cloud is how some models are paid for.
  return permissions.entries.some(({ key, value }) => key !== "id-token" && value.text?.value === "write");
}

const modelKey =
  /secrets\.\w*(?:anthropic|claude|openai|gemini|google|vertex|bedrock|aws|azure|api_key|github_token)\w*/gi;

function otherSecrets(step: Step): boolean {
  return /secrets\.\w/i.test(allText(step).replace(modelKey, ""));
}

function allText(step: Step): string {
  const given = [...(step.with?.entries ?? []), ...(step.env?.entries ?? [])];
  return [step.run?.raw ?? "", ...given.map(({ key, value }) => `${key}: ${value.text?.raw ?? ""}`)].join("\n");
}

const unlimitedShell = /\bBash\(\*(?::\*)?\)|["',\s]Bash(?=["',\s]|$)|run_shell_command(?!\()|\bshell\(\*\)/;
const flags =
  /--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--yolo\b|--approval-mode[= ]yolo|danger-full-access|--allow-all-tools|--allow-all-paths|--permission-mode[= ]bypassPermissions|"sandbox"\s*:\s*false|--no-sandbox\b(?=[^\n]{0,200}(?:claude|codex|gemini))/;

function withoutLimits({ workflow, job, step, agent }: On): Spot[] {
  for (const text of agent.texts) {
    const match = flags.exec(text.raw) ?? (isToolList(text, step) ? unlimitedShell.exec(text.raw) : null);
    if (!match) continue;
    // What stands between two tools of a list belongs to neither.
    const what = match[0].trimEnd().replace(/^["',\s]+(?=\w)/, "");
    const line = text.lineAt(match.index + match[0].trimEnd().length - what.length);
    return [noLimit(what, line, isOpenTo(workflow, job, step), agent)];
  }
  const strategy = step.with?.get("safety-strategy")?.text;
  if (strategy?.value === "unsafe")
    return [noLimit("safety-strategy: unsafe", strategy.line, isOpenTo(workflow, job, step), agent)];
  return [];
}

function isOpenTo(workflow: Workflow, job: Job, step: Step): boolean {
  return isPrivileged(workflow) && isUnguarded(job, step);
}

/** Where tools are listed; elsewhere, in a prompt, the same word is a word. */
function isToolList(text: Text, step: Step): boolean {
  const key = step.with?.entries.find(({ value }) => value.text === text)?.key ?? "";
  return /tools|args|settings/i.test(key) || /allowed-?tools/i.test(text.raw);
}

function noLimit(what: string, line: number, isOpen: boolean, agent: Agent): Spot {
  return {
    kind: "agent-without-limits",
    key: what,
    line,
    confidence: isOpen ? 7 : 4,
    title: `\`${what}\` lets ${agent.name} run any command without asking`,
    explanation:
      "What the model reads (issues, comments, code, web pages) can tell it what to run, and nothing stands between that " +
      "and this job's token, secrets and network. Allow the few commands that the task needs, and keep the sandbox on.",
  };
}
