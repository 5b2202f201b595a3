// Renders a rule's text, with backquoted parts as code.
import { exactHtml, html, type Html } from "../../../review/publishers/html/template.ts";
import { oneLine } from "../../../review/words/text.ts";

export function ruleText(rule: string): Html {
  const pieces = oneLine(rule).split(/`([^`]+)`/);
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? exactHtml`<code>${piece}</code>` : piece))}`;
}
