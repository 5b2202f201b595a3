// Defines the writes that `perform` may do on GitHub. `world/github` implements them and never retries a write by
// itself.
import type { Oid } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import type { Event } from "./decide.ts";
import type { PullRequestRef } from "../pull-request.ts";

/** A position in a diff, in the terms of GitHub's API. */
export interface LineComment {
  path: string;
  side: "LEFT" | "RIGHT";
  line: number;
  startLine?: number;
  body: string;
}

export interface ReviewToPost {
  head: Oid;
  event: Event;
  body: string;
  comments: readonly LineComment[];
}

/** Result of a write. */
export interface Posted {
  id: string;
  url: string;
}

export interface CheckRunToPost {
  /** The App's id, which distinguishes our check runs from others of the same name. */
  externalId: string;
  head: Oid;
  conclusion: "success" | "neutral" | "failure";
  title: string;
  summary: string;
}

/** Called right before the write is sent; if it throws, nothing is sent. */
export type Still = () => void;

/** Where to reply: in a thread, by the id of its first comment, or on the pull request. */
export type AnswerPlace = { in: "thread"; root: number } | { in: "page" };

/** Writes for replies; errors as described below. */
export interface AnswerWrites {
  /** What our account has written there since that time, possibly more. */
  ownAnswers(pull: PullRequestRef, to: AnswerPlace, since: string): Promise<readonly (Posted & { body: string })[]>;
  answer(pull: PullRequestRef, to: AnswerPlace, body: string, still?: Still): Promise<Posted>;
}

/**
 * A write that GitHub rejected throws `Refused`, and nothing was written. A lost, late or malformed response throws
 * `Unavailable`: the write may have happened, and only reading back can tell.
 */
export interface GitHubWrites {
  /** Everything our account has posted on the pull request, to search for markers. */
  output(pull: PullRequestRef): Promise<readonly OwnComment[]>;
  postReview(pull: PullRequestRef, review: ReviewToPost, still?: Still): Promise<Posted>;
  comment(pull: PullRequestRef, body: string, still?: Still): Promise<Posted>;
  updateComment(id: string, body: string, still?: Still): Promise<Posted>;
  reply(thread: string, body: string, still?: Still): Promise<Posted>;
  /** Requires the permission to write contents. */
  resolve(thread: string, still?: Still): Promise<void>;
  /** Our check run at this commit; null when there is none. */
  findCheckRun(pull: PullRequestRef, head: Oid, externalId: string): Promise<Posted | null>;
  createCheckRun(pull: PullRequestRef, run: CheckRunToPost, still?: Still): Promise<Posted>;
  updateCheckRun(pull: PullRequestRef, id: string, run: CheckRunToPost, still?: Still): Promise<Posted>;
  /** Absent where replies are not possible. */
  answers?: AnswerWrites;
}
