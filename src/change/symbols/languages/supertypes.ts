// Follows what types extend across the files of a tree, to find members that they inherit.
import type { Tree } from "../../change.ts";
import { oncePer } from "../once-per.ts";
import type { CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";
import { scopePath, type TypeScopes } from "./type-scopes.ts";

/** A file that may declare a type of that name. */
export interface SupertypeFile {
  path: string;
  name: string;
}

export interface DeclaringFile {
  path: string;
  text: string;
  scopes: TypeScopes;
}

export interface ScopeSyntax {
  tokens(text: string): CodeToken[];
  scopes(file: CodeFile): TypeScopes;
}

const largestFile = 1_000_000;

/** Reads files of a tree with their declarations, each once. */
export const declaringFiles = oncePer((tree: Tree) => {
  const known = new Map<string, Promise<DeclaringFile | null>>();
  return (path: string, syntax: ScopeSyntax | null): Promise<DeclaringFile | null> => {
    const read = async () => {
      const bytes = syntax === null ? null : await tree.read(path);
      if (bytes === null || bytes.length > largestFile) return null;
      const text = new TextDecoder().decode(bytes);
      // Without the tokens, which would fill the memory.
      return { path, text, scopes: syntax!.scopes({ path, text, tokens: syntax!.tokens(text) }) };
    };
    const found = known.get(path) ?? read();
    known.set(path, found);
    return found;
  };
});

const mostSupertypes = 40;

/** Whether a type that the named one extends, directly or not, has the member. */
export async function inheritsMember(
  { path, within, name }: { path: string; within: string; name: string },
  read: (path: string) => Promise<DeclaringFile | null>,
  baseFiles: (base: string, from: DeclaringFile) => readonly SupertypeFile[],
): Promise<boolean> {
  const queue: SupertypeFile[] = [{ path, name: within }];
  const seen = new Set<string>();
  for (let next = queue.shift(); next && seen.size < mostSupertypes; next = queue.shift()) {
    const key = `${next.path} ${next.name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const from = await read(next.path);
    if (from === null) continue;
    const { types, members } = from.scopes;
    const wanted = next.name;
    const type = types.find((one) => scopePath(one) === wanted || one.name === wanted);
    const isOwn = seen.size === 1;
    if (!isOwn && members.some((member) => member.name === name && (!type || member.within === scopePath(type))))
      return true;
    for (const base of type?.bases ?? []) queue.push(...baseFiles(base, from));
  }
  return false;
}
