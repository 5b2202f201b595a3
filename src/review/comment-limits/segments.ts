// Splits Markdown at safe positions: between blocks, and between the items, rows and lines of long blocks.
import type { Code, Nodes, Table } from "mdast";
import { endOffset, parseMarkdown, startOffset } from "../sanitize-outgoing/markdown-tree.ts";
import type { UnitKind } from "../words/left-out-note.ts";

export interface TextSegment {
  /** Verbatim; all segments concatenated are the text. */
  text: string;
  kind: UnitKind;
  /** Units of one list, table, fence or group of paragraphs share a number; each can be removed alone. */
  run: number | null;
  /** Opens an element that contains everything up to its partner; this text closes it. */
  opens?: { close: string };
  closes?: true;
  /** The heading or summary above it, as Markdown; empty if there is none. */
  section: string;
}

type SegmentCut = Omit<TextSegment, "text" | "section"> & { at: number; section?: string; text?: string };

export function splitSegments(text: string): TextSegment[] {
  const cuts = findCuts(text);
  let section = "";
  return cuts.map(({ at, ...cut }, index) => {
    section = cut.section ?? section;
    const start = index === 0 ? 0 : at;
    return { ...cut, section, text: cut.text ?? text.slice(start, cuts[index + 1]?.at ?? text.length) };
  });
}

function findCuts(text: string): SegmentCut[] {
  const cuts: SegmentCut[] = [];
  let run = 0;
  let before: Nodes["type"] | null = null;
  for (const node of parseMarkdown(text).children) {
    if (node.type !== "paragraph" || before !== "paragraph") run++;
    before = node.type;
    cuts.push(...blockCuts(node, run, text));
  }
  return cuts;
}

function blockCuts(node: Nodes, run: number, text: string): SegmentCut[] {
  const at = startOffset(node);
  switch (node.type) {
    case "paragraph":
      return [{ at, kind: "paragraph", run }];
    case "heading":
      return [{ at, kind: "heading", run: null, section: titleOf(text.slice(at, endOffset(node))) }];
    case "list":
      return node.children.map((item) => ({ at: lineStart(text, startOffset(item)), kind: "list item", run }));
    case "table":
      return tableCuts(node, run);
    case "code":
      return fenceCuts(node, run, text);
    case "html":
      return htmlCuts(node.value, at);
    default:
      return [{ at, kind: "block", run: null }];
  }
}

/** A list marker may follow leading blanks. */
function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** A title that is too long is omitted; truncating it could break its Markdown. */
function titleOf(source: string): string {
  const title = source.replace(/^#{1,6}[ \t]*/, "").trim();
  return title.length > 80 || title.includes("\n") ? "" : title;
}

function tableCuts({ children: [head, ...rows], position }: Table, run: number): SegmentCut[] {
  const first = rows[0] ? startOffset(rows[0]) : null;
  const start = head ? startOffset(head) : (position?.start.offset ?? 0);
  return [
    { at: start, kind: "block", run: null, ...(first !== null && { opens: { close: "" } }) },
    ...rows.map((row): SegmentCut => ({ at: startOffset(row), kind: "table row", run })),
    ...(rows.length > 0 ? [{ at: position?.end.offset ?? 0, kind: "block", run: null, closes: true } as const] : []),
  ];
}

function fenceCuts(node: Code, run: number, text: string): SegmentCut[] {
  const [at, end] = [startOffset(node), endOffset(node)];
  const fence = /^(?:`{3,}|~{3,})/.exec(text.slice(at, at + 1000))?.[0];
  const lines = text.slice(at, end).split("\n");
  if (fence === undefined || lines.length < 3) return [{ at, kind: "block", run: null }];
  const closed = lines.at(-1)!.trim().startsWith(fence);
  const cuts: SegmentCut[] = [{ at, kind: "block", run: null, opens: { close: `${fence}\n` } }];
  let start = at + lines[0]!.length + 1;
  for (const line of lines.slice(1, closed ? -1 : undefined)) {
    cuts.push({ at: start, kind: "line of code", run });
    start += line.length + 1;
  }
  // An unclosed fence would swallow the text added after it.
  cuts.push(
    closed
      ? { at: start, kind: "block", run: null, closes: true }
      : { at: end, kind: "block", run: null, closes: true, text: `\n${fence}\n` },
  );
  return cuts;
}

/** A `<details>` and its end are blocks of their own, with Markdown between them. */
function htmlCuts(value: string, at: number): SegmentCut[] {
  const depth = (value.match(/<details\b/gi)?.length ?? 0) - (value.match(/<\/details>/gi)?.length ?? 0);
  const section = /<summary>([^<\n]{1,80})<\/summary>/i.exec(value)?.[1]?.trim();
  const cut: SegmentCut = { at, kind: "block", run: null, ...(section !== undefined && { section }) };
  if (depth > 0) return [{ ...cut, opens: { close: `\n\n</details>\n\n`.repeat(depth) } }];
  return depth < 0 ? [{ ...cut, closes: true }] : [cut];
}
