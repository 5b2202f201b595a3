// Repairs what is safe to repair: removes prose outside the sections, and adds blank lines that GitHub needs.
import type { RepairKind } from "../words/summary-faults.ts";
import type { SectionFrame } from "./summary-frame.ts";
import { endLine, startLine, type SummaryPage } from "./summary-page.ts";

export interface RepairedSummary {
  repair: RepairKind;
  section: string;
  /** In the original text. */
  line: number;
}

const whole = "Summary";

/** Only separate blocks are changed, and no two blocks share a line, so the sections stay the same. */
export function repairSummary(page: SummaryPage, frame: SectionFrame): { text: string; repairs: RepairedSummary[] } {
  const removed = new Set(frame.outside.flatMap((node) => range(startLine(node), endLine(node))));
  const { before, after } = needed(frame);
  const lines: string[] = [];
  const repairs: RepairedSummary[] = frame.outside.map((node) => ({
    repair: "prose-removed",
    section: whole,
    line: page.lines[startLine(node) - 1]!.number,
  }));
  /** The section whose blank line is missing. */
  let owed: string | undefined;
  for (const [index, line] of page.lines.entries()) {
    const number = index + 1;
    if (removed.has(number)) continue;
    const blank = line.text.trim() === "";
    if (blank && lines.length === 0) continue;
    const asks = owed ?? before.get(number);
    if (asks !== undefined && !blank && lines.at(-1)?.trim() !== "") {
      lines.push("");
      repairs.push({ repair: "blank-line-added", section: asks, line: line.number });
    }
    lines.push(line.text);
    owed = after.get(number);
  }
  return { text: lines.join("\n"), repairs };
}

/** Lines that need a blank line before and after, with the section that requires it. */
function needed({ opens, closes, sections }: SectionFrame): {
  before: Map<number, string>;
  after: Map<number, string>;
} {
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  for (const node of opens) after.set(endLine(node), whole);
  for (const node of closes) before.set(startLine(node), whole);
  for (const { name, heading, nodes } of sections)
    for (const node of [heading, ...nodes.filter((one) => one.type === "heading")]) {
      before.set(startLine(node), name);
      after.set(endLine(node), name);
    }
  return { before, after };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
