// Finds the usages that a document shows, in code blocks or in backticks after a verb.
import { hasWord } from "../../../change/word-patterns.ts";

export interface ShownUsage {
  line: number;
  raw: string;
  /** The line of code or the text in backticks. */
  code: string;
  /** Previous lines of the same block; empty for text in backticks. */
  before: readonly string[];
  /** The prose before it. */
  lead: readonly LeadLine[];
  heading: string;
  /** `mention`: in backticks, without a verb that says to use it. */
  source: "block" | "words" | "mention";
  /** The language that a code block names, in lower case. */
  language: string;
}

interface LeadLine {
  line: number;
  text: string;
}

/** Longer lines are data. */
const longestLine = 1000;

const fenceMark = /^[\s>*-]{0,12}(`{3,}|~{3,})\s*([\w+-]*)/;
const usageVerb =
  /\b(?:run|runs|running|use|uses|using|execute|call|type|invoke|verify|start|with|via|by)\b[^`]{0,40}$/i;

/** A reStructuredText block of code, and what a block of indented code in Markdown begins with. */
const directive = /^\.\. (?:code-block|code|sourcecode|prompt)::\s*([\w+-]*)/;
const indented = /^(?: {3,}|\t)\S/;
const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;

export function findShownUsages(text: string): ShownUsage[] {
  const usages: ShownUsage[] = [];
  let fence: { mark: string; kind: string; start: number } | null = null;
  let indent: { kind: string; start: number } | null = null;
  let isInList = false;
  let heading = "";
  const lines = text.split("\n");
  const lead: LeadLine[] = [];
  const show = (raw: string, index: number, block: { kind: string; start: number }): void => {
    if (raw.length > longestLine || (block.kind === "diff" && /^\s*-/.test(raw))) return;
    usages.push({
      line: index + 1,
      raw,
      code: raw,
      before: lines.slice(Math.max(block.start, index - 40), index),
      lead: lead.slice(-4),
      heading,
      source: "block",
      language: block.kind,
    });
  };
  for (const [index, raw] of lines.entries()) {
    const opened = raw.length > longestLine ? null : fenceMark.exec(raw);
    if (fence) {
      if (opened && opened[1]!.startsWith(fence.mark) && opened[2] === "") fence = null;
      else show(raw, index, fence);
      continue;
    }
    const named = directive.exec(raw)?.[1];
    if (named !== undefined) {
      indent = { kind: named.toLowerCase(), start: index + 1 };
      continue;
    }
    if (raw.trim() === "") continue;
    if (indented.test(raw) && (indent || (!isInList && lines[index - 1]?.trim() === "" && /^(?: {4}|\t)/.test(raw)))) {
      indent ??= { kind: "", start: index };
      if (!/^\s*:[\w-]+:/.test(raw)) show(raw, index, indent);
      continue;
    }
    indent = null;
    if (opened) fence = { mark: opened[1]!, kind: opened[2]!.toLowerCase(), start: index + 1 };
    else if (/^#{1,6}\s/.test(raw)) {
      heading = raw;
      isInList = false;
      lead.length = 0;
    } else {
      isInList = listItem.test(raw) || (isInList && /^\s/.test(raw));
      lead.push({ line: index + 1, text: raw.slice(0, longestLine) });
      if (raw.length <= longestLine) usages.push(...inlineUsages(raw, index + 1, heading, lead.slice(-2)));
    }
  }
  return usages;
}

function inlineUsages(raw: string, line: number, heading: string, lead: readonly LeadLine[]): ShownUsage[] {
  return [...raw.matchAll(/(?<!`)(`{1,2})([^`\n]{2,200})\1(?!`)/g)].map((match) => {
    const isUse = usageVerb.test(raw.slice(Math.max(0, match.index - 60), match.index));
    const source = isUse ? "words" : "mention";
    return { line, raw, code: match[2]!.trim(), before: [], lead, heading, source, language: "" };
  });
}

const warningWords = hasWord(`
  never not don't doesn't isn't won't can't cannot mustn't shouldn't avoid avoids instead rather wrong bad incorrect
  invalid forbidden prohibited banned fails? failed failing broken breaks error errors anti-?patterns? deprecated legacy
  old before previously formerly replaces? replaced migrat\\w+ no without unless except only disallow\\w* unsafe
  discouraged problem pitfalls? mistakes? versus vs troubleshoot\\w* unlike currently
`);
const warningSign = /[\u274C\u2717\u2718\u2716\u{1F6AB}\u26D4\u26A0]/u;

/** Whether the surrounding text labels the usage as wrong; the line of the rule itself does not. */
export function isLabelledWrong({ raw, before, lead, heading, source: how }: ShownUsage, ruleLine: number): boolean {
  const label = before.findLast((line) => /^\s*(?:#|\/\/|--|<!--|\/\*|;)/.test(line)) ?? "";
  const leading = lead.filter(({ line }) => line !== ruleLine).map(({ text }) => text);
  const said = how === "block" ? trailingComment(raw) : raw;
  const around = [said, label, ...leading, heading];
  const words = around.map((text) => text.replaceAll(/`[^`]{1,200}`/g, ""));
  return words.some((text) => warningWords.test(text) || warningSign.test(text));
}

function trailingComment(line: string): string {
  return /(?:^|\s)(?:#|\/\/|--|<!--|\/\*)\s.*$/.exec(line.slice(0, 500))?.[0] ?? "";
}
