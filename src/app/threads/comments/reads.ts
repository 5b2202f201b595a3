// Opens GitHub for reading threads and pull requests, without write access.
import type { GitHubReads } from "../../../change/github.ts";
import type { ThreadReads } from "../../../threads/thread.ts";
import { openPullStart } from "../../../world/github/pull-start.ts";
import { openReads } from "../../../world/github/reads.ts";
import type { RequestOptions } from "../../../world/github/request.ts";
import { openThreadReads } from "../../../world/github/thread-reads.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { requestOptions } from "../../request-options.ts";
import type { ReadBaseFile } from "../fix-comments/base-files.ts";

export interface GitHubToRead {
  reads: GitHubReads;
  threads: ThreadReads;
  baseFile: ReadBaseFile;
  /** Used for `git fetch` only. */
  token: string;
}

export async function openToRead(
  host: string,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): Promise<GitHubToRead> {
  const options = await requestOptions(host, env, stop);
  return { ...readersOf(options), token: await options.token() };
}

export function readersOf(options: RequestOptions): Omit<GitHubToRead, "token"> {
  return {
    reads: openReads(options),
    threads: openThreadReads(options),
    baseFile: async (pull, path) => (await openPullStart(options, path)(pull)).config,
  };
}
