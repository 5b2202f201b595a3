// Renders a command that one click selects.
import { exactHtml, type Html } from "../../../review/publishers/html/template.ts";

export function commandBlock(command: string): Html {
  return exactHtml`<pre class="command" tabindex="0">${command}</pre>`;
}
