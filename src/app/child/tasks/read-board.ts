// Task: reads the threads of one pull request for the dashboard, with a token that cannot write.
import { boardSchema } from "../../../threads/publishers/board-schema.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import type { ThreadId } from "../../../threads/thread.ts";
import { parseState } from "../../../threads/thread-events.ts";
import { isSamePullRequest, type PullRequestRef } from "../../../pull-request.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { readersOf } from "../../threads/comments/reads.ts";
import { lookByRules } from "../../threads/comments/look.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";

export interface ReadBoardInput {
  pull: PullRequestRef;
  token: string;
  /** The stored state of its threads, as JSON. */
  state: string | null;
}

const maxRows = 1000;
const output = boardSchema.omit({ version: true, tool: true, scope: true }).transform((board): Board => ({
  ...board,
  rows: board.rows.map((row) => ({ ...row, threadId: row.threadId as ThreadId })),
}));

export const readBoardTask: ChildTask<ReadBoardInput, Board> = {
  id: "read-board",
  input: trustedInput(),
  output,
  timeLimitMs: 1_800_000,
  async run({ pull, token, state: stored }, { environment: { env, stop, now, cwd } }) {
    const asking = { api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop };
    const github = { ...readersOf(asking), token };
    const state = parseState(stored, pull, "the stored state of the threads");
    return await lookByRules(pull, { github, folder: cwd, env, stop, now, state });
  },
  accept(board, { pull }) {
    if (!isSamePullRequest(board.pull, pull) || board.rows.length > maxRows)
      throw new Error("the child process returned the board of another pull request");
    return board;
  },
};
