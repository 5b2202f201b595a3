// Splits a paragraph into lines: as written, as rendered, and the number of sentences.
import type { Nodes, Paragraph } from "mdast";
import { sentencesOf } from "../words/sentences.ts";
import { summaryChildren, endLine, sourceText, startLine, type SummaryPage } from "./summary-page.ts";

export interface ProseLine {
  /** The source, trimmed. */
  raw: string;
  /** The rendered text, without backslashes and entities. */
  text: string;
  /** The rendered text with a letter for each code span: a full stop in code ends no sentence. */
  prose: string;
  /** 1-based, in the page. */
  line: number;
}

export function summaryProseLines(page: SummaryPage, paragraph: Paragraph): ProseLine[] {
  const texts = rendered(paragraph, (value) => value.replaceAll(/\s+/g, " ")).split("\n");
  const proses = rendered(paragraph, () => "x").split("\n");
  const first = startLine(paragraph);
  return sourceText(page, paragraph)
    .split("\n")
    .map((raw, index) => ({
      raw: raw.trim(),
      text: texts[index]?.trim() ?? "",
      prose: proses[index]?.trim() ?? "",
      line: first + index,
    }));
}

/** One line per source line; a node that spans several is followed by as many line ends. */
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
