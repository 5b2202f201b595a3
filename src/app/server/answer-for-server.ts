// What the reading process does with a question: reads the conversation and the code, and finds words. It has no store and
// nothing that could write.
import { configPath } from "../../change/config.ts";
import { commentLimit, fitComment } from "../../review/limits.ts";
import { outgoing } from "../../review/outgoing.ts";
import { findRoot, saidBefore, threadContext } from "../../threads/conversation.ts";
import { handlesOf, neutralise } from "../../threads/mention/handle.ts";
import type { ConversationReads, LineTurn, Page, SaidOn } from "../../threads/mention/github.ts";
import { pullOf, type Mention } from "../../threads/mention.ts";
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openConversationReads } from "../../world/github/conversation-reads.ts";
import { openReads } from "../../world/github/reads.ts";
import { openThreadReads } from "../../world/github/thread-reads.ts";
import type { RequestOptions } from "../../world/github/request.ts";
import { openPull } from "../review/open-pull-request.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { AnsweredQuestion, QuestionGiven } from "./answer-reader.ts";
import { resolveFactsOf } from "./answer-resolve.ts";
import { wordsFor, type Read } from "./answer-words.ts";
import type { Teller } from "./tell-server.ts";

/** What goes around the words: the marker and the quoted question. */
const roomAround = 2000;

export async function answerForServer(
  toAnswer: QuestionGiven,
  outside: ProcessEnvironment,
  tell: Pick<Teller, "call">,
): Promise<AnsweredQuestion> {
  const { mention, token } = toAnswer;
  const { env, stop } = outside;
  const asking: RequestOptions = { api: apiOf(mention.host, env), token: async () => token, clock: wallClock, stop };
  const reads = openConversationReads({ ...asking, config: configPath });
  const notes: string[] = [];
  const root = await rootOf(mention, reads);
  const code = await openCode(mention, asking, outside, notes);
  try {
    const read: Read = {
      root,
      head: code?.head ?? null,
      file: async (path) => (await code?.read(path)) ?? null,
      notes,
    };
    if (toAnswer.task === "resolve") {
      const resolve = await resolveFactsOf(toAnswer, read, openThreadReads(asking));
      return { body: null, resolve, notes };
    }
    const { turns, earlier } = await saidOn(mention, root, reads);
    const context = threadContext(turns, toAnswer.settings.conversation.contextBudgetChars, earlier);
    const text = await wordsFor(toAnswer, { ...read, context }, outside, tell);
    return { body: harmless(text, toAnswer), resolve: null, notes };
  } finally {
    await code?.close();
  }
}

/** Null: the thread's first comment is gone, or there is no thread. */
async function rootOf(mention: Mention, reads: ConversationReads): Promise<LineTurn | null> {
  if (mention.surface !== "review-comment") return null;
  return await findRoot(mention.inReplyTo ?? mention.comment, async (id) => await reads.lineComment(mention, id));
}

function pageOf(mention: Mention): Page {
  const { host, owner, repo, number } = mention;
  return { host, owner, repo, number, isPull: pullOf(mention) !== null };
}

/** What was said up to the question, and not changed since; the question itself stands apart (CON-5, CON-8). */
async function saidOn(mention: Mention, root: LineTurn | null, reads: ConversationReads): Promise<SaidOn> {
  const counts = saidBefore({ id: mention.comment, at: mention.at });
  return await (root === null ? reads.page(pageOf(mention), counts) : reads.thread(pageOf(mention), root, counts));
}

interface Code {
  head: NonNullable<Read["head"]>;
  read(path: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** An answer without the code is better than none: what could not be read is noted, and nothing is said of it. */
async function openCode(
  mention: Mention,
  asking: RequestOptions,
  { env, stop }: ProcessEnvironment,
  notes: string[],
): Promise<Code | null> {
  const pull = pullOf(mention);
  if (pull === null) return null;
  try {
    const snapshot = await openReads(asking).snapshot(pull);
    const repository = await openPull(snapshot, { localFolder: null, env, stop, token: await asking.token() });
    const tree = repository.git.tree(snapshot.head.sha);
    return { head: snapshot.head.sha, read: (path) => tree.read(path), close: () => repository.close() };
  } catch (error) {
    stop.throwIfAborted();
    notes.push(`the code was not read: ${error instanceof Error ? error.name : "unknown"}`);
    return null;
  }
}

function harmless(text: string, { mention: { host, owner, repo }, self }: QuestionGiven): string {
  const safe = outgoing(text, { host, repository: `${owner}/${repo}`, authorWrote: [] });
  return fitComment(neutralise(safe, handlesOf(self)), commentLimit - roomAround);
}
