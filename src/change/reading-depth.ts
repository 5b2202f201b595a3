// How closely reviewers read each file of a large change: what is delicate and what is core first, until the
// budget is spent; the rest is summarised. No file is silently unread.
import { pathOf, type FileDiff } from "./diff.ts";
import { categoryOf } from "./file-kinds.ts";
import type { LeftOutFiles } from "./noise.ts";
import type { SensitiveHit } from "./sensitive.ts";

export type Depth = "full" | "summary" | "left-out";

/** What fits beside instructions and tools in the windows of the models in use, in tokens. */
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
