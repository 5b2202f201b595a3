// Validates every summary, whoever wrote it: parses it as Markdown, repairs what is safe to repair, and rejects the
// rest with a reason that names the section.
import type { Nodes, Paragraph, RootContent } from "mdast";
import { toString } from "mdast-util-to-string";
import { parseMarker } from "./marker.ts";
import {
  listedBelow,
  longestComment,
  requiredSections,
  sectionNames,
  summaryClosing,
  summaryLine,
  summaryOpening,
  type SectionName,
} from "./summary-form.ts";
import {
  parseFrame,
  isClosing,
  isOpening,
  withBlankLines,
  type SectionFrame,
  type Section,
} from "./summary-validator/summary-frame.ts";
import { strengthFaults, suggestionFaults } from "./summary-validator/list-faults.ts";
import { readObservations } from "./summary-validator/read-observations.ts";
import {
  summaryChildren,
  originalLine,
  nodeTypeName,
  readPage,
  sourceText,
  startLine,
  descendants,
  type LocatedProblem,
  type SummaryPage,
} from "./summary-validator/summary-page.ts";
import { summaryProseLines } from "./summary-validator/summary-prose.ts";
import { repairSummary, type RepairedSummary } from "./summary-validator/repair-summary.ts";
import { approves, isVerdictLine, verdictFaults } from "./summary-validator/verdict-faults.ts";
import { isReviewedLine, whatChangedFaults } from "./summary-validator/what-changed-faults.ts";
import { summaryProblemText, repairText, type SummaryProblem, type RepairKind } from "./words/summary-faults.ts";
import { oneLine, shorten } from "./words/text.ts";

export interface SummaryFault {
  /** The section it is in, or `Summary` for what belongs to none. */
  section: string;
  message: string;
  line: number;
}

export interface Repair {
  repair: RepairKind;
  section: string;
  message: string;
  line: number;
}

export type SummaryValidation =
  | { ok: true; text: string; repairs: Repair[] }
  | { ok: false; faults: [SummaryFault, ...SummaryFault[]] };

const wholeSummary = "Summary";

/** Of a body that Crosscheck posted, what stands around the summary is not judged; without a summary, nothing is. */
export function validateSummary(text: string): SummaryValidation {
  if (parseMarker(text) === null || text.length > longestComment) return validateBlock(text);
  const lines = text.split("\n");
  const start = lines.findIndex((line, index) => line === summaryOpening && lines[index + 1] === summaryLine);
  if (start === -1) return lines.some(isSectionLine) ? validateBlock(text) : { ok: true, text, repairs: [] };
  const close = lines.indexOf(summaryClosing, start);
  const end = close === -1 ? lines.length : close + 1;
  const block = validateBlock(lines.slice(start, end).join("\n"));
  const below = <At extends { line: number }>(one: At): At => ({ ...one, line: one.line + start });
  if (!block.ok) return rejected(block.faults.map(below));
  return {
    ok: true,
    text: [...lines.slice(0, start), block.text, ...lines.slice(end)].join("\n"),
    repairs: block.repairs.map(below),
  };
}

function isSectionLine(line: string): boolean {
  return requiredSections.some((name) => line === `## ${name}`);
}

function validateBlock(text: string): SummaryValidation {
  const given = readPage(text);
  if ("is" in given) return rejected([faultOf(wholeSummary, given, 1)]);
  const read = withBlankLines(given);
  if ("is" in read) return rejected([faultOf(wholeSummary, read, 1)]);
  const { page, added } = read;
  const frame = parseFrame(page);
  const faults = [...frameFaults(page, frame), ...orderFaults(page, frame), ...contentFaults(page, frame)];
  if (faults.length > 0) return rejected(faults);
  const mended = repairSummary(page, frame);
  const repairs = [
    ...added.map((line): RepairedSummary => ({ repair: "blank-line-added", section: wholeSummary, line })),
    ...mended.repairs,
  ]
    .toSorted((a, b) => a.line - b.line)
    .map((one) => ({ ...one, message: repairText(one.repair) }));
  return { ok: true, text: repairs.length === 0 ? text : mended.text, repairs };
}

