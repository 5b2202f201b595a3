// Parses `${{ }}` expressions and lists the context values that reach the result.
import { Lexer, Parser } from "@actions/expressions";
import type { YamlText } from "./workflow.ts";

export interface Flow {
  /**
   * The context path in lower case with dots: `github.event.issue.title`; `*` for all members, `?` for a computed one.
   */
  path: string;
  /** The function that the value is passed to directly, in lower case. */
  through: string | null;
  line: number;
}

export interface Expression {
  source: string;
  line: number;
  flows: readonly Flow[];
}

const longest = 21_000;

export function expressionsIn(text: YamlText): Expression[] {
  return [...expressionFences(text.raw)].map(({ start, end }) => {
    const source = text.raw.slice(start + 3, end);
    const lineOf = (line: number) => text.lineAt(start + 3) + line;
    return { source: source.trim(), line: text.lineAt(start), flows: parseFlows(source, lineOf) };
  });
}

/** A condition is an expression as a whole, with or without `${{ }}`. */
export function conditionFlows(text: YamlText): Flow[] {
  const whole = text.value.trim();
  const inner = whole.startsWith("${{") && whole.endsWith("}}") ? whole.slice(3, -2) : whole;
  return parseReads(inner, () => text.line);
}

/** Offsets of each `${{` and its closing `}}`; a string inside may contain `}}`. */
export function* expressionFences(raw: string): Generator<{ start: number; end: number }> {
  for (let start = raw.indexOf("${{"); start >= 0; start = raw.indexOf("${{", start)) {
    let quoted = false;
    let end = start + 3;
    for (; end < raw.length && (quoted || !raw.startsWith("}}", end)); end++) if (raw[end] === "'") quoted = !quoted;
    if (end >= raw.length) {
      // Unbalanced quote: fall back to the nearest `}}`.
      end = raw.indexOf("}}", start);
      if (end < 0) return;
    }
    yield { start, end };
    start = end + 2;
  }
}

type Token = ReturnType<Lexer["lex"]>["tokens"][number];
type Node =
  | { name: Token }
  | { expr: Node; index: Node }
  | { functionName: Token; args: Node[] }
  | { operator: Token; args: Node[] }
  | { left: Node; operator: Token; right: Node }
  | { operator: Token; expr: Node }
  | { group: Node }
  | { literal: { coerceString(): string }; token: Token };

/** Functions whose result is a boolean, a fixed word or a hash, whatever the arguments. */
const constrainedFunctions = new Set([
  "contains",
  "startswith",
  "endswith",
  "hashfiles",
  "success",
  "always",
  "failure",
  "cancelled",
]);
const functions = ["hashFiles", "success", "always", "failure", "cancelled"].map((name) => ({
  name,
  minArgs: 0,
  maxArgs: 255,
}));

function parseFlows(source: string, lineOf: (line: number) => number): Flow[] {
  const parsed = parse(source);
  return parsed ? collectFlows(parsed, null, lineOf) : [];
}

function parseReads(source: string, lineOf: (line: number) => number): Flow[] {
  const parsed = parse(source);
  return parsed ? contextReads(parsed).map(({ path, line }) => ({ path, through: null, line: lineOf(line) })) : [];
}

function parse(source: string): Node | null {
  if (source.length > longest) return null;
  try {
    const { tokens } = new Lexer(source).lex();
    // The parser rejects unknown contexts, so every name is declared as one.
    const names = tokens.filter(({ lexeme }) => /^[A-Za-z_]/.test(lexeme)).map(({ lexeme }) => lexeme);
    return new Parser(tokens, names, functions).parse() as unknown as Node;
  } catch {
    return null;
  }
}

function collectFlows(node: Node, through: string | null, lineOf: (line: number) => number): Flow[] {
  if ("group" in node) return collectFlows(node.group, through, lineOf);
  if ("functionName" in node) {
    const name = node.functionName.lexeme.toLowerCase();
    return constrainedFunctions.has(name) ? [] : node.args.flatMap((arg) => collectFlows(arg, name, lineOf));
  }
  if ("operator" in node && "args" in node) {
    const results = node.operator.lexeme === "&&" ? node.args.slice(-1) : node.args;
    return results.flatMap((arg) => collectFlows(arg, through, lineOf));
  }
  const read = contextRead(node);
  if (read) return [{ path: read.path, through, line: lineOf(read.line) }];
  return "index" in node ? collectFlows(node.expr, through, lineOf) : [];
}

/** Joins `a.b['c'].*` into one path; null if it does not start with a name. */
function contextRead(node: Node): { path: string; line: number } | null {
  if ("name" in node) return { path: node.name.lexeme.toLowerCase(), line: node.name.range.start.line };
  if (!("index" in node)) return null;
  const inner = contextRead(node.expr);
  if (!inner) return null;
  const index =
    "literal" in node.index ? node.index.literal.coerceString().toLowerCase() : isStar(node.index) ? "*" : "?";
  return { path: `${inner.path}.${index}`, line: inner.line };
}

/** `.*` selects all members; any other index is computed. */
function isStar(node: Node): boolean {
  return Object.keys(node).length === 0;
}

function contextReads(node: Node): { path: string; line: number }[] {
  const read = contextRead(node);
  if (read) return [read];
  if ("group" in node) return contextReads(node.group);
  if ("args" in node) return node.args.flatMap(contextReads);
  if ("left" in node) return [...contextReads(node.left), ...contextReads(node.right)];
  if ("expr" in node) return contextReads(node.expr);
  return [];
}
