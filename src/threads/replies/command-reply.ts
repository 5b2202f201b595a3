// Defines a reply: one file per command. Side effects come in as arguments; the texts are in
// `threads/words/conversation/`.
import type { MentionCommand } from "../mention/mention-command.ts";
import type { Mention } from "../mention.ts";

/** Keyed by a comment, so that it counts once however often it is delivered. */
export interface LessonCandidate {
  /** `host/owner/repo`. */
  repository: string;
  rule: string;
  pull: number;
  by: string;
  /** GitHub's node id and URL of the comment. */
  comment: string;
  url: string;
}

export type LessonProposalResult = { is: "proposed" } | { is: "refused"; why: string };

export type Resolution =
  | { is: "resolved" | "already" | "nothing" }
  /** Rejected by the policy or by GitHub; `why` is Markdown. */
  | { is: "refused"; why: string };

export type Dismissal =
  | { is: "nothing" }
  /** `lifted`: nothing is left of what our review asked for, and its request for changes is withdrawn. */
  | { is: "dismissed"; lifted: boolean };

export type ReviewStart =
  /** `waits`: a person confirms the result before it is posted. */
  { is: "started"; waits: boolean } | { is: "not"; why: "closed" | "merged" | "disabled" };

export interface ReplyNeeds {
  mention: Mention;
  /** Starts a review of the current head, once per comment. */
  reviewAgain(): Promise<ReviewStart>;
  /** Lets models be asked about this pull request, whoever wrote it. */
  agree(): Promise<void>;
  /** Dismisses the finding of the thread. */
  dismiss(reason: string): Promise<Dismissal>;
  resolve(): Promise<Resolution>;
  learn(candidate: LessonCandidate): Promise<LessonProposalResult>;
  /** Lifts the limit; returns the number of questions that are answered because of that. */
  goOn(): Promise<number>;
  /** The answer of the process that reads the change, as sanitized Markdown. */
  read(): Promise<string>;
}

type CommandOf<Ask extends MentionCommand["ask"]> = Extract<MentionCommand, { ask: Ask }>;

export interface CommandReply<Ask extends MentionCommand["ask"] = MentionCommand["ask"]> {
  ask: Ask;
  /** Whether it also works on an issue, where there is nothing to review. */
  onIssues: boolean;
  /** Does what was asked and returns the reply. Idempotent. */
  answer(asked: CommandOf<Ask>, needs: ReplyNeeds): Promise<string>;
}
