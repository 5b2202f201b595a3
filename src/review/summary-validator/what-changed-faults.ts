// Validates What Changed: one or two sentences, then at most one line that lists what was reviewed.
import type { RootContent } from "mdast";
import { reviewedLabels } from "../summary-form.ts";
import { nodeTypeName, startLine, type LocatedProblem, type SummaryPage } from "./summary-page.ts";
import { countSentences, summaryProseLines, type ProseLine } from "./summary-prose.ts";

export function whatChangedFaults(page: SummaryPage, nodes: readonly RootContent[], heading: number): LocatedProblem[] {
  const lines = nodes.flatMap((node) => (node.type === "paragraph" ? summaryProseLines(page, node) : []));
  const reviewed = lines.filter(isReviewedLine);
  const found = countSentences(lines.filter((line) => !isReviewedLine(line)));
  return [
    ...nodes
      .filter((node) => node.type !== "paragraph")
      .map((node): LocatedProblem => ({ is: "block", what: nodeTypeName(node), line: startLine(node) })),
    ...(found < 1 || found > 2 ? [{ is: "sentences", least: 1, most: 2, found, line: heading } as const] : []),
    ...reviewed.slice(1).map(({ line }): LocatedProblem => ({ is: "reviewed-twice", line })),
    ...reviewed.slice(0, 1).flatMap((line) => reviewedFaults(line, lines.at(-1))),
  ];
}

export function isReviewedLine({ raw }: ProseLine): boolean {
  return /^reviewed:/i.test(raw);
}

function reviewedFaults(reviewed: ProseLine, last: ProseLine | undefined): LocatedProblem[] {
  const { raw, line } = reviewed;
  const place: LocatedProblem[] = reviewed === last ? [] : [{ is: "reviewed-place", line }];
  const labels = /^Reviewed: (\S.*)$/.exec(raw)?.[1]?.split(", ");
  if (!labels) return [...place, { is: "reviewed-form", line }];
  const unknown = labels.find((label) => !reviewedLabels.includes(label));
  if (unknown !== undefined) return [...place, { is: "reviewed-label", label: unknown, line }];
  const ranks = labels.map((label) => reviewedLabels.indexOf(label));
  const ordered = ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]!);
  return ordered ? place : [...place, { is: "reviewed-order", line }];
}
