// Reads threads and checks of a pull request, without write access.
import type { ThreadReads } from "../../threads/thread.ts";
import { hostNamed } from "./address.ts";
import { explained } from "./explain-refusal.ts";
import { openRequests, type RequestOptions } from "./request.ts";
import { readChecks } from "./threads/checks.ts";
import { readThreads, type ThreadRequests } from "./threads/pages.ts";
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
    checks: async (pull, head) => await here(pull, async () => await readChecks(requests, pull, head)),
  };
}
