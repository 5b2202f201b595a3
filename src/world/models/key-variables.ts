// Lists the environment variables that a model needs.
import type { ModelSettings } from "../../change/config.ts";
import { claude } from "./cli/claude.ts";
import { codex } from "./cli/codex.ts";
import { gemini } from "./cli/gemini.ts";
import { readUse } from "./model-use.ts";

const programs = { claude, codex, gemini };

export function keyVariables(settings: ModelSettings): readonly string[] {
  const use = readUse(settings.use);
  const set = settings.key === undefined ? [] : [settings.key];
  if (use.is === "api") return set.length > 0 ? set : use.vendor.keys;
  const { key, variables } = programs[use.program];
  return [...set, key, ...variables];
}
