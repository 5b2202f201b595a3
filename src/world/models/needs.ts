// Defines what opening a model needs from the environment.
import type { TreeExports } from "./cli/export-trees.ts";

/** What opening a model needs. */
export interface ModelNeeds {
  /** The environment with keys; programs get a subset. */
  env: Readonly<Record<string, string | undefined>>;
  /** The parent of programs' temporary folders; default: the system's. */
  tempRoot?: string;
  /** Writes the trees of a change for programs; absent: they see only the prompt. */
  trees?: Pick<TreeExports, "of">;
}
