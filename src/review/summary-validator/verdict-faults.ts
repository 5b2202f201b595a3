// Validates the verdict: one line, in one of three forms, that matches the observations.
import type { RootContent } from "mdast";
import { verdictNames } from "../decision.ts";
import { mildestVerdict, summaryVerdicts, type Weight } from "../summary-form.ts";
import { sentencesOf } from "../words/sentences.ts";
import { nodeTypeName, startLine, type LocatedProblem, type SummaryPage } from "./summary-page.ts";
import { summaryProseLines, type ProseLine } from "./summary-prose.ts";

/** `observed` is null if Observations are invalid. */
export function verdictFaults(
  page: SummaryPage,
  nodes: readonly RootContent[],
  heading: number,
  observed: readonly Weight[] | null,
): LocatedProblem[] {
  const lines = nodes.flatMap((node) => (node.type === "paragraph" ? summaryProseLines(page, node) : []));
  const blocks = nodes
    .filter((node) => node.type !== "paragraph")
    .map((node): LocatedProblem => ({ is: "block", what: nodeTypeName(node), line: startLine(node) }));
  const [only] = lines;
  if (only === undefined || lines.length > 1)
    return [...blocks, { is: "verdict-lines", found: lines.length, line: lines[1]?.line ?? heading }];
  return [...blocks, ...lineFaults(only, observed)];
}

const aCount = /\d|\b(?:no|none|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a single|several)\b/i;

function lineFaults({ raw, prose, line }: ProseLine, observed: readonly Weight[] | null): LocatedProblem[] {
  const says = verdictNames.find((name) => raw.startsWith(`${summaryVerdicts[name]} -- `));
  if (approves(raw)) return [{ is: "verdict-approve", line }];
  if (says === undefined) return [{ is: "verdict-form", line }];
  const sentence = prose.slice(prose.indexOf(" -- ") + " -- ".length).trim();
  const found = sentencesOf(sentence).length;
  const fits = observed === null ? says : mildestVerdict(observed);
  return [
    ...(found === 1 ? [] : [{ is: "sentences", least: 1, most: 1, found, line } as const]),
    ...(aCount.test(sentence) ? [] : [{ is: "verdict-counts", line } as const]),
    ...(verdictNames.indexOf(says) >= verdictNames.indexOf(fits)
      ? []
      : [{ is: "verdict-misfit", says, fits, line } as const]),
  ];
}

/** In bold like an event; otherwise it is an ordinary word. */
export function approves(source: string): boolean {
  return /(?:\*\*|__)\s*approve\s*(?:[.!]\s*)?(?:\*\*|__)/i.test(source);
}

export function isVerdictLine({ raw }: ProseLine): boolean {
  return /^:(?:red|yellow|green)_circle:\s*(?:\*\*|__)/.test(raw);
}
