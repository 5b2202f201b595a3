// Opens GitHub for reading threads and pull requests, without write access.
import type { GitHubReads } from "../../../change/github.ts";
import type { ThreadReads } from "../../../threads/thread.ts";
import { openReads } from "../../../world/github/reads.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { requestOptions } from "../../request-options.ts";

export interface GitHubToRead {
  reads: GitHubReads;
  threads: ThreadReads;
  /** Used for `git fetch` only. */
  token: string;
}

export async function openToRead(
  host: string,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): Promise<GitHubToRead> {
  const options = await requestOptions(host, env, stop);
  return { reads: openReads(options), threads: openThreadReads(options), token: await options.token() };
}
