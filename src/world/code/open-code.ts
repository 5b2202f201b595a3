// Gives checks access to the code at both ends of a change.
import type { Code, CodeReader } from "../../change/change.ts";
import type { FileDiff } from "../../change/diff.ts";
import type { RawRow } from "../../change/git.ts";
import type { OpenGit } from "../git/repository.ts";
import type { Grammars } from "./grammars.ts";
import { FoundLines, usesOf } from "./found-lines.ts";
import { IndexStore } from "./index-store.ts";
import { isSearchable } from "./match.ts";
import { searchCold } from "./search-cold.ts";
import { WarmSearch } from "./search-warm.ts";
import { once } from "../../once.ts";

export interface OpenCode extends CodeReader {
  /** Indexes a tree ahead of searches. For long-lived processes. */
  prepare(head: string): Promise<void>;
  close(): Promise<void>;
}

export interface CodeOptions {
  git: OpenGit;
  grammars: Grammars;
  /** Files that searches skip: lockfiles, vendored and generated code. */
  skip(path: string): boolean;
  /** Parses a diff like that of the whole change. */
  fileDiffs(rows: readonly RawRow[], patch: Uint8Array): FileDiff[];
  /** The folder of the index; if absent, it is only in memory. */
  cache?: string | null;
}

export function openCode({ git, grammars, skip, fileDiffs, cache }: CodeOptions): OpenCode {
  const store = cache ? new IndexStore(cache, git.home) : null;
  const warm = new WarmSearch({ git, skip, store });
  return {
    prepare: async (head) => await warm.prepare(head),
    at: (base, head): Code => ({
      base: git.tree(base),
      head: git.tree(head),
      symbols: async (path, side) => {
        const bytes = await git.tree(side === "base" ? base : head).read(path);
        return bytes === null ? null : await grammars.symbols(path, bytes);
      },
      uses: async (names) => {
        const { searched, left } = withinBounds([...new Set(names)].filter(isSearchable));
        if (searched.length === 0) return usesOf(names, new FoundLines([]), left);
        const found = (await warm.search(head, searched)) ?? (await searchCold({ git, skip }, head, searched));
        return usesOf(names, found, left);
      },
      commits: once(async () =>
        (await git.commitDiffs(base, head)).map(({ sha, rows, patch }) => ({ sha, files: fileDiffs(rows, patch) })),
      ),
      hasCommit: async (id) => ((await isWhole(git)) ? await hasCommit(git, id) : null),
    }),
    close: async () => {
      await warm.close();
      await grammars.close();
    },
  };
}

/** A bare repository without remotes may be our mirror of one pull request, which has only what that needs. */
async function isWhole(git: OpenGit): Promise<boolean> {
  return !git.shallow && !(git.bare && (await git.remotes()).length === 0);
}

async function hasCommit(git: OpenGit, id: string): Promise<boolean | null> {
  if (!/^[0-9a-f]{7,64}$/.test(id)) return null;
  const isThere = async (name: string) => (await git.object(`${name}^{commit}`)) !== null;
  if (await isThere(id)) return true;
  // git returns nothing for an ambiguous abbreviation as for an unknown one; one more digit tells them apart.
  const longer = await Promise.all("0123456789abcdef".split("").map((digit) => isThere(id + digit)));
  return longer.includes(true) ? null : false;
}

/** Upper bound on requested names, more than any real change needs. */
const mostNames = 2000;
const mostCharacters = 60_000;

function withinBounds(names: readonly string[]): { searched: string[]; left: string[] } {
  let characters = 0;
  const most = names.findIndex((name, index) => index >= mostNames || (characters += name.length) > mostCharacters);
  const end = most < 0 ? names.length : most;
  return { searched: names.slice(0, end), left: names.slice(end) };
}
