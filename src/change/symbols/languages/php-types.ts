// Finds the files of PHP types by name, and what types inherit.
import type { Tree } from "../../change.ts";
import { fileName } from "../../paths.ts";
import { oncePer } from "../once-per.ts";
import { phpNames, type PhpType } from "./php-names.ts";
import { phpTokens } from "./php-tokens.ts";

/** More parents are not followed. */
const mostTypes = 40;
/** Files of one name that are read for a type. */
const mostFiles = 12;
const largestFile = 1_000_000;

export function isPhp(path: string): boolean {
  return /\.(?:php\d?|phtml)$/i.test(path);
}

const filesByStem = oncePer((paths: readonly string[]) =>
  Map.groupBy(paths.filter(isPhp), (path) => fileName(path).replace(/\..*$/, "")),
);

const typesOf = oncePer((tree: Tree) => {
  const known = new Map<string, Promise<readonly PhpType[]>>();
  const read = async (path: string): Promise<readonly PhpType[]> => {
    const bytes = await tree.read(path);
    if (bytes === null || bytes.length > largestFile) return [];
    const text = new TextDecoder().decode(bytes);
    return phpNames({ path, text, tokens: phpTokens(text) }).types;
  };
  return (path: string) => {
    const types = known.get(path) ?? read(path);
    known.set(path, types);
    return types;
  };
});

/** The type of that name, by the file name that autoloaders look for; null for types from outside the repository. */
async function findType(full: string, tree: Tree): Promise<PhpType | null> {
  const stem = full.slice(full.lastIndexOf("\\") + 1);
  const candidates = [
    ...(filesByStem(await tree.paths()).get(stem) ?? []),
    ...(filesByStem(await tree.paths()).get(stem.slice(stem.lastIndexOf("_") + 1)) ?? []),
  ];
  const nearest = [...new Set(candidates)].toSorted((a, b) => shared(b, full) - shared(a, full)).slice(0, mostFiles);
  for (const path of nearest) {
    const type = (await typesOf(tree)(path)).find((one) => one.full === full);
    if (type) return type;
  }
  return null;
}

/** How many segments at their ends a path and a name have in common. */
function shared(path: string, full: string): number {
  const [folders, names] = [
    path
      .replace(/\.\w+$/, "")
      .split("/")
      .toReversed(),
    full.split("\\").toReversed(),
  ];
  const differ = names.findIndex((name, at) => name !== folders[at]);
  return differ < 0 ? names.length : differ;
}

export interface PhpInheritance {
  /** Whether the type or what it inherits declares the member. */
  has: boolean;
  /** Whether it inherits from outside the repository. */
  isOpen: boolean;
  /** Whether it answers to members that nobody declares. */
  isMagic: boolean;
  /** Whether there is such a type at all. */
  isKnown: boolean;
}

const magic = ["__call()", "__callStatic()", "__get()"];

export async function inheritedBy(full: string, member: string, tree: Tree): Promise<PhpInheritance> {
  const seen = new Set([full]);
  const answer: PhpInheritance = { has: false, isOpen: false, isMagic: false, isKnown: false };
  for (const name of seen) {
    const type = seen.size > mostTypes ? null : await findType(name, tree);
    if (type === null) {
      answer.isOpen = true;
      continue;
    }
    answer.isKnown ||= name === full;
    answer.has ||= type.members.has(member);
    answer.isMagic ||= !type.isPartial && magic.some((one) => type.members.has(one));
    for (const parent of type.parents) seen.add(parent);
  }
  return answer;
}

/** Whether `full` is the type itself or inherits from it. */
export async function inherits(full: string, from: string, tree: Tree): Promise<boolean> {
  const seen = new Set([full]);
  for (const name of seen) {
    if (name === from) return true;
    const type = seen.size > mostTypes ? null : await findType(name, tree);
    for (const parent of type?.parents ?? []) seen.add(parent);
  }
  return false;
}
