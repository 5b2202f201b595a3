// Explains why work for an installation waits for GitHub.
export const pauseText = "GitHub asked Crosscheck to slow down";

/** `within`: milliseconds. */
export function writeLimitText({ writes, within }: { writes: number; within: number }): string {
  const named = new Map([
    [60_000, "a minute"],
    [3_600_000, "an hour"],
  ]);
  return `GitHub allows ${writes} writes in ${named.get(within) ?? `${within / 1000} seconds`}`;
}

/** GitHub's name of the rate limit: core, graphql, search. */
export function quotaUsedUpText(resource: string): string {
  return `GitHub's rate limit for ${resource} is used up`;
}
