// Formats paths, quotes and tables in Markdown.
import { fencedCode } from "../sanitize-outgoing/markdown-tree.ts";
import { markdownText } from "./markdown-text.ts";
import { oneLine } from "./text.ts";

/** A path or name in a code span; as text where a span or a table cannot hold it. */
export function codeText(text: string): string {
  const inside = oneLine(text).trim();
  return inside === "" || /[`|]/.test(inside) ? markdownText(inside) : `\`${inside}\``;
}

/** Cells are Markdown already. */
export function tableLines(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...rows.map(row)];
}

/** What GitHub shows closed until somebody opens it. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return ["<details>", `<summary>${summary}</summary>`, "", ...lines, "", "</details>"];
}

/** No lines, no block: between two fences GitHub counts even an empty line. */
export function codeBlock(text: string, info = ""): string {
  return text === "" ? `\`\`\`${info}\n\`\`\`` : fencedCode(text, info);
}
