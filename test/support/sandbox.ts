// What tests of the sandbox share. They are left out with a word where there is none, but never in CI.
import { maySkip } from "./may-skip.ts";
import type { SandboxDependencies } from "../../src/world/sandbox/sandbox-dependencies.ts";
import { probeSandbox } from "../../src/world/sandbox/probe-sandbox.ts";

/** For `describe.skipIf`. */
export async function skipWithoutSandbox(): Promise<boolean> {
  const probe = await probeSandbox(process.execPath, process.env, new AbortController().signal);
  if (probe.works) return false;
  const why = `No sandbox here (${probe.why}): install the Debian package bubblewrap.`;
  if (!maySkip()) throw new Error(why);
  console.log(`Skipped: ${why}`);
  return true;
}

/** What a machine has, and nothing of a project's. */
export const noProjectDependencies: SandboxDependencies = {
  readOnly: [],
  env: {},
  path: [],
  links: [],
  did: { ecosystem: "node", from: "machine", folder: "/tools" },
};
