// Provides a project's dependencies to the sandbox. Runs no code of the change: existing folders are mounted, and
// installs use the lockfile alone, with scripts off.
import type { Ecosystem } from "../../findings/execution/sandbox-runner.ts";
import { provideDeno } from "./dependencies/provide-deno.ts";
import { provideGo } from "./dependencies/provide-go.ts";
import { provideJava } from "./dependencies/provide-java.ts";
import { provideNode } from "./dependencies/provide-node.ts";
import { providePython } from "./dependencies/provide-python.ts";
import { provideRust } from "./dependencies/provide-rust.ts";
import type { NotProvidedReason } from "./dependencies/this-machine.ts";
import type { Machine, SandboxDependencies, StagedTree } from "./sandbox-dependencies.ts";

type EcosystemProvider = (
  cwd: string,
  tree: StagedTree,
  machine: Machine,
) => Promise<SandboxDependencies | NotProvidedReason>;

const providers: Readonly<Record<Ecosystem, EcosystemProvider>> = {
  node: provideNode,
  python: providePython,
  go: provideGo,
  rust: provideRust,
  java: provideJava,
  deno: async (_cwd, _tree, machine) => provideDeno(machine),
};

export async function provideDependencies(
  ecosystem: Ecosystem,
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<SandboxDependencies | NotProvidedReason> {
  machine.stop.throwIfAborted();
  return await providers[ecosystem](cwd, tree, machine);
}
