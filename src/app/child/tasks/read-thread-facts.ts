// Task: reads the facts that decide whether threads of ours may be resolved. The policy is applied in the parent.
import * as z from "zod";
import { threadsFromScan } from "../../../threads/plan-fixes.ts";
import type { PullRequestRef } from "../../../pull-request.ts";
import { apiOf } from "../../../world/github/address.ts";
import { wallClock } from "../../../world/github/clock.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import { trustedInput, type ChildTask } from "../child-task.ts";
import { maxThreads, resolveFactsSchema } from "./answer-mention/resolve-facts.ts";

export interface ReadThreadFactsInput {
  pull: PullRequestRef;
  token: string;
  /** Threads of ours, each with its first comment. */
  threads: readonly { thread: string; comment: string }[];
}

const { head, checks, thread } = resolveFactsSchema.shape;
const output = z.strictObject({ head, checks, threads: z.array(thread).max(1000) });
/** The head, its checks, and those of the requested threads that exist. */
export type HeadThreadFacts = z.infer<typeof output>;

export const readThreadFactsTask: ChildTask<ReadThreadFactsInput, HeadThreadFacts> = {
  id: "read-thread-facts",
  input: trustedInput(),
  output,
  timeLimitMs: 1_800_000,
  async run({ pull, token, threads: wanted }, { environment: { env, stop } }) {
    const reads = openThreadReads({ api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop });
    const scan = await reads.threads(pull, { max: maxThreads });
    const { state } = await reads.checks(pull, scan.head);
    const firstComments = new Map(wanted.map((one) => [one.thread, one.comment]));
    const seen = threadsFromScan(scan, 0).threads;
    const threads = scan.threads.flatMap(({ threadId, firstComment }, at) => {
      const isOurs = firstComment?.authorKind === "self" && firstComment.id === firstComments.get(threadId);
      return isOurs ? [seen[at]!] : [];
    });
    return { head: scan.head, checks: state, threads };
  },
  accept(facts, { threads }) {
    const asked = new Set(threads.map((one) => one.thread));
    if (!facts.threads.every(({ threadId }) => asked.has(threadId)))
      throw new Error("the child process reports threads that nobody asked about");
    return facts;
  },
};
