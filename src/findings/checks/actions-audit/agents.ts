// Steps that let a language model act: the actions made for it, and the command-line tools.
import type { Step, Text } from "./read.ts";
import { actionName, withoutComments } from "./scripts.ts";

export interface Agent {
  name: string;
  /** What the model is told, and the options that say what it may do. */
  texts: readonly Text[];
  /** It refuses to act for people without write access, unless told otherwise. */
  asksWho: boolean;
}

/** Actions by name in lower case; whether they look at who started them. */
const actions: Record<string, { name: string; asksWho: boolean }> = {
  "anthropics/claude-code-action": { name: "Claude Code", asksWho: true },
  "anthropics/claude-code-base-action": { name: "Claude Code", asksWho: false },
  "openai/codex-action": { name: "Codex", asksWho: true },
  "google-github-actions/run-gemini-cli": { name: "Gemini CLI", asksWho: false },
  "google-gemini/gemini-cli-action": { name: "Gemini CLI", asksWho: false },
  "actions/ai-inference": { name: "AI inference", asksWho: false },
};

const command =
  /(?:^|[;&|(]|\b(?:npx|bunx|pnpm dlx|sudo|timeout \w+|then|do)\s)\s*(?:-{1,2}[a-z]\S{0,20}\s+)?(?:@anthropic-ai\/(claude)-code|@openai\/(codex)|@google\/(gemini)-cli|@github\/(copilot)|(claude|codex|gemini|copilot|cursor-agent|opencode|aider|goose))(?:@[\w.-]{1,30})?\s+(?=-|["'$]|exec\b|run\b|chat\b)/m;

export function agentIn(step: Step): Agent | null {
  const action = actions[actionName(step.uses) ?? ""];
  if (action) {
    const given = (step.with?.entries ?? []).flatMap(({ value }) => value.text ?? []);
    return { ...action, texts: [...given, ...envOf(step)] };
  }
  const match = step.run && command.exec(withoutComments(step.run.value));
  if (!match || !step.run) return null;
  const name = match.slice(1).find((group) => group !== undefined) ?? "a model";
  return { name, texts: [step.run, ...envOf(step)], asksWho: false };
}

function envOf(step: Step): Text[] {
  return (step.env?.entries ?? []).flatMap(({ value }) => value.text ?? []);
}
