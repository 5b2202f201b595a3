// Finds replace calls that remove a fenced block or a tagged section.
import type { Scanned } from "../../text/scan.ts";
import { commentOn, part, partAt } from "../../text/scan.ts";

export interface BlockRemoval {
  line: number;
  raw: string;
  /** The start of the block in the text: "```json", or "<thinking", which attributes may follow. */
  marker: string;
  /** The expression that the block is removed from. */
  from: string;
  /** Whether the pattern also removes a heading before the block. */
  removesHeading: boolean;
}

/** The replace call and its receiver. */
const replaceCall =
  /\bre\.sub\(|\bpreg_replace\(|\bRegex\.Replace\(|([\w$.\])?!]{1,80})\.(?:replace|replaceAll|gsub|sub|replace_all|ReplaceAllString)\(/;
/** Any content in between, in its various spellings: the block is removed with its content. */
const anyContent = /\[\\s\\S\][*+]|\.[*+]\??|\[\^[^\]]{1,10}\][*+]|\(\?:\.\|\\n\)[*+]|[\w\s]\*\?/;
const fence = /(?:\\?`){3}([a-z]{2,10})\b/i;
const tag = /<([a-z][\w-]{2,30})(?:>|\\b|\[\^>\]\*>).{0,60}<\\?\/\1/i;

export function findBlockRemoval(scanned: Scanned, line: number): BlockRemoval | null {
  const raw = scanned.lines[line - 1] ?? "";
  if (raw.length > 500 || commentOn(scanned, line).trim() !== "") return null;
  const call = replaceCall.exec(raw);
  if (!call || partAt(scanned, line, call.index) === part.string) return null;
  const pattern = raw.slice(call.index + call[0].length);
  if (!anyContent.test(pattern)) return null;
  const name = fence.exec(pattern)?.[1];
  const marker = name === undefined ? tagMarker(pattern) : `\`\`\`${name}`;
  if (marker === null) return null;
  return { line, raw, marker, from: sourceName(call, pattern), removesHeading: /#|\\n\{?2|\^\[|\^\./.test(pattern) };
}

function tagMarker(pattern: string): string | null {
  const name = tag.exec(pattern)?.[1];
  // Sanitisers remove HTML elements, which are not a format between two programs.
  return name === undefined ||
    /^(?:script|style|svg|html|head|body|div|span|p|a|img|table|iframe|template|code|pre|link|meta|title|button|input|form|strong|em)$/i.test(
      name,
    )
    ? null
    : `<${name}`;
}

function sourceName(call: RegExpExecArray, pattern: string): string {
  if (call[1] !== undefined) return call[1].split(".").findLast((word) => /^[A-Za-z_$]/.test(word)) ?? "text";
  return /,[^,]{0,80},\s*([A-Za-z_]\w*)\s*[,)]/.exec(pattern)?.[1] ?? "text";
}
