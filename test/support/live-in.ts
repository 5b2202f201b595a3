// What a Markdown text would bring to life on GitHub, seen by a whole GFM parser: an independent eye for tests of what we post.
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";

export interface Live {
  links: string[];
  images: string[];
  html: string[];
  mentions: string[];
  references: string[];
  headings: string[];
}

const ours = /^(?:<\/?(?:details|summary|sub|sup)(?: open)?>|<br ?\/?>|<!-- crosscheck:[^<>]* -->)$/i;

export function liveIn(markdown: string): Live {
  const live: Live = { links: [], images: [], html: [], mentions: [], references: [], headings: [] };
  look(treeOf(markdown), false, live);
  return live;
}

/** Nothing but headings, which are ours to write. */
export function isInert({ links, images, html, mentions, references }: Live): boolean {
  return [links, images, html, mentions, references].every((list) => list.length === 0);
}

export function treeOf(markdown: string): Nodes {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: gfmFromMarkdown() });
}

function look(node: Nodes, inLink: boolean, live: Live): void {
  if (node.type === "link" || node.type === "definition") live.links.push(node.url);
  if (node.type === "image") live.images.push(node.url);
  if (node.type === "imageReference") live.images.push(node.identifier);
  if (node.type === "heading") live.headings.push(toString(node));
  if (node.type === "html") lookAtHtml(node.value, live);
  if (node.type === "text" && !inLink) lookAtText(node.value, live);
  if ("children" in node) for (const child of node.children) look(child, inLink || node.type === "link", live);
}

function lookAtHtml(value: string, live: Live): void {
  for (const [tag] of value.matchAll(/<[^>]*>?/g)) if (!ours.test(tag)) live.html.push(tag);
  // Around the tags it is text, which GitHub looks at as well.
  lookAtText(value.replaceAll(/<[^>]*>?/g, "\n"), live);
}

/** As GitHub's own filters look for them: a mention stands behind no letter, digit or underscore. */
function lookAtText(value: string, live: Live): void {
  for (const [, name = ""] of value.matchAll(/(?:^|\W)@([a-z0-9][a-z0-9-]*)/gim)) live.mentions.push(name);
  for (const [reference] of value.matchAll(/(?:[\w.-]+\/[\w.-]+)?#\d+\b|\bgh-\d+\b|[\w.-]+@[0-9a-f]{7,40}\b/gi))
    live.references.push(reference);
  for (const [address] of value.matchAll(/(?:https?:\/\/|www\.)[\w-]+\.[^\s<]+/gi)) live.links.push(address);
}
