// Defines a job and its result, with and without a sandbox.
import type { CommandLine } from "../../../findings/execution/sandbox-runner.ts";
import type { BindMount, SandboxLimits } from "../bubblewrap.ts";
import type { OpenOutsideAccess } from "./outside-access.ts";

export interface SandboxJob {
  /** The tree's folder outside the sandbox. */
  tree: string;
  treeBytes: number;
  commands: readonly (CommandLine & { environment: Readonly<Record<string, string>> })[];
  readOnly: readonly BindMount[];
  links: readonly { at: string; to: string }[];
  node: string;
  env: Readonly<Record<string, string | undefined>>;
  limits: SandboxLimits;
  /** Null: no keys and no network. */
  access: Pick<OpenOutsideAccess, "keys" | "socket" | "noProxy"> | null;
  stop: AbortSignal;
  /** Receives the host's messages. */
  onOutput(text: string): void;
}

export type SandboxJobEnd =
  /** `why` is the reason for commands without a result. */
  { is: "ran"; why: string } | { is: "no-sandbox"; why: string };

/** Per command, in characters. */
export const maxJobOutput = 20_000_000;
/** Extra time for copying, and for a busy machine. */
const besidesMs = 120_000;

export function jobTimeoutMs({ commands }: SandboxJob): number {
  return commands.reduce((sum, { ms }) => sum + ms, besidesMs);
}

/** A character can take six in JSON; reports come on top. */
export function maxHostOutput({ commands }: SandboxJob): number {
  return commands.length * (6 * maxJobOutput + 400_000_000);
}
