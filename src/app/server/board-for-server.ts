// What the process does that looks at threads for a server. It has no store and nothing that could write.
import { apiOf } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openReads } from "../../world/github/reads.ts";
import { openThreadReads } from "../../world/github/thread-reads.ts";
import { seenNow } from "../../threads/fix.ts";
import { parseState } from "../../threads/thread-state.ts";
import type { ThreadReads } from "../../threads/thread.ts";
import { lookByRules } from "../threads/comments/look.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { SettleFacts, ToSettle, ToShow } from "./board-reader.ts";

export async function boardForServer(given: ToShow | ToSettle, outside: ProcessEnvironment): Promise<unknown> {
  const { pull, token } = given;
  const { env, stop, now, cwd } = outside;
  const asking = { api: apiOf(pull.host, env), token: async () => token, clock: wallClock, stop };
  const threads = openThreadReads(asking);
  if (given.task === "settle") return await settleFactsOf(given, threads);
  const github = { reads: openReads(asking), threads, token };
  const state = parseState(given.state, pull, "what is kept of the threads");
  return await lookByRules(pull, { github, folder: cwd, env, stop, now, state });
}

const mostThreads = 10_000;

/** Nothing is judged here: that is for the policy, in the process that resolves. */
async function settleFactsOf(
  { pull, threads: wanted }: ToSettle,
  reads: Pick<ThreadReads, "threads" | "checks">,
): Promise<SettleFacts> {
  const scan = await reads.threads(pull, { max: mostThreads });
  const { state: checks } = await reads.checks(pull, scan.head);
  const began = new Map(wanted.map(({ thread, comment }) => [thread, comment]));
  const seen = seenNow(scan, 0).threads;
  const threads = scan.threads.flatMap(({ threadId, firstComment }, at) => {
    const comment = began.get(threadId);
    const isOurs = firstComment?.authorKind === "self" && firstComment.id === comment;
    return isOurs ? [seen[at]!] : [];
  });
  return { head: scan.head, checks, threads };
}
