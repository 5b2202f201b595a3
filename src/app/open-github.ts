// Opens GitHub for one host with the user's token.
import type { GitHubReads } from "../change/github.ts";
import type { GitHubWrites } from "../review/github-writes.ts";
import { apiOf } from "../world/github/address.ts";
import { wallClock } from "../world/github/clock.ts";
import { openPermit } from "../world/github/permit.ts";
import type { ProcessEnvironment } from "./process-environment.ts";
import { openReads } from "../world/github/reads.ts";
import type { RequestOptions } from "../world/github/request.ts";
import { findToken } from "../world/github/token.ts";
import { openWrites } from "../world/github/writes.ts";

export interface GitHub {
  reads: GitHubReads;
  /** For `git fetch` only. */
  token: string;
  /** Opened only after a person has chosen to post. */
  writes(): GitHubWrites;
}

export async function openGitHub(
  host: string,
  { env, stop, githubPermit }: Pick<ProcessEnvironment, "env" | "stop" | "githubPermit">,
  patience: "briefly" | "patiently" = "patiently",
): Promise<GitHub> {
  const { token } = await findToken(host, env, stop);
  const options: RequestOptions = {
    api: apiOf(host, env),
    token: async () => token,
    stop,
    clock: wallClock,
    // Optional requests fail fast instead of retrying.
    ...(patience === "briefly" && { tries: 1, timeout: 5_000 }),
  };
  return {
    reads: openReads(options),
    token,
    writes: () => openWrites({ ...options, permit: githubPermit ?? openPermit({ clock: wallClock }) }),
  };
}
