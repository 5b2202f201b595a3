// Renders a link to another site, only if the address is http or https.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";

export function outsideLink(address: string, says: string = address): Html {
  const url = URL.parse(address);
  const shown = shorten(oneLine(says), 120);
  if (url === null || !/^https?:$/.test(url.protocol)) return html`<span class="path">${shown}</span>`;
  return html`<a href="${url.href}" rel="noreferrer noopener">${shown}</a>`;
}
