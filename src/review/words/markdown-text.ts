// Escapes one line of untrusted text as Markdown.
import { liveRanges, type AllowedLinks } from "../sanitize-outgoing/live-ranges.ts";
import { codeSpan } from "../sanitize-outgoing/markdown-tree.ts";
import { oneLine } from "./text.ts";

const nothingIsAllowed: AllowedLinks = { link: () => false, reference: () => false };

/**
 * Safe at the start of a line and within one: no heading, list, quote, rule, table, fence, HTML, link or task box, and
 * no line of the summary's own. Mentions, URLs and references go into code spans, since GitHub looks for them after
 * removing backslashes and entities.
 */
export function markdownText(text: string): string {
  const line = oneLine(text).trim();
  let done = "";
  let at = 0;
  for (const { from, to } of liveRanges(line, nothingIsAllowed)) {
    done += escaped(line.slice(at, from));
    done += codeSpan(line.slice(from, to), done.endsWith("`") ? "`" : "", "");
    at = to;
  }
  return startOfLine(done + escaped(line.slice(at)));
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\\`*_[\]~|]/g, "\\$&");
}

/** What means something only where a line begins: marks of headings, lists and rules, numbers, and our own words. */
function startOfLine(text: string): string {
  return text
    .replace(/^(\d+)([.):])/, "$1\\$2")
    .replace(/^[-+=#:(]/, "\\$&")
    .replace(/^(reviewed):/i, "$1\\:");
}
