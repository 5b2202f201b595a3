// Runs the server's tasks in child processes that get no write token and no secrets of the server.
import { startOfText } from "../../secrets/cut-text.ts";
import { Unavailable, UserError } from "../../errors.ts";
import type { ChildTask, RecordedModelRun } from "../child/child-task.ts";
import { ChildCrash, runTask, type ChildOptions } from "../child/run-task.ts";
import { answerMentionTask } from "../child/tasks/answer-mention.ts";
import { matchEscapesTask } from "../child/tasks/match-escapes.ts";
import { readBoardTask } from "../child/tasks/read-board.ts";
import { readFeedbackTask } from "../child/tasks/read-feedback.ts";
import { readThreadFactsTask } from "../child/tasks/read-thread-facts.ts";
import { reviewPullRequestTask } from "../child/tasks/review-pull-request.ts";
import { traceEscapesTask } from "../child/tasks/trace-escapes.ts";

export type ServerTasks = ReturnType<typeof openServerTasks>;
export type FeedbackTasks = Pick<ServerTasks, "readFeedback" | "traceEscapes" | "matchEscapes">;

/** `keys`: environment variables that hold the keys of models. */
export function openServerTasks({
  program,
  env,
  keys = [],
}: Pick<ChildOptions<never>, "program" | "env"> & { keys?: readonly string[] }) {
  const run = async <Input extends object, Output>(
    task: ChildTask<Input, Output>,
    input: Input,
    options: Pick<ChildOptions<never>, "keys" | "stop" | "keepCall">,
  ) => {
    try {
      return await runTask(task, input, { ...options, program, env, cwd: "/", easing: true });
    } catch (error) {
      throw asUnavailable(error);
    }
  };
  const reading =
    <Input extends object, Output>(task: ChildTask<Input, Output>) =>
    async (input: Input, stop: AbortSignal): Promise<Output> =>
      await run(task, input, { keys: [], stop });
  const asking =
    <Input extends object, Output>(task: ChildTask<Input, Output>) =>
    async (input: Input & { asking: RecordedModelRun | null }, stop: AbortSignal): Promise<Output> =>
      await run(task, input, { keys, stop, keepCall: input.asking?.keep });
  return {
    reviewPullRequest: asking(reviewPullRequestTask),
    answerMention: asking(answerMentionTask),
    readFeedback: reading(readFeedbackTask),
    traceEscapes: reading(traceEscapesTask),
    matchEscapes: reading(matchEscapesTask),
    readBoard: reading(readBoardTask),
    readThreadFacts: reading(readThreadFactsTask),
  };
}

/** A job is retried whatever ended the child. Only the first line is for the log: the rest may quote untrusted text. */
function asUnavailable(error: unknown): unknown {
  if (error instanceof UserError) return new Unavailable("the child process", error.message);
  if (!(error instanceof ChildCrash)) return error;
  const line = startOfText(error.stderr.split("\n")[0] ?? "", 300);
  return new Unavailable("the child process", `it ended with ${error.code}${line && `: ${line}`}`);
}
