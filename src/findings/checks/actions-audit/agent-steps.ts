// Finds workflow steps that run an AI agent, by action or by command.
import type { WorkflowStep, YamlText } from "./workflow.ts";
import { actionName, withoutComments } from "./scripts.ts";

export interface Agent {
  name: string;
  /** The prompt and the options that limit the agent. */
  texts: readonly YamlText[];
  /** By default it refuses to act for people without write access. */
  checksWriteAccess: boolean;
}

/** By action name in lower case. */
const agentActions: Record<string, { name: string; checksWriteAccess: boolean }> = {
  "anthropics/claude-code-action": { name: "Claude Code", checksWriteAccess: true },
  "anthropics/claude-code-base-action": { name: "Claude Code", checksWriteAccess: false },
  "openai/codex-action": { name: "Codex", checksWriteAccess: true },
  "google-github-actions/run-gemini-cli": { name: "Gemini CLI", checksWriteAccess: false },
  "google-gemini/gemini-cli-action": { name: "Gemini CLI", checksWriteAccess: false },
  "actions/ai-inference": { name: "AI inference", checksWriteAccess: false },
};

const agentCommand =
  /(?:^|[;&|(]|\b(?:npx|bunx|pnpm dlx|sudo|timeout \w+|then|do)\s)\s*(?:-{1,2}[a-z]\S{0,20}\s+)?(?:@anthropic-ai\/(claude)-code|@openai\/(codex)|@google\/(gemini)-cli|@github\/(copilot)|(claude|codex|gemini|copilot|cursor-agent|opencode|aider|goose))(?:@[\w.-]{1,30})?\s+(?=-|["'$]|exec\b|run\b|chat\b)/m;

export function findAgent(step: WorkflowStep): Agent | null {
  const action = agentActions[actionName(step.uses) ?? ""];
  if (action) {
    const inputs = (step.with?.entries ?? []).flatMap(({ value }) => value.text ?? []);
    return { ...action, texts: [...inputs, ...envTexts(step)] };
  }
  const match = step.run && agentCommand.exec(withoutComments(step.run.value));
  if (!match || !step.run) return null;
  const name = match.slice(1).find((group) => group !== undefined) ?? "a model";
  return { name, texts: [step.run, ...envTexts(step)], checksWriteAccess: false };
}

function envTexts(step: WorkflowStep): YamlText[] {
  return (step.env?.entries ?? []).flatMap(({ value }) => value.text ?? []);
}
