// A command for a person to run: one press selects all of it.
import { exact, type Html } from "../../../review/publishers/html/template.ts";

export function commandBlock(command: string): Html {
  return exact`<pre class="command" tabindex="0">${command}</pre>`;
}
