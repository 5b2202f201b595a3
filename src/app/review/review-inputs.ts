// Collects the inputs of every review on this machine besides the repository.
import type { UserConfig } from "../../change/config.ts";
import { checks } from "../../findings/checks/index.ts";
import type { Panel } from "../../findings/asking/panel.ts";
import type { ReviewInputs } from "../../review-change.ts";
import { largestFile } from "../../world/git/own-directory.ts";
import { executingOf, type RunChoice } from "./open-execution.ts";
import type { OpenRepository } from "./open-repository.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { ownChecks } from "./own-checks.ts";
import { withPersonalRules } from "../user-config.ts";

export async function readingOf(
  repository: OpenRepository,
  user: UserConfig,
  outside: Pick<ProcessEnvironment, "env" | "stop" | "now">,
  /**
   * `running`: what may be run; absent: nothing. `panel`: the models that review; null: none. `withheld`: there are models, but not for this change.
   * `isolated`: the change is
   * somebody else's, so that checks run in a process that can be ended.
   */
  {
    running,
    panel = null,
    withheld = false,
    isolated = false,
  }: { running?: RunChoice; panel?: Panel | null; withheld?: boolean; isolated?: boolean } = {},
): Promise<Omit<ReviewInputs, "progress">> {
  const { env, stop, now } = outside;
  // Fixed at the start, so that a review past midnight and its replay use one date.
  const today = new Date(now()).toISOString().slice(0, 10);
  return {
    git: repository.git,
    code: repository.code,
    checks: isolated
      ? (await import("./isolated-checks.ts")).isolateChecks(checks, { user, env })
      : await withPersonalRules(checks, user, env),
    ...(!running?.quick && { ownChecks: ownChecks({ ...repository, env, stop, builtIn: checks.map(({ id }) => id) }) }),
    ...(panel && { panel }),
    ...(withheld && { withheld }),
    ...(running && { executing: executingOf(running, repository, user, { env, stop }) }),
    user,
    largestFile,
    clock: { now, today: () => today },
    stop,
  };
}
