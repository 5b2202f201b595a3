// Finds the places in code that mean a type or a member of it, given the names under which a file knows the type.
import { oncePer } from "../once-per.ts";
import { dottedName, isSignToken, isWordToken, type CodeToken } from "./code-tokens.ts";
import type { CodeFile } from "./language.ts";
import { afterAngles, scopePath, type TypeScopes } from "./type-scopes.ts";

/** A dotted name in code that begins with a name of the type. */
export interface TypeUse {
  /** The index of the first token. */
  at: number;
  /** The index of the last token of the type's name. */
  last: number;
  written: string;
  /** The words after the type's name. */
  rest: readonly string[];
}

const links = [".", "?.", "::", "!!."];

/** The index of the tokens of a name's first word, by the word. */
const wordsOf = oncePer((file: CodeFile): ReadonlyMap<string, number[]> => {
  const words = new Map<string, number[]>();
  for (const [at, { kind, text }] of file.tokens.entries())
    if (kind === "word") {
      const known = words.get(text);
      if (known) known.push(at);
      else words.set(text, [at]);
    }
  return words;
});

export function wordsNamed(file: CodeFile, word: string): readonly number[] {
  return wordsOf(file).get(word) ?? [];
}

/** The dotted names that begin with one of the names, outside imports. */
export function typeUses(file: CodeFile, names: readonly string[], from: number): TypeUse[] {
  const all = file.tokens;
  const found = new Map<number, TypeUse>();
  for (const name of names) {
    const parts = name.split(".");
    // Kotlin and Java annotations are one word with their sign.
    for (const first of [parts[0]!, `@${parts[0]}`])
      for (const at of wordsNamed(file, first)) {
        if (all[at]!.at < from || follows(all, at)) continue;
        const chain = dottedName(all, at, links).parts;
        if (!parts.every((part, index) => chain[index] === part || (index === 0 && chain[0] === `@${part}`))) continue;
        const last = at + 2 * (parts.length - 1);
        const known = found.get(at);
        if (known && known.last >= last) continue;
        found.set(at, { at, last, written: name, rest: chain.slice(parts.length) });
      }
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at);
}

/** The word is behind a dot, so that what comes before it decides what it means. */
function follows(all: readonly CodeToken[], at: number): boolean {
  const before = all[at - 1];
  if (!isSignToken(before, ".", "?.", "::", "!!")) return false;
  // `map(::Name)`
  if (isSignToken(before, "::") && isSignToken(all[at - 2], "(", ",", "=", "{", "->", ":")) return false;
  return !(isSignToken(before, "::") && isWordToken(all[at - 2], "global"));
}

/** Whether a type of that name is declared here, or is a type parameter here. */
export function declaresTypeName({ types }: TypeScopes, name: string): boolean {
  return types.some((type) => type.name === name || type.parameters.includes(name));
}

/** Whether a type of that name is declared here in another type than the path says. */
export function declaresNamesake({ types }: TypeScopes, path: string): boolean {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return types.some((type) => type.name === name && scopePath(type) !== path);
}

const notTypes = new Set(
  `return new throw case else in is as instanceof await out ref when yield goto if while do default async static final public
   private protected internal readonly const override val var fun import package using not and or this super base`.split(
    /\s+/,
  ),
);

/** The declared types of the file's variables, fields and parameters: `Cart cart`, or `cart: Cart`. */
export interface Variables {
  /** Every type under which a name is declared, as written; empty text for a type that is not written. */
  typesOf(name: string): ReadonlySet<string>;
}

export const variablesBefore = oncePer((file: CodeFile): Variables => readVariables(file, false));
export const variablesAfter = oncePer((file: CodeFile): Variables => readVariables(file, true));

function readVariables({ tokens: all }: CodeFile, isTypeAfter: boolean): Variables {
  const types = new Map<string, Set<string>>();
  const add = (name: string, type: string) => types.set(name, (types.get(name) ?? new Set()).add(type));
  for (let at = 0; at < all.length; at++) {
    if (all[at]!.kind !== "word") continue;
    if (isTypeAfter) readTypeAfter(all, at, add);
    else readTypeBefore(all, at, add);
  }
  const none: ReadonlySet<string> = new Set();
  return { typesOf: (name) => types.get(name) ?? none };
}

type Add = (name: string, type: string) => void;

/** `name: Type`, `val name = Type(` */
function readTypeAfter(all: readonly CodeToken[], at: number, add: Add): void {
  const name = all[at]!.text;
  if (isSignToken(all[at + 1], ":") && all[at + 2]?.kind === "word") {
    add(name, dottedName(all, at + 2).parts.join("."));
    return;
  }
  const isDeclared =
    isWordToken(all[at - 1], "val", "var") ||
    (isSignToken(all[at + 1], "->", ",") && isSignToken(all[at - 1], "{", ",", "(")) ||
    isWordToken(all[at + 1], "in");
  if (!isDeclared) return;
  const { parts, end } = isSignToken(all[at + 1], "=") ? dottedName(all, at + 2) : { parts: [], end: at };
  const isCall = isSignToken(all[afterAngles(all, end)], "(") && /^[A-Z]/.test(parts.at(-1) ?? "");
  const after = isCall ? afterCall(all, afterAngles(all, end)) : end;
  add(name, isCall && !isSignToken(all[after], ".", "?.") ? parts.join(".") : "");
}

function afterCall(all: readonly CodeToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < all.length; at++) {
    if (isSignToken(all[at], "(")) depth++;
    else if (isSignToken(all[at], ")") && --depth === 0) return at + 1;
  }
  return all.length;
}

/** `Type name`, `Type<Other>[] name`, `var name = new Type(` */
function readTypeBefore(all: readonly CodeToken[], at: number, add: Add): void {
  if (isSignToken(all[at - 1], ".", "::", "?.") || notTypes.has(all[at]!.text)) return;
  const { parts, end } = dottedName(all, at);
  let next = afterAngles(all, end);
  const isPlain = next === end;
  let isArray = false;
  while (isSignToken(all[next], "?", "[", "]", "...")) {
    isArray ||= !isSignToken(all[next], "?");
    next++;
  }
  const name = all[next];
  if (name?.kind !== "word" || notTypes.has(name.text)) {
    // `name ->`, `(name, other) ->`
    if (isPlain && parts.length === 1 && isSignToken(all[end], "->", "=>")) add(parts[0]!, "");
    return;
  }
  const after = all[next + 1];
  if (!isSignToken(after, "=", ";", ",", ")", ":", "{", "=>") && !isWordToken(after, "in")) return;
  if (parts.length === 1 && parts[0] === "var") {
    const isNew = isSignToken(after, "=") && isWordToken(all[next + 2], "new");
    add(name.text, isNew ? dottedName(all, next + 3).parts.join(".") : "");
  } else add(name.text, isArray ? "" : parts.join("."));
}
