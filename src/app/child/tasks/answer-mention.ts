// Task: answers one mention, or reads the facts to resolve its thread, with a token that cannot write.
import * as z from "zod";
import { configPath, type Config, type UserConfig } from "../../../change/config.ts";
import { commentLimit, fitComment } from "../../../review/comment-limits.ts";
import { sanitizeOutgoing } from "../../../review/sanitize-outgoing.ts";
import { findRoot, isBefore, threadContext } from "../../../threads/conversation.ts";
import type { MentionCommand } from "../../../threads/mention/mention-command.ts";
import { handlesOf, neutralise } from "../../../threads/mention/handle.ts";
import type {
  ConversationReads,
  LineTurn,
  ConversationPage,
  ConversationTurns,
} from "../../../threads/mention/conversation-github.ts";
import { pullRequestOfMention, type Mention } from "../../../threads/mention.ts";
import type { KnownFinding } from "../../../threads/replies/known-finding.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openConversationReads } from "../../../world/github/conversation-reads.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import type { RequestOptions } from "../../../world/github/request.ts";
import { trustedInput, type ChildTask, type ModelInput } from "../child-task.ts";
import { writeAnswer, type MentionReading } from "./answer-mention/answer-text.ts";
import { openPullCode } from "./answer-mention/open-pull-code.ts";
import { readResolveFacts, resolveFactsSchema } from "./answer-mention/resolve-facts.ts";

export interface AnswerMentionInput extends ModelInput {
  /** `resolve`: no text is wanted, only the facts that decide whether the thread may be resolved. */
  task: "answer" | "resolve";
  mention: Mention;
  asked: MentionCommand;
  token: string;
  /** The App's slug. */
  self: string;
  settings: Config["mention"];
  language: Config["language"];
  findings: readonly KnownFinding[];
  /** The server's own models; null: none. */
  models: UserConfig | null;
  /** There are models, but not for this question. */
  withheld: boolean;
}

const output = z.strictObject({
  /** Markdown, made safe to post; null if only facts were wanted. */
  body: z.string().min(1).max(commentLimit).nullable(),
  /** Null if there is no thread of ours. */
  resolve: resolveFactsSchema.nullable(),
  /** For the log: what was missing, never text that a person wrote. */
  notes: z.array(z.string().max(300)).max(20),
});
export type MentionAnswer = z.infer<typeof output>;

export const answerMentionTask: ChildTask<AnswerMentionInput, MentionAnswer> = {
  id: "answer-mention",
  input: trustedInput(),
  output,
  timeLimitMs: 3_600_000,
  async run(input, context) {
    const { mention, token, settings } = input;
    const { env, stop } = context.environment;
    const asking: RequestOptions = { api: apiOf(mention.host, env), token: async () => token, clock: wallClock, stop };
    const reads = openConversationReads({ ...asking, config: configPath });
    const notes: string[] = [];
    const root = await rootOf(mention, reads);
    const code = await openPullCode(mention, asking, context.environment, notes);
    try {
      const read: MentionReading = { root, code, notes };
      if (input.task === "resolve")
        return { body: null, resolve: await readResolveFacts(input, read, openThreadReads(asking)), notes };
      const { turns, earlier } = await saidOn(mention, root, reads);
      const conversation = threadContext(turns, settings.conversation.contextBudgetChars, earlier);
      const text = await writeAnswer(input, { ...read, conversation }, context);
      return { body: safeBody(text, input), resolve: null, notes };
    } finally {
      await code?.close();
    }
  },
};

/** Null: the thread's first comment is gone, or there is no thread. */
async function rootOf(mention: Mention, reads: ConversationReads): Promise<LineTurn | null> {
  if (mention.surface !== "review-comment") return null;
  return await findRoot(mention.inReplyTo ?? mention.comment, async (id) => await reads.lineComment(mention, id));
}

function pageOf(mention: Mention): ConversationPage {
  const { host, owner, repo, number } = mention;
  return { host, owner, repo, number, isPull: pullRequestOfMention(mention) !== null };
}

/** Comments before the question that were not edited since. The question itself is passed separately. */
async function saidOn(mention: Mention, root: LineTurn | null, reads: ConversationReads): Promise<ConversationTurns> {
  const counts = isBefore({ id: mention.comment, at: mention.at });
  return await (root === null ? reads.page(pageOf(mention), counts) : reads.thread(pageOf(mention), root, counts));
}

/** Left free for the marker and the quoted question. */
const reservedCharacters = 2000;

function safeBody(text: string, { mention: { host, owner, repo }, self }: AnswerMentionInput): string {
  const safe = sanitizeOutgoing(text, { host, repository: `${owner}/${repo}`, authorWrote: [] });
  return fitComment(neutralise(safe, handlesOf(self)), commentLimit - reservedCharacters);
}
