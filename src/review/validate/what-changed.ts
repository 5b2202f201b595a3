// What Changed: one or two sentences, then at most one line that tells what was reviewed.
import type { RootContent } from "mdast";
import { reviewedLabels } from "../summary-form.ts";
import { nameOf, startLine, type Found, type Page } from "./page.ts";
import { countSentences, proseLines, type ProseLine } from "./prose.ts";

export function whatChangedFaults(page: Page, nodes: readonly RootContent[], heading: number): Found[] {
  const lines = nodes.flatMap((node) => (node.type === "paragraph" ? proseLines(page, node) : []));
  const reviewed = lines.filter(isReviewed);
  const found = countSentences(lines.filter((line) => !isReviewed(line)));
  return [
    ...nodes
      .filter((node) => node.type !== "paragraph")
      .map((node): Found => ({ is: "block", what: nameOf(node), line: startLine(node) })),
    ...(found < 1 || found > 2 ? [{ is: "sentences", least: 1, most: 2, found, line: heading } as const] : []),
    ...reviewed.slice(1).map(({ line }): Found => ({ is: "reviewed-twice", line })),
    ...reviewed.slice(0, 1).flatMap((line) => reviewedFaults(line, lines.at(-1))),
  ];
}

export function isReviewed({ raw }: ProseLine): boolean {
  return /^reviewed:/i.test(raw);
}

function reviewedFaults(reviewed: ProseLine, last: ProseLine | undefined): Found[] {
  const { raw, line } = reviewed;
  const place: Found[] = reviewed === last ? [] : [{ is: "reviewed-place", line }];
  const labels = /^Reviewed: (\S.*)$/.exec(raw)?.[1]?.split(", ");
  if (!labels) return [...place, { is: "reviewed-form", line }];
  const unknown = labels.find((label) => !reviewedLabels.includes(label));
  if (unknown !== undefined) return [...place, { is: "reviewed-label", label: unknown, line }];
  const ranks = labels.map((label) => reviewedLabels.indexOf(label));
  const ordered = ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]!);
  return ordered ? place : [...place, { is: "reviewed-order", line }];
}
