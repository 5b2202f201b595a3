// A paragraph's lines: as they are written, as they read, and how many sentences they make.
import type { Nodes, Paragraph } from "mdast";
import { sentencesOf } from "../words/sentences.ts";
import { summaryChildren, endLine, sourceOf, startLine, type SummaryPage } from "./page.ts";

export interface ProseLine {
  /** As it is written, without the blanks around it. */
  raw: string;
  /** As it reads, backslashes and entities taken away. */
  text: string;
  /** As it reads, with a letter for each code span: what stands in code ends no sentence. */
  prose: string;
  /** 1-based, in the page. */
  line: number;
}

export function summaryProseLines(page: SummaryPage, paragraph: Paragraph): ProseLine[] {
  const texts = rendered(paragraph, (value) => value.replaceAll(/\s+/g, " ")).split("\n");
  const proses = rendered(paragraph, () => "x").split("\n");
  const first = startLine(paragraph);
  return sourceOf(page, paragraph)
    .split("\n")
    .map((raw, index) => ({
      raw: raw.trim(),
      text: texts[index]?.trim() ?? "",
      prose: proses[index]?.trim() ?? "",
      line: first + index,
    }));
}

/** One line for each line of the source: what spans several is followed by as many line ends. */
function rendered(node: Nodes, code: (value: string) => string): string {
  switch (node.type) {
    case "text":
      return node.value;
    case "inlineCode":
      return code(node.value) + lineEnds(node);
    case "html":
      return lineEnds(node);
    case "break":
      return "\n";
    default:
      return summaryChildren(node)
        .map((child) => rendered(child, code))
        .join("");
  }
}

function lineEnds(node: Nodes): string {
  return "\n".repeat(endLine(node) - startLine(node));
}

export function countSentences(lines: readonly ProseLine[]): number {
  return sentencesOf(lines.map((line) => line.prose).join(" ")).length;
}
