// Writing in threads that others began. What `perform` looks up before it writes is what our own account has said; here
// it is told of every thread that was seen on this pull request, so that it answers and resolves those and no others.
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
  /** Whether GitHub asked to wait, or did not answer, since this was last asked. */
  struggled(): boolean;
}

export interface ThreadWriteNeeds {
  reads: Pick<ThreadReads, "threads">;
  /** An App asks for a token that may write contents for a resolution alone. */
  writes(what: "reply" | "resolve"): GitHubWrites;
  seen: KnownThreads;
  /** How many threads are looked at. */
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
      // What was seen a moment ago does for a start; once something was sent, only a new look tells what became of it.
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

/** It has no marker, so that it is never taken for anything that we wrote. */
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

/** that it is resolved already is what was wanted. */
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

/** What GitHub says of a reply may repeat it, and goes to logs and to the store. */
async function withoutBody<T>(body: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error) error.message = scrubbed(error.message, body);
    throw error;
  }
}

/** Short pieces are words that anybody uses. */
const shortestPiece = 8;

function scrubbed(message: string, body: string): string {
  const pieces = [body, JSON.stringify(body).slice(1, -1), ...body.split("\n").map((line) => line.trim())]
    .filter((piece) => piece.length >= shortestPiece)
    .toSorted((a, b) => b.length - a.length);
  return shorten(oneLine(pieces.reduce((text, piece) => text.replaceAll(piece, "…"), message)), 300);
}
