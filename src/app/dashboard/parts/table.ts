// Renders a table that scrolls if it is too wide.
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";

export function namedTable(
  names: readonly string[],
  rows: readonly HtmlPart[],
  { kind = "", label }: { kind?: string; label?: string } = {},
): Html {
  return html`<div class="scroll">
    <table class="plain ${kind}" ${label !== undefined && html`aria-label="${label}"`}>
      <thead>
        <tr>
          ${names.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
