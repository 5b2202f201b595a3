// Registers every reply to a mention and checks who may ask for it.
import { needsWriteAccess, questionsOnly } from "../words/conversation/replies.ts";
import { changesState, type MentionCommand } from "../mention/command.ts";
import { continueReply } from "./continue.ts";
import { dismissReply } from "./dismiss.ts";
import { explainReply } from "./explain.ts";
import { helpReply } from "./help.ts";
import { learnReply } from "./learn.ts";
import { incompleteReply, typoReply } from "./not-understood.ts";
import { questionReply } from "./question.ts";
import type { CommandReply, ReplyNeeds } from "./reply.ts";
import { resolveReply } from "./resolve.ts";
import { reviewReply } from "./review.ts";

export const replies: { readonly [Ask in MentionCommand["ask"]]: CommandReply<Ask> } = {
  review: reviewReply,
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
