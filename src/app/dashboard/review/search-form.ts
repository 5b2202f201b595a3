// Renders the search field for all changed lines, with its results.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { reviewWords as words } from "../../../review/words/pages/review-page-texts.ts";

export function searchForm(id: string, asked: string | null): Html {
  const address = `/reviews/${id}/search`;
  return html`<form
      class="code-search"
      method="get"
      action="${address}"
      role="search"
      aria-label="${words.search}"
      hx-get="${address}"
      hx-target="#search-results"
      hx-swap="innerHTML"
    >
      <label class="field"
        ><span>${words.search}</span
        ><input
          type="search"
          name="q"
          id="code-search"
          value="${asked ?? ""}"
          placeholder="${words.searchHint}"
          aria-describedby="code-search-note"
          maxlength="200"
          autocomplete="off"
          spellcheck="false"
      /></label>
      <button>${words.searchButton}</button>
      <p class="quiet" id="code-search-note">${words.searchNote}</p>
    </form>
    <div id="search-results" aria-live="polite"></div>`;
}
