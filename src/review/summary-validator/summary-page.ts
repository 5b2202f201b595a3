// Parses a text into lines and a tree of Markdown blocks, in bounded time.
import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { once } from "../../once.ts";
import { longestComment } from "../summary-form.ts";
import type { SummaryProblem } from "../words/summary-faults.ts";

export interface SummaryLine {
  text: string;
  /** Line in the original text. */
  number: number;
}

export interface SummaryPage {
  lines: readonly SummaryLine[];
  source: string;
  root: Root;
}

/** A problem and its 1-based line in the current page. */
export type LocatedProblem = SummaryProblem & { line: number };

/** Marks that no rule needs and whose pairing takes quadratic time: kept as text. */
const notPaired = [
  "attention",
  "strikethrough",
  "labelStartLink",
  "labelStartImage",
  "labelEnd",
  "wwwAutolink",
  "protocolAutolink",
  "emailAutolink",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
];

const parserOptions = once(() => ({
  extensions: [gfm(), { disable: { null: notPaired } }],
  // Their transforms search for URLs again, which nothing here needs.
  mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
}));

export function readPage(text: string): SummaryPage | SummaryProblem {
  if (text.length > longestComment) return { is: "too-long", longest: longestComment, found: text.length };
  return parseLines(text.split(/\r\n|\n|\r/).map((line, index) => ({ text: line, number: index + 1 })));
}

export function parseLines(lines: readonly SummaryLine[]): SummaryPage | SummaryProblem {
  if (isTangled(lines)) return { is: "too-tangled" };
  const source = lines.map((line) => line.text).join("\n");
  try {
    return { lines, source, root: fromMarkdown(source, parserOptions()) };
  } catch {
    return { is: "too-tangled" };
  }
}

const deepest = 8;
const longestRun = 1000;
const mostOfAKind = 100;
const container = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/**
 * What a summary never needs and what makes parsing slow: deep nesting, endless paragraphs, and masses of code, quotes,
 * underlined headings or declarations, each of which makes the parser scan everything that follows.
 */
function isTangled(lines: readonly SummaryLine[]): boolean {
  let [run, quotes, underlines, declarations, backticks] = [0, 0, 0, 0, 0];
  for (const { text } of lines) {
    run = text.trim() === "" ? 0 : run + 1;
    backticks = (run === 0 ? 0 : backticks) + (text.match(/`+/g)?.length ?? 0);
    const marks = containersOf(text);
    if (marks.includes(">")) quotes++;
    if (underline.test(text)) underlines++;
    declarations += text.split(/<[!?]/).length - 1;
    if (
      run > longestRun ||
      backticks > longestRun ||
      marks.length > deepest ||
      Math.max(quotes, underlines, declarations) > mostOfAKind
    )
      return true;
  }
  return false;
}

/** The quote and list markers at the start of a line, as far as they matter. */
function containersOf(text: string): string[] {
  const marks: string[] = [];
  container.lastIndex = 0;
  for (let match = container.exec(text); match && marks.length <= deepest; match = container.exec(text))
    marks.push(match[0].trim());
  return marks;
}

/** 1-based, in the current page. */
export function startLine(node: Nodes): number {
  return node.position?.start.line ?? 1;
}

export function endLine(node: Nodes): number {
  return node.position?.end.line ?? 1;
}

/** The position of a page's line in the original text. */
export function originalLine(page: SummaryPage, line: number): number {
  return page.lines[line - 1]?.number ?? 1;
}

/** The source text of the node. */
export function sourceText(page: SummaryPage, node: Nodes): string {
  return page.source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}

export function summaryChildren(node: Nodes): readonly Nodes[] {
  return "children" in node ? node.children : [];
}

/** The node and all its descendants. */
export function* descendants(node: Nodes): Generator<Nodes> {
  yield node;
  for (const child of summaryChildren(node)) yield* descendants(child);
}

/** The common name of a kind of block. */
export function nodeTypeName({ type }: RootContent): string {
  const names: Partial<Record<RootContent["type"], string>> = {
    paragraph: "a paragraph",
    list: "a list",
    blockquote: "a quote",
    code: "a block of code",
    html: "HTML",
    table: "a table",
    thematicBreak: "a rule",
    heading: "a heading",
    definition: "a link's definition",
    footnoteDefinition: "a footnote",
  };
  return names[type] ?? type;
}
