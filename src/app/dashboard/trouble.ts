// Renders error pages.
import { UserError } from "../../errors.ts";
import { html } from "../../review/publishers/html/template.ts";
import { troubleWords } from "../../review/words/pages/trouble-page-texts.ts";
import { NotHere, NotTheirs, BodyTooLarge, type PageResponse } from "./page.ts";

export function errorPage(error: Error): Extract<PageResponse, { is: "page" }> {
  const { status, title, says } = trouble(error);
  const body = html`<section class="panel trouble">
    <h1>${title}</h1>
    <p>${says}</p>
    <p><a href="/">${troubleWords.back}</a></p>
  </section>`;
  return { is: "page", title, section: null, body, status };
}

function trouble(error: Error): { status: number; title: string; says: string } {
  if (error instanceof NotHere) return { status: 404, ...troubleWords.notHere };
  if (error instanceof NotTheirs) return { status: 403, ...troubleWords.notTheirs };
  if (error instanceof BodyTooLarge) return { status: 413, ...troubleWords.tooLarge };
  if (error instanceof UserError)
    return { status: 400, title: troubleWords.refused, says: `${error.message}. ${error.remedy}` };
  return { status: 500, ...troubleWords.failed };
}
