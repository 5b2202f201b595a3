// Allows a few paired HTML tags and our own marker at the end; all other HTML is shown as text.
import type { Html } from "mdast";
import { startOffset, type TextEdit } from "./markdown-tree.ts";

export interface HtmlNode {
  node: Html;
  /** An HTML block, in which Markdown is not parsed, as opposed to an inline tag. */
  block: boolean;
}

const tag = /<(\/?)(details|summary|br|sub|sup)(?: open)? ?\/?>/iy;
const marker = /<!-- crosscheck:[^<>\n]* -->/y;
/** Text in an HTML block cannot be put into a code span, so a block that contains live text must not stay HTML. */
const liveText = /[@$`]|:\/\/|www\.|#\d|gh-\d|&(?!(?:amp|lt|gt|quot);)/i;

interface Tag {
  at: number;
  name: string;
  closes: boolean;
}

/** Escapes every `<` that is not part of an allowed tag or our marker. */
export function htmlEdits(nodes: readonly HtmlNode[], text: string): TextEdit[] {
  const end = text.trimEnd().length;
  const tags: Tag[] = [];
  const foreign: number[] = [];
  for (const { node, block } of nodes) {
    const source = node.value;
    const start = startOffset(node);
    // A node inside a quote or list lacks the line prefixes of the text, so positions are looked up in the text.
    const whole = text.startsWith(source, start) ? source : text.slice(start, node.position?.end.offset);
    const found = bracketsOf(whole, start, block, end);
    const obeyed = !block || !liveText.test(found.between);
    tags.push(...(obeyed ? found.tags : []));
    foreign.push(...found.foreign, ...(obeyed ? [] : found.tags.map(({ at }) => at)));
  }
  return [...foreign, ...unpairedTags(tags)].map((at) => ({ from: at, to: at + 1, text: "&lt;" }));
}

function bracketsOf(source: string, start: number, block: boolean, end: number) {
  const tags: Tag[] = [];
  const foreign: number[] = [];
  let between = "";
  let last = 0;
  for (let at = source.indexOf("<"); at !== -1; at = source.indexOf("<", at + 1)) {
    tag.lastIndex = marker.lastIndex = at;
    const known = tag.exec(source);
    const ours = known ? null : marker.exec(source);
    if (known) tags.push({ at: start + at, name: known[2]!.toLowerCase(), closes: known[1] === "/" });
    else if (!(ours && block && start + at + ours[0].length === end)) {
      foreign.push(start + at);
      continue;
    }
    between += source.slice(last, at);
    last = at + (known ?? ours)![0].length;
  }
  return { tags, foreign, between: between + source.slice(last) };
}

/** An unclosed tag would contain the rest of the page; an unmatched closing tag would close one of our own. */
function unpairedTags(tags: readonly Tag[]): number[] {
  const open: Tag[] = [];
  const alone: number[] = [];
  for (const one of tags) {
    if (one.name === "br") continue;
    if (!one.closes) open.push(one);
    else if (open.at(-1)?.name === one.name) open.pop();
    else alone.push(one.at);
  }
  return [...alone, ...open.map(({ at }) => at)];
}
