// Renders the state of a pull request as a badge.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words } from "../../../review/words/playground-texts.ts";
import type { Pull } from "../../../standin/github/state.ts";

export function stateBadge({ state, merged }: Pull): Html {
  const is = merged ? "merged" : state;
  return html`<span class="pg-state ${is}">${words.states[is]}</span>`;
}
