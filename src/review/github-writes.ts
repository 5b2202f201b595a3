// What `perform` may do on GitHub. `world/github` does it, once each, and never tries a write again by itself.
import type { Oid } from "../change/change.ts";
import type { OwnComment } from "../change/github.ts";
import type { Event } from "./decide.ts";
import type { PullRequestRef } from "../pull-request.ts";

/** GitHub's words for a place in a diff. */
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

/** What came of a write. */
export interface Posted {
  id: string;
  url: string;
}

export interface CheckRunToPost {
  /** Ours, told apart from others of the same name by this. */
  externalId: string;
  head: Oid;
  conclusion: "success" | "neutral" | "failure";
  title: string;
  summary: string;
}

/** Asked when a write's turn has come, right before it is sent: what it throws is thrown, and nothing was sent. */
export type Still = () => void;

/** Where somebody asked: in a thread, by the number of its first comment, or on the page. */
export type AnswerPlace = { in: "thread"; root: number } | { in: "page" };

/** What answering takes; the same of refusals and lost answers as below. */
export interface AnswerWrites {
  /** What our account has written there since that time, and perhaps more. */
  ownAnswers(pull: PullRequestRef, to: AnswerPlace, since: string): Promise<readonly (Posted & { body: string })[]>;
  answer(pull: PullRequestRef, to: AnswerPlace, body: string, still?: Still): Promise<Posted>;
}

/**
 * A write that GitHub refused throws `Refused`, and nothing was written. One whose answer is lost, late or broken throws
 * `Unavailable`, and it may have been written: only reading back tells.
 */
export interface GitHubWrites {
  /** Everything our account has on the pull request: where a marker is looked for. */
  output(pull: PullRequestRef): Promise<readonly OwnComment[]>;
  postReview(pull: PullRequestRef, review: ReviewToPost, still?: Still): Promise<Posted>;
  comment(pull: PullRequestRef, body: string, still?: Still): Promise<Posted>;
  updateComment(id: string, body: string, still?: Still): Promise<Posted>;
  reply(thread: string, body: string, still?: Still): Promise<Posted>;
  /** Resolving needs the permission to write contents. */
  resolve(thread: string, still?: Still): Promise<void>;
  /** The check run of ours at this commit; null when there is none. */
  findCheckRun(pull: PullRequestRef, head: Oid, externalId: string): Promise<Posted | null>;
  createCheckRun(pull: PullRequestRef, run: CheckRunToPost, still?: Still): Promise<Posted>;
  updateCheckRun(pull: PullRequestRef, id: string, run: CheckRunToPost, still?: Still): Promise<Posted>;
  /** Absent where nobody is answered. */
  answers?: AnswerWrites;
}
