// Makes root's own folders reachable for a sandbox that runs as nobody: root bind-mounts them elsewhere in a mount
// namespace from which only the sandbox starts.
import { realpathSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { sandboxOwner, type SandboxCommand } from "./bubblewrap.ts";

/** Exists on every Linux; covered by a tmpfs for this start only. */
const staging = "/mnt";
const start = ["--dev-bind", "/", "/", "--die-with-parent", "--tmpfs", staging];

export interface ReachableCommand {
  /** Prefix of the command line. */
  before: readonly string[];
  inside: SandboxCommand;
}

export function makeReachable(inside: SandboxCommand, bwrap: string): ReachableCommand {
  const { program, readOnly = [] } = inside;
  const sources = [program, ...readOnly.map(({ from }) => from)];
  if (sources.every(isReachable)) return { before: [], inside };
  const at = (index: number) => `${staging}/${index}`;
  return {
    before: [bwrap, ...start, ...sources.flatMap((from, index) => ["--ro-bind", from, at(index)]), "--"],
    inside: { ...inside, program: at(0), readOnly: readOnly.map(({ to }, index) => ({ from: at(index + 1), to })) },
  };
}

/** A missing path is reported when it is mounted. */
function isReachable(path: string): boolean {
  try {
    const real = realpathSync(path);
    const stat = statSync(real);
    if (!isPermitted(stat, stat.isDirectory() ? 5 : 4)) return false;
    for (let folder = dirname(real); folder !== "/"; folder = dirname(folder))
      if (!isPermitted(statSync(folder), 1)) return false;
    return true;
  } catch {
    return true;
  }
}

function isPermitted({ mode, uid, gid }: Stats, bits: number): boolean {
  const shift = uid === sandboxOwner.uid ? 6 : gid === sandboxOwner.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}
