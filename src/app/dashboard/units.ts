// Renders the checks page: every check and reviewer, and how its findings were received in a repository.
import { UserError } from "../../errors.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { budgetNote, unitsLine, unitsWords as words } from "../../review/words/pages/units-page-texts.ts";
import { reset } from "../threads/lessons/decide.ts";
import { decidingFor } from "./lessons/decide.ts";
import { NotHere, type PageResponse, type Page, type Visit } from "./page.ts";
import { emptyPanel } from "./parts/empty-panel.ts";
import { chooser, searchField } from "./parts/fields.ts";
import { escapedList } from "./units/escaped-list.ts";
import { matching, unitsOf, usualBudget, type Units } from "./units/rows.ts";
import { unitTable } from "./units/table.ts";
import { chosenRepository, repositoriesFor, steering, type SeenRepository } from "./visible.ts";

const longestSearch = 200;

export const unitsPage: Page = {
  method: "get",
  path: "/units",
  async run(visit) {
    const { all, chosen } = await chosenRepository(visit);
    if (chosen === null) return pageOf(emptyPanel(words.noRepository, words.noRepositoryHint));
    const units = await unitsOf(visit.site.store, chosen.name);
    const lists = listsOf(visit, chosen, units);
    if (visit.partial) return { is: "part", body: lists };
    // Only known ids are shown, so that an address cannot put text on the page.
    const done = units.rows.find(({ id, resetAt }) => resetAt !== null && id === visit.query("reset"));
    return pageOf(
      html`<p class="quiet lead">${words.lead}</p>
        ${filters(visit, all, chosen)}
        ${done && html`<p class="panel said-done" role="status">${words.resetDone(done.id)}</p>`} ${lists}`,
    );
  },
};

export const unitsReset: Page = {
  method: "post",
  path: "/units",
  async run(visit) {
    const [name, unit, q] = [visit.field("repository"), visit.field("unit"), visit.field("q")];
    if (!(await repositoriesFor(visit)).some((one) => one.name === name)) throw new NotHere();
    await steering(visit, name);
    const { rows } = await unitsOf(visit.site.store, name);
    if (!rows.some(({ id, tally }) => id === unit && tally !== null))
      throw new UserError(words.nothingToReset, words.nothingToResetHint);
    await reset(unit, decidingFor(visit, name));
    return { is: "to", path: addressOf(name, { q, reset: unit }) };
  },
};

function pageOf(body: Html): PageResponse {
  const shown = html`<h1>${words.title}</h1>
    ${body}`;
  return { is: "page", title: words.title, section: "units", body: shown };
}

function filters(visit: Visit, all: readonly SeenRepository[], { name }: SeenRepository): Html {
  const names = all.map((one) => ({ value: one.name, says: one.name }));
  return html`<form class="bar-form" method="get" action="/units" role="search">
    ${searchField("q", words.search, words.searchHint, visit.query("q"))}
    ${chooser("repository", words.repository, names, name, { must: true })}
    <button>${words.show}</button>
  </form>`;
}

function addressOf(repository: string, more: Readonly<Record<string, string>>): string {
  const some = Object.entries(more).filter(([, value]) => value !== "");
  return `/units?${new URLSearchParams([["repository", repository], ...some]).toString()}`;
}

/** Reloads itself when something changed. */
function listsOf(visit: Visit, repository: SeenRepository, { rows, escaped }: Units): Html {
  const q = visit.query("q")?.slice(0, longestSearch) ?? "";
  const found = matching(rows, q);
  const judged = rows.filter(({ tally }) => tally !== null).length;
  const noisy = rows.filter(({ noise }) => noise !== "fine").length;
  return html`<div
    id="unit-lists"
    hx-get="${addressOf(repository.name, { q })}"
    hx-trigger="changed from:body"
    hx-swap="outerHTML"
  >
    <p class="quiet about">${unitsLine(rows.length, judged, noisy)} ${budgetNote(usualBudget)}</p>
    ${found.length === 0 ? html`<p class="panel quiet">${words.none}</p>` : unitTable(visit, repository, found)}
    ${escapedList(escaped, visit.site.now())}
  </div>`;
}
