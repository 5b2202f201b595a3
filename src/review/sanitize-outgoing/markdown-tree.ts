// Parses Markdown into a tree with source positions and edits the text by those positions.
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { once } from "../../once.ts";

/**
 * Emphasis stays text: it is not needed here, and pairing its marks takes quadratic time. Transforms are left out
 * because their nodes have no position; `live.ts` searches for the same constructs.
 */
const parserOptions = once(() => ({
  extensions: [gfm(), { disable: { null: ["attention"] } }],
  mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
}));

export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, parserOptions());
}

export function startOffset(node: Nodes): number {
  return offset(node.position?.start.offset);
}

export function endOffset(node: Nodes): number {
  return offset(node.position?.end.offset);
}

function offset(value: number | undefined): number {
  if (value === undefined) throw new Error("a Markdown node has no place in its text");
  return value;
}

/** Replaces the text from `from` to `to`. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let done = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at) continue; // an edit inside another one: the next round sees what is left of it
    done += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return done + text.slice(at);
}

/** Inert on GitHub: no mention, no link, no reference. The content must not contain a backtick. */
export function codeSpan(content: string, before: string, after: string): string {
  // Next to another backtick ours would join its run; after a backslash it would be escaped.
  return `${before === "`" || before === "\\" ? " " : ""}\`${content}\`${after === "`" ? " " : ""}`;
}

/** A fence longer than any run of backticks inside. */
export function fencedCode(text: string, info = ""): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3));
  return `${fence}${info}\n${text}${text.endsWith("\n") ? "" : "\n"}${fence}`;
}
