// Registers every reply to a mention and checks who may ask for it.
import { needsWriteAccess, questionsOnly } from "../words/conversation/reply-texts.ts";
import { changesState, type MentionCommand } from "../mention/mention-command.ts";
import { continueReply } from "./continue-reply.ts";
import { dismissReply } from "./dismiss-reply.ts";
import { explainReply } from "./explain-reply.ts";
import { helpReply } from "./help-reply.ts";
import { learnReply } from "./learn-reply.ts";
import { incompleteReply, typoReply } from "./not-understood.ts";
import { okToReviewReply } from "./ok-to-review-reply.ts";
import { questionReply } from "./question-reply.ts";
import type { CommandReply, ReplyNeeds } from "./command-reply.ts";
import { resolveReply } from "./resolve-reply.ts";
import { reviewReply } from "./review-reply.ts";

export const replies: { readonly [Ask in MentionCommand["ask"]]: CommandReply<Ask> } = {
  review: reviewReply,
  "ok-to-review": okToReviewReply,
  explain: explainReply,
  resolve: resolveReply,
  dismiss: dismissReply,
  learn: learnReply,
  continue: continueReply,
  help: helpReply,
  question: questionReply,
  typo: typoReply,
  incomplete: incompleteReply,
};

/** The objection, as text; null: none. `mayWrite` comes from GitHub, never from a label. */
export async function commandRefusal(
  asked: MentionCommand,
  isIssue: boolean,
  mayWrite: () => Promise<boolean>,
): Promise<string | null> {
  if (isIssue && !replies[asked.ask].onIssues) return questionsOnly(asked.ask);
  return changesState(asked) && !(await mayWrite()) ? needsWriteAccess(asked.ask) : null;
}

export async function replyTo(asked: MentionCommand, needs: ReplyNeeds): Promise<string> {
  // Keyed by the command it answers.
  return await (replies[asked.ask] as CommandReply).answer(asked, needs);
}
