// Prepares a child process that asks the user's models: the spending so far, the keys it gets, and the recording of its
// calls.
import type { UserConfig } from "../../change/config.ts";
import { keyVariables } from "../../world/models/key-variables.ts";
import type { Store } from "../../world/store/store.ts";
import { firstOfMonth } from "../month.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { newRun } from "../review/new-run.ts";
import type { CallReport } from "./child-task.ts";

export async function openModelRun(
  { models = [], evals = [] }: UserConfig,
  { records }: Pick<Store, "records">,
  repository: string,
  { program, env, cwd, stop, now }: Pick<ProcessEnvironment, "program" | "env" | "cwd" | "stop" | "now">,
) {
  const month = firstOfMonth(now());
  const [all, ofRepository] = await Promise.all([records.spent(month), records.spent(month, repository)]);
  const run = newRun();
  const keys = [...models.flatMap(keyVariables), ...evals.flatMap((one) => one.env)];
  const keepCall = async ({ unit, model, at, money, call }: CallReport) =>
    await records.keepCall({ run, repository, unit, model, at, money, call });
  return {
    input: { spent: { all, repository: ofRepository }, asking: { run, past: [] } },
    child: { program, env, cwd, stop, keys, keepCall },
  };
}
