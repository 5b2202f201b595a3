// Refuses evals of changes that are not the user's own.
import type { Change } from "../../../change/change.ts";
import type { Reason } from "../../reason.ts";

/**
 * Why evals of a change are not run, whatever the settings say; null if they may run. `--run-tests` does not permit them:
 * the author of the executed code could misuse the keys.
 */
export function evalsRefusal({ from, owned }: Pick<Change, "from" | "owned">): Reason | null {
  if (from.kind === "pull" && from.fork) return { kind: "eval-of-fork" };
  return owned.is === "mine" ? null : { kind: "not-mine", what: "evals" };
}
