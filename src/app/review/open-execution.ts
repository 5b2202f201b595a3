// Opens the sandbox for a review, once it is known that something may run.
import { execPath } from "node:process";
import type { Change } from "../../change/change.ts";
import type { EvalSettings, UserConfig } from "../../change/config.ts";
import { repositoryOf } from "../../change/remote.ts";
import { settingsMatcher } from "../../findings/execution/evals/eval-files.ts";
import type { ExecutionMode, OpenExecution } from "../../findings/execution/execute.ts";
import type { ReportedTests } from "../../findings/execution/reported-tests-schema.ts";
import { userCacheFolder } from "../../world/user-cache.ts";
import type { Input } from "../cli/commands/command.ts";
import type { OpenRepository } from "./open-repository.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { isSameRepository } from "../../pull-request.ts";

/** The user's options about running. Plain data, passed to the child process. */
export interface RunChoice {
  /** Run no code of the repository. */
  quick: boolean;
  /** Run it even if the repository is not the user's own. */
  asked: boolean;
  probe: boolean;
  /** Run without a sandbox if none is available. */
  unsafe: boolean;
  /** The user's own clone; packages installed there can be used. */
  clone: string | null;
  /** Nothing may run here; `tests` is what another workflow reports of its run. */
  reported?: { tests: ReportedTests | null };
}

export function runChoice(input: Input, clone: string | null): RunChoice {
  const is = (name: string) => input.options[name] === true;
  // Commander parses this as a plain flag: only a leading `no-` negates an option.
  return { quick: is("quick"), asked: is("runTests"), probe: is("probe"), unsafe: is("unsafeNoSandbox"), clone };
}

export function executingOf(
  choice: RunChoice,
  repository: OpenRepository,
  user: UserConfig,
  outside: Pick<ProcessEnvironment, "env" | "stop">,
): ExecutionMode {
  if (choice.reported) return { is: "reported", tests: choice.reported.tests };
  if (choice.quick) return { is: "quick" };
  return {
    is: "open",
    asked: choice.asked,
    probe: choice.probe,
    callsForEvals: (path) => (user.evals ?? []).some((settings) => settingsMatcher(settings)(path)),
    open: (change) => openExecution(change, choice, repository, user, outside),
  };
}

async function openExecution(
  change: Change,
  { probe, unsafe, clone, asked }: RunChoice,
  repository: OpenRepository,
  user: UserConfig,
  { env, stop }: Pick<ProcessEnvironment, "env" | "stop">,
): Promise<OpenExecution> {
  const [{ openSandboxRunner }, { executionUnits }, { runnersFor }, { redactValues }] = await Promise.all([
    import("../../world/sandbox/open-sandbox-runner.ts"),
    import("../../findings/execution/execution-units.ts"),
    import("../../findings/execution/runners/index.ts"),
    import("../../secrets/redact-values.ts"),
  ]);
  const { git } = repository;
  const { base, head } = change;
  const cache = userCacheFolder(env);
  const sandbox = openSandboxRunner({ git, base, head, clone, env, node: execPath, cache, stop, unsafe });
  repository.closing(() => sandbox.close());
  const evals = (await evalsOf(change, user.evals ?? [], git, clone)).map((settings) => {
    const keys = settings.env.flatMap((name) => env[name] ?? []);
    return { settings, redact: (text: string) => redactValues(text, keys) };
  });
  return { sandbox, runners: runnersFor(change), ...executionUnits({ asked, probe, evals }) };
}

/** The evals configured for this repository, matched like `trust`: by folder or by remote address. */
export async function evalsOf(
  { from }: Pick<Change, "from">,
  evals: readonly EvalSettings[],
  git: Pick<OpenRepository["git"], "shown" | "remotes">,
  clone: string | null,
): Promise<readonly EvalSettings[]> {
  if (evals.length === 0) return [];
  const folder = from.kind === "pull" ? clone : git.shown;
  // A clone of a pull request's repository may have remotes of other repositories.
  const addresses = from.kind === "pull" ? [] : (await git.remotes()).map(({ url }) => url);
  const named = from.kind === "pull" ? [from.pull] : addresses.flatMap((url) => repositoryOf(url) ?? []);
  return evals.filter(({ repository: entry }) => {
    const there = repositoryOf(entry);
    return (
      folder === entry ||
      folder?.startsWith(`${entry.replace(/\/$/, "")}/`) === true ||
      addresses.includes(entry) ||
      (there !== null && named.some((one) => isSameRepository(one, there)))
    );
  });
}
