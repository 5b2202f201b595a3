// Defines the payloads that a person, a program or a model passes between the thread commands. `schemas/` documents
// both.
import { usualReviewComments } from "../change/config.ts";

export const classifications = ["valid", "already_fixed", "stale", "invalid", "needs_human"] as const;
export type Classification = (typeof classifications)[number];

export interface ThreadTriage {
  threadId: string;
  classification: Classification;
  confidence: "low" | "medium" | "high";
  reason: string;
  recommendedAction: string;
  filesToInspect: readonly string[];
  filesToChange: readonly string[];
  checksToRun: readonly string[];
  replyBody: string | null;
  canResolveAfterChecks: boolean;
  requiresHumanDecision: boolean;
}

export interface TriagePayload {
  prNumber: number;
  threads: readonly ThreadTriage[];
}

export interface Verification {
  command: string;
  result: "passed" | "failed" | "skipped" | "timed-out" | "unknown";
  /** The commit it was run on; null if it is not said: the head at which the threads were read. */
  sha: string | null;
}

export interface ThreadFix {
  threadId: string;
  classification: Classification;
  fixSummary?: string | undefined;
  evidence?: string | undefined;
  rationale?: string | undefined;
  verification: readonly Verification[];
  commitSha?: string | undefined;
  /** Why the commented lines did not have to change. */
  whyUnchanged?: string | undefined;
  /** The thread's latest comment when the payload was made. */
  latestComment?: string | undefined;
  checks?: "passed" | "failed" | "skipped" | "timed-out" | "unknown" | undefined;
  replyBody?: string | undefined;
  /** False: the thread is only answered. */
  resolveRequested?: boolean | undefined;
}

export interface FixPayload {
  prNumber: number;
  /** The head when the payload was made. */
  head?: string | undefined;
  threads: readonly ThreadFix[];
}

/** As read: without a number, the pull request is named elsewhere. */
export type GivenFixPayload = Omit<FixPayload, "prNumber"> & { prNumber: number | null };

/** `reviewComments` of a repository's config, from the base branch. */
export interface ReviewCommentsSettings {
  enabled: boolean;
  autoReply: boolean;
  autoResolve: boolean;
  autoResolveClassifications: readonly Classification[];
  requireChecksBeforeResolve: boolean;
  /** The commands of `crosscheck check`; if empty, they are detected. */
  checks: readonly string[];
  includeAuthors: readonly string[];
  excludeAuthors: readonly string[];
  includeOutdated: boolean;
  maxThreadsPerRun: number;
  /** Its path on the base branch. */
  replyTemplate: string;
}

export const defaultThreadSettings: ReviewCommentsSettings = usualReviewComments;
