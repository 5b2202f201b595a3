// Validates Observations: entries under severities, worst first, or one plain sentence where there is none.
import type { RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import { moreEntries, weightAliases, weights, type Weight } from "../summary-form.ts";
import { descendants, nodeTypeName, startLine, type LocatedProblem, type SummaryPage } from "./summary-page.ts";
import { countSentences, summaryProseLines, type ProseLine } from "./summary-prose.ts";

export interface ObservationsResult {
  faults: LocatedProblem[];
  weights: Weight[];
  /** The first line of each entry, as rendered. */
  heads: Set<string>;
}

interface Group {
  name: string;
  line: number;
  nodes: RootContent[];
}

export function readObservations(
  page: SummaryPage,
  nodes: readonly RootContent[],
  heading: number,
): ObservationsResult {
  const { before, groups } = groupsOf(nodes);
  const read = groups.map((group) => readEntries(page, group.nodes));
  return {
    faults: [
      ...(groups.length === 0 ? plainFaults(page, before, heading) : strayFaults(before)),
      ...groupFaults(groups),
      ...read.flatMap(({ faults }) => faults),
      ...groups.flatMap(({ name, line, nodes: under }): LocatedProblem[] =>
        under.length === 0 ? [{ is: "severity-empty", name, line }] : [],
      ),
    ],
    weights: groups.flatMap(({ name }) => weightNamed(name) ?? []),
    heads: new Set(read.flatMap(({ heads }) => heads)),
  };
}

function groupsOf(nodes: readonly RootContent[]): { before: RootContent[]; groups: Group[] } {
  const before: RootContent[] = [];
  const groups: Group[] = [];
  for (const node of nodes) {
    if (node.type === "heading" && node.depth === 3)
      groups.push({ name: toString(node), line: startLine(node), nodes: [] });
    // Other headings are reported elsewhere.
    else if (node.type !== "heading") (groups.at(-1)?.nodes ?? before).push(node);
  }
  return { before, groups };
}

function weightNamed(name: string): Weight | undefined {
  return Object.hasOwn(weightAliases, name) ? weightAliases[name] : weights.find((weight) => weight === name);
}

/** Without a severity only one sentence is allowed. */
function plainFaults(page: SummaryPage, nodes: readonly RootContent[], heading: number): LocatedProblem[] {
  const paragraphs = nodes.filter((node) => node.type === "paragraph");
  if (paragraphs.length < nodes.length) return strayFaults(nodes);
  const lines = paragraphs.flatMap((paragraph) => summaryProseLines(page, paragraph));
  const entry = lines.find(isHead);
  if (entry) return [{ is: "severity-missing", line: entry.line }];
  const found = countSentences(lines);
  return found === 1 ? [] : [{ is: "sentences", least: 1, most: 1, found, line: heading }];
}

function strayFaults(nodes: readonly RootContent[]): LocatedProblem[] {
  return nodes.map((node) =>
    node.type === "paragraph" || node.type === "list"
      ? { is: "severity-missing", line: startLine(node) }
      : { is: "block", what: nodeTypeName(node), line: startLine(node) },
  );
}

function groupFaults(groups: readonly Group[]): LocatedProblem[] {
  const seen = new Map<Weight, string>();
  return groups.flatMap(({ name, line }): LocatedProblem[] => {
    const weight = weightNamed(name);
    if (weight === undefined) return [{ is: "severity-unknown", name, line }];
    if (seen.has(weight)) return [{ is: "severity-twice", name, line }];
    const after = [...seen].find(([earlier]) => weights.indexOf(earlier) > weights.indexOf(weight))?.[1];
    seen.set(weight, name);
    return after ? [{ is: "severity-order", name, after, line }] : [];
  });
}

const entryHead = /^\S.*? \(\d+(?:[-–]\d+)?(?:, ?\d+(?:[-–]\d+)?)*\): \S/;
/** Starts with a number of any form, including one that Markdown parsed as a list. */
const numbered = /^(?:\(\d+\)|\[\d+\]|#\d+[.:)]?|\d+[.:)\]])\s/;

function isHead({ text }: ProseLine): boolean {
  return entryHead.test(text);
}

/** An entry's first line with its sentences, or lines that are not an entry. */
interface Entry {
  head: ProseLine | null;
  says: ProseLine[];
}

/** Blank lines between entries are optional. */
function entriesOf(page: SummaryPage, nodes: readonly RootContent[]): Entry[] {
  const entries: Entry[] = [];
  for (const node of nodes) {
    if (node.type !== "paragraph") continue;
    const lines = summaryProseLines(page, node);
    for (const [index, line] of lines.entries()) {
      const last = entries.at(-1);
      // Within a paragraph, a line without sentences below it is a sentence that looks like an entry.
      const next = lines[index + 1];
      if (isHead(line) && (index === 0 || (next && !isHead(next)))) entries.push({ head: line, says: [] });
      else if (last && (index > 0 || (last.head && last.says.length === 0))) last.says.push(line);
      else entries.push({ head: null, says: [line] });
    }
  }
  return entries;
}

function readEntries(page: SummaryPage, nodes: readonly RootContent[]): { faults: LocatedProblem[]; heads: string[] } {
  const entries = entriesOf(page, nodes);
  const blocks = nodes.filter((node, index) => node.type !== "paragraph" && !belongsToEntry(page, nodes, index));
  return {
    faults: [
      ...blocks.map(notAnEntry),
      ...entries.flatMap((entry, index) => entryFaults(entry, index === entries.length - 1)),
    ],
    heads: entries.flatMap(({ head }) => head?.text ?? []),
  };
}

/** Code and a list may stand below an entry, unless the list is one of entries. */
function belongsToEntry(page: SummaryPage, nodes: readonly RootContent[], index: number): boolean {
  const node = nodes[index]!;
  const isFirst = !nodes.slice(0, index).some(({ type }) => type === "paragraph");
  if (isFirst || (node.type !== "code" && node.type !== "list")) return false;
  return [...descendants(node)].every(
    (inner) => inner.type !== "paragraph" || !summaryProseLines(page, inner).some(isListedHead),
  );
}

function isListedHead(line: ProseLine): boolean {
  return isHead(line) && !/^also(?:: | at )/.test(line.raw);
}

function entryFaults({ head, says }: Entry, isLast: boolean): LocatedProblem[] {
  const { raw, line } = head ?? says[0]!;
  if (numbered.test(raw)) return [{ is: "entry-numbered", line }];
  if (head === null) return isLast && says.length === 1 && moreEntries.test(raw) ? [] : [{ is: "entry-form", line }];
  const found = countSentences(says);
  return found <= 3 ? [] : [{ is: "entry-sentences", found, line }];
}

function notAnEntry(node: RootContent): LocatedProblem {
  const line = startLine(node);
  return node.type === "list" ? { is: "entry-numbered", line } : { is: "block", what: nodeTypeName(node), line };
}
