// Computes the effective configuration of a review: defaults, then the user's file, then the repository's file at the
// base, then the author's tags.
import type { Intent, Profile } from "./intent.ts";
import { knownTags, type KnownTag } from "./tags.ts";

export const configPath = ".crosscheck.yml";

export const severities = ["critical", "high", "medium", "low", "nit"] as const;
export type Severity = (typeof severities)[number];
type CheckMode = "on" | "off" | "advisory";
/** Categories of findings, for focus areas. */
export const areas = [
  "correctness",
  "security",
  "performance",
  "concurrency",
  "error-handling",
  "tests",
  "docs",
  "style",
  "dependencies",
  "ci",
] as const;
export type Area = (typeof areas)[number];

/** Events that make a server review a pull request. */
export const triggers = ["opened", "synchronize", "ready_for_review", "review_requested"] as const;
export type Trigger = (typeof triggers)[number];

export interface Suppression {
  check?: string | undefined;
  path?: string | undefined;
  pattern?: string | undefined;
  reason: string;
  expires?: string | undefined;
}

/** The keys of a repository's file; `config-schema.ts` validates them. */
export interface RepositoryConfig {
  profile?: Profile | undefined;
  maxComments?: number | undefined;
  minSeverity?: Severity | undefined;
  focusAreas?: Area[] | undefined;
  ignoredAreas?: Area[] | undefined;
  suppressions?: Suppression[] | undefined;
  checks?: Record<string, CheckMode | { mode: CheckMode; paths?: string[] | undefined }> | undefined;
  tiers?:
    | {
        lite?: { lines?: number | undefined; files?: number | undefined } | undefined;
        full?:
          | { lines?: number | undefined; files?: number | undefined; sensitiveLines?: number | undefined }
          | undefined;
      }
    | undefined;
  autoApprove?: "off" | "clean" | "notes" | undefined;
  reviewDrafts?: boolean | undefined;
  publish?: "auto" | "confirm" | undefined;
  checkRun?: "neutral" | "failure" | undefined;
  authorTags?: KnownTag[] | undefined;
  mode?: "standard" | "enhanced" | undefined;
  language?: string | undefined;
  reviewComments?:
    | {
        enabled?: boolean | undefined;
        autoReply?: boolean | undefined;
        autoResolve?: boolean | undefined;
        autoResolveClassifications?: ("already_fixed" | "stale" | "valid")[] | undefined;
        requireChecksBeforeResolve?: boolean | undefined;
        checks?: string[] | undefined;
        includeAuthors?: string[] | undefined;
        excludeAuthors?: string[] | undefined;
        includeOutdated?: boolean | undefined;
        maxThreadsPerRun?: number | undefined;
        replyTemplate?: string | undefined;
      }
    | undefined;
  review?: { enabled?: boolean | undefined; triggers?: Trigger[] | undefined } | undefined;
  mention?:
    | {
        enabled?: boolean | undefined;
        acceptClaudeAlias?: boolean | undefined;
        replyWithoutHandle?: boolean | undefined;
        allowedUsers?: string[] | undefined;
        prompt?: string | undefined;
        conversation?: { maxTurnsPerPr?: number | undefined; contextBudgetChars?: number | undefined } | undefined;
      }
    | undefined;
  execution?:
    | {
        tests?: boolean | undefined;
        lint?: boolean | undefined;
        commands?: TestCommand[] | undefined;
        minutes?: number | undefined;
      }
    | undefined;
  lessons?: { file?: LessonsFile | undefined } | undefined;
  noiseBudget?: { percent?: number | undefined; after?: number | undefined } | undefined;
}

/** The files that may contain review lessons. */
export const lessonsFiles = [".crosscheck/lessons.md", "CLAUDE.md", "AGENTS.md", ".claude/review-lessons.md"] as const;
type LessonsFile = (typeof lessonsFiles)[number];

/** A test command set by the project instead of the detected ones. */
export interface TestCommand {
  run: string;
  /** The working folder; the root by default. */
  folder?: string | undefined;
  /** The JUnit or TAP file that it writes; without one, only the exit code is known. */
  report?: string | undefined;
  /** Runs only if a changed file matches one of these globs. */
  paths?: string[] | undefined;
}

/** Evals: tests that need keys and a network, with the keys and hosts they may use. */
export interface EvalSettings {
  /** The repository's path, or a remote URL of it, as in `trust`. */
  repository: string;
  run: string;
  folder?: string | undefined;
  /** The JUnit or TAP file that it writes. */
  report: string;
  /** Globs of changed files that trigger it. */
  paths: string[];
  /** Names of environment variables. */
  env: string[];
  hosts: string[];
}

/** `vendor/model`, or a program with an optional model. */
export const modelUse = /^(?:(?:anthropic|openai|google|compatible)\/\S+|(?:codex|gemini|claude)(?:\/\S+)?)$/;

