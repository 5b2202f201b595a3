// The process that reads a conversation and the code it is about: started for one question, with a token that cannot write
// and an environment without secrets. What it answers is data, and is checked before anything is done with it.
import * as z from "zod";
import type { Config, UserConfig } from "../../change/config.ts";
import { Unavailable } from "../../errors.ts";
import { commentLimit } from "../../review/limits.ts";
import type { Asked } from "../../threads/mention/command.ts";
import type { Mention } from "../../threads/mention.ts";
import type { KnownFinding } from "../../threads/replies/known-finding.ts";
import { askedSchema, readerEnvironment, runReader } from "./reader.ts";

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
}

const nodeId = z.string().regex(/^[\w=+/-]{1,300}$/);
const oid = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

const resolveFacts = z.strictObject({
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
  /** What its models were asked; null: none were. */
  asked: askedSchema.nullable(),
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
    const [command = "", ...args] = program;
    const input = JSON.stringify(toAnswer);
    const { code, out, err } = await runReader(command, [...args, "answer-for-server"], own, input, stop);
    if (code !== 0) throw new Unavailable("the reader", `it ended with ${code}${kindOfEnd(err)}`);
    return answered.parse(JSON.parse(out));
  };
}

/** The sentence of an error, which is ours; what follows it is not for a log. */
function kindOfEnd(err: string): string {
  const line = err.trim().split("\n")[0]?.slice(0, 200) ?? "";
  return line === "" ? "" : `: ${line}`;
}
