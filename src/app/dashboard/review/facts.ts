// Renders the strip below a review's title: its subject and state.
import { entry } from "../../../review/publishers/html/overview.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { targetLine } from "../../../review/words/intent-summary-lines.ts";
import { headings, reportLabels } from "../../../review/words/report-texts.ts";
import { reviewWords as words } from "../../../review/words/pages/review-page-texts.ts";
import {
  relativeAge,
  reviewCost,
  reviewsWords,
  reviewDuration,
} from "../../../review/words/pages/reviews-page-texts.ts";
import { oneLine } from "../../../review/words/text.ts";
import type { Visit } from "../page.ts";
import { outsideLink } from "../parts/outside-link.ts";
import type { OpenReview } from "./laid-out.ts";

/** Reloads itself when something changed. */
export function facts({ site }: Visit, { draft, seen }: OpenReview): Html {
  const { saved, repository } = seen;
  const { change } = draft;
  const state = saved?.state ?? "shown";
  const known = saved?.facts ?? null;
  const at = saved?.savedAt ?? site.doing.shown?.at ?? site.now();
  return html`<dl
    id="facts"
    class="facts"
    ${saved && html`hx-get="/reviews/${draft.id}?part=facts" hx-trigger="changed from:body" hx-swap="outerHTML"`}
  >
    ${entry(words.repository, repository === "" ? words.local : oneLine(repository))}
    ${change.from.kind === "pull" && entry(words.pull, outsideLink(change.from.url, targetLine(change)))}
    ${entry(words.head, html`<code>${oneLine(change.head).slice(0, 12)}</code>`)}
    ${entry(words.state, html`<span class="state ${state}">${reviewsWords.states[state]}</span>`)}
    ${entry(words.saved, html`<time datetime="${new Date(at).toISOString()}">${relativeAge(at, site.now())}</time>`)}
    ${known && known.money !== null && entry(reviewsWords.columns[4], reviewCost(known.money))}
    ${known && known.tookMs !== null && entry(reviewsWords.columns[5], reviewDuration(known.tookMs))}
  </dl>`;
}

export function partsOfReview(id: string): Html {
  const parts: [string, string][] = [
    ["findings", headings.findings],
    ["files", headings.files],
    ["details", headings.details],
    ["costs", words.costs],
    ["timeline", words.timeline],
  ];
  return html`<div class="parts">
    <nav aria-label="${words.parts}">${parts.map(([part, says]) => html`<a href="#${part}">${says}</a>`)}</nav>
    <a href="/reviews/${id}/report.html" download>${words.download}</a>
    <span class="tools"
      ><button type="button" id="open-help">${reportLabels.help} <kbd>?</kbd></button></span
    >
  </div>`;
}
