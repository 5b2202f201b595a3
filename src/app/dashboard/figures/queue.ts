// Shows the number of waiting and running jobs.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { figuresWords, workName } from "../../../review/words/pages/figures-page-texts.ts";
import { listRateLimitHolds } from "../../server/rate-limit-holds.ts";
import type { Page, Visit } from "../page.ts";

const words = figuresWords.queue;

/** Reloads itself when something changed; the charts do not change by the minute. */
export const queuePart: Page = {
  method: "get",
  path: "/figures/queue",
  async run(visit) {
    return { is: "part", body: await queuePanel(visit) };
  },
};

export async function queuePanel({ site }: Visit): Promise<Html> {
  const { store } = site;
  const [depth, undelivered, held] = await Promise.all([
    store.jobs.depth(),
    store.figures.undelivered(),
    listRateLimitHolds(store, site.now()),
  ]);
  const busy = depth.filter(({ waiting, running }) => waiting + running > 0);
  return html`<section
    class="panel queue"
    aria-labelledby="queue"
    hx-get="/figures/queue"
    hx-trigger="changed from:body"
    hx-swap="outerHTML"
  >
    <h2 id="queue">${words.title}</h2>
    ${
      busy.length === 0
        ? html`<p class="quiet">${words.none}</p>`
        : html`<table class="plain">
            <thead>
              <tr>
                ${words.columns.map((name) => html`<th scope="col">${name}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${busy.map(
                ({ kind, waiting, running }) =>
                  html`<tr>
                    <td>${workName(kind)}</td>
                    <td>${waiting}</td>
                    <td>${running}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${undelivered.count > 0 && html`<p>${words.undelivered(undelivered.count)}</p>`}
    ${held.length > 0 && html`<p>${words.held(held.length)}</p>`}
    <p><a href="/jobs">${words.all}</a></p>
  </section>`;
}
