// Helpers for symbol readers: access to a syntax tree and recording of symbols. The tree itself is passed in.
import type { Declared, Exported, Imported, SymbolKind } from "./symbols.ts";

/** A node of a syntax tree, reduced to what the readers use. */
export interface Syntax {
  readonly type: string;
  readonly text: string;
  readonly isNamed: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { row: number; column: number };
  readonly endPosition: { row: number; column: number };
  readonly children: readonly (Syntax | null)[];
  readonly namedChildren: readonly (Syntax | null)[];
  readonly parent: Syntax | null;
  childForFieldName(name: string): Syntax | null;
  childrenForFieldName(name: string): readonly (Syntax | null)[];
  descendantsOfType(types: string[]): readonly (Syntax | null)[];
  descendantForIndex(index: number): Syntax | null;
}

export interface SyntaxSource {
  path: string;
  text: string;
  root: Syntax;
}

export interface FileSymbols {
  declared: Declared[];
  exports: Exported[];
  imports: Imported[];
}

/** Reads the symbols of one language. */
export type SymbolReader = (source: SyntaxSource) => FileSymbols;

/** The scope of a declaration: its parent, and whether other files can reach it. */
export interface SymbolScope {
  within: string | null;
  open: boolean;
  depth: number;
}

export const top: SymbolScope = { within: null, open: true, depth: 0 };

/** Deeper nesting is not followed. */
const deepest = 24;
const longestSignature = 1_000;
const commentTypes = ["comment", "line_comment", "block_comment"];

/** Nested names are joined by `.` in every language. */
export function innerScope(scope: SymbolScope, name: string, open = true): SymbolScope {
  const part = name.replaceAll("::", ".");
  const within = scope.within === null ? part : `${scope.within}.${part}`;
  return { within, open: scope.open && open, depth: scope.depth + 1 };
}

/** The named children, including those inside syntax errors; empty beyond the maximum depth. */
export function scopeNodes(node: Syntax | null, scope: SymbolScope = top): Syntax[] {
  if (node === null || scope.depth > deepest) return [];
  return present(node.namedChildren).flatMap((child) =>
    child.type === "ERROR" ? present(child.namedChildren) : [child],
  );
}

export function present(nodes: readonly (Syntax | null)[]): Syntax[] {
  return nodes.filter((node) => node !== null);
}

export function field(node: Syntax, name: string): Syntax | null {
  return node.childForFieldName(name);
}

export function fieldNodes(node: Syntax, name: string): Syntax[] {
  return present(node.childrenForFieldName(name));
}

export function syntaxLine(node: Syntax): number {
  return node.startPosition.row + 1;
}

/** The keywords and operators directly in a node. */
export function leafTokens(node: Syntax): string[] {
  return present(node.children)
    .filter(({ isNamed }) => !isNamed)
    .map(({ type }) => type);
}

export function hasToken(node: Syntax, token: string): boolean {
  return leafTokens(node).includes(token);
}

export function childOf(node: Syntax | null, ...types: string[]): Syntax | null {
  return present(node?.namedChildren ?? []).find(({ type }) => types.includes(type)) ?? null;
}

export function childNodes(node: Syntax | null, ...types: string[]): Syntax[] {
  return present(node?.namedChildren ?? []).filter(({ type }) => types.includes(type));
}

/** The content of a string without its quotes. */
export function unquotedText(node: Syntax): string {
  return node.text.replace(/^[^"'`<]{0,3}["'`<]{1,3}/, "").replace(/["'`>]{1,3}$/, "");
}

export interface SymbolEntry {
  node: Syntax;
  name: Syntax | string;
  /** The position of the name if it is not that of a node. */
  at?: Syntax | null;
  kind: SymbolKind;
  exported: boolean;
  /** The enclosing node, such as an export statement around a declaration. */
  whole?: Syntax;
  /** The signature ends before this node. */
  body?: Syntax | null;
  /** The start of the signature if it is not the node's own start. */
  from?: Syntax | null;
  /** Text before the signature, such as `const` of a list of constants. */
  prefix?: string;
}

export function addSymbol(symbols: FileSymbols, source: SyntaxSource, scope: SymbolScope, entry: SymbolEntry): void {
  const { node, name, kind, whole = node } = entry;
  const text = typeof name === "string" ? name : name.text;
  if (text === "" || text.length > 500) return;
  symbols.declared.push({
    name: text,
    kind,
    line: syntaxLine(entry.at ?? (typeof name === "string" ? node : name)),
    start: syntaxLine(whole),
    end: lastLine(whole),
    exported: entry.exported && scope.open,
    within: scope.within,
    signature: signature(source, entry),
  });
}

/** Records only the first of several declarations by assignment. */
export function addSymbolOnce(
  symbols: FileSymbols,
  source: SyntaxSource,
  scope: SymbolScope,
  entry: SymbolEntry & { name: Syntax },
): void {
  const isKnown = symbols.declared.some(({ name, within }) => name === entry.name.text && within === scope.within);
  if (!isKnown) addSymbol(symbols, source, scope, entry);
}

/** Some nodes include the line break, so their end is the start of the next line. */
function lastLine(node: Syntax): number {
  const { row, column } = node.endPosition;
  return Math.max(syntaxLine(node), column === 0 ? row : row + 1);
}

function signature({ text }: SyntaxSource, { node, body, from, prefix = "" }: SymbolEntry): string {
  const start = (from ?? node).startIndex;
  const end = Math.min(body?.startIndex ?? node.endIndex, start + 4 * longestSignature);
  const raw = text.slice(start, end);
  const code = /\/\/|\/\*|#|--/.test(raw) ? withoutComments(text, node, start, end) : raw;
  // Line breaks do not change the signature.
  const folded = `${prefix} ${code}`
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=[([]) | (?=[)\],;])/g, "")
    .replaceAll(/,(?=[)\]])/g, "")
    .trim();
  return withoutTail(folded).slice(0, longestSignature);
}

function withoutComments(text: string, node: Syntax, start: number, end: number): string {
  let code = "";
  let at = start;
  for (const comment of present(node.descendantsOfType(commentTypes))) {
    if (comment.startIndex >= end) break;
    if (comment.startIndex < at) continue;
    code += `${text.slice(at, comment.startIndex)} `;
    at = Math.min(comment.endIndex, end);
  }
  return code + text.slice(at, end);
}

/** Removes the characters that open the body or end the statement. */
function withoutTail(signed: string): string {
  let end = signed.length;
  while (end > 0) {
    if (signed.endsWith("=>", end)) end -= 2;
    else if (" ={:;,".includes(signed[end - 1]!)) end--;
    else break;
  }
  return signed.slice(0, end);
}
