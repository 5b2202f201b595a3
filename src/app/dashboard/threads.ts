// Lists pull requests with known review threads.
import { UserError } from "../../errors.ts";
import { parsePull } from "../../change/target-pull.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { relativeAge } from "../../review/words/pages/reviews-page-texts.ts";
import { ownThreads, threadsWords as words } from "../../threads/words/thread-page-texts.ts";
import { oneLine } from "../../review/words/text.ts";
import type { Page, Visit } from "./page.ts";
import { searchField } from "./parts/fields.ts";
import { addressOf } from "./thread-board.ts";
import { knownPulls, maxKnownPulls, type KnownPull } from "./threads/known-pulls.ts";
import { shownPlace } from "./parts/shown-place.ts";
import { namedTable } from "./parts/table.ts";
import { parsePullRequestKey, pullRequestKey } from "../../pull-request.ts";

export const threadsPage: Page = {
  method: "get",
  path: "/threads",
  async run(visit) {
    const named = visit.query("pull");
    if (named !== null) return { is: "to", path: toPull(named) };
    const pulls = await knownPulls(visit);
    const list = listOf(pulls, visit);
    if (visit.partial) return { is: "part", body: list };
    const body = html`<h1>${words.title}</h1>
      <form class="bar-form" method="get" action="/threads">
        ${searchField("pull", words.go, words.goHint, null)}<button>${words.goButton}</button>
      </form>
      ${list}`;
    return { is: "page", title: words.title, section: "threads", body };
  },
};

/** Whether the visitor may see the pull request is checked by its own page. */
function toPull(named: string): string {
  const found = parsePull(named.trim().slice(0, 500));
  if (!found?.repository) throw new UserError(words.notPull, words.notPullHint);
  const { host, owner, repo } = found.repository;
  const pull = parsePullRequestKey(pullRequestKey({ host: host ?? "github.com", owner, repo, number: found.number }));
  if (pull === null) throw new UserError(words.notPull, words.notPullHint);
  return addressOf(pull);
}

function listOf(pulls: readonly KnownPull[], visit: Visit): Html {
  return html`<div id="pull-list" hx-get="/threads" hx-trigger="changed from:body" hx-swap="outerHTML">
    ${
      pulls.length === 0
        ? html`<div class="panel">
            <p>${words.empty}</p>
            <p class="quiet">${words.emptyHint}</p>
          </div>`
        : table(pulls, visit.site.now())
    }
    ${pulls.length === maxKnownPulls && html`<p class="quiet">${words.more(maxKnownPulls)}</p>`}
  </div>`;
}

function table(pulls: readonly KnownPull[], now: number): Html {
  return namedTable(
    words.columns,
    pulls.map((pull) => rowOf(pull, now)),
    { kind: "reviews pulls" },
  );
}

function rowOf({ pull, place, title, open, fixed, reviewedAt, lookedAt }: KnownPull, now: number): Html {
  const cells = [
    html`<a class="name" href="${addressOf(pull)}" dir="auto">${title ?? oneLine(place)}</a>
      ${title !== null && html`<span class="under"><span class="path">${shownPlace(place)}</span></span>`}`,
    ownThreads(open, fixed),
    reviewedAt !== null && when(reviewedAt, now),
    lookedAt !== null && when(lookedAt, now),
  ];
  return html`<tr>
    ${cells.map((cell, index) => html`<td data-label="${words.columns[index]}">${cell}</td>`)}
  </tr>`;
}

function when(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${relativeAge(at, now)}</time>`;
}
