// Reads a workflow's YAML with aliases resolved and finds the names that its expressions read.
import { isAlias, isMap, isScalar, isSeq, type Document, type Scalar, type YAMLMap } from "yaml";
import { findContextReads, type ContextRead } from "./context-reads.ts";
import type { FileLayout, ConfigText } from "./file-layout.ts";

export interface WorkflowDocument {
  file: ConfigText;
  document: Document;
  layout: FileLayout;
  lineAt(offset: number): number;
}

export function namesReadIn(
  reading: WorkflowDocument,
  owner: YAMLMap,
  context: "needs" | "steps",
): { name: string; line: number }[] {
  const all = expressionReadsIn(reading, owner, (text, condition) => findContextReads(text, condition, context));
  return all.map(({ read, line }) => ({ name: read.name, line }));
}

export function expressionReadsIn<T extends ContextRead>(
  reading: WorkflowDocument,
  owner: YAMLMap,
  find: (text: string, condition: boolean) => T[],
): { read: T; line: number }[] {
  return [...scalarsIn(reading, owner)].flatMap(({ scalar, key }) => {
    const [start = 0, end = 0] = scalar.range ?? [];
    const raw = reading.file.text.slice(start, end);
    // In a block scalar the source is the value; elsewhere quoting may differ, and the source gives only the line.
    const block = scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED";
    return find(block ? raw : String(scalar.value), key === "if").flatMap((read) => {
      const offset = start + (block ? read.at : Math.max(0, raw.indexOf(read.matched)));
      return isCommentAt(reading.file.text, offset) ? [] : { read, line: reading.lineAt(offset) };
    });
  });
}

/** GitHub expands expressions in commented-out script lines too, but a missing value has no effect there. */
function isCommentAt(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^\s*(?:#|\/\/)/.test(text.slice(start, offset));
}

function* scalarsIn(
  reading: WorkflowDocument,
  node: unknown,
  key = "",
  seen = new Set<unknown>(),
): Generator<{ scalar: Scalar; key: string }> {
  const real = resolveAlias(reading, node);
  if (seen.has(real)) return;
  seen.add(real);
  if (isScalar(real)) {
    if (typeof real.value === "string") yield { scalar: real, key };
  } else if (isSeq(real)) {
    for (const item of real.items) yield* scalarsIn(reading, item, key, seen);
  } else if (isMap(real)) {
    for (const pair of real.items)
      yield* scalarsIn(reading, pair.value, isScalar(pair.key) ? String(pair.key.value) : "", seen);
  }
}

export function* mapsIn(reading: WorkflowDocument, node: unknown, seen = new Set<unknown>()): Generator<YAMLMap> {
  const real = resolveAlias(reading, node);
  if (seen.has(real)) return;
  seen.add(real);
  if (isMap(real)) {
    yield real;
    for (const pair of real.items) yield* mapsIn(reading, pair.value, seen);
  } else if (isSeq(real)) {
    for (const item of real.items) yield* mapsIn(reading, item, seen);
  }
}

export function resolveAlias(reading: WorkflowDocument, node: unknown): unknown {
  return isAlias(node) ? node.resolve(reading.document) : node;
}

export function getChild(reading: WorkflowDocument, node: unknown, name: string): unknown {
  return isMap(node) ? resolveAlias(reading, node.get(name, true)) : undefined;
}
