// Renders the start page: what waits for the visitor, what happened lately, and whether all is well.
import { icon, type IconName } from "../../review/publishers/html/icons.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { overviewWords as words } from "../../review/words/pages/overview-page-texts.ts";
import { reviewsWords } from "../../review/words/pages/reviews-page-texts.ts";
import { healthPanel } from "./overview/health.ts";
import { trendTiles } from "./overview/trends.ts";
import { waitingPanel } from "./overview/waiting.ts";
import type { Page, Visit } from "./page.ts";
import { ruleText } from "./parts/rule-text.ts";
import { reviewItem } from "./parts/review-item.ts";
import { reviewedPlacesFor, visibleReviews } from "./visible.ts";

export const overviewPage: Page = {
  method: "get",
  path: "/overview",
  async run(visit) {
    const content = await contents(visit);
    if (visit.partial) return { is: "part", body: content };
    return {
      is: "page",
      title: words.title,
      section: "overview",
      body: html`<h1>${words.title}</h1>
        ${content}`,
    };
  },
};

async function contents(visit: Visit): Promise<Html> {
  const repositories = await reviewedPlacesFor(visit);
  const latest = await visibleReviews(visit, repositories, { limit: 6 });
  const [waiting, trends, health] = await Promise.all([
    waitingPanel(visit, repositories),
    latest.length > 0 ? trendTiles(visit) : null,
    healthPanel(visit, repositories),
  ]);
  const { now } = visit.site;
  return html`<div id="overview" hx-get="/overview" hx-trigger="changed from:body" hx-swap="outerHTML">
    ${latest.length === 0 && startPanel(visit)} ${trends}
    <div class="halves">
      ${(latest.length > 0 || waiting.some) && waiting.panel}
      <div>
        ${
          latest.length > 0 &&
          panel(
            "file",
            words.latest,
            html`<ul class="items">
                ${latest.map((one) => reviewItem(one, now()))}
              </ul>
              <p><a href="/reviews">${reviewsWords.title}</a></p>`,
          )
        }
        ${health}
      </div>
    </div>
  </div>`;
}

function panel(name: IconName, title: string, body: Html): Html {
  return html`<section class="panel">
    <h2>${icon(name)}${title}</h2>
    ${body}
  </section>`;
}

function startPanel({ site }: Visit): Html {
  return panel(
    "play",
    words.start,
    html`<p>${ruleText(site.where === "local" ? words.startLocal : words.startServer)}</p>`,
  );
}
