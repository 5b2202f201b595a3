// Parses JSON with comments and keeps the line of every value.
import { parseTree, type Node, type ParseError } from "jsonc-parser";

export interface JsonDocument {
  root: Node;
  lineOf(node: Node): number;
}

/** Returns null for text that is not a JSON object, such as an unfilled template. */
export function parseJsonDocument(text: string): JsonDocument | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (!root || root.type !== "object" || errors.length > 0) return null;
  return { root, lineOf: (node) => lineNumberAt(text, node.offset) };
}

function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

export function getProperty(node: Node | undefined, name: string): Node | undefined {
  return node?.type === "object" ? objectEntries(node).find(([key]) => key === name)?.[1] : undefined;
}

export function objectEntries(node: Node | undefined): [string, Node][] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((pair) => {
    const [key, value] = pair.children ?? [];
    return key && value ? [[String(key.value), value] as [string, Node]] : [];
  });
}

/** String nodes of a value that is a string or a list of strings. */
export function stringNodes(node: Node | undefined): Node[] {
  if (node?.type === "string") return [node];
  return node?.type === "array" ? (node.children ?? []).filter((item) => item.type === "string") : [];
}
