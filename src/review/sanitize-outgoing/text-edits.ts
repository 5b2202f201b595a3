// Edits plain text within Markdown: puts whatever GitHub would make live into code spans.
import type { Text } from "mdast";
import { liveRanges, type AllowedLinks, type Range } from "./live-ranges.ts";
import { codeSpan, endOffset, parseMarkdown, startOffset, type TextEdit } from "./markdown-tree.ts";

export function textEdits(node: Text, text: string, allowed: AllowedLinks): TextEdit[] {
  const [start, end] = [startOffset(node), endOffset(node)];
  const written = writtenAs(node.value, text.slice(start, end));
  if (written === null) return rewritten(node.value, start, end, text, allowed);
  const edits: TextEdit[] = [];
  for (const { from, to } of rangesIn(node.value, text[start - 1], text[end], allowed)) {
    const [first, last] = [start + written.from[from]!, start + written.to[to - 1]!];
    edits.push({ from: first, to: last, text: spanOf(node.value.slice(from, to), first, last, text) });
  }
  // An unpaired backtick would pair with one of our code spans.
  for (let tick = node.value.indexOf("`"); tick !== -1; tick = node.value.indexOf("`", tick + 1)) {
    const at = start + written.from[tick]!;
    if (text[at] === "`") edits.push({ from: at, to: at, text: "\\" });
  }
  return edits;
}

function spanOf(content: string, from: number, to: number, text: string): string {
  return codeSpan(content, text[from - 1] ?? "", text[to] ?? "");
}

function rangesIn(
  value: string,
  before: string | undefined,
  after: string | undefined,
  allowed: AllowedLinks,
): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (const line of value.split("\n")) {
    ranges.push(...liveRanges(line, allowed).map(({ from, to }) => ({ from: at + from, to: at + to })));
    at += line.length + 1;
  }
  // GitHub renders a dollar next to a code span as a formula.
  if (before === "`" && value.startsWith("$") && ranges[0]?.from !== 0) ranges.unshift({ from: 0, to: 1 });
  if (after === "`" && value.endsWith("$") && ranges.at(-1)?.to !== value.length)
    ranges.push({ from: value.length - 1, to: value.length });
  return ranges;
}

const reference = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,31});/iy;
const margin = /[ \t]*\n[ \t>]*/y;

/** The start and end in the source of each character of the value; null if they cannot be mapped. */
function writtenAs(value: string, source: string): { from: number[]; to: number[] } | null {
  const [from, to]: [number[], number[]] = [[], []];
  const known = new Map<string, string>();
  let at = 0;
  for (let said = 0; said < value.length;) {
    const [length, means] = nextIn(source, at, value, said, known);
    if (means === "" || !value.startsWith(means, said)) return null;
    for (let unit = 0; unit < means.length; unit++) {
      from.push(at);
      to.push(at + length);
    }
    at += length;
    said += means.length;
  }
  return { from, to };
}

/** The length of the next source token and the text it represents. */
function nextIn(source: string, at: number, value: string, said: number, known: Map<string, string>): [number, string] {
  const character = source[at] ?? "";
  if (value[said] === "\n") {
    // In a quote or a list, each line has its own prefix.
    margin.lastIndex = at;
    const found = margin.exec(source)?.[0];
    // The line's own text may start with what looks like a prefix.
    const kept = /^[ \t>]*/.exec(value.slice(said + 1, said + 100))?.[0].length ?? 0;
    return found === undefined ? [0, ""] : [found.length - kept, "\n"];
  }
  if (character === "\\" && /[!-/:-@[-`{-~]/.test(source[at + 1] ?? "")) return [2, source[at + 1]!];
  if (character === "&") {
    reference.lastIndex = at;
    const found = reference.exec(source)?.[0];
    const means = found === undefined ? undefined : meaningOf(found, known);
    if (found !== undefined && means !== undefined && means !== found) return [found.length, means];
  }
  return [1, character];
}

function meaningOf(written: string, known: Map<string, string>): string {
  const before = known.get(written);
  if (before !== undefined) return before;
  const [block] = parseMarkdown(`x${written}x`).children;
  const [text] = block?.type === "paragraph" ? block.children : [];
  const means = text?.type === "text" ? text.value.slice(1, -1) : written;
  known.set(written, means);
  return means;
}

/** Fallback: if the source cannot be mapped to the text, the whole node is rewritten. */
function rewritten(value: string, start: number, end: number, text: string, allowed: AllowedLinks): TextEdit[] {
  const line = value.replaceAll("\n", " ");
  const ranges = rangesIn(line, text[start - 1], text[end], allowed);
  if (ranges.length === 0 && !/(?<!\\)(?:\\\\)*`/.test(text.slice(start, end))) return [];
  let said = "";
  let at = 0;
  for (const { from, to } of ranges) {
    said += escaped(line.slice(at, from));
    said += codeSpan(line.slice(from, to), from === 0 ? (text[start - 1] ?? "") : "", "");
    at = to;
  }
  if (at === line.length && text[end] === "`") said += " ";
  return [{ from: start, to: end, text: said + escaped(line.slice(at)) }];
}

function escaped(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}
