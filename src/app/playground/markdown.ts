// Renders a comment's Markdown as safe HTML, through our own escaping templates. Of the HTML in it, only <details> with
// <summary> and <sub> are kept; HTML comments are removed, and other tags are shown as text.
import type { Nodes, Root, Table, TableRow } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { exactHtml, html, type Html } from "../../review/publishers/html/template.ts";
import { suggestedChange } from "../../review/words/playground-texts.ts";

/** Bounds for hostile input: longer texts are truncated, and deeper nesting is left out. */
const longest = 100_000;
const deepest = 30;

export function markdownToHtml(text: string): Html {
  const root: Root = fromMarkdown(text.slice(0, longest), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return html`${written(root.children, 0)}`;
}

type Writer<T extends Nodes["type"]> = (node: Extract<Nodes, { type: T }>, depth: number) => Html | string | null;

const writers: { [T in Nodes["type"]]?: Writer<T> } = {
  paragraph: ({ children }, depth) => exactHtml`<p>${written(children, depth)}</p>`,
  heading: (node, depth) => heading(node.depth, written(node.children, depth)),
  blockquote: ({ children }, depth) => exactHtml`<blockquote>${written(children, depth)}</blockquote>`,
  list: ({ ordered, start, children }, depth) =>
    ordered
      ? exactHtml`<ol start="${start ?? 1}">${written(children, depth)}</ol>`
      : exactHtml`<ul>${written(children, depth)}</ul>`,
  listItem: ({ checked, children }, depth) =>
    exactHtml`<li>${typeof checked === "boolean" && (checked ? "☑ " : "☐ ")}${written(children, depth)}</li>`,
  code: ({ lang, value }) =>
    exactHtml`${lang === "suggestion" && exactHtml`<p class=quiet>${suggestedChange}</p>`}<pre class="${lang === "suggestion" && "suggested"}"><code>${value}</code></pre>`,
  thematicBreak: () => exactHtml`<hr>`,
  table: (node, depth) => table(node, depth),
  text: ({ value }) => emoji(value),
  inlineCode: ({ value }) => exactHtml`<code>${value}</code>`,
  strong: ({ children }, depth) => exactHtml`<strong>${written(children, depth)}</strong>`,
  emphasis: ({ children }, depth) => exactHtml`<em>${written(children, depth)}</em>`,
  delete: ({ children }, depth) => exactHtml`<del>${written(children, depth)}</del>`,
  break: () => exactHtml`<br>`,
  link: ({ url, children }, depth) => link(url, written(children, depth)),
  // Images become links, so that nothing is fetched.
  image: ({ url, alt }) => link(url, [alt || url]),
  html: ({ value }) => (/^\s*<!--/.test(value) ? null : value),
};

/** Renders siblings in order; nodes between an allowed tag and its end become its content. */
function written(nodes: readonly Nodes[], depth: number): (Html | string | null)[] {
  if (depth > deepest) return [];
  const all: (Html | string | null)[] = [];
  for (let at = 0; at < nodes.length; at++) {
    const tag = opens(nodes[at]!);
    if (tag === null) {
      if (!closes(nodes[at]!, "details")) all.push(one(nodes[at]!, depth + 1));
      continue;
    }
    const end = endOf(nodes, at, tag.name);
    all.push(tagged(tag, written(nodes.slice(at + 1, end), depth + 1)));
    at = end;
  }
  return all;
}

function one(node: Nodes, depth: number): Html | string | null {
  const write = writers[node.type] as ((node: Nodes, depth: number) => Html | string | null) | undefined;
  if (write) return write(node, depth);
  // For a node type without a renderer, renders its children.
  return "children" in node ? exactHtml`${written(node.children, depth)}` : null;
}

interface Tag {
  name: "details" | "sub";
  /** The text of `<summary>`. */
  summary: string;
}

function opens(node: Nodes): Tag | null {
  if (node.type !== "html") return null;
  if (node.value === "<sub>") return { name: "sub", summary: "" };
  const fold = /^\s*<details>\s*(?:<summary>([^<]*)<\/summary>)?\s*$/.exec(node.value);
  return fold && { name: "details", summary: fold[1]?.trim() || "…" };
}

function closes(node: Nodes, name: Tag["name"]): boolean {
  return node.type === "html" && node.value.trim() === `</${name}>`;
}

function tagged({ name, summary }: Tag, inner: (Html | string | null)[]): Html {
  if (name === "sub") return exactHtml`<small>${inner}</small>`;
  return exactHtml`<details><summary>${summary}</summary>${inner}</details>`;
}

/** The index of the matching end tag; the number of nodes if there is none. */
function endOf(nodes: readonly Nodes[], start: number, name: Tag["name"]): number {
  let depth = 0;
  for (let at = start; at < nodes.length; at++) {
    if (opens(nodes[at]!)?.name === name) depth++;
    else if (closes(nodes[at]!, name) && --depth === 0) return at;
  }
  return nodes.length;
}

/** Below the heading levels of the page itself. */
function heading(depth: number, inner: (Html | string | null)[]): Html {
  return depth <= 2 ? exactHtml`<h4>${inner}</h4>` : exactHtml`<h5>${inner}</h5>`;
}

function table({ children }: Table, depth: number): Html {
  const [head, ...rows] = children;
  const cells = (row: TableRow | undefined) => (row?.children ?? []).map((cell) => written(cell.children, depth));
  return exactHtml`<div class=scroll tabindex=0><table class=plain><thead><tr>${cells(head).map((cell) => exactHtml`<th>${cell}`)}<tbody>${rows.map((row) => exactHtml`<tr>${cells(row).map((cell) => exactHtml`<td>${cell}`)}`)}</table></div>`;
}

function link(address: string, inner: (Html | string | null)[]): Html {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return exactHtml`${inner}`;
  return exactHtml`<a href="${url.href}" rel="noreferrer noopener nofollow">${inner}</a>`;
}

const pictures: Readonly<Record<string, string>> = {
  ":white_check_mark:": "✅",
  ":red_circle:": "🔴",
  ":yellow_circle:": "🟡",
  ":green_circle:": "🟢",
};

function emoji(text: string): string {
  return text.replaceAll(/:[a-z_]+:/g, (name) => (Object.hasOwn(pictures, name) ? pictures[name]! : name));
}
