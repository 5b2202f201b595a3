// One thing a person can say to the bot a file. What it takes of the world comes in as an argument; what it says is in
// `threads/words/conversation/`.
import type { MentionCommand } from "../mention/command.ts";
import type { Mention } from "../mention.ts";

/** Named by a comment, so that it counts once however often it is heard. */
export interface LessonCandidate {
  /** `host/owner/repo`. */
  repository: string;
  rule: string;
  pull: number;
  by: string;
  /** GitHub's node of the comment, and its address. */
  comment: string;
  url: string;
}

export type Learning = { is: "proposed" } | { is: "refused"; why: string };

export type Resolution =
  | { is: "resolved" | "already" | "nothing" }
  /** By the policy, or by GitHub. */
  | { is: "refused"; why: string };

export interface ReplyNeeds {
  mention: Mention;
  /** A review of the present head, once for this comment. */
  reviewAgain(): Promise<void>;
  /** The finding that the thread is about, called none by a person; false where there is no such finding. */
  dismiss(reason: string): Promise<boolean>;
  resolve(): Promise<Resolution>;
  learn(candidate: LessonCandidate): Promise<Learning>;
  goOn(): Promise<void>;
  /** What the process that reads has to say; it is Markdown that is harmless already. */
  read(): Promise<string>;
}

type AskedFor<Ask extends MentionCommand["ask"]> = Extract<MentionCommand, { ask: Ask }>;

export interface CommandReply<Ask extends MentionCommand["ask"] = MentionCommand["ask"]> {
  ask: Ask;
  /** Whether it can be said on an issue, where there is nothing to review. */
  onIssues: boolean;
  /** Does what was asked, and says so. Done twice, it is as if it were done once. */
  answer(asked: AskedFor<Ask>, needs: ReplyNeeds): Promise<string>;
}
