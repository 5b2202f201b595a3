// The process that reads a conversation and the code it is about: started for one question, with a token that cannot write
// and an environment without secrets. What it answers is data, and is checked before anything is done with it.
import * as z from "zod";
import type { Config, UserConfig } from "../../change/config.ts";
import { Unavailable } from "../../errors.ts";
import { commentLimit } from "../../review/limits.ts";
import type { Asked } from "../../threads/mention/command.ts";
import type { Mention } from "../../threads/mention.ts";
import type { KnownFinding } from "../../threads/replies/known-finding.ts";
import { readerEnvironment } from "./reader.ts";
import { runReader, type Asking, type Resumed } from "./run-reader.ts";

export interface ToAnswer {
  /** What is wanted: words, or the facts by which a resolution is judged. */
  task: "answer" | "resolve";
  mention: Mention;
  asked: Asked;
  /** Goes through its input, not through its environment or its arguments. */
  token: string;
  /** The App's slug. */
  self: string;
  settings: Config["mention"];
  findings: readonly KnownFinding[];
  /** The server's own models; null: none. */
  models: UserConfig | null;
  /** In dollars, this month. */
  spent: { all: number; repository: number };
  /** Null where no model is asked. */
  asking: Asking | null;
}

/** As the reading process gets it. */
export type QuestionGiven = Omit<ToAnswer, "asking"> & { asking: Resumed | null };

const nodeId = z.string().regex(/^[\w=+/-]{1,300}$/);
export const oid = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

export const resolveFacts = z.strictObject({
  head: oid,
  thread: z.strictObject({
    threadId: nodeId,
    path: z.string().max(4096).nullable(),
    line: z.int().nullable(),
    isResolved: z.boolean(),
    isOutdated: z.boolean(),
    latestComment: nodeId.nullable(),
    otherHumans: z.boolean(),
    canReply: z.boolean(),
    canResolve: z.boolean(),
    isAnswered: z.boolean(),
  }),
  /** The quoted line is gone from the head. */
  isGone: z.boolean(),
  checks: z.enum(["passed", "failed", "pending", "none"]),
});

export type ResolveFacts = z.infer<typeof resolveFacts>;

const answered = z.strictObject({
  /** Markdown, made harmless; null where only facts were wanted. */
  body: z.string().min(1).max(commentLimit).nullable(),
  /** Null where there is no thread of ours. */
  resolve: resolveFacts.nullable(),
  /** For the log: what was missing, never what anybody said. */
  notes: z.array(z.string().max(300)).max(20),
});

export type AnsweredQuestion = z.infer<typeof answered>;
export type AnswerReader = (toAnswer: ToAnswer, stop: AbortSignal) => Promise<AnsweredQuestion>;

export function answerReaderIn(
  program: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  /** Environment variables that hold the keys of models. */
  keys: readonly string[] = [],
): AnswerReader {
  const own = readerEnvironment(env, keys);
  return async (toAnswer, stop) => {
    const { asking } = toAnswer;
    const run = { program, command: "answer-for-server", env: own, input: toAnswer, asking, stop };
    const { code, answer, err } = await runReader(run);
    if (code !== 0) throw new Unavailable("the reader", `it ended with ${code}${kindOfEnd(err)}`);
    return answered.parse(answer);
  };
}

/** The sentence of an error, which is ours; what follows it is not for a log. */
function kindOfEnd(err: string): string {
  const line = err.trim().split("\n")[0]?.slice(0, 200) ?? "";
  return line === "" ? "" : `: ${line}`;
}
