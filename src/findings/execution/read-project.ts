// Reads one end of a change as runners and linters see it.
import type { Tree } from "../../change/change.ts";
import type { Project } from "./runner.ts";

/** Larger files are neither config nor hand-written tests. */
const largest = 1_000_000;

export async function readProject(tree: Tree): Promise<Project> {
  const read = new Map<string, Promise<string | null>>();
  return {
    paths: await tree.paths(),
    read: (path) => {
      const reading = read.get(path) ?? tree.read(path).then(textOf);
      read.set(path, reading);
      return reading;
    },
  };
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length > largest || bytes.includes(0)) return null;
  return new TextDecoder().decode(bytes);
}
