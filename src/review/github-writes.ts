// Defines the writes that `perform` may do on GitHub. `world/github` implements them and never retries a write by
// itself.
import type { Oid } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import type { Event } from "./decision.ts";
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
export interface PostedItem {
  id: string;
  url: string;
}

export interface CheckRunToPost {
  /** Distinguishes our check run from others of the same name. */
  externalId: string;
  head: Oid;
  conclusion: "success" | "neutral" | "failure";
  title: string;
  summary: string;
}

/** Called right before the write is sent; if it throws, nothing is sent. */
export type BeforeSend = () => void | Promise<void>;

/** Where to reply: in a thread, by the id of its first comment, or on the pull request. */
export type ReplyTarget = { in: "thread"; root: number } | { in: "page" };

/** Writes for replies; errors as described below. */
export interface ReplyWrites {
  /** What our account has written there since that time, possibly more. */
  ownAnswers(pull: PullRequestRef, to: ReplyTarget, since: string): Promise<readonly (PostedItem & { body: string })[]>;
  answer(pull: PullRequestRef, to: ReplyTarget, body: string, still?: BeforeSend): Promise<PostedItem>;
}

/**
 * A write that GitHub rejected throws `Refused`, and nothing was written. A lost, late or malformed response throws
 * `Unavailable`: the write may have happened, and only reading back can tell.
 */
export interface GitHubWrites {
  /** Everything our account has posted on the pull request, to search for markers. */
  output(pull: PullRequestRef): Promise<readonly OwnComment[]>;
  postReview(pull: PullRequestRef, review: ReviewToPost, still?: BeforeSend): Promise<PostedItem>;
  comment(pull: PullRequestRef, body: string, still?: BeforeSend): Promise<PostedItem>;
  updateComment(id: string, body: string, still?: BeforeSend): Promise<PostedItem>;
  reply(thread: string, body: string, still?: BeforeSend): Promise<PostedItem>;
  /** Requires the permission to write contents. */
  resolve(thread: string, still?: BeforeSend): Promise<void>;
  /** Dismisses our own review, with a message that GitHub shows. */
  dismissReview(id: string, message: string, still?: BeforeSend): Promise<PostedItem>;
  /** Our check run at this commit; null when there is none. */
  findCheckRun(pull: PullRequestRef, head: Oid, externalId: string): Promise<PostedItem | null>;
  createCheckRun(pull: PullRequestRef, run: CheckRunToPost, still?: BeforeSend): Promise<PostedItem>;
  updateCheckRun(pull: PullRequestRef, id: string, run: CheckRunToPost, still?: BeforeSend): Promise<PostedItem>;
  /** Absent if replies are not possible. */
  answers?: ReplyWrites;
}