export const modelEfforts = ["low", "medium", "high"] as const;
export type ModelEffort = (typeof modelEfforts)[number];

/** A model and how to reach it. */
export interface ModelSettings {
  /** `vendor/name`, as in anthropic/claude-sonnet-4-5, openai/gpt-5, google/gemini-2.5-pro, compatible/llama3, or a program: codex, gemini, claude (also codex/gpt-5). */
  use: string;
  /** The name that `reviewers` uses; defaults to `use`. */
  name?: string | undefined;
  /** The URL of an OpenAI-compatible server, or of a vendor's API at another address. */
  baseUrl?: string | undefined;
  /** The environment variable with the key; defaults to the vendor's own. */
  key?: string | undefined;
  /** Dollars per million tokens, for models that are missing from the built-in price list. */
  price?:
    | { input: number; output: number; cacheRead?: number | undefined; cacheWrite?: number | undefined }
    | undefined;
  /** How much of a change the model reads, in tokens. */
  budget?: number | undefined;
  /** How much it reasons before it answers; absent: the model's default. */
  effort?: ModelEffort | undefined;
  /** Seconds that one call may take; absent: as the caller sets it. */
  timeout?: number | undefined;
}

/** Keys that only the user's file may set. */
export interface UserConfig {
  models?: ModelSettings[] | undefined;
  /** Maps a reviewer's id, or `default`, to the name of its model. */
  reviewers?: Record<string, string> | undefined;
  /** Limits in dollars. */
  spending?:
    | { perReview?: number | undefined; perRepositoryPerMonth?: number | undefined; perMonth?: number | undefined }
    | undefined;
  /** On a server: whose pull requests and questions models are asked about; `write` if absent. */
  askModelsFor?: "write" | "anyone" | undefined;
  /** What is stored of model calls besides metrics and answers: `full` stores every prompt and answer. */
  record?: "outcomes" | "full" | undefined;
  /** Where the repository's file does not say. */
  autoApprove?: RepositoryConfig["autoApprove"];
  trust?: string[] | undefined;
  evals?: EvalSettings[] | undefined;
  /** Excluded from the effective configuration, which is stored with the change and visible to others. */
  personalRules?: string[] | undefined;
}

/** The effective configuration: complete and frozen. */
export interface Config {
  readonly profile: Profile;
  readonly maxComments: number;
  readonly minSeverity: Severity;
  readonly focusAreas: readonly Area[];
  readonly ignoredAreas: readonly Area[];
  readonly suppressions: readonly Suppression[];
  readonly checks: Readonly<Record<string, { readonly mode: CheckMode; readonly paths?: readonly string[] }>>;
  readonly tiers: {
    readonly lite: { readonly lines: number; readonly files: number };
    readonly full: { readonly lines: number; readonly files: number; readonly sensitiveLines: number };
  };
  readonly autoApprove: "off" | "clean" | "notes";
  readonly reviewDrafts: boolean;
  readonly publish: "auto" | "confirm";
  readonly checkRun: "neutral" | "failure";
  /** The tags that have an effect in titles and commits. */
  readonly authorTags: readonly KnownTag[];
  readonly mode: "standard" | "enhanced";
  readonly language: string;
  /** How review threads may be answered and resolved. */
  readonly reviewComments: {
    readonly enabled: boolean;
    readonly autoReply: boolean;
    readonly autoResolve: boolean;
    readonly autoResolveClassifications: readonly ("already_fixed" | "stale" | "valid")[];
    readonly requireChecksBeforeResolve: boolean;
    readonly checks: readonly string[];
    readonly includeAuthors: readonly string[];
    readonly excludeAuthors: readonly string[];
    readonly includeOutdated: boolean;
    readonly maxThreadsPerRun: number;
    readonly replyTemplate: string;
  };
  /** Whether and when a server reviews a pull request. */
  readonly review: { readonly enabled: boolean; readonly triggers: readonly Trigger[] };
  /** Whether and how the bot answers mentions. */
  readonly mention: {
    readonly enabled: boolean;
    readonly acceptClaudeAlias: boolean;
    readonly replyWithoutHandle: boolean;
    /** Empty: everyone. */
    readonly allowedUsers: readonly string[];
    /** The project's guidance for replies; empty: none. */
    readonly prompt: string;
    readonly conversation: { readonly maxTurnsPerPr: number; readonly contextBudgetChars: number };
  };
  /** Which commands of the change are run. */
  readonly execution: {
    readonly tests: boolean;
    readonly lint: boolean;
    readonly commands: readonly Readonly<TestCommand>[];
    readonly minutes: number;
  };
  /** Where lessons are stored. */
  readonly lessons: { readonly file: LessonsFile };
  /** Noise budget: a unit with more dismissed findings than this, of at least `after` judged ones, is only counted. */
  readonly noiseBudget: { readonly percent: number; readonly after: number };
  readonly trust: readonly string[];
}

