// Links a pull request to its newest review here.
import { exactHtml, html, type Html } from "../../../review/publishers/html/template.ts";

/** `repository` as `host/owner/name`; a local repository has no such page and is not linked. */
export function pullLink(repository: string, number: number): Html {
  const parts = repository.split("/");
  const says = `PR #${number}`;
  if (parts.length !== 3) return html`${says}`;
  return exactHtml`<a href="/pulls/${parts.map(encodeURIComponent).join("/")}/${number}">${says}</a>`;
}
