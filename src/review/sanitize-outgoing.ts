// Sanitizes every text that goes to GitHub. Text written by others, models included, stays readable but becomes inert:
// it notifies nobody, links nowhere, loads nothing and hides nothing. Code spans are used because GitHub leaves them
// alone; a backslash or an entity before `@` still mentions.
import type { Link, Nodes } from "mdast";
import { plain } from "./words/text.ts";
import { htmlEdits, type HtmlNode } from "./sanitize-outgoing/html-edits.ts";
import { allowedLinks, type AllowedLinks, type OutgoingFacts } from "./sanitize-outgoing/live-ranges.ts";
import { redactSecrets } from "../secrets/redact-secrets.ts";
import { isTangled } from "./sanitize-outgoing/tangled.ts";
import { textEdits } from "./sanitize-outgoing/text-edits.ts";
import {
  applyEdits,
  codeSpan,
  endOffset,
  fencedCode,
  parseMarkdown,
  startOffset,
  type TextEdit,
} from "./sanitize-outgoing/markdown-tree.ts";

/**
 * Neutralizing one construct can reveal another, such as the content of a comment. Text that needs more rounds is an
 * attack.
 */
const rounds = 6;
/** Deeper than any text people write, and deep enough to overflow the parser's stack. */
const tooDeep = /^(?:[ \t]{0,3}(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){40,}/m;

export type { OutgoingFacts };

export function sanitizeOutgoing(text: string, facts: OutgoingFacts): string {
  const allowed = allowedLinks(facts);
  let current = redactSecrets(visible(redactSecrets(text)));
  for (let round = 0; round < rounds && !tooDeep.test(current) && !isTangled(current); round++) {
    const next = redactSecrets(neutralizeOnce(current, allowed));
    if (next === current) return current;
    current = next;
  }
  return fencedCode(current, "text");
}

/** Writes out hidden and bidirectional control characters; tabs stay, since code needs them. */
function visible(text: string): string {
  return text.split("\t").map(plain).join("\t");
}

function neutralizeOnce(text: string, allowed: AllowedLinks): string {
  const found: CollectedEdits = { text, allowed, edits: [], html: [] };
  collectEdits(parseMarkdown(text), { block: true, link: false }, found);
  return applyEdits(text, [...found.edits, ...htmlEdits(found.html, text)]);
}

interface CollectedEdits {
  text: string;
  allowed: AllowedLinks;
  edits: TextEdit[];
  html: HtmlNode[];
}

/** Whether blocks are allowed there, and whether it is inside a link, where no further link can start. */
interface NodeContext {
  block: boolean;
  link: boolean;
}

const holdBlocks = new Set<Nodes["type"]>(["root", "blockquote", "list", "listItem", "footnoteDefinition"]);

function collectEdits(node: Nodes, inside: NodeContext, found: CollectedEdits): void {
  const { text, allowed, edits } = found;
  const start = startOffset(node);
  switch (node.type) {
    case "text":
      if (!inside.link) edits.push(...textEdits(node, text, allowed));
      break;
    case "html":
      found.html.push({ node, block: inside.block });
      break;
    case "image":
    case "imageReference":
      // The next round sees it as a link and judges it.
      edits.push({ from: start, to: start + 1, text: "image: " });
      break;
    case "link":
      if (!allowed.link(node.url)) edits.push(...linkEdits(node, text));
      break;
    case "definition":
      if (!allowed.link(node.url)) edits.push({ from: start, to: start, text: "\\" });
      break;
    case "footnoteReference":
    case "footnoteDefinition":
      edits.push({ from: start, to: start, text: "\\" });
      break;
    case "code":
      edits.push(...drawingEdits(node.lang ?? "", start, text));
      break;
  }
  if (!("children" in node)) return;
  const within = { block: holdBlocks.has(node.type), link: inside.link || node.type === "link" };
  for (const child of node.children) collectEdits(child, within, found);
}

/** Keeps the link text and shows the URL after it. */
function linkEdits(node: Link, text: string): TextEdit[] {
  const [start, end] = [startOffset(node), endOffset(node)];
  const last = node.children.at(-1);
  if (text[start] === "[" && last !== undefined)
    return [
      { from: start, to: start + 1, text: "\\[" },
      { from: endOffset(last), to: end, text: `\\] (${codeSpan(shownAddress(node.url), "", "")})` },
    ];
  const shown = text[start] !== "[" && last?.type === "text" ? last.value : node.url;
  return [{ from: start, to: end, text: codeSpan(shownAddress(shown), text[start - 1] ?? "", text[end] ?? "") }];
}

/** In a code span, also inside a table. */
function shownAddress(url: string): string {
  return url.replaceAll(/[\s`|<>]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const drawings = /^(?:mermaid|math|geojson|topojson|stl)\b/i;

/** GitHub draws some languages instead of showing them. */
function drawingEdits(language: string, start: number, text: string): TextEdit[] {
  const fence = /[`~]{3,}/y;
  fence.lastIndex = start;
  const opening = fence.exec(text);
  if (!opening || !drawings.test(language)) return [];
  const from = start + opening[0].length;
  const lineEnd = text.indexOf("\n", from);
  return [{ from, to: lineEnd === -1 ? text.length : lineEnd, text: "text" }];
}
