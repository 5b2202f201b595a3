// Renders a review as an item of a short list.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { findingsCount, relativeAge, reviewsWords as words } from "../../../review/words/pages/reviews-page-texts.ts";
import { oneLine } from "../../../review/words/text.ts";
import type { ListedReview } from "../../../world/store/kept/drafts.ts";
import { shownPlace } from "./shown-place.ts";

export function reviewItem({ id, place, savedAt, facts }: ListedReview, now: number, more: Html | null = null): Html {
  const event = facts?.event ?? "";
  return html`<li>
    <a class="name" href="/reviews/${id}" dir="auto">${facts?.title ?? words.untitled}</a>
    <span class="under"
      ><span class="event ${event}">${words.events[event as keyof typeof words.events] ?? ""}</span>
      ${facts && html`<span>${facts.worst && html`<span class="sev ${facts.worst}">${facts.worst}</span> `}${findingsCount(facts.posted, facts.advisory)}</span>`}
      <span class="path">${shownPlace(place)}</span> ${facts?.author && html`<span>${oneLine(facts.author)}</span>`}
      <time datetime="${new Date(savedAt).toISOString()}">${relativeAge(savedAt, now)}</time></span
    >
    ${more}
  </li>`;
}
