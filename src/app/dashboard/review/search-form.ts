// Renders the search field for all changed lines, with its results.
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { reviewWords as words } from "../../../review/words/pages/review-page-texts.ts";

export function searchForm(id: string, asked: string | null): Html {
  const address = `/reviews/${id}/search`;
  return html`<form
    class="code-search"
    method="get"
    action="${address}"
    role="search"
    hx-get="${address}"
    hx-target="#search-results"
    hx-swap="innerHTML"
  >
    <input
      type="search"
      name="q"
      id="code-search"
      value="${asked ?? ""}"
      placeholder="${words.search}"
      aria-label="${words.search}"
      maxlength="200"
      autocomplete="off"
      spellcheck="false"
    /><button aria-label="${words.searchButton}">${icon("search")}</button>
  </form>`;
}
