// Opens what `crosscheck fix-comments` needs: the pull request, GitHub, and the base's settings.
import { parsePull } from "../../../change/target-pull.ts";
import { isInRepository } from "../../../world/git/discover.ts";
import { wallClock } from "../../../world/github/clock.ts";
import type { Store } from "../../../world/store/store.ts";
import { textOption, type Input } from "../../cli/commands/command.ts";
import type { FixNeeds } from "../fix-comments.ts";
import { openGitHub } from "../../open-github.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { requestOptions } from "../../request-options.ts";
import type { PullRequestRef } from "../../../pull-request.ts";
import { threadTarget } from "../thread-target.ts";
import { readersOf } from "../comments/reads.ts";
import { openFixRepository } from "./fix-repository.ts";

/** The number in --pr; null if it is absent or not a pull request. */
export function askedNumber(input: Input): number | null {
  return parsePull(textOption(input, "pr") ?? "")?.number ?? null;
}

export async function openFixing(
  number: number | null,
  store: Store,
  input: Input,
  outside: ProcessEnvironment,
): Promise<{ needs: FixNeeds; pull: PullRequestRef }> {
  const { env, stop } = outside;
  const pr = textOption(input, "pr");
  const folder = textOption(input, "repo") ?? outside.cwd;
  const localFolder = textOption(input, "repo") !== undefined || isInRepository(folder) ? folder : null;
  // In a clone the payload's number is enough; elsewhere the pull request scanned last is used.
  const named = pr ?? (localFolder === null || number === null ? undefined : String(number));
  const { pull } = await threadTarget({
    pr: named,
    folder,
    store,
    env,
    stop,
    github: async (host) => await openGitHub(host, outside),
  });
  const github = await openGitHub(pull.host, outside);
  const writes = github.writes;
  let opened: ReturnType<typeof writes> | null = null;
  const { threads, baseFile } = readersOf(await requestOptions(pull.host, env, stop));
  const needs: FixNeeds = {
    reads: threads,
    // Shared by replies and resolutions, so that both are paced together.
    writes: () => (opened ??= writes()),
    repository: async () =>
      await openFixRepository(await github.reads.snapshot(pull), {
        localFolder,
        env,
        stop,
        token: github.token,
        baseFile,
      }),
    store,
    clock: wallClock,
    stop,
  };
  return { needs, pull };
}
