// Validates Strengths and Suggestions: one flat list each.
import type { ListItem, Paragraph, RootContent } from "mdast";
import { strengthMarks } from "../summary-form.ts";
import { nodeTypeName, sourceText, startLine, type LocatedProblem, type SummaryPage } from "./summary-page.ts";
import { summaryProseLines } from "./summary-prose.ts";

export function strengthFaults(page: SummaryPage, nodes: readonly RootContent[], heading: number): LocatedProblem[] {
  return listFaults(page, nodes, heading, (paragraph) => {
    const { raw, text } = summaryProseLines(page, paragraph)[0]!;
    const mark = strengthMarks.find((one) => raw.startsWith(one) && text.startsWith(`${one} `));
    const isMarked = mark !== undefined && text.slice(mark.length).trim() !== "";
    return isMarked ? null : { is: "strength-form", line: startLine(paragraph) };
  });
}

/** An entry of Observations must not be a suggestion too. */
export function suggestionFaults(
  page: SummaryPage,
  nodes: readonly RootContent[],
  heading: number,
  observed: ReadonlySet<string>,
): LocatedProblem[] {
  return listFaults(page, nodes, heading, (paragraph) =>
    observed.has(summaryProseLines(page, paragraph)[0]!.text)
      ? { is: "observed-already", line: startLine(paragraph) }
      : null,
  );
}

function listFaults(
  page: SummaryPage,
  nodes: readonly RootContent[],
  heading: number,
  check: (item: Paragraph) => LocatedProblem | null,
): LocatedProblem[] {
  const lists = nodes.filter((node) => node.type === "list");
  const others = nodes
    .filter((node) => node.type !== "list")
    .map((node): LocatedProblem => ({ is: "block", what: nodeTypeName(node), line: startLine(node) }));
  if (lists.length !== 1) return [...others, { is: "list-form", line: lists[1] ? startLine(lists[1]) : heading }];
  return [
    ...others,
    ...lists[0]!.children.flatMap((item): LocatedProblem[] => {
      const paragraph = onlyParagraph(page, item);
      if (paragraph === null) return [{ is: "list-form", line: startLine(item) }];
      const found = check(paragraph);
      return found === null ? [] : [found];
    }),
  ];
}

function onlyParagraph(page: SummaryPage, item: ListItem): Paragraph | null {
  const [first, ...more] = item.children;
  return first?.type === "paragraph" && more.length === 0 && /^[-*+][ \t]/.test(sourceText(page, item)) ? first : null;
}
