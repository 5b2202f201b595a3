// The process that looks at threads: started for one pull request, with a token that cannot write and an environment without
// secrets. What it answers is data, and is checked before it is shown or acted on.
import * as z from "zod";
import { Unavailable } from "../../errors.ts";
import { boardSchema } from "../../threads/publishers/board-schema.ts";
import type { Board } from "../../threads/publishers/board.ts";
import type { ThreadId } from "../../threads/thread.ts";
import { oid, resolveFacts } from "./answer-reader.ts";
import { readerEnvironment } from "./reader.ts";
import { runReader } from "./run-reader.ts";
import { isSamePullRequest, type PullRequestRef } from "../../pull-request.ts";

interface Looking {
  pull: PullRequestRef;
  /** Goes through its input, not through its environment or its arguments. */
  token: string;
}

export interface ToShow extends Looking {
  task: "board";
  /** What is kept of its threads, as JSON. */
  state: string | null;
}

export interface ToSettle extends Looking {
  task: "settle";
  /** Threads of ours, each with the comment that began it. */
  threads: readonly { thread: string; comment: string }[];
}

const mostRows = 1000;
const boardAnswer = boardSchema.omit({ version: true, tool: true, scope: true });

const settleAnswer = z.strictObject({
  head: oid,
  checks: resolveFacts.shape.checks,
  threads: z.array(resolveFacts.shape.thread).max(mostRows),
});

/** Of the threads that were asked for, those that are there; and what is known of the head. */
export type SettleFacts = z.infer<typeof settleAnswer>;
export type SettleReader = (toSettle: ToSettle, stop: AbortSignal) => Promise<SettleFacts>;
export type BoardReader = (toShow: ToShow, stop: AbortSignal) => Promise<Board>;

export interface ThreadsReader {
  board: BoardReader;
  settle: SettleReader;
}

export function threadsReaderIn(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ThreadsReader {
  const own = readerEnvironment(env, []);
  const ask = async (input: ToShow | ToSettle, stop: AbortSignal) => {
    const run = { program, command: "board-for-server", env: own, input, asking: null, stop };
    const { code, answer, err } = await runReader(run);
    if (code !== 0) throw new Unavailable("the reader", firstLine(err) || `it ended with ${code}`);
    return answer;
  };
  return {
    async board(toShow, stop) {
      const board = boardAnswer.parse(await ask(toShow, stop));
      if (!isSamePullRequest(toShow.pull, board.pull) || board.rows.length > mostRows)
        throw new Error("the reader shows what nobody asked for");
      return { ...board, rows: board.rows.map((row) => ({ ...row, threadId: row.threadId as ThreadId })) };
    },
    async settle(toSettle, stop) {
      const facts = settleAnswer.parse(await ask(toSettle, stop));
      const asked = new Set(toSettle.threads.map(({ thread }) => thread));
      if (!facts.threads.every(({ threadId }) => asked.has(threadId)))
        throw new Error("the reader tells of threads that nobody asked for");
      return facts;
    },
  };
}

/** The sentence of an error, which is ours; what follows it is not for a log. */
function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 300) ?? "";
}
