// Searches without an index: one `git grep` for all names.
import type { OpenGit } from "../git/repository.ts";
import { FoundLines, decodedLine } from "./found-lines.ts";
import { NameFinder } from "./match.ts";
import { batches, grepPattern } from "./pattern.ts";

/** Text limit of one git run; a name like `id` can be on a hundred thousand lines. */
const mostBytes = 32 * 1024 * 1024;

export interface SearchNeeds {
  git: Pick<OpenGit, "grep">;
  skip(path: string): boolean;
}

export async function searchCold(
  needs: SearchNeeds,
  tree: string,
  names: readonly string[],
  within: Partial<Within> = {},
): Promise<FoundLines> {
  const found = new FoundLines(names);
  for (const batch of batches(names))
    await searchBatch(needs, tree, batch, found, { most: mostBytes, paths: [], ...within });
  return found;
}

export interface Within {
  /** Bytes searched. */
  most: number;
  /** The files to search; none: all. */
  paths: readonly string[];
}

async function searchBatch(
  needs: SearchNeeds,
  tree: string,
  names: readonly string[],
  found: FoundLines,
  within: Within,
) {
  for (let wanted = names; wanted.length > 0;) {
    if (await searchOnce(needs, tree, wanted, found, within)) return;
    const left = wanted.filter((name) => found.wants(name));
    // Frequent names used up the limit: the others are searched again without them.
    if (left.length === wanted.length) for (const name of left) found.cut(name);
    else for (const name of left) found.restart(name);
    wanted = left.filter((name) => found.wants(name));
  }
}

/** Whether the whole tree was searched, or all names have their maximum number of lines. */
async function searchOnce(
  { git, skip }: SearchNeeds,
  tree: string,
  names: readonly string[],
  found: FoundLines,
  { most, paths }: Within,
): Promise<boolean> {
  const finder = new NameFinder(names);
  let left = most;
  let open = names.length;
  let last = { path: "", skipped: skip("") };
  const whole = await git.grep(tree, grepPattern(names), paths, ({ path, line, text }) => {
    if (path !== last.path) last = { path, skipped: skip(path) };
    left -= text.length;
    if (last.skipped) return left > 0;
    const shown = decodedLine(text, line);
    for (const name of finder.namesIn(shown)) {
      found.add(name, { path, line, text: shown });
      if (found.wants(name)) continue;
      finder.drop(name);
      open--;
    }
    return left > 0 && open > 0;
  });
  return whole || open === 0;
}
