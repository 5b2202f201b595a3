// Defines what learning reads from GitHub. `world/github` implements it.
import type { PullRequestRef } from "../../pull-request.ts";

/** A thread that our account started, and the reactions to it. */
export interface ReactedThread {
  /** Body of our comment: its marker names the finding. */
  body: string;
  reactions: readonly { by: string; content: "+1" | "-1" }[];
  resolvedBy: string | null;
  answers: readonly { by: string; body: string }[];
}

export interface FeedbackReads {
  taken(pull: PullRequestRef): Promise<{ author: string | null; threads: readonly ReactedThread[]; complete: boolean }>;
  mayWrite(pull: PullRequestRef, login: string): Promise<boolean>;
}
