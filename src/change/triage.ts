// Triages a change: effective size, sensitivity, tier and reviewers. Pure.
import { findArchetype, type ArchetypeMatch } from "./archetype.ts";
import type { AuthorText } from "./change.ts";
import type { Config } from "./config.ts";
import { pathOf, type FileDiff } from "./diff.ts";
import type { Intent } from "./intent.ts";
import {
  categoryOf,
  fileCategories,
  isManifest,
  isWorkflow,
  languageOf,
  layerOf,
  layers,
  type FileCategory,
  type Layer,
} from "./file-kinds.ts";
import type { RecentChanges } from "./look-first.ts";
import { findNoise, type Attributes, type LeftOutFiles } from "./noise.ts";
import { readingDepths, type Depth } from "./reading-depth.ts";
import { findSensitive, type SensitiveHit } from "./sensitive.ts";

const tiers = ["Lite", "Standard", "Full"] as const;
type Tier = (typeof tiers)[number];

export type TierReason =
  | { kind: "size"; lines: number; files: number }
  | { kind: "sensitive"; lines: number; topics: readonly string[] }
  | { kind: "docs" }
  | { kind: "promoted" };

export type FullPassReason = "full-tier" | "cross-stack" | "flag" | "strict-review-tag";

export interface TriagedFile {
  path: string;
  category: FileCategory;
  language: string | null;
  /** Changed lines, excluding noise. */
  lines: number;
  depth: Depth;
  /** How often it changed lately; absent if not, in changes of few files, and where the history is unknown. */
  recent?: RecentChanges;
}

export interface Triage {
  tier: Tier;
  reasons: readonly TierReason[];
  /** Excluding noise. */
  size: { lines: number; files: number };
  total: { lines: number; files: number };
  leftOut: readonly LeftOutFiles[];
  /** In the order of the change's files. */
  files: readonly TriagedFile[];
  /** Whether the files stand in the order in which to look at them, and not in the diff's. */
  lookFirst?: boolean;
  categories: readonly FileCategory[];
  sensitive: readonly SensitiveHit[];
  archetype: ArchetypeMatch;
  layers: readonly Layer[];
  crossStack: boolean;
  fullPass: FullPassReason | null;
  roster: readonly string[];
  /** Depth of the security review: full for the Full tier and when the author asks for it. */
  securityTier: "standard" | "full";
  emphasis: readonly ("breaking-changes" | "test-coverage")[];
  /** Estimated tokens that one reviewer reads. */
  tokens: number;
}

export interface TriageInput {
  files: readonly FileDiff[];
  words: Pick<AuthorText, "labels" | "branch">;
  intent: Intent;
  config: Config;
  attributes: Attributes;
  /** The first lines of each changed file. */
  headers: ReadonlyMap<string, string>;
  fullPass?: boolean;
  secondOpinion?: boolean;
}

