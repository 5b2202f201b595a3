// Lists the other reviews of the same pull request, newest first.
import { table } from "../../../review/publishers/html/overview.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { reviewWords as words } from "../../../review/words/pages/review-page-texts.ts";
import { relativeAge, reviewsWords } from "../../../review/words/pages/reviews-page-texts.ts";
import type { Visit } from "../page.ts";
import type { SeenReview } from "../visible.ts";

const most = 30;

export async function otherReviews(
  { site }: Visit,
  { saved, repository, right, draft }: SeenReview,
): Promise<Html | null> {
  if (saved === null) return null;
  const rows = await site.store.drafts.page({
    place: saved.place,
    repositories: [repository],
    limit: most,
    ...(right === "see" && { state: "posted" }),
  });
  if (rows.length < 2) return null;
  const cells = rows.map(({ id, head, state, savedAt, facts }) => {
    const title = facts?.title ?? reviewsWords.untitled;
    const event = (facts?.event ?? "") as keyof typeof reviewsWords.events;
    return [
      id === draft.id
        ? html`<b aria-current="page" dir="auto">${title}</b> (${words.here})`
        : html`<a href="/reviews/${id}" dir="auto">${title}</a>`,
      html`<code>${head.slice(0, 7)}</code>`,
      html`<span class="event ${event}">${reviewsWords.events[event] ?? ""}</span>`,
      html`<span class="state ${state}">${reviewsWords.states[state]}</span>`,
      html`<time datetime="${new Date(savedAt).toISOString()}">${relativeAge(savedAt, site.now())}</time>`,
    ];
  });
  return html`<section id="others" class="panel">
    <h2>${words.others}</h2>
    ${table(words.otherColumns, cells)}
  </section>`;
}
