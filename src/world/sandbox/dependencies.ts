// What a project depends on, as the sandbox gets it. Nothing here runs code of the change: what is there is bound, and
// what is installed is installed from the lockfile alone, with scripts off.
import type { Ecosystem } from "../../findings/execution/sandbox-runner.ts";
import { provideDeno } from "./dependencies/deno.ts";
import { provideGo } from "./dependencies/go.ts";
import { provideJava } from "./dependencies/java.ts";
import { provideNode } from "./dependencies/node.ts";
import { providePython } from "./dependencies/python.ts";
import { provideRust } from "./dependencies/rust.ts";
import type { NotProvided } from "./dependencies/this-machine.ts";
import type { Machine, Provided, StagedTree } from "./provided.ts";

type ProvideOne = (cwd: string, tree: StagedTree, machine: Machine) => Promise<Provided | NotProvided>;

const providers: Readonly<Record<Ecosystem, ProvideOne>> = {
  node: provideNode,
  python: providePython,
  go: provideGo,
  rust: provideRust,
  java: provideJava,
  deno: async (_cwd, _tree, machine) => provideDeno(machine),
};

export async function provide(
  ecosystem: Ecosystem,
  cwd: string,
  tree: StagedTree,
  machine: Machine,
): Promise<Provided | NotProvided> {
  machine.stop.throwIfAborted();
  return await providers[ecosystem](cwd, tree, machine);
}