const presets = {
  strict: { maxComments: 10, minSeverity: "nit" },
  balanced: { maxComments: 5, minSeverity: "nit" },
  minimal: { maxComments: 3, minSeverity: "medium" },
} as const;

const defaultTiers: Config["tiers"] = {
  lite: { lines: 100, files: 5 },
  full: { lines: 800, files: 30, sensitiveLines: 200 },
};

export const usualReviewComments: Config["reviewComments"] = {
  enabled: true,
  autoReply: false,
  autoResolve: false,
  autoResolveClassifications: [],
  requireChecksBeforeResolve: true,
  checks: [],
  includeAuthors: [],
  excludeAuthors: [],
  includeOutdated: false,
  maxThreadsPerRun: 100,
  replyTemplate: ".crosscheck/templates/review-reply.md",
};

export const usualReview: Config["review"] = { enabled: true, triggers };

export const usualMention: Config["mention"] = {
  enabled: true,
  acceptClaudeAlias: true,
  replyWithoutHandle: false,
  allowedUsers: [],
  prompt: "",
  conversation: { maxTurnsPerPr: 10, contextBudgetChars: 8000 },
};

const usualExecution: Config["execution"] = { tests: true, lint: true, commands: [], minutes: 5 };

const usualLessons: Config["lessons"] = { file: ".crosscheck/lessons.md" };
const usualNoiseBudget: Config["noiseBudget"] = { percent: 70, after: 10 };

export interface ConfigParts {
  repository?: RepositoryConfig;
  user?: UserConfig;
  intent?: Pick<Intent, "profile" | "focus" | "ignore" | "wip">;
  /** `--profile` on the command line; overrides tags and files. */
  profile?: Profile;
  /** `--mode` on the command line; overrides files. */
  mode?: Config["mode"];
}

export function effectiveConfig(parts: ConfigParts): Config {
  const { repository = {}, user = {}, intent, profile: profileFlag } = parts;
  const profile = profileFlag ?? intent?.profile ?? repository.profile ?? "balanced";
  const preset = presets[profile];
  const maxComments = repository.maxComments ?? preset.maxComments;
  return deepFreeze({
    profile,
    // [WIP] asks for early feedback: at most as many comments as the minimal profile.
    maxComments: intent?.wip ? Math.min(maxComments, presets.minimal.maxComments) : maxComments,
    minSeverity: repository.minSeverity ?? preset.minSeverity,
    focusAreas: union(repository.focusAreas, intent?.focus),
    ignoredAreas: union(repository.ignoredAreas, intent?.ignore),
    suppressions: repository.suppressions ?? [],
    checks: checkModes(repository.checks ?? {}),
    tiers: {
      lite: { ...defaultTiers.lite, ...repository.tiers?.lite },
      full: { ...defaultTiers.full, ...repository.tiers?.full },
    } as Config["tiers"],
    autoApprove: repository.autoApprove ?? user.autoApprove ?? "off",
    reviewDrafts: repository.reviewDrafts ?? false,
    publish: repository.publish ?? "auto",
    checkRun: repository.checkRun ?? "neutral",
    authorTags: repository.authorTags ?? knownTags,
    mode: parts.mode ?? repository.mode ?? "standard",
    language: repository.language ?? "en",
    reviewComments: { ...usualReviewComments, ...repository.reviewComments } as Config["reviewComments"],
    review: { ...usualReview, ...repository.review } as Config["review"],
    mention: mentionOf(repository.mention),
    execution: { ...usualExecution, ...repository.execution } as Config["execution"],
    lessons: { ...usualLessons, ...repository.lessons } as Config["lessons"],
    noiseBudget: { ...usualNoiseBudget, ...repository.noiseBudget } as Config["noiseBudget"],
    trust: user.trust ?? [],
  });
}

function union(some: readonly string[] = [], more: readonly string[] = []): Config["focusAreas"] {
  return [...new Set([...some, ...more])] as Config["focusAreas"][number][];
}

function mentionOf(mention: RepositoryConfig["mention"] = {}): Config["mention"] {
  const conversation = { ...usualMention.conversation, ...mention.conversation };
  return { ...usualMention, ...mention, conversation } as Config["mention"];
}

function checkModes(checks: NonNullable<RepositoryConfig["checks"]>): Config["checks"] {
  return Object.fromEntries(
    Object.entries(checks).map(([id, value]) => [
      id,
      typeof value === "string" ? { mode: value } : { mode: value.mode, ...(value.paths && { paths: value.paths }) },
    ]),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}
