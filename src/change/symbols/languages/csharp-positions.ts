// Tells whether a name in C# is written where only a type can be.
import { isSignToken, isWordToken, type CodeToken } from "./code-tokens.ts";
import { afterAngles, type ScopedType } from "./type-scopes.ts";

const operators = ["is", "as", "in", "and", "or", "not", "when", "with", "switch", "where", "select", "orderby", "on"];
const beforeTypes = ["new", "is", "as", "stackalloc", "case", "not"];

/** Whether the name that spans the tokens from `first` to `last` is a type there, whatever else has its name. */
export function isTypePosition(all: readonly CodeToken[], first: number, last: number): boolean {
  const before = all[first - 1];
  if (
    isWordToken(before, "new", "as", "is", "stackalloc") ||
    (isWordToken(before, ...beforeTypes) && all[last + 1]?.text === "{")
  )
    return true;
  if (isAttribute(all, first)) return true;
  // `where T : Name`
  if (isSignToken(before, ":") && isWordToken(all[first - 3], "where")) return true;
  let next = afterAngles(all, last + 1);
  const isGeneric = next > last + 1;
  if (isSignToken(all[next], "?")) next++;
  while (isSignToken(all[next], "[") && isSignToken(all[next + 1], "]", ",")) {
    if (!isGeneric && isSignToken(all[next + 1], "]")) return true;
    while (next < all.length && !isSignToken(all[next], "]")) next++;
    next++;
  }
  const after = all[next];
  if (after?.kind === "word" && !isWordToken(after, ...operators))
    // `flag ? name : other` has no type.
    return !isSignToken(all[next - 1], "?") || isSignToken(all[next + 1], "=", ";", ",", ")", "{", "=>", "(");
  if (isSignToken(before, "<")) return isSignToken(after, ">", ",");
  if (isSignToken(before, ",") && isSignToken(after, ">"))
    return isSignToken(all[next + 1], ">", "(", ")", ",", "?", "[", ".", "{", ";") || all[next + 1]?.kind === "word";
  if (isSignToken(before, "(") && isSignToken(after, ")")) {
    if (isWordToken(all[first - 2], "typeof", "default", "sizeof", "catch")) return true;
    const isCall = all[first - 2]?.kind === "word" && !isWordToken(all[first - 2], "return", "await", "in", "case");
    const operand = all[next + 1];
    if (isCall || operand === undefined) return false;
    return operand.kind === "sign" ? operand.text === "(" : !isWordToken(operand, ...operators);
  }
  return isWordToken(before, "case", "or", "and") && (after?.kind === "word" || isSignToken(after, "{"));
}

function isAttribute(all: readonly CodeToken[], first: number): boolean {
  const before = all[first - 1];
  if (
    isSignToken(before, ":") &&
    isWordToken(all[first - 2], "assembly", "return", "property", "field", "param", "method")
  )
    return isSignToken(all[first - 3], "[");
  if (!isSignToken(before, "[")) return false;
  const owner = all[first - 2];
  return owner === undefined || isSignToken(owner, "]", "}", "{", ";", ",", "(");
}

/** Whether the name is in the list of what the type extends. */
export function isBaseOf(all: readonly CodeToken[], first: number, types: readonly ScopedType[]): boolean {
  if (!isSignToken(all[first - 1], ":", ",")) return false;
  const type = types.findLast(({ at, end }) => at < first && first < end);
  if (!type) return false;
  for (let at = type.at; at < first; at++) if (isSignToken(all[at], "{", ";")) return false;
  return true;
}

/** The properties that `new Name { Property = … }` sets: the indices of their tokens. */
export function initialised(all: readonly CodeToken[], last: number): number[] {
  let at = afterAngles(all, last + 1);
  if (isSignToken(all[at], "(")) {
    let depth = 0;
    for (; at < all.length; at++) {
      if (isSignToken(all[at], "(")) depth++;
      else if (isSignToken(all[at], ")") && --depth === 0) break;
    }
    at++;
  }
  if (!isSignToken(all[at], "{")) return [];
  const found: number[] = [];
  let depth = 0;
  for (; at < all.length; at++) {
    if (isSignToken(all[at], "{", "(", "[")) depth++;
    else if (isSignToken(all[at], "}", ")", "]")) {
      if (--depth === 0) break;
    } else if (
      depth === 1 &&
      all[at]!.kind === "word" &&
      isSignToken(all[at + 1], "=") &&
      isSignToken(all[at - 1], "{", ",")
    )
      found.push(at);
  }
  return found;
}
