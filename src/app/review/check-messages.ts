// Defines what the process of checks and the process that started it send each other.
import type { Change, Side } from "../../change/change.ts";
import type { UserConfig } from "../../change/config.ts";
import type { UnitResult } from "../../findings/report.ts";

/** A pipe that names the check that runs, by its index: a check that never lets go sends no messages. */
export const runningPipe = 4;

/** What is checked, and the user's own rules for it. */
export interface CheckedChange {
  change: Change;
  personalRules?: UserConfig["personalRules"];
  env: Readonly<Record<string, string | undefined>>;
}

type TreeCall = `${Side}.${"read" | "paths"}`;
export type CodeCall = TreeCall | "symbols" | "uses" | "commits" | "hasCommit";

export type CheckOrder =
  | { is: "change"; checked: CheckedChange }
  | { is: "run" | "stop"; check: string; index: number }
  | { is: "answer"; id: number; check: string; index: number; value?: unknown; error?: string }
  | { is: "ping" };

export type CheckMessage =
  | { is: "alive" }
  | { is: "call"; id: number; check: string; call: CodeCall; args: readonly unknown[] }
  | { is: "result"; check: string; result: UnitResult }
  | { is: "threw"; check: string; message: string };
