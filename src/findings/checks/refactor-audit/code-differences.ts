// Compares moved code with the original and finds changed literals and operators, and checks that were dropped.
import { alignEqual } from "../../../change/align-equal.ts";
import type { Scanned } from "../../text/scan.ts";
import { tokensOn, type Token } from "../../text/tokens.ts";

interface CodeDifference {
  was: number;
  is: number;
  from: string;
  to: string;
}

/** A check that leaves early, as `if (items.length === 0) return 0;`, and is not in the moved code. */
interface DroppedGuard {
  /** Its first line in the original. */
  was: number;
  condition: string;
}

interface MoveDifferences {
  changed: CodeDifference[];
  dropped: DroppedGuard[];
}

interface Piece {
  scanned: Scanned;
  start: number;
  end: number;
}

interface Row {
  line: number;
  tokens: readonly Token[];
}

/** Longer code is not compared. */
const mostLines = 800;
/** Below this share of equal lines the code was rewritten, not moved. */
const leastEqualShare = 0.7;

/** Returns null if the two are too different to be the same code, else the lines that changed. */
export function findDifferences(was: Piece, is: Piece): MoveDifferences | null {
  const [before, after] = [tokenRows(was), tokenRows(is)];
  if (before.length < 4 || before.length > mostLines || after.length > mostLines) return null;
  const skeletons = (rows: readonly Row[]) => rows.map((row) => row.tokens.map(skeleton).join(" "));
  const pairs = alignEqual(skeletons(before), skeletons(after));
  if (pairs.length / Math.max(before.length, after.length) < leastEqualShare) return null;
  return {
    changed: pairs.flatMap(([a, b]) => compareRows(before[a]!, after[b]!) ?? []),
    dropped: findDroppedGuards(was, before, pairs),
  };
}

const longestGuard = 4;
const guardStart = /^(?:if|unless|guard|assert|require)$/;
const leaves = /^(?:return|throw|raise|continue|break|panic|exit|abort|fatal|assert|require)$/;

/** Lines that only the original has, between lines that follow each other in the moved code. */
function findDroppedGuards(was: Piece, before: readonly Row[], pairs: readonly [number, number][]): DroppedGuard[] {
  return pairs.slice(1).flatMap(([a, b], index): DroppedGuard[] => {
    const [earlier, place] = pairs[index]!;
    const gone = before.slice(earlier + 1, a);
    const [first] = gone;
    if (!first || gone.length > longestGuard || b !== place + 1) return [];
    const words = gone.flatMap(({ tokens }) => tokens.map(({ text }) => text));
    if (!guardStart.test(words[0]!) || !words.some((text) => leaves.test(text))) return [];
    // A branch that goes on with `else` is more than a check.
    if (words.includes("else") || before[a]!.tokens.some(({ text }) => text === "else")) return [];
    return [{ was: first.line, condition: (was.scanned.lines[first.line - 1] ?? "").trim() }];
  });
}

function tokenRows({ scanned, start, end }: Piece): Row[] {
  const rows = [];
  for (let line = start; line <= end; line++) {
    const tokens = joinOperators(tokensOn(scanned, line));
    if (tokens.length > 0) rows.push({ line, tokens });
  }
  return rows;
}

const literal = new Set<Token["kind"]>(["number", "boolean"]);
/** Characters that can be swapped without changing the look of a line. */
const operators = new Set(["<", ">", "!", "+", "-", "*", "/", "%", "&", "|", "="]);

/** `<` and `<=` are one token each, so that one can stand for the other. */
function joinOperators(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (last && isOperator(token) && isOperator(last))
      joined[joined.length - 1] = { ...last, text: last.text + token.text };
    else joined.push(token);
  }
  return joined;
}

function isOperator({ kind, text }: Token): boolean {
  return (kind === "mark" && operators.has(text[0]!)) || (kind === "name" && (text === "and" || text === "or"));
}

function skeleton(token: Token): string {
  if (literal.has(token.kind)) return token.kind;
  return isOperator(token) ? "~" : token.text;
}

/** One changed literal or operator on an otherwise equal line. */
function compareRows(was: Row, is: Row): CodeDifference | null {
  const at = was.tokens.flatMap((token, index) => (isSameToken(token, is.tokens[index]!) ? [] : [index]));
  if (at.length !== 1) return null;
  const [from, to] = [was.tokens[at[0]!]!, is.tokens[at[0]!]!];
  return { was: was.line, is: is.line, from: from.text, to: to.text };
}

function isSameToken(a: Token, b: Token): boolean {
  if (a.kind === "number" && b.kind === "number") return Number(a.text) === Number(b.text) || a.text === b.text;
  return a.text === b.text;
}
