// What learning asks of GitHub, for reading only. `world/github` answers.
import type { PullRequestRef } from "../../pull-request.ts";

/** A thread that our account began, and how people took it. */
export interface TakenThread {
  /** Of our comment: its marker names the finding. */
  body: string;
  reactions: readonly { by: string; content: "+1" | "-1" }[];
  resolvedBy: string | null;
  answers: readonly { by: string; body: string }[];
}

export interface FeedbackReads {
  taken(pull: PullRequestRef): Promise<{ author: string | null; threads: readonly TakenThread[]; complete: boolean }>;
  mayWrite(pull: PullRequestRef, login: string): Promise<boolean>;
}
