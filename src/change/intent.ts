// Extracts signals from a change's title, body and commit subjects by rules, without a model.
import { type Breaking, findBreaking } from "./breaking.ts";
import { type Conventional, parseConventional } from "./conventional.ts";
import { sampleCommits } from "./sample-commits.ts";
import { type KnownTag, readTags, type Tag } from "./tags.ts";

export type { Breaking } from "./breaking.ts";
export type { Tag } from "./tags.ts";

export interface IntentInput {
  title: string;
  body: string | null;
  /** Oldest first. */
  commits: readonly { sha: string; message: string }[];
  /** The total number of commits if the list was truncated. */
  commitsTotal?: number;
  draft?: boolean;
  /** The tags that the repository lets authors use; absent: all. */
  authorTags?: readonly KnownTag[] | undefined;
}

export type Profile = "strict" | "balanced" | "minimal";

export interface Intent {
  tags: Tag[];
  conventional: Conventional | null;
  breaking: Breaking[];
  noReview: boolean;
  wip: boolean;
  profile: Profile | null;
  focus: string[];
  ignore: string[];
  /** Issues named in brackets, such as ABC-123. */
  issues: string[];
  commitsScanned: number;
  commitsTotal: number;
  /** The error message if reading failed; the review continues without these signals and reports it. */
  failed: string | null;
}

/** Strictest first: the first in this order wins if there are several profile tags. */
const profiles: readonly Profile[] = ["strict", "balanced", "minimal"];

export function parseIntent(input: IntentInput): Intent {
  const scanned = sampleCommits(input.commits);
  const subjects = scanned.map(({ sha, message }) => ({ sha, subject: firstLine(message) }));
  const title = firstLine(input.title);
  const read = [readTags(title, null), ...subjects.map(({ sha, subject }) => readTags(subject, sha))];
  const tags = read.flatMap((line) => line.tags.map((tag) => allowedTag(tag, input.authorTags)));
  const has = (tag: KnownTag): boolean => tags.some((candidate) => candidate.tag === tag && candidate.ignored === null);
  return {
    tags,
    conventional: parseConventional(title, "title"),
    breaking: findBreaking(title, input.body ?? "", subjects),
    noReview: has("no-review"),
    wip: has("wip") || has("draft"),
    profile: profiles.find((profile) => has(`${profile}-review`)) ?? null,
    focus: has("security-review") ? ["security"] : [],
    ignore: has("style-ok") ? ["style"] : [],
    issues: [...new Set(read.flatMap((line) => line.issues))],
    commitsScanned: scanned.length,
    commitsTotal: input.commitsTotal ?? input.commits.length,
    failed: null,
  };
}

function allowedTag(tag: Tag, allowed: IntentInput["authorTags"]): Tag {
  const isAllowed = !tag.recognised || tag.ignored !== null || allowed?.some((one) => one === tag.tag) !== false;
  return isAllowed ? tag : { ...tag, ignored: "not-allowed" };
}

/** Like `parseIntent`, but an error never stops a review: the intent is then empty and contains the error. */
export function readIntent(input: IntentInput): Intent {
  try {
    return parseIntent(input);
  } catch (error) {
    return nothingRead(input, error instanceof Error ? error.message : String(error));
  }
}

function nothingRead(input: IntentInput, failed: string): Intent {
  return {
    tags: [],
    conventional: null,
    breaking: [],
    noReview: false,
    wip: false,
    profile: null,
    focus: [],
    ignore: [],
    issues: [],
    commitsScanned: 0,
    commitsTotal: input.commitsTotal ?? 0,
    failed,
  };
}

function firstLine(text: string): string {
  return text.split(/\r?\n|\r/, 1)[0]!;
}