export function triage(input: TriageInput): Triage {
  const { files, intent, config } = input;
  const leftOut = findNoise(files, input.attributes, input.headers);
  const effective = effectiveFiles(files, leftOut);
  const size = { lines: sum(effective.map((file) => file.lines)), files: effective.length };
  const counted = new Set(effective.map((file) => file.path));
  const sensitive = findSensitive(files).filter((hit) => counted.has(hit.path) || isManifest(hit.path));
  const archetype = findArchetype(files, input.words, intent);
  const touched = touchedLayers(effective);
  const crossStack = touched.length >= (archetype.is === "bugfix" ? 2 : 3);
  const sized = tierOf(size, sensitive, archetype, config);
  const fullPass = fullPassWhy(sized.tier, crossStack, input, intent);
  const promoted = fullPass !== null && sized.tier === "Lite" && archetype.is !== "docs";
  const tier = promoted ? "Standard" : sized.tier;
  const { depths, tokens } = readingDepths(files, leftOut, sensitive);
  return {
    tier,
    reasons: promoted ? [...sized.reasons, { kind: "promoted" }] : sized.reasons,
    size,
    total: { lines: sum(files.map((file) => file.additions + file.deletions)), files: files.length },
    leftOut,
    files: files.map((file) => describeFile(file, leftOut, depths)),
    categories: fileCategories.filter((category) => files.some((file) => categoryOf(pathOf(file)) === category)),
    sensitive,
    archetype,
    layers: touched,
    crossStack,
    fullPass,
    roster: rosterOf(tier, archetype, files, input.secondOpinion ?? false, crossStack),
    securityTier: tier === "Full" || intent.focus.includes("security") ? "full" : "standard",
    emphasis: emphasisOf(intent),
    tokens,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function effectiveFiles(
  files: readonly FileDiff[],
  leftOut: readonly LeftOutFiles[],
): { path: string; lines: number }[] {
  const out = new Map(leftOut.map((one) => [one.path, one]));
  return (
    files
      .map((file) => ({ path: pathOf(file), lines: effectiveLines(file, leftOut) }))
      // A new empty file has no lines either, but is not listed as left out.
      .filter(({ path, lines }) => !out.has(path) || (lines > 0 && out.get(path)?.hunks !== null))
  );
}

function effectiveLines(file: FileDiff, leftOut: readonly LeftOutFiles[]): number {
  const out = leftOut.find((one) => one.path === pathOf(file));
  return file.additions + file.deletions - (out?.lines ?? 0);
}

function describeFile(
  file: FileDiff,
  leftOut: readonly LeftOutFiles[],
  depths: ReadonlyMap<string, Depth>,
): TriagedFile {
  const path = pathOf(file);
  return {
    path,
    category: categoryOf(path),
    language: languageOf(path),
    lines: effectiveLines(file, leftOut),
    depth: depths.get(path) ?? "left-out",
  };
}

function touchedLayers(files: readonly { path: string }[]): Layer[] {
  const touched = new Set(
    files.filter(({ path }) => !["test", "docs"].includes(categoryOf(path))).map(({ path }) => layerOf(path)),
  );
  return layers.filter((layer) => touched.has(layer));
}

function tierOf(
  size: { lines: number; files: number },
  sensitive: readonly SensitiveHit[],
  archetype: ArchetypeMatch,
  { tiers: limits }: Config,
): { tier: Tier; reasons: TierReason[] } {
  if (archetype.is === "docs") return { tier: "Lite", reasons: [{ kind: "docs" }] };
  const reasons: TierReason[] = [{ kind: "size", ...size }];
  if (size.lines > limits.full.lines || size.files > limits.full.files) return { tier: "Full", reasons };
  if (sensitive.length > 0 && size.lines > limits.full.sensitiveLines) {
    const topics = [...new Set(sensitive.map((hit) => hit.topic))];
    return { tier: "Full", reasons: [...reasons, { kind: "sensitive", lines: size.lines, topics }] };
  }
  const small = size.lines <= limits.lite.lines && size.files <= limits.lite.files;
  return { tier: small ? "Lite" : "Standard", reasons };
}

function fullPassWhy(tier: Tier, crossStack: boolean, input: TriageInput, intent: Intent): FullPassReason | null {
  if (input.fullPass) return "flag";
  if (intent.profile === "strict") return "strict-review-tag";
  if (tier === "Full") return "full-tier";
  return crossStack ? "cross-stack" : null;
}

const always = ["code-reviewer", "comment-analyzer", "security-reviewer", "goal-reviewer"];

function rosterOf(
  tier: Tier,
  archetype: ArchetypeMatch,
  files: readonly FileDiff[],
  second: boolean,
  crossStack: boolean,
): string[] {
  const roster = [...always];
  if (archetype.is !== "docs") roster.push("silent-failure-hunter");
  if (tier !== "Lite") roster.push("type-design-analyzer", "pr-test-analyzer");
  if (tier === "Full") roster.push("adversary");
  const paths = files.map(pathOf);
  if (paths.some(isManifest)) roster.push("supply-chain-checker");
  if (paths.some(isWorkflow)) roster.push("actions-auditor");
  // A small change does not need a second opinion, unless someone asks for it.
  if (second || (crossStack && tier !== "Lite")) roster.push("second-opinion");
  return roster;
}

function emphasisOf({ conventional }: Intent): Triage["emphasis"] {
  if (conventional?.type === "feat") return ["breaking-changes"];
  return conventional?.type === "fix" ? ["test-coverage"] : [];
}
