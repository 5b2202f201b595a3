// Adapts GitHub writes to threads that others started. `perform` checks our own output before it writes; here every
// scanned thread of the pull request is added to that list, so that it replies to and resolves those threads and no
// others.
import type { Oid } from "../../../change/change.ts";
import type { OwnComment } from "../../../change/github.ts";
import { mayRetry, Refused, Unavailable } from "../../../errors.ts";
import type { GitHubWrites } from "../../../review/github-writes.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import {
  againstResolving,
  newsOfThread,
  type JudgedThread,
  type ThreadNews,
} from "../../../threads/fix/known-threads.ts";
import { cannotResolve, policyRuleText } from "../../../threads/words/fix-texts.ts";
import type { KnownThreads, KnownThread } from "../../../threads/plan-fixes.ts";
import type { PolicyRule } from "../../../threads/policy.ts";
import type { CommentId, ThreadComment, ThreadId, ThreadReads } from "../../../threads/thread.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export interface ThreadWrites {
  /** For one thread, as the policy judged it. */
  forReply(judged: RuledThread): GitHubWrites;
  forResolution(judged: RuledThread): GitHubWrites;
  /** What was found in a thread right before a write, and prevented it; null if nothing was. */
  prevented(thread: ThreadId): PolicyRule | null;
  /** Whether GitHub asked to wait or did not answer since the last call. */
  struggled(): boolean;
}

interface RuledThread {
  threadId: ThreadId;
  head: Oid;
  latestComment: CommentId | null;
}

export interface ThreadWriteNeeds {
  reads: Pick<ThreadReads, "threads" | "thread">;
  /** An App requests a token with write access to contents for resolutions only. */
  writes(what: "reply" | "resolve"): GitHubWrites;
  pull: PullRequestRef;
  seen: KnownThreads;
  /** Maximum number of threads that are read. */
  max: number;
}

export function threadWrites({ reads, writes, pull, seen, max }: ThreadWriteNeeds): ThreadWrites {
  let struggled = false;
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (mayRetry(error)) struggled = true;
      throw error;
    }
  };
  const replies = writes("reply");
  const resolutions = writes("resolve");
  const prevented = new Map<ThreadId, PolicyRule>();
  /** Replies by colleagues to what was to be answered. */
  const answers = new Map<ThreadId, ThreadComment>();
  let sent = false;
  /** The thread is read again right before each write: others may have written since it was judged. */
  const news = async (judged: JudgedThread & RuledThread): Promise<ThreadNews> => {
    const now = await noting(async () => await reads.thread(pull, judged.threadId));
    return now === null ? noNews : newsOfThread(now, judged, pull);
  };
  const withEdit = (ruled: RuledThread) => ({
    ...ruled,
    editedAt: seen.threads.find(({ threadId }) => threadId === ruled.threadId)?.editedAt ?? null,
  });
  const prevent = (thread: ThreadId, rule: PolicyRule): never => {
    prevented.set(thread, rule);
    throw new Refused("the policy", 409, policyRuleText(rule));
  };
  const beforeReply = async (judged: RuledThread) => {
    const { laterComment, answer } = await news(withEdit(judged));
    if (laterComment) prevent(judged.threadId, { rule: "later-comment" });
    if (answer === null) return;
    // The post is then found instead of written.
    answers.set(judged.threadId, answer);
    throw new Unavailable("the thread", "somebody has just answered it");
  };
  const beforeResolution = async (ruled: RuledThread) => {
    const judged = withEdit(ruled);
    const rule = againstResolving(await news(judged), judged);
    if (rule !== null) prevent(judged.threadId, rule);
  };
  return {
    prevented: (thread) => prevented.get(thread) ?? (answers.has(thread) ? { rule: "already-answered" } : null),
    struggled: () => {
      const since = struggled;
      struggled = false;
      return since;
    },
    forReply: (judged) => ({
      ...replies,
      output: async (at) =>
        await noting(async () => [
          ...(await replies.output(at)),
          ...seen.threads.map((thread) => asOutput(thread, answers.get(thread.threadId))),
        ]),
      reply: async (thread, body, still) => {
        const check = async () => {
          await beforeReply(judged);
          await still?.();
        };
        return await noting(async () => await withoutBody(body, async () => await replies.reply(thread, body, check)));
      },
    }),
    forResolution: (judged) => ({
      ...resolutions,
      // The scan is recent enough at first. After a resolution was sent, the threads are read again to see its effect.
      output: async (at) =>
        sent
          ? await noting(async () => await threadsNow(reads, at, max))
          : seen.threads.map((thread) => asOutput(thread)),
      resolve: async (thread, still) => {
        const check = async () => {
          await beforeResolution(judged);
          await still?.();
          sent = true;
        };
        await noting(async () => await explainingNo(async () => await resolutions.resolve(thread, check)));
      },
    }),
  };
}

/** For a thread that is gone: the write itself is refused. */
const noNews: ThreadNews = { laterComment: false, answer: null, newHead: false };

async function threadsNow(
  reads: Pick<ThreadReads, "threads">,
  pull: PullRequestRef,
  max: number,
): Promise<OwnComment[]> {
  return (await reads.threads(pull, { max })).threads.map((thread) => asOutput(thread));
}

/** Without a marker, so that it is not mistaken for our own comment, unless a colleague's run has answered. */
function asOutput(
  { threadId, isResolved, path, line }: Pick<KnownThread, "threadId" | "isResolved" | "path" | "line">,
  answer?: Pick<ThreadComment, "id" | "url" | "body">,
): OwnComment {
  return {
    kind: "line",
    id: answer?.id ?? "",
    url: answer?.url ?? "",
    body: answer?.body ?? "",
    thread: { id: threadId, resolved: isResolved, path: path ?? "", line },
  };
}

/** Ignores the error that a thread is already resolved, and adds a hint to a missing permission. */
async function explainingNo(resolve: () => Promise<void>): Promise<void> {
  try {
    await resolve();
  } catch (error) {
    if (!(error instanceof Refused) || mayRetry(error)) throw error;
    if (/\balready[\s_-]+(?:been[\s_-]+)?resolved\b/i.test(error.message)) return;
    if (error.status === 403) error.message = cannotResolve(error.message);
    throw error;
  }
}

/** GitHub's error may quote the reply, and errors are logged and stored. */
async function withoutBody<T>(body: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error) error.message = scrubbed(error.message, body);
    throw error;
  }
}

/** Shorter pieces are common words. */
const shortestPiece = 8;

function scrubbed(message: string, body: string): string {
  const pieces = [body, JSON.stringify(body).slice(1, -1), ...body.split("\n").map((line) => line.trim())]
    .filter((piece) => piece.length >= shortestPiece)
    .toSorted((a, b) => b.length - a.length);
  return shorten(oneLine(pieces.reduce((text, piece) => text.replaceAll(piece, "…"), message)), 300);
}
