// What is to be run, with all that it needs, and how that went: the same with a sandbox and without.
import type { CommandLine } from "../../../findings/execution/sandbox-runner.ts";
import type { BindMount, SandboxLimits } from "../bubblewrap.ts";
import type { OpenOutsideAccess } from "./outside-access.ts";

export interface SandboxJob {
  /** The tree, outside. */
  tree: string;
  treeBytes: number;
  commands: readonly (CommandLine & { environment: Readonly<Record<string, string>> })[];
  readOnly: readonly BindMount[];
  links: readonly { at: string; to: string }[];
  node: string;
  env: Readonly<Record<string, string | undefined>>;
  limits: SandboxLimits;
  /** Null: no key, and no way out. */
  access: Pick<OpenOutsideAccess, "keys" | "socket" | "noProxy"> | null;
  stop: AbortSignal;
  /** Told what the host says. */
  onOutput(text: string): void;
}

export type SandboxJobEnd =
  /** `why` is what to say of a command that has no end of its own. */
  { is: "ran"; why: string } | { is: "no-sandbox"; why: string };

/** Of one command, in characters. */
export const maxJobOutput = 20_000_000;
/** For the copying, and for a machine that has other things to do. */
const besidesMs = 120_000;

export function jobTimeoutMs({ commands }: SandboxJob): number {
  return commands.reduce((sum, { ms }) => sum + ms, besidesMs);
}

/** Written as JSON, a character can take six; and there are reports. */
export function maxHostOutput({ commands }: SandboxJob): number {
  return commands.length * (6 * maxJobOutput + 400_000_000);
}
