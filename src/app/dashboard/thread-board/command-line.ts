// Renders a command that one click selects.
import { exact, type Html } from "../../../review/publishers/html/template.ts";

export function commandBlock(command: string): Html {
  return exact`<pre class="command" tabindex="0">${command}</pre>`;
}
