// Renders the strip below a review's title: its subject and state.
import { avatar } from "../../../review/publishers/html/avatar.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { targetLine } from "../../../review/words/intent-summary-lines.ts";
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
  const { author } = change.words;
  const place =
    change.from.kind === "pull"
      ? outsideLink(change.from.url, targetLine(change))
      : repository === ""
        ? words.local
        : oneLine(repository);
  return html`<ul
    id="facts"
    class="facts"
    ${saved && html`hx-get="/reviews/${draft.id}?part=facts" hx-trigger="changed from:body" hx-swap="outerHTML"`}
  >
    <li><span class="state ${state}">${reviewsWords.states[state]}</span></li>
    <li>${place}</li>
    ${author !== null && html`<li class="by">${avatar(author)}${oneLine(author)}</li>`}
    <li title="${words.head}"><code>${oneLine(change.head).slice(0, 7)}</code></li>
    <li><time datetime="${new Date(at).toISOString()}">${relativeAge(at, site.now())}</time></li>
    ${known && known.tookMs !== null && html`<li title="${reviewsWords.columns[5]}">${reviewDuration(known.tookMs)}</li>`}
    ${known && known.money !== null && html`<li title="${reviewsWords.columns[4]}">${reviewCost(known.money)}</li>`}
  </ul>`;
}
