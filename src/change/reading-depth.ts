// Decides how closely reviewers read each file of a large change: sensitive and core files first, until the token
// budget is used; the rest is summarised.
import { pathOf, type FileDiff } from "./diff.ts";
import { categoryOf } from "./file-kinds.ts";
import type { LeftOutFiles } from "./noise.ts";
import type { SensitiveHit } from "./sensitive.ts";

export type Depth = "full" | "summary" | "left-out";

/** The token budget that fits the models' context besides instructions and tools. */
export const readingBudget = 100_000;

const charactersPerToken = 3.5;

export function readingDepths(
  files: readonly FileDiff[],
  leftOut: readonly LeftOutFiles[],
  sensitive: readonly SensitiveHit[],
  budget = readingBudget,
): { depths: Map<string, Depth>; tokens: number } {
  const out = new Set(leftOut.filter((one) => one.hunks === null).map((one) => one.path));
  const delicate = new Set(sensitive.map((hit) => hit.path));
  const byRisk = files
    .map((file) => ({ path: pathOf(file), tokens: tokensOf(file), risk: riskOf(pathOf(file), delicate) }))
    .filter(({ path }) => !out.has(path))
    .toSorted((a, b) => a.risk - b.risk || a.tokens - b.tokens);
  const depths = new Map<string, Depth>([...out].map((path) => [path, "left-out"]));
  let tokens = 0;
  for (const file of byRisk) {
    const fits = tokens + file.tokens <= budget;
    depths.set(file.path, fits ? "full" : "summary");
    if (fits) tokens += file.tokens;
  }
  return { depths, tokens };
}

function tokensOf(file: FileDiff): number {
  let characters = 80;
  for (const hunk of file.hunks) for (const line of hunk.lines) characters += line.length + 1;
  return Math.ceil(characters / charactersPerToken);
}

function riskOf(path: string, delicate: ReadonlySet<string>): number {
  if (delicate.has(path)) return 0;
  return { source: 1, infra: 2, config: 3, test: 4, docs: 5 }[categoryOf(path)];
}