function rejected(faults: readonly SummaryFault[]): SummaryValidation {
  const [first, ...rest] = faults.toSorted((a, b) => a.line - b.line);
  return { ok: false, faults: [first!, ...rest] };
}

function faultOf(section: string, problem: SummaryProblem, line: number): SummaryFault {
  return { section: shorten(oneLine(section), 60) || "untitled", message: summaryProblemText(problem), line };
}

function inSection(page: SummaryPage, section: string, found: readonly LocatedProblem[]): SummaryFault[] {
  return found.map((one) => faultOf(section, one, originalLine(page, one.line)));
}

/** The wrapper, and anything outside the sections that is more than prose. */
function frameFaults(page: SummaryPage, { opens, closes, outside }: SectionFrame): SummaryFault[] {
  const [open, close] = [opens[0], closes.at(-1)];
  const found: LocatedProblem[] = [];
  if (open === undefined) found.push({ is: "not-opened", line: 1 });
  else if (!isOpening(open)) found.push({ is: "summary-line", line: startLine(open) });
  if (close === undefined || (open && startLine(close) < startLine(open)))
    found.push({ is: "not-closed", line: close ? startLine(close) : page.lines.length });
  else if (!isClosing(close)) found.push({ is: "outside", what: "HTML", line: startLine(close) });
  for (const node of [...opens.slice(1), ...closes.slice(0, -1)])
    found.push({ is: "wrapped-twice", line: startLine(node) });
  found.push(...outside.flatMap(outsideFaults));
  return inSection(page, wholeSummary, found);
}

const prose = new Set<Nodes["type"]>(["paragraph", "list", "blockquote", "thematicBreak"]);

/** Prose is removed. Anything structured or hidden must not be removed silently. */
function outsideFaults(node: RootContent): LocatedProblem[] {
  const line = startLine(node);
  if (node.type === "heading") return [{ is: "foreign-heading", depth: node.depth, name: toString(node), line }];
  return prose.has(node.type) ? taskBoxes(node) : [{ is: "outside", what: nodeTypeName(node), line }];
}

function taskBoxes(node: Nodes): LocatedProblem[] {
  return [...descendants(node)]
    .filter((inner) => inner.type === "listItem" && typeof inner.checked === "boolean")
    .map((inner) => ({ is: "task-box", line: startLine(inner) }));
}

function isKnown(name: string): name is SectionName {
  return (sectionNames as readonly string[]).includes(name);
}

function orderFaults(page: SummaryPage, { sections }: SectionFrame): SummaryFault[] {
  const seen: SectionName[] = [];
  const faults = sections.flatMap(({ name, heading }) => {
    const line = originalLine(page, startLine(heading));
    if (!isKnown(name)) return [faultOf(name, { is: "foreign-section" }, line)];
    if (seen.includes(name)) return [faultOf(name, { is: "twice" }, line)];
    const after = seen.find((earlier) => sectionNames.indexOf(earlier) > sectionNames.indexOf(name));
    seen.push(name);
    return after ? [faultOf(name, { is: "out-of-order", after }, line)] : [];
  });
  const missing = requiredSections
    .filter((name) => !seen.includes(name))
    .map((name) => faultOf(name, { is: "missing" }, page.lines.at(-1)?.number ?? 1));
  return [...faults, ...missing];
}

