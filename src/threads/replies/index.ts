// Registers every reply to a mention and checks who may ask for it.
import { needsWriteAccess, questionsOnly } from "../words/conversation/replies.ts";
import { changesState, type MentionCommand } from "../mention/command.ts";
import { goOn } from "./continue.ts";
import { dismiss } from "./dismiss.ts";
import { explain } from "./explain.ts";
import { helpReply } from "./help.ts";
import { learn } from "./learn.ts";
import { incomplete, typo } from "./not-understood.ts";
import { question } from "./question.ts";
import type { CommandReply, ReplyNeeds } from "./reply.ts";
import { resolveReply } from "./resolve.ts";
import { reviewReply } from "./review.ts";

export const replies: { readonly [Ask in MentionCommand["ask"]]: CommandReply<Ask> } = {
  review: reviewReply,
  explain,
  resolve: resolveReply,
  dismiss,
  learn,
  continue: goOn,
  help: helpReply,
  question,
  typo,
  incomplete,
};

/** The objection, as text; null: none. `mayWrite` comes from GitHub, never from a label. */
export async function refusedCommand(
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
