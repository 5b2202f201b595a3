// Tests whether a sandbox can be started here. Ubuntu's AppArmor and plain containers can forbid it.
import { runInSandbox } from "./run-in-sandbox.ts";

export type SandboxProbe = { works: true } | { works: false; why: string };

/** Runs `node --version` in a sandbox. */
export async function probeSandbox(
  node: string,
  env: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<SandboxProbe> {
  const ended = await runInSandbox({
    program: node,
    args: ["--version"],
    memoryMb: 1024,
    ms: 10_000,
    mostOutput: 10_000,
    env,
    stop,
  });
  if (ended.is === "not-started") return { works: false, why: ended.why };
  if (ended.is === "ended" && ended.code === 0) return { works: true };
  const how = ended.is === "ended" ? `Node ended in it with ${ended.code}` : "Node did not answer in it";
  return { works: false, why: `${how}: ${ended.err.trim().split("\n")[0]?.slice(0, 300) ?? ""}` };
}
