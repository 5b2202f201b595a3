// Compares moved code with the original and finds changed literals and operators.
import { alignEqual } from "../../../change/align-equal.ts";
import type { Scanned } from "../../text/scan.ts";
import { tokensOn, type Token } from "../../text/tokens.ts";

interface CodeDifference {
  was: number;
  is: number;
  from: string;
  to: string;
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
export function findDifferences(was: Piece, is: Piece): CodeDifference[] | null {
  const [before, after] = [tokenRows(was), tokenRows(is)];
  if (before.length < 4 || before.length > mostLines || after.length > mostLines) return null;
  const skeletons = (rows: readonly Row[]) => rows.map((row) => row.tokens.map(skeleton).join(" "));
  const pairs = alignEqual(skeletons(before), skeletons(after));
  if (pairs.length / Math.max(before.length, after.length) < leastEqualShare) return null;
  return pairs.flatMap(([a, b]) => compareRows(before[a]!, after[b]!) ?? []);
}

function tokenRows({ scanned, start, end }: Piece): Row[] {
  const rows = [];
  for (let line = start; line <= end; line++) {
    const tokens = tokensOn(scanned, line);
    if (tokens.length > 0) rows.push({ line, tokens });
  }
  return rows;
}

const literal = new Set<Token["kind"]>(["number", "boolean"]);
/** Characters that can be swapped without changing the look of a line. */
const operators = new Set(["<", ">", "!", "+", "-", "*", "/", "%", "&", "|", "="]);

function skeleton({ kind, text }: Token): string {
  if (literal.has(kind)) return kind;
  return kind === "mark" && operators.has(text) ? "~" : text;
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
