// Reads lists of names in braces: imports, exports and destructuring patterns.
import type { Tokens } from "./js-tokens.ts";

/** A name in another module and its local name. */
export interface BoundName {
  name: string;
  local: string | null;
}

/** Longer lists are cut off. */
const mostNames = 2000;

export type NamedLink = { name: string; local: string; typeOnly: boolean };

/** `{ a, b as c, type D, "e" as f }`; starts at the opening brace and ends at the closing one. */
export function readNames(tokens: Tokens): NamedLink[] | null {
  const names: NamedLink[] = [];
  for (tokens.next(); !tokens.is("}");) {
    const words: string[] = [];
    while (tokens.kind === "word" || tokens.kind === "string") {
      words.push(tokens.kind === "word" ? tokens.value : tokens.inside);
      tokens.next();
    }
    const name = namedLink(words);
    if (!name || names.length > mostNames) return null;
    names.push(name);
    if (tokens.is(",")) tokens.next();
    else if (!tokens.is("}")) return null;
  }
  return names;
}

/** `type` can be a modifier or a name, and so can `as`. */
function namedLink(words: readonly string[]): NamedLink | null {
  const [first, second, third, fourth] = words;
  if (first === undefined) return null;
  if (words.length === 1) return { name: first, local: first, typeOnly: false };
  if (words.length === 3 && second === "as") return { name: first, local: third!, typeOnly: false };
  if (first !== "type" && first !== "typeof") return null;
  if (words.length === 2) return { name: second!, local: second!, typeOnly: true };
  return words.length === 4 && third === "as" ? { name: second!, local: fourth!, typeOnly: true } : null;
}

/** `{ a, b: c, d = 1, ...rest }`; starts at the opening brace and ends at the closing one. */
export function readPattern(tokens: Tokens): BoundName[] | null {
  const names: BoundName[] = [];
  const depth = tokens.depth;
  tokens.next();
  for (let count = 0; count < mostNames && !tokens.ended; count++) {
    if (tokens.is("}") && tokens.depth < depth) return names;
    if (tokens.is("...")) {
      tokens.next();
      names.push({ name: "*", local: tokens.value });
    } else if (tokens.kind === "word" || tokens.kind === "string") {
      const name = tokens.kind === "word" ? tokens.value : tokens.inside;
      names.push({ name, local: name });
    } else return null;
    tokens.next();
    if (tokens.is(":")) {
      tokens.next();
      if (tokens.kind === "word") names.at(-1)!.local = tokens.value;
      else names.at(-1)!.local = null;
    }
    // Skips a default or a nested pattern up to the next name of this one.
    for (; count < mostNames && !(tokens.depth === depth && tokens.is(",")); count++) {
      if (tokens.ended || isStatement(tokens)) return null;
      if (tokens.is("}") && tokens.depth < depth) return names;
      tokens.next();
    }
    tokens.next();
  }
  return null;
}

/** Never part of a pattern; a declaration inside would be scanned repeatedly. */
function isStatement(tokens: Tokens): boolean {
  return tokens.kind === "word" && /^(?:const|let|var|function|class|return|import|require)$/.test(tokens.value);
}
