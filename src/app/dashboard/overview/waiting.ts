// Lists what waits for the visitor: drafts, lessons, and threads.
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { overviewWords as words } from "../../../review/words/pages/overview-page-texts.ts";
import { oneLine } from "../../../review/words/text.ts";
import type { Visit } from "../page.ts";
import { reviewItem } from "../parts/review-item.ts";
import { shownPlace } from "../parts/shown-place.ts";
import { addressOf } from "../thread-board.ts";
import { knownPulls } from "../threads/known-pulls.ts";
import { visibleReviews, type SeenRepository } from "../visible.ts";

const mostShown = 5;
/** Lessons are asked for by repository. */
const mostRepositories = 50;

export async function waitingPanel(
  visit: Visit,
  repositories: readonly SeenRepository[],
): Promise<{ some: boolean; panel: Html }> {
  const steered = repositories.filter(({ right }) => right === "steer");
  const [drafts, lessons, pulls] = await Promise.all([
    visibleReviews(visit, steered, { state: "waiting", limit: 100 }),
    pendingLessons(visit, steered),
    knownPulls(visit),
  ]);
  const talked = pulls.filter(({ open, fixed }) => open + fixed > 0);
  const now = visit.site.now();
  const parts = [
    list(
      words.drafts(drafts.length),
      drafts.map((one) => reviewItem(one, now, html`<a class="button" href="/reviews/${one.id}">${words.decide}</a>`)),
      "/reviews?state=waiting",
    ),
    list(
      words.fixedThreads(talked.length),
      talked.map(
        ({ pull, place, title, open, fixed }) =>
          html`<li>
            <a class="name" href="${addressOf(pull)}" dir="auto">${title ?? oneLine(place)}</a>
            <span class="under">${shownPlace(place)} · ${words.threads(open, fixed)}</span>
          </li>`,
      ),
      "/threads",
    ),
    list(
      words.lessons(lessons.reduce((sum, { number }) => sum + number, 0)),
      lessons.map(
        ({ name, number }) =>
          html`<li>
            <a class="name" href="/lessons?${new URLSearchParams({ repository: name }).toString()}"
              >${shownPlace(name)}</a
            >
            <span class="under">${words.lessons(number)}</span>
          </li>`,
      ),
      "/lessons",
    ),
  ].filter((one) => one !== null);
  const panel = html`<section class="panel waiting-list">
    <h2>${icon("clock")}${words.waiting}</h2>
    ${parts.length === 0 ? html`<p class="quiet">${words.nothingWaits}</p>` : parts}
  </section>`;
  return { some: parts.length > 0, panel };
}

function list(title: string, items: readonly Html[], all: string): Html | null {
  if (items.length === 0) return null;
  const more = items.length - mostShown;
  return html`<h3>${title}</h3>
    <ul class="items">
      ${items.slice(0, mostShown)}
    </ul>
    ${more > 0 && html`<p><a href="${all}">${words.more(more)}</a></p>`}`;
}

async function pendingLessons({ site }: Visit, steered: readonly SeenRepository[]) {
  const counted = await Promise.all(
    steered.slice(0, mostRepositories).map(async ({ name }) => {
      const lessons = await site.store.lessons.of(name);
      return { name, number: lessons.filter(({ state }) => state === "candidate").length };
    }),
  );
  return counted.filter(({ number }) => number > 0);
}
