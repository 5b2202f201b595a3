// Tokenizes the changed lines of a file in blocks: removed lines and the added lines in their place.
import { scanFile } from "./scan-file.ts";
import type { Code, Side } from "../../change/change.ts";
import { linesOf, pathOf, type FileDiff } from "../../change/diff.ts";
import { beginsInside, type Scanned } from "./scan.ts";
import { tokensOn, type Token } from "./tokens.ts";

export interface TokenizedLine {
  side: Side;
  line: number;
  text: string;
  tokens: readonly Token[];
  /** Begins inside a string or a comment that an earlier line opened. */
  inside: boolean;
}

export interface Block {
  removed: readonly TokenizedLine[];
  added: readonly TokenizedLine[];
}

export interface LinePosition {
  kind: string;
  path: string;
  at: TokenizedLine;
  /** The line that it replaced, as a second quote. */
  was?: { path: string; at: TokenizedLine };
  confidence: number;
  title: string;
  explanation: string;
}

/** null where the language has no table, a side could not be read, or the file is a script. */
export async function blocksOf(file: FileDiff, code: Code): Promise<Block[] | null> {
  const base = await scannedAt(code.base, file.oldPath);
  const head = await scannedAt(code.head, file.newPath);
  // A file that names its interpreter is a script beside the product.
  if (base === null || head === null || head.lines[0]?.startsWith("#!/")) return null;
  const ours = { base: testsFrom(file, base), head: testsFrom(file, head) };
  return file.hunks.flatMap((hunk) => {
    const blocks: { removed: TokenizedLine[]; added: TokenizedLine[] }[] = [];
    let open = false;
    for (const { kind, old, new: now, text } of linesOf(hunk)) {
      if (kind === "context") {
        open = false;
        continue;
      }
      if (!open) blocks.push({ removed: [], added: [] });
      open = true;
      if (kind === "removed" && old! < ours.base) blocks.at(-1)!.removed.push(lineOf(base, "base", old!, text));
      if (kind === "added" && now! < ours.head) blocks.at(-1)!.added.push(lineOf(head, "head", now!, text));
    }
    return blocks;
  });
}

/** Rust keeps tests at the end of the source: the first line of them. */
function testsFrom(file: FileDiff, scanned: Scanned): number {
  const at = pathOf(file).endsWith(".rs") ? scanned.lines.findIndex((text) => text.includes("#[cfg(test)]")) : -1;
  return at < 0 ? Infinity : at + 1;
}

function lineOf(scanned: Scanned, side: Side, line: number, text: string): TokenizedLine {
  return { side, line, text, tokens: tokensOn(scanned, line), inside: beginsInside(scanned, line) };
}

async function scannedAt(tree: Code["base"], path: string | null): Promise<Scanned | null> {
  if (path === null) return { lines: [], parts: new Uint8Array(), starts: [] };
  return await scanFile(tree, path);
}

const layout = new Set([";", ",", "(", ")", "{", "}", "\\"]);
const declares = new Set(["const", "let", "var"]);

/** What a line is compared by: for documentation strings are text for people, for style they are values. */
export type Compared = "without-strings" | "with-strings";

/** The tokens that formatting leaves as they are. */
export function meaning(line: TokenizedLine, compared: Compared): string[] {
  return line.tokens.flatMap(({ kind, text }) => {
    if (kind === "mark" && (layout.has(text) || (text === "+" && compared === "without-strings"))) return [];
    if (kind === "string") return compared === "without-strings" ? [] : [JSON.stringify(text.trim())];
    return [declares.has(text) ? "let" : text];
  });
}

/** As much of a line as a pattern needs to see. */
export function startOf(line: TokenizedLine): string {
  return line.text.slice(0, 400);
}

const importing = new RegExp(
  [
    "^\\s*(?:import\\b|from [\\w.]+ import|export (?:type )?[{*]|\\} from |package ",
    "use [\\w:\\\\]|using [\\w.]+;|#include|require\\b|(?:const|let|var) .{1,80} = require\\()",
  ].join("|"),
);

/** Imports, exports from elsewhere and package lines: their order and form carry little. */
export function isImport(line: TokenizedLine): boolean {
  return importing.test(startOf(line));
}

const docstring = /^\s*[rR]?(?:"""|''')/;
const docAttribute = /^\s*#!?\[(?:doc|cfg_attr\(docsrs|allow|expect|deny|warn)/;

/** A docstring, a line of a longer string, or an attribute for the documentation. */
export function isText(line: TokenizedLine): boolean {
  return line.inside || docstring.test(startOf(line)) || docAttribute.test(startOf(line));
}

const control = new Set(
  `if else elif unless for foreach while switch case match return throw raise await yield try catch except delete new
  break continue goto defer go`.split(/\s+/),
);

/**
 * Whether the line does something: it branches, calls, or sets something other than text. A key with its value, a
 * member of a type, an annotation or a bare name is how code holds documentation, options and lists.
 */
export function acts(line: TokenizedLine): boolean {
  if (/^\s*(?:@|#\[|(?:export )?(?:declare )?(?:type|interface) )/.test(startOf(line))) return false;
  return line.tokens.some(({ kind, text }, index) => {
    const next = line.tokens[index + 1]?.text;
    if (kind === "name")
      return control.has(text) || (next === "(" && line.tokens[index + 2] !== undefined && !isDeclared(line));
    return kind === "mark" && text === "=" && setsMoreThanText(line, index);
  });
}

/** `unmount(): void` in a type is no call. */
function isDeclared(line: TokenizedLine): boolean {
  return /^\s*(?:readonly )?[\w$]+\??(?:<[^>]*>)?\([^()]*\)\s*:\s*[\w<>[\]|. ]+[;,]?\s*$/.test(startOf(line));
}

function setsMoreThanText(line: TokenizedLine, at: number): boolean {
  const value = line.tokens.slice(at + 1).filter(({ kind, text }) => kind !== "mark" || text === "=");
  return value.length > 0 && !value.some(({ kind }) => kind === "string");
}
