// Renders a panel for a page without content: what is missing, and what to do.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { ruleText } from "./rule-text.ts";

export function emptyPanel(missing: string, hint: string): Html {
  return html`<div class="panel">
    <p>${missing}</p>
    <p class="quiet">${ruleText(hint)}</p>
  </div>`;
}
