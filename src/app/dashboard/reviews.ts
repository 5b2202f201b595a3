// The list of reviews: newest first, paged, searched and filtered by the store.
import { avatar } from "../../review/publishers/html/avatar.ts";
import { html, type Html, type HtmlPart } from "../../review/publishers/html/template.ts";
import { summaryFactsOfDraft } from "../../review/summary-facts.ts";
import {
  relativeAge,
  reviewCost,
  findingsCount,
  reviewsWords as words,
  reviewDuration,
} from "../../review/words/pages/reviews-page-texts.ts";
import { oneLine } from "../../review/words/text.ts";
import type { ListedReview, ReviewFilter } from "../../world/store/kept/drafts.ts";
import type { Page, Visit } from "./page.ts";
import { chooser, searchField } from "./parts/fields.ts";
import { reviewedPlacesFor, visibleReviews, type SeenRepository } from "./visible.ts";
import { shownPlace } from "./parts/shown-place.ts";
import { namedTable } from "./parts/table.ts";

const perPage = 50;
const states = ["waiting", "posted", "cancelled", "local"] as const;
const events = ["APPROVE", "COMMENT", "REQUEST_CHANGES"] as const;

export const reviewsPage: Page = {
  method: "get",
  path: "/reviews",
  async run(visit) {
    const repositories = await reviewedPlacesFor(visit);
    const found = await look(visit, repositories);
    const list = reviewList(visit, found);
    if (visit.partial) return { is: "part", body: list };
    const body = html`<h1>${words.title}</h1>
      ${filters(visit, repositories)} ${list}`;
    return { is: "page", title: words.title, section: "reviews", body };
  },
};

interface Found {
  rows: readonly ListedReview[];
  more: boolean;
}

async function look(visit: Visit, repositories: readonly SeenRepository[]): Promise<Found> {
  const named = visit.query("repository");
  const within = named === null ? repositories : repositories.filter(({ name }) => name === named);
  const rows = await visibleReviews(visit, within, filterOf(visit));
  return { rows: rows.slice(0, perPage), more: rows.length > perPage };
}

function filterOf(visit: Visit): ReviewFilter {
  const state = states.find((one) => one === visit.query("state"));
  const event = events.find((one) => one === visit.query("event"));
  const text = visit.query("q")?.slice(0, 200);
  const [at, id] = (visit.query("after") ?? "").split("-");
  return {
    limit: perPage + 1,
    ...(state && { state }),
    ...(event && { event }),
    ...(text && { text }),
    ...(at && id && /^\d{1,16}$/.test(at) && { after: { savedAt: Number(at), id } }),
  };
}

function filters(visit: Visit, repositories: readonly SeenRepository[]): Html {
  const names = repositories.map(({ name }) => ({ value: name, says: name }));
  return html`<form class="bar-form" method="get" action="/reviews" role="search">
    ${searchField("q", words.search, words.searchHint, visit.query("q"))}
    ${chooser("repository", words.repository, names, visit.query("repository"))}
    ${chooser(
      "state",
      words.state,
      states.map((state) => ({ value: state, says: words.states[state] })),
      visit.query("state"),
    )}
    ${chooser(
      "event",
      words.event,
      events.map((event) => ({ value: event, says: words.events[event] })),
      visit.query("event"),
    )}
    <button>${words.filter}</button>
  </form>`;
}

/** Asks for itself again when something changed; not on older pages, where nothing new can appear. */
function reviewList(visit: Visit, { rows, more }: Found): Html {
  const { site } = visit;
  const address = addressOf(visit);
  const isFirst = visit.query("after") === null;
  const local = isFirst ? localRow(visit) : null;
  const last = rows.at(-1);
  return html`<div
    id="review-list"
    ${isFirst && html`hx-get="${address}" hx-trigger="changed from:body" hx-swap="outerHTML"`}
  >
    ${rows.length === 0 && local === null ? nothing(visit) : tableOf([...(local ? [local] : []), ...rows.map((row) => rowOf(row, site.now()))])}
    <nav class="pages">
      ${!isFirst && html`<a href="${addressOf(visit, {})}">${words.newest}</a>`}
      ${more && last && html`<a href="${addressOf(visit, { after: `${last.savedAt}-${last.id}` })}">${words.older}</a>`}
    </nav>
  </div>`;
}

function addressOf(visit: Visit, more: { after?: string } = { after: visit.query("after") ?? "" }): string {
  const kept = ["q", "repository", "state", "event"].flatMap((name) => {
    const value = visit.query(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
  const query = new URLSearchParams([...kept, ...(more.after ? [["after", more.after] as [string, string]] : [])]);
  return query.size === 0 ? "/reviews" : `/reviews?${query.toString()}`;
}

function nothing(visit: Visit): Html {
  const isFiltered = ["q", "repository", "state", "event", "after"].some((name) => visit.query(name) !== null);
  return isFiltered
    ? html`<p class="panel quiet">${words.none}</p>`
    : html`<div class="panel">
        <p>${words.empty}</p>
        <p class="quiet">${words.emptyHint}</p>
      </div>`;
}

function tableOf(rows: readonly Html[]): Html {
  return namedTable(words.columns, rows, { kind: "reviews" });
}

function localRow({ site }: Visit): Html | null {
  const { shown } = site.doing;
  if (!shown) return null;
  const { draft, at } = shown;
  const row = { id: draft.id, place: "", head: draft.change.head, savedAt: at, facts: summaryFactsOfDraft(draft) };
  return rowOf({ ...row, state: "shown" }, site.now());
}

type Row = Omit<ListedReview, "repository" | "state"> & { state: ListedReview["state"] | "shown" };

function rowOf({ id, place, head, state, savedAt, facts }: Row, now: number): Html {
  const title = facts?.title ?? words.untitled;
  const event = facts?.event ?? "";
  const cells: HtmlPart[] = [
    html`<a class="name" href="/reviews/${id}" dir="auto">${title}</a>
      <span class="under"
        ><span class="path">${shownPlace(place)}</span
        >${facts?.author && html`<span>${avatar(facts.author)}${oneLine(facts.author)}</span>`}
        <code>${head.slice(0, 7)}</code></span
      >`,
    html`<span class="event ${event}">${words.events[event as keyof typeof words.events] ?? ""}</span>`,
    facts &&
      html`${facts.worst && html`<span class="sev ${facts.worst}">${facts.worst}</span> `}${findingsCount(facts.posted, facts.advisory)}`,
    html`<span class="state ${state}">${words.states[state]}</span>`,
    reviewCost(facts?.money ?? null),
    reviewDuration(facts?.tookMs ?? null),
    html`<time datetime="${new Date(savedAt).toISOString()}">${relativeAge(savedAt, now)}</time>`,
  ];
  return html`<tr>
    ${cells.map((cell, index) => html`<td data-label="${words.columns[index]}">${cell}</td>`)}
  </tr>`;
}