function contentFaults(page: SummaryPage, { sections }: SectionFrame): SummaryFault[] {
  const find = (name: SectionName) => sections.find((section) => section.name === name);
  const observations = find("Observations");
  const observed = observations && readObservations(page, observations.nodes, startLine(observations.heading));
  const weights = observed?.faults.length === 0 ? observed.weights : null;
  const own = (section: Section): LocatedProblem[] => {
    const nodes = section.nodes.filter((node) => !isForeign(node, section.name));
    const line = startLine(section.heading);
    switch (section.name) {
      case "What Changed":
        return whatChangedFaults(page, nodes, line);
      case "Strengths":
        return strengthFaults(page, nodes, line);
      case "Observations":
        return [
          ...(observed?.faults ?? []),
          ...(weights?.length === 0 && !find("Suggestions") && !isListedBelow(page, section)
            ? [{ is: "nothing-found", line } as const]
            : []),
        ];
      case "Suggestions":
        return suggestionFaults(page, nodes, line, observed?.heads ?? new Set());
      case "Verdict":
        return verdictFaults(page, nodes, line, weights);
      default:
        return [];
    }
  };
  return sections.flatMap((section) => [
    ...(section === find(section.name as SectionName) ? inSection(page, section.name, own(section)) : []),
    ...inSection(page, section.name, anywhereFaults(page, section)),
  ]);
}

function isListedBelow(page: SummaryPage, { nodes: [only] }: Section): boolean {
  return only !== undefined && sourceText(page, only) === listedBelow;
}

/** A heading that this section cannot have; reported once, then ignored. */
function isForeign(node: Nodes, section: string): boolean {
  return node.type === "heading" && !(node.depth === 3 && section === "Observations");
}

/** Blocks that no section allows, or only another one. */
function anywhereFaults(page: SummaryPage, { name, nodes }: Section): LocatedProblem[] {
  return nodes.flatMap((node): LocatedProblem[] => {
    const inner = [...descendants(node)];
    const lines = inner
      .filter((one): one is Paragraph => one.type === "paragraph")
      .flatMap((one) => summaryProseLines(page, one));
    return [
      ...inner.flatMap((one): LocatedProblem[] =>
        one.type === "heading" && isForeign(one, name)
          ? [{ is: "foreign-heading", depth: one.depth, name: toString(one), line: startLine(one) }]
          : [],
      ),
      ...taskBoxes(node),
      // The verdict's words are checked with its form.
      ...inner.filter((one) => one.type !== "text" || name !== "Verdict").flatMap((one) => inlineFaults(page, one)),
      ...lines
        .filter((one) => name !== "Verdict" && isVerdictLine(one))
        .map(({ line }): LocatedProblem => ({ is: "verdict-elsewhere", line })),
      ...lines
        .filter((one) => name !== "What Changed" && isReviewedLine(one))
        .map(({ line }): LocatedProblem => ({ is: "reviewed-place", line })),
    ];
  });
}

/** HTML that adds structure, takes input, or hides something. Other tags are inline markup or not HTML. */
const structure =
  /^<(?:[!?]|\/?(?:details|summary|h[1-6]|hgroup|ul|ol|li|dl|dt|dd|table|caption|thead|tbody|tfoot|tr|td|th|p|div|section|article|aside|header|footer|main|nav|menu|blockquote|pre|hr|form|fieldset|legend|label|input|button|select|option|textarea|dialog|figure|figcaption|address|center|script|style|template|noscript|iframe|frame|frameset|object|embed|html|head|body|title|base|link|meta)(?![\w-]))/i;

function inlineFaults(page: SummaryPage, node: Nodes): LocatedProblem[] {
  if (node.type === "text")
    return approves(sourceText(page, node)) ? [{ is: "verdict-approve", line: startLine(node) }] : [];
  const children = summaryChildren(node);
  return children.flatMap((child, index): LocatedProblem[] => {
    if (child.type !== "html" || node.type === "root") return [];
    if (structure.test(child.value)) return [{ is: "html", tag: child.value, line: startLine(child) }];
    const next = children[index + 1];
    const bold = /^<(?:b|strong)\b/i.test(child.value) && next?.type === "text" && /^\s*approve\s*$/i.test(next.value);
    return bold ? [{ is: "verdict-approve", line: startLine(child) }] : [];
  });
}
