// Formats paths, quotes and tables in Markdown.
import { fencedCode } from "../sanitize-outgoing/markdown-tree.ts";
import { markdownText } from "./markdown-text.ts";
import { oneLine } from "./text.ts";

/** A path or name in a code span; as plain text if a span or a table cannot contain it. */
export function codeText(text: string): string {
  const inside = oneLine(text).trim();
  return inside === "" || /[`|]/.test(inside) ? markdownText(inside) : `\`${inside}\``;
}

/** Cells are already Markdown. */
export function tableLines(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...rows.map(row)];
}

/** A collapsed section on GitHub. */
export function folded(summary: string, lines: readonly string[]): string[] {
  return ["<details>", `<summary>${summary}</summary>`, "", ...lines, "", "</details>"];
}

/** Without lines there is no block, because GitHub renders even an empty line between two fences. */
export function codeBlock(text: string, info = ""): string {
  return text === "" ? `\`\`\`${info}\n\`\`\`` : fencedCode(text, info);
}
