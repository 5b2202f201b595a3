// The code at both ends of a change, as the checks ask for it.
import type { Code, CodeReader } from "../../change/change.ts";
import type { NameUses, Uses } from "../../change/symbols/symbols.ts";
import type { OpenGit } from "../git/repository.ts";
import { alternation, standsIn } from "./match.ts";

/** How many lines the search keeps of one name. */
const mostUses = 500;

export interface OpenCode extends CodeReader {
  close(): Promise<void>;
}

export interface CodeOptions {
  git: OpenGit;
  /** Files that no search looks into: locks, vendored and generated code. */
  skip(path: string): boolean;
}

export function openCode({ git, skip }: CodeOptions): OpenCode {
  return {
    at: (base, head): Code => ({
      base: git.tree(base),
      head: git.tree(head),
      symbols: async () => null,
      uses: async (names) => await search(git, head, names, skip),
      commits: async () => [],
    }),
    close: async () => {},
  };
}

async function search(
  git: OpenGit,
  head: string,
  names: readonly string[],
  skip: (path: string) => boolean,
): Promise<Uses> {
  const wanted = [...new Set(names)].filter((name) => name !== "" && !name.includes("\n"));
  const hits = wanted.length === 0 ? [] : (await git.grep(head, alternation(wanted))).filter(({ path }) => !skip(path));
  return new Map(names.map((name) => [name, usesOf(name, hits)]));
}

function usesOf(name: string, hits: readonly { path: string; line: number; text: string }[]): NameUses {
  const at = hits.filter(({ text }) => standsIn(text, name));
  return { at: at.slice(0, mostUses), cut: at.length > mostUses };
}
