// Parses rules about package managers and finds commands that break them.
import { oneOf } from "../../../change/word-patterns.ts";
import type { AgentRule } from "./parse-rules.ts";

export interface ToolRule {
  rule: AgentRule;
  required: string;
  /** Tools that the rule forbids, or that do the same job as the required one. */
  unwanted: readonly string[];
  isExplicit: boolean;
}

const managers = ["npm", "pnpm", "yarn", "bun"] as const;
const installers = ["uv", "pip", "poetry", "pipenv"] as const;
const tool = oneOf([...managers, ...installers].join(" "));
const tools = `${tool}(?:(?:, or |, and | or | and |, |/)${tool}){0,3}`;
const mustUse = new RegExp(
  `^(?:always |must |you must )use (${tool})(?: (?:as (?:the|a|your) package manager|for (?:package|dependency) management))?(?:(?:,? (?:instead of|rather than|and not|and never|over)|, (?:never|not)) (${tools}))?(?: (?:as (?:the|a|your) package manager|for (?:package|dependency) management))?$`,
  "i",
);
const mustNotUse = new RegExp(
  `^(?:never|do not|don't|must not) use (${tools})(?:(?:,| -|;) (?:always )?use (${tool})(?: instead)?)?$`,
  "i",
);

export function parseToolRule(rule: AgentRule): ToolRule | null {
  if (rule.sentence.length > 200 || rule.hasException) return null;
  const plain = rule.sentence
    .replace(/[*`]|\]\([^)]{0,200}\)|\[/g, "")
    .replace(/[’]/g, "'")
    .replace(/[.!\s]+$/, "")
    .toLowerCase();
  const wants = mustUse.exec(plain);
  if (wants) return createToolRule(rule, wants[1]!, wants[2]);
  const forbids = mustNotUse.exec(plain);
  return forbids ? createToolRule(rule, forbids[2] ?? "", forbids[1]) : null;
}

function createToolRule(rule: AgentRule, required: string, unwanted: string | undefined): ToolRule | null {
  const named = unwanted?.match(new RegExp(`\\b${tool}\\b`, "g")) ?? [];
  const alike = [managers, installers].find((list) => (list as readonly string[]).includes(required)) ?? [];
  const others = named.length > 0 ? named : alike.filter((one) => one !== required);
  const left = others.filter((one) => one !== required);
  return left.length === 0 ? null : { rule, required, unwanted: left, isExplicit: named.length > 0 };
}

/** Global installs, publishing and registry queries have no equivalent in every tool. */
const exemptCommand =
  /\s(?:-g|--global|--location=global)\b|\bpip3? install (?:--upgrade |-U )?(?:uv|poetry|pipenv|pip)\b|\b(?:npm|yarn) (?:i|install|add) (?:-g )?(?:pnpm|yarn|bun|corepack)/;

export function findUnwantedCommand({ unwanted }: ToolRule, text: string): string | null {
  if (exemptCommand.test(text) || /^\s*(?:#|\/\/|-?\s?(?:name|if|id|key):)/.test(text)) return null;
  for (const one of unwanted) {
    const verbs = (installers as readonly string[]).includes(one)
      ? "(?:install|sync|add)"
      : "(?:install|ci|i|add|run|test|exec)";
    const match = new RegExp(
      `(?:^|(?<!\\buv) |[\t"';&|(\`])(${one === "pip" ? "pip3?" : one} ${verbs})(?=[\\s"';&|)\`]|$)`,
    ).exec(text);
    if (match) return match[1]!;
  }
  return null;
}

export function mayHoldCommands(path: string): boolean {
  return /(?:^|\/)package\.json$|^\.github\/(?:workflows|actions)\/.+\.ya?ml$|\.sh$|(?:^|\/)(?:Dockerfile[^/]*|Makefile)$/.test(
    path,
  );
}
