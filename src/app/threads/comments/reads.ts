// GitHub for those who only look: threads and the pull request itself, with nothing in hand that could write.
import type { GitHubReads } from "../../../change/github.ts";
import type { ThreadReads } from "../../../threads/thread.ts";
import { openReads } from "../../../world/github/reads.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { requestOptions } from "../../request-options.ts";

export interface GitHubToRead {
  reads: GitHubReads;
  threads: ThreadReads;
  /** For `git fetch` alone. */
  token: string;
}

export async function openToRead(
  host: string,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): Promise<GitHubToRead> {
  const options = await requestOptions(host, env, stop);
  return { reads: openReads(options), threads: openThreadReads(options), token: await options.token() };
}
