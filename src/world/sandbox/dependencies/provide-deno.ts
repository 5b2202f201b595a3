// Provides the machine's Deno and its downloads. Only the downloads are mounted, because Deno writes next to them.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Machine, SandboxDependencies } from "../sandbox-dependencies.ts";
import {
  dependenciesInside,
  isReadableInSandbox,
  noProgram,
  toolchainUnreachable,
  workingProgram,
  type NotProvidedReason,
} from "./this-machine.ts";

const programInside = `${dependenciesInside}/deno/bin`;
const cacheInside = "/tmp/deno";
/** npm packages, and modules by URL. */
const downloads = ["npm", "remote", "deps"];

export async function provideDeno(machine: Machine): Promise<SandboxDependencies | NotProvidedReason> {
  const program = await workingProgram("deno", ["--version"], [], machine);
  if (program === null) return noProgram("deno");
  const file = realpathSync(program);
  if (!isReadableInSandbox(file)) return toolchainUnreachable("deno", "Deno", file);
  const { env } = machine;
  const cache = env["DENO_DIR"] ?? join(env["XDG_CACHE_HOME"] ?? join(env["HOME"] ?? "/", ".cache"), "deno");
  const kept = downloads
    .map((name) => ({ from: join(cache, name), to: `${cacheInside}/${name}` }))
    .filter(({ from }) => isReadableInSandbox(from));
  return {
    readOnly: [{ from: file, to: `${programInside}/deno` }, ...kept],
    env: { DENO_DIR: cacheInside, DENO_NO_UPDATE_CHECK: "1", DENO_NO_PROMPT: "1" },
    path: [programInside],
    links: [],
    did: { ecosystem: "deno", from: "machine", folder: cache },
  };
}
