// Draws an avatar from a login: its initial on a colour of its own. Pages load nothing from other hosts, pictures included.
import { oneLine } from "../../words/text.ts";
import { html, type Html } from "./template.ts";

/** As many as the style has `.avatar.c0` and so on. */
const colours = 6;

export function avatar(login: string): Html {
  const name = oneLine(login);
  const initial = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? "?";
  const colour = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 1009, 7) % colours;
  return html`<span class="avatar c${colour}" aria-hidden="true">${initial}</span>`;
}
