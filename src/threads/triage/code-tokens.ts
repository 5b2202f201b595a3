// Splits code into words and signs, which reformatting does not change. No parser, so that it works for every language.

/** Longer lines are generated; the rest is ignored. */
const longestLine = 4000;
const token =
  /[\p{L}_$#@][\p{L}\p{N}_$]*|\p{N}[\p{L}\p{N}_]*(?:\.\p{N}[\p{L}\p{N}_]*)*|===|!==|<=>|\.\.\.|\*\*|==|!=|<=|>=|=>|->|::|:=|&&|\|\||\?\?|\?\.|\+\+|--|<<|>>|\+=|-=|\*=|\/=|[^\s]/gu;
const signs = new Set(["(", ")", "[", "]", "{", "}", ",", ";", ".", ":", '"', "'", "`"]);
const closers = new Set([")", "]", "}"]);

export function codeTokens(text: string): string[] {
  const all = text.slice(0, longestLine).match(token) ?? [];
  // A trailing comma before a bracket only results from a line break.
  return all.filter((one, at) => !(one === "," && closers.has(all[at + 1] ?? "")));
}

export function tokensOfLines(lines: readonly string[]): string[] {
  const all = lines.flatMap(codeTokens);
  return all.filter((one, at) => !(one === "," && closers.has(all[at + 1] ?? "")));
}

/** Without brackets, commas and quotes, which occur everywhere. */
export function distinctiveTokens(tokens: readonly string[]): string[] {
  return tokens.filter((one) => !signs.has(one));
}

const textMarks = new Set(['"', "'", "`"]);

/** Reduces each quoted string to its opening quote, because its content is not code. */
export function withoutStrings(tokens: readonly string[]): string[] {
  const found: string[] = [];
  let mark: string | null = null;
  for (const one of tokens) {
    if (mark === null) found.push(one);
    if (textMarks.has(one)) mark = mark === null ? one : mark === one ? null : mark;
  }
  return found;
}

/** A lone underscore is an intentionally omitted name. */
export function isName(one: string): boolean {
  return one !== "_" && /^[\p{L}_$]/u.test(one);
}

/** In a search pattern: matches any name. */
export const anyName = "";

function matches(one: string | undefined, wanted: string): boolean {
  return one === wanted || (wanted === anyName && one !== undefined && isName(one));
}

/** Whether one sequence occurs in the other without gaps; never for an empty one. */
export function containsTokens(tokens: readonly string[], wanted: readonly string[]): boolean {
  const last = tokens.length - wanted.length;
  for (let at = 0; wanted.length > 0 && at <= last; at++)
    if (matches(tokens[at], wanted[0]!) && wanted.every((one, index) => matches(tokens[at + index], one))) return true;
  return false;
}

/** Whether they occur in order, with gaps allowed. */
export function containsLoosely(tokens: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const one of tokens) if (at < wanted.length && matches(one, wanted[at]!)) at++;
  return wanted.length > 0 && at === wanted.length;
}

const mostWanted = 300;
const mostTokens = 3000;

/** Share of one that occurs in the other, in order, from 0 to 1. Sequences that are too long count as 1. */
export function shareIn(tokens: readonly string[], wanted: readonly string[]): number {
  if (wanted.length === 0 || wanted.length > mostWanted || tokens.length > mostTokens) return 1;
  let row = new Uint32Array(wanted.length + 1);
  for (const one of tokens) {
    const next = new Uint32Array(wanted.length + 1);
    for (let at = 1; at <= wanted.length; at++)
      next[at] = one === wanted[at - 1] ? row[at - 1]! + 1 : Math.max(row[at]!, next[at - 1]!);
    row = next;
  }
  return row[wanted.length]! / wanted.length;
}

/** Like `shareIn`, ignoring order: cheap enough for every line of a large diff. */
export function tokenOverlap(tokens: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of tokens) left.set(one, (left.get(one) ?? 0) + 1);
  let found = 0;
  for (const one of wanted) {
    const times = left.get(one) ?? 0;
    if (times === 0) continue;
    left.set(one, times - 1);
    found++;
  }
  return wanted.length === 0 ? 0 : found / wanted.length;
}

/**
 * The renamed names if the code is otherwise the same: the same signs, operators and numbers, and each name replaced by
 * exactly one. Null if more than names changed.
 */
export function renamesIn(before: readonly string[], after: readonly string[]): [string, string][] | null {
  if (before.length > mostWanted || after.length > mostTokens) return null;
  for (let from = 0; from + before.length <= after.length; from++) {
    const found = renamesTo(before, after.slice(from, from + before.length));
    // Short lines look like many others: something of this one must remain.
    const kept = found && distinctiveTokens(before).filter((one) => !found.some(([old]) => old === one));
    if (kept && kept.length * 2 >= distinctiveTokens(before).length) return found;
  }
  return null;
}

function renamesTo(before: readonly string[], after: readonly string[]): [string, string][] | null {
  const names = new Map<string, string>();
  for (const [at, old] of before.entries()) {
    const now = after[at]!;
    if (!isName(old) || !isName(now)) {
      if (old !== now) return null;
    } else if ((names.get(old) ?? now) !== now) return null;
    else names.set(old, now);
  }
  return [...names].filter(([old, now]) => old !== now);
}
