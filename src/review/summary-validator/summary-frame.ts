// Parses the summary's frame: the <details> wrapper, what surrounds it, and the start of each section.
import type { Heading, Html, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import { summaryClosing, summaryOpening, summaryLine } from "../summary-form.ts";
import { endLine, parseLines, startLine, type SummaryLine, type SummaryPage } from "./summary-page.ts";
import type { SummaryProblem } from "../words/summary-faults.ts";

export interface Section {
  name: string;
  heading: Heading;
  nodes: RootContent[];
}

export interface SectionFrame {
  opens: Html[];
  closes: Html[];
  /** In the wrapper before its first section, or around the wrapper: belongs to no section. */
  outside: RootContent[];
  sections: Section[];
}

export function parseFrame({ root: { children } }: SummaryPage): SectionFrame {
  const html = children.filter((node) => node.type === "html");
  const opens = html.filter((node) => /^<details\b/i.test(node.value));
  const closes = html.filter((node) => /^<\/details\b/i.test(node.value));
  const from = opens[0] ? children.indexOf(opens[0]) + 1 : 0;
  const last = closes.at(-1);
  const close = last ? children.indexOf(last) : -1;
  const to = close >= from ? close : children.length;
  const wrapper = new Set<RootContent>([...opens, ...closes]);
  const others = (nodes: readonly RootContent[]) => nodes.filter((node) => !wrapper.has(node));
  const { before, sections } = parseSections(others(children.slice(from, to)));
  const around = others([...children.slice(0, from), ...children.slice(to)]);
  return { opens, closes, outside: [...around, ...before], sections };
}

function parseSections(nodes: readonly RootContent[]): { before: RootContent[]; sections: Section[] } {
  const before: RootContent[] = [];
  const sections: Section[] = [];
  for (const node of nodes) {
    if (node.type === "heading" && node.depth === 2) sections.push({ name: toString(node), heading: node, nodes: [] });
    else (sections.at(-1)?.nodes ?? before).push(node);
  }
  return { before, sections };
}

const wholeOpening = new RegExp(`^${summaryOpening}[ \\t]*\\n?[ \\t]*${summaryLine}[ \\t]*$`);

export function isOpening(node: Html): boolean {
  return wholeOpening.test(node.value);
}

export function isClosing(node: Html): boolean {
  return node.value.trim() === summaryClosing;
}

/**
 * An HTML block extends to the next blank line and swallows the Markdown in between. A blank line can safely be added
 * after the summary line and after the closing tag; `added` holds the positions in the original text.
 */
export function withBlankLines(given: SummaryPage): { page: SummaryPage; added: number[] } | SummaryProblem {
  let page = given;
  const added: number[] = [];
  // Adding the first blank line may reveal the need for the second.
  for (let round = 0; round < 2; round++) {
    const { opens, closes } = parseFrame(page);
    const after = [swallowsNextLine(opens[0], summaryLine), swallowsNextLine(closes[0], summaryClosing)];
    if (after.every((line) => line === null)) break;
    const read = parseLines(
      page.lines.flatMap((line, index) => (after.includes(index + 1) ? [line, blankAfter(line)] : [line])),
    );
    if ("is" in read) return read;
    for (const line of after) if (line !== null) added.push(page.lines[line - 1]!.number);
    page = read;
  }
  return { page, added };
}

function blankAfter({ number }: SummaryLine): SummaryLine {
  return { text: "", number };
}

/** The line that ends with the tag, if the block continues after it. */
function swallowsNextLine(node: Html | undefined, tag: string): number | null {
  if (!node) return null;
  const index = node.value.split("\n").findIndex((line) => line.trim().endsWith(tag));
  const line = startLine(node) + index;
  return index === -1 || line >= endLine(node) ? null : line;
}
