// Reads threads and checks of a pull request, without write access.
import type { ThreadId, ThreadNow, ThreadReads } from "../../threads/thread.ts";
import type { Oid } from "../../change/change.ts";
import { hostNamed } from "./address.ts";
import { explained } from "./explain-refusal.ts";
import { oneThread } from "./queries/one-thread.ts";
import { openRequests, type RequestOptions } from "./request.ts";
import { readChecks } from "./threads/checks.ts";
import { normaliseComments } from "./threads/normalise.ts";
import { isGone, readThreads, type ThreadRequests } from "./threads/pages.ts";
import type { PullRequestRef } from "../../pull-request.ts";

export function openThreadReads(options: RequestOptions): ThreadReads {
  const { get, query, who } = openRequests(options);
  const requests: ThreadRequests = { get, query, who };
  const here = async <T>(pull: PullRequestRef, work: () => Promise<T>): Promise<T> => {
    if (hostNamed(pull.host) !== options.api.host)
      throw new Error(`asked ${options.api.host} for something on ${pull.host}`);
    return await explained(pull, work);
  };
  return {
    threads: async (pull, how) => await here(pull, async () => await readThreads(requests, pull, how)),
    thread: async (pull, id) => await here(pull, async () => await readThreadNow(requests, pull, id)),
    checks: async (pull, head) => await here(pull, async () => await readChecks(requests, pull, head)),
  };
}

async function readThreadNow(
  { query }: ThreadRequests,
  { number }: PullRequestRef,
  thread: ThreadId,
): Promise<ThreadNow | null> {
  const { viewer, node } = await query(oneThread, { thread }, isGone);
  if (!node?.pullRequest) return null;
  const comments = normaliseComments(node.comments, { prNumber: number, viewer: viewer.login }, null);
  return { head: node.pullRequest.headRefOid as Oid, comments };
}
