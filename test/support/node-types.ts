// Lists the kinds of nodes in a Markdown text, parsed completely, as GitHub renders it.
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

export function nodeTypesIn(markdown: string): Set<string> {
  const types = new Set<string>();
  const visit = (node: Nodes): void => {
    types.add(node.type);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return types;
}
