// Parses the prefix of Conventional Commits 1.0.0, `type(scope)!: subject`.
const knownTypes: ReadonlySet<string> = new Set([
  "feat",
  "fix",
  "docs",
  "style",
  "refactor",
  "perf",
  "test",
  "build",
  "ci",
  "chore",
  "revert",
]);

export interface Conventional {
  /** Lower-case. */
  type: string;
  rawType: string;
  /** An unknown type is shown but has no effect. */
  known: boolean;
  scope: string | null;
  breaking: boolean;
  source: "title" | "commit";
  subject: string;
}

/** Parses the first line. Accepts `!` after the scope, as the convention says, and before it, and git's `Revert "…"`. */
export function parseConventional(text: string, source: "title" | "commit"): Conventional | null {
  const line = text.split(/[\r\n]/, 1)[0]!;
  const start = skipLeadingTags(line);
  const reverted = /^(revert) (".+)$/i.exec(line.slice(start));
  if (reverted) {
    const [, rawType, subject] = reverted;
    return { type: "revert", rawType: rawType!, known: true, scope: null, breaking: false, source, subject: subject! };
  }
  let at = wordEnd(line, start);
  const rawType = line.slice(start, at);
  if (rawType === "") return null;
  const bangBefore = line[at] === "!";
  if (bangBefore) at++;
  const scopeEnd = line[at] === "(" ? closingParenthesis(line, at) : at;
  if (scopeEnd === null) return null;
  const scope = line.slice(at + 1, Math.max(at + 1, scopeEnd - 1)).trim();
  at = scopeEnd;
  const bangAfter = line[at] === "!";
  if (bangAfter) at++;
  at = skipBlanks(line, at);
  const type = rawType.toLowerCase();
  const known = knownTypes.has(type);
  if (line[at] !== ":" || !mayFollowColon(line[at + 1], known)) return null;
  return {
    type,
    rawType,
    known,
    scope: scope === "" ? null : scope,
    breaking: bangBefore || bangAfter,
    source,
    subject: line.slice(at + 1).trim(),
  };
}

/** `fix:typo` is accepted as a typo, but `std::move`, `https://` and `key:value` are not prefixes. */
function mayFollowColon(next: string | undefined, knownType: boolean): boolean {
  if (next === undefined || next === " " || next === "\t") return true;
  return knownType && next !== ":" && next !== "/";
}

function skipLeadingTags(line: string): number {
  let at = skipBlanks(line, 0);
  while (line[at] === "[") {
    const close = line.indexOf("]", at);
    // Text after a link is not a prefix.
    if (close === -1 || line[close + 1] === "(") return at;
    at = skipBlanks(line, close + 1);
  }
  return at;
}

/** A single word of letters, digits and underscores. A hyphenated name before the colon is a component, as in `tokio-util: …`. */
function wordEnd(line: string, from: number): number {
  let at = from;
  while (isWordPart(line[at])) at++;
  return at;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/** The position after the parenthesis that closes the one at `open`; null if it is unclosed. */
function closingParenthesis(line: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < line.length; at++) {
    if (line[at] === "(") depth++;
    else if (line[at] === ")" && --depth === 0) return at + 1;
  }
  return null;
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line[at] === " " || line[at] === "\t") at++;
  return at;
}
