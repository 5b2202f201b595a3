// Everything that can be said to the bot, and who may say it (CON-9, CON-10).
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

/** What stands against it, in words; null: nothing does. `mayWrite` is asked from GitHub, never taken from a label. */
export async function refusedCommand(
  asked: MentionCommand,
  isIssue: boolean,
  mayWrite: () => Promise<boolean>,
): Promise<string | null> {
  if (isIssue && !replies[asked.ask].onIssues) return questionsOnly(asked.ask);
  return changesState(asked) && !(await mayWrite()) ? needsWriteAccess(asked.ask) : null;
}

export async function replyTo(asked: MentionCommand, needs: ReplyNeeds): Promise<string> {
  // Each reply is registered under what it answers.
  return await (replies[asked.ask] as CommandReply).answer(asked, needs);
}
