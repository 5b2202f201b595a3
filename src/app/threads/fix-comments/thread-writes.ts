// Adapts GitHub writes to threads that others started. `perform` checks our own output before it writes; here every
// scanned thread of the pull request is added to that list, so that it replies to and resolves those threads and no
// others.
import type { OwnComment } from "../../../change/github.ts";
import { mayRetry, Refused } from "../../../errors.ts";
import type { GitHubWrites } from "../../../review/github-writes.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import { cannotResolve } from "../../../threads/words/fix-texts.ts";
import type { KnownThreads, KnownThread } from "../../../threads/plan-fixes.ts";
import type { ThreadReads } from "../../../threads/thread.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

export interface ThreadWrites {
  forReplies: GitHubWrites;
  forResolutions: GitHubWrites;
  /** Whether GitHub asked to wait or did not answer since the last call. */
  struggled(): boolean;
}

export interface ThreadWriteNeeds {
  reads: Pick<ThreadReads, "threads">;
  /** An App requests a token with write access to contents for resolutions only. */
  writes(what: "reply" | "resolve"): GitHubWrites;
  seen: KnownThreads;
  /** Maximum number of threads that are read. */
  max: number;
}

export function threadWrites({ reads, writes, seen, max }: ThreadWriteNeeds): ThreadWrites {
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
  let sent = false;
  return {
    struggled: () => {
      const since = struggled;
      struggled = false;
      return since;
    },
    forReplies: {
      ...replies,
      output: async (pull) =>
        await noting(async () => [...(await replies.output(pull)), ...seen.threads.map(asOutput)]),
      reply: async (thread, body, still) =>
        await noting(async () => await withoutBody(body, async () => await replies.reply(thread, body, still))),
    },
    forResolutions: {
      ...resolutions,
      // The scan is recent enough at first. After a resolution was sent, the threads are read again to see its effect.
      output: async (pull) =>
        sent ? await noting(async () => await threadsNow(reads, pull, max)) : seen.threads.map(asOutput),
      resolve: async (thread, still) => {
        await noting(
          async () =>
            await explainingNo(
              async () =>
                await resolutions.resolve(thread, () => {
                  still?.();
                  sent = true;
                }),
            ),
        );
      },
    },
  };
}

async function threadsNow(
  reads: Pick<ThreadReads, "threads">,
  pull: PullRequestRef,
  max: number,
): Promise<OwnComment[]> {
  return (await reads.threads(pull, { max })).threads.map(asOutput);
}

/** Without a marker, so that it is not mistaken for our own comment. */
function asOutput({
  threadId,
  isResolved,
  path,
  line,
}: Pick<KnownThread, "threadId" | "isResolved" | "path" | "line">): OwnComment {
  return {
    kind: "line",
    id: "",
    url: "",
    body: "",
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
