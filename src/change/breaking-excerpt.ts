// Quotes the whole statement of a breaking change from a description.
import { startOfText } from "../secrets/cut-text.ts";
import type { BreakingMention } from "./breaking.ts";

const longestExcerpt = 300;
/** Longer paragraphs are cut, so that reading time stays limited. */
const longestParagraph = 2000;

/**
 * From a declared marker or a heading on, including the list that it introduces; for a phrase, the sentence that
 * contains it. `shown` is the description with its inline code.
 */
export function breakingExcerpt(shown: string, mention: BreakingMention): string {
  const before = lastParagraph(shown.slice(Math.max(0, mention.start - longestParagraph), mention.start));
  const after = statementFrom(startOfText(shown.slice(mention.start), longestParagraph), mention.end - mention.start);
  if (mention.declared || !/\p{L}/u.test(before)) return shortenAtWord(after);
  const sentences = splitSentences(before);
  const start = /[.!?]\s$/.test(before) ? "" : sentences.pop()!;
  const [first, ...rest] = splitSentences(after);
  const own = `${start} ${first!}`.trim();
  if (!refersBack.test(own)) return shortenAtWord(own);
  const previous = sentences.at(-1);
  return shortenAtWord(previous === undefined ? [own, ...rest].join(" ") : `${previous} ${own}`);
}

/** One line; cut after the last whole sentence that fits, otherwise after a word. */
export function shortenAtWord(text: string): string {
  const line = oneLine(text);
  if (line.length <= longestExcerpt) return line;
  const start = startOfText(line, longestExcerpt - 1);
  const sentences = splitSentences(start).slice(0, -1).join(" ");
  if (sentences !== "") return sentences;
  const blank = start.lastIndexOf(" ");
  return `${start.slice(0, blank > 0 ? blank : undefined).trimEnd()}…`;
}

/** "This is a breaking change" is clear only beside the sentence before it, or after it. */
const refersBack = /^(?:this|that|it|these|those|which|so|however|but)\b/i;
const listItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const heading = /^\s{0,3}#{1,6}\s/;
const trailer =
  /^(?:(?:[A-Za-z]{1,20}-){1,3}[a-z]{1,20}:|(?:pr )?(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?):? #?\d)/i;

function lastParagraph(text: string): string {
  const lines = text.split(/\r?\n/);
  const start = lines.findLastIndex(
    (line, index) => index < lines.length - 1 && (line.trim() === "" || heading.test(line)),
  );
  const own = lines.slice(start + 1);
  const item = own.findLastIndex((line) => listItem.test(line));
  const [first = "", ...rest] = item === -1 ? own : own.slice(item);
  return [first.replace(/^\s*(?:[-*+•#]+|\d{1,3}[.)])\s+(?:\[[xX]\]\s)?/, ""), ...rest].join(" ").replace(/\s+/g, " ");
}

/** The rest of the paragraph; where that is only a label or ends with a colon, with what it introduces. */
function statementFrom(text: string, label: number): string {
  let statement = "";
  const items: string[] = [];
  let isAfterGap = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") {
      isAfterGap = true;
      continue;
    }
    const item = listItem.exec(line)?.[1];
    const isOpen = items.length > 0 ? item !== undefined || !isAfterGap : isLabel(statement, label);
    if (heading.test(line) || trailer.test(line.trim())) break;
    if ((isAfterGap || item !== undefined) && statement !== "" && !isOpen) break;
    if ((isAfterGap || item !== undefined) && items.length === 0 && /[\p{L}\p{N}]$/u.test(statement)) statement += ":";
    if (item === undefined && items.length > 0) items.push(`${items.pop()!} ${line.trim()}`);
    else if (item === undefined || statement === "") statement = `${statement} ${line.trim()}`.trim();
    else if (!/^\[ ?\]/.test(item)) items.push(item.replace(/^\[[xX]\]\s+/, ""));
    isAfterGap = false;
  }
  return [statement, items.map((item) => item.replace(/[.;]$/, "")).join("; ")].join(" ").trim();
}

function isLabel(statement: string, label: number): boolean {
  return /:[*_]{0,2}$/.test(statement) || !/[\p{L}\p{N}`]/u.test(statement.slice(label));
}

/** Not before a lowercase letter, as in "e.g. this". */
function splitSentences(text: string): string[] {
  return text.split(/(?<=(?<!\.)[.!?]["')\]]{0,3})\s+(?=[^\s\p{Ll}])/u);
}

function oneLine(text: string): string {
  return text.replaceAll("**", "").replace(/\s+/g, " ").trim();
}
