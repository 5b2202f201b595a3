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
  lead: string;
  heading: string;
  source: "block" | "words";
}

/** Longer lines are data. */
const longestLine = 1000;

const fenceMark = /^[\s>*-]{0,12}(`{3,}|~{3,})\s*([\w+-]*)/;
const usageVerb =
  /\b(?:run|runs|running|use|uses|using|execute|call|type|invoke|verify|start|with|via|by)\b[^`]{0,40}$/i;

export function findShownUsages(text: string): ShownUsage[] {
  const usages: ShownUsage[] = [];
  let fence: { mark: string; kind: string; start: number } | null = null;
  let heading = "";
  const lines = text.split("\n");
  const lead: string[] = [];
  for (const [index, raw] of lines.entries()) {
    const opened = raw.length > longestLine ? null : fenceMark.exec(raw);
    if (fence) {
      if (opened && opened[1]!.startsWith(fence.mark) && opened[2] === "") fence = null;
      else if (raw.length <= longestLine && (fence.kind !== "diff" || !/^\s*-/.test(raw)))
        usages.push({
          line: index + 1,
          raw,
          code: raw,
          before: lines.slice(Math.max(fence.start, index - 40), index),
          lead: lead.slice(-4).join(" "),
          heading,
          source: "block",
        });
      continue;
    }
    if (opened) fence = { mark: opened[1]!, kind: opened[2]!.toLowerCase(), start: index + 1 };
    else if (/^#{1,6}\s/.test(raw)) {
      heading = raw;
      lead.length = 0;
    } else if (raw.trim() !== "") {
      lead.push(raw.slice(0, longestLine));
      if (raw.length <= longestLine) usages.push(...inlineUsages(raw, index + 1, heading, lead.slice(-2).join(" ")));
    }
  }
  return usages;
}

function inlineUsages(raw: string, line: number, heading: string, lead: string): ShownUsage[] {
  return [...raw.matchAll(/(?<!`)(`{1,2})([^`\n]{2,200})\1(?!`)/g)].flatMap((match) =>
    usageVerb.test(raw.slice(Math.max(0, match.index - 60), match.index))
      ? [{ line, raw, code: match[2]!.trim(), before: [], lead, heading, source: "words" as const }]
      : [],
  );
}

const warningWords = hasWord(`
  never not don't doesn't isn't won't can't cannot mustn't shouldn't avoid avoids instead rather wrong bad incorrect
  invalid forbidden prohibited banned fails? failed failing broken breaks error errors anti-?patterns? deprecated legacy
  old before previously formerly replaces? replaced migrat\\w+ no without unless except only disallow\\w* unsafe
  discouraged problem pitfalls? mistakes? versus vs troubleshoot\\w* unlike currently
`);
const warningSign = /[\u274C\u2717\u2718\u2716\u{1F6AB}\u26D4\u26A0]/u;

/** Whether the surrounding text labels the usage as wrong. */
export function isLabelledWrong({ raw, before, lead, heading, source: how }: ShownUsage): boolean {
  const label = before.findLast((line) => /^\s*(?:#|\/\/|--|<!--|\/\*|;)/.test(line)) ?? "";
  const around = [how === "words" ? raw : trailingComment(raw), label, lead, heading];
  return around.some((text) => warningWords.test(text) || warningSign.test(text));
}

function trailingComment(line: string): string {
  return /(?:^|\s)(?:#|\/\/|--|<!--|\/\*)\s.*$/.exec(line.slice(0, 500))?.[0] ?? "";
}
