// Reads the repository's own names on GitHub from its files.
import type { Tree } from "../../../change/change.ts";

const manifests = [
  "package.json",
  "Cargo.toml",
  "pyproject.toml",
  "go.mod",
  "composer.json",
  "README.md",
  "README.rst",
];
const address = /github\.com[/:]([\w.-]+\/[\w-]+(?:\.[\w-]+)*)/g;

/** Repository names in lower case: those in manifests, and the one that the README names most. */
export async function ownRepositories(tree: Tree): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const path of manifests) {
    const bytes = await tree.read(path);
    const counts = new Map<string, number>();
    for (const [, name] of bytes ? new TextDecoder().decode(bytes).matchAll(address) : []) {
      const repository = name!.replace(/\.git$/, "").toLowerCase();
      counts.set(repository, (counts.get(repository) ?? 0) + 1);
    }
    const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (first && (first[1] > 1 || !path.startsWith("README"))) own.add(first[0]);
  }
  return own;
}
