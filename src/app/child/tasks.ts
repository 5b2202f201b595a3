// Registers the tasks that run in a child process. Each is loaded only by the process that runs it.
import type { TaskContext } from "./child-task.ts";

interface RegisteredTask {
  input: { parse(value: unknown): object };
  run(input: object, context: TaskContext): Promise<unknown>;
}

export const tasks: Readonly<Record<string, () => Promise<RegisteredTask>>> = {
  "review-change": async () => (await import("./tasks/review-change.ts")).reviewChangeTask,
  "look-up": async () => (await import("./tasks/look-up.ts")).lookUpTask,
  "ask-models": async () => (await import("./tasks/ask-models.ts")).askModelsTask,
  "review-pull-request": async () => (await import("./tasks/review-pull-request.ts")).reviewPullRequestTask,
  "answer-mention": async () => (await import("./tasks/answer-mention.ts")).answerMentionTask,
  "read-feedback": async () => (await import("./tasks/read-feedback.ts")).readFeedbackTask,
  "trace-escapes": async () => (await import("./tasks/trace-escapes.ts")).traceEscapesTask,
  "match-escapes": async () => (await import("./tasks/match-escapes.ts")).matchEscapesTask,
  "read-board": async () => (await import("./tasks/read-board.ts")).readBoardTask,
  "read-thread-facts": async () => (await import("./tasks/read-thread-facts.ts")).readThreadFactsTask,
};
