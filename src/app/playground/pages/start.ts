// Renders the playground's start page.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words } from "../../../review/words/playground-texts.ts";
import type { Pull } from "../../../standin/github/state.ts";
import { NotHere, type Page, type Visit } from "../../dashboard/page.ts";
import { formKey } from "../../dashboard/parts/fields.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import type { SampleChange } from "../samples/sample.ts";
import { newPath, openPath, pullPath, start } from "./paths.ts";
import { stateBadge } from "./state-badge.ts";
import { pullRequestShortName } from "../../../pull-request.ts";

export const startPage = (ground: PlaygroundSession): Page => ({
  method: "get",
  path: start,
  async run(visit) {
    const body = html`<h1>${words.title}</h1>
      <div class="pg-lead">${words.lead.map((line) => html`<p>${line}</p>`)}</div>
      <div class="pg-start">
        <section aria-labelledby="menu">
          <h2 id="menu">${words.menu}</h2>
          <ul class="pg-menu">
            ${ground.changes.map((change) => menuRow(change, visit))}
          </ul>
        </section>
        <div>${opened(ground)} ${repositoryList(ground)}</div>
      </div>`;
    return { is: "page", title: words.title, section: "playground", body };
  },
});

function menuRow({ id, title, flaw, repository, seenBy }: SampleChange, visit: Visit): Html {
  return html`<li class="panel">
    <form method="post" action="${openPath}">
      ${formKey(visit)}<input type="hidden" name="change" value="${id}" />
      <div>
        <strong>${title}</strong>
        <p>${flaw}</p>
        <p class="quiet"><span class="path">acme/${repository}</span> · ${words.seenBy[seenBy]}</p>
      </div>
      <button class="primary" aria-label="${words.openNamed(title)}">${words.open}</button>
    </form>
  </li>`;
}

function opened(ground: PlaygroundSession): Html {
  const pulls = ground.github.state.pulls.toReversed();
  const rows = pulls.map(
    (pull) =>
      html`<li>
        ${stateBadge(pull)} <a href="${pullPath(ground, pull)}" dir="auto">${pull.title}</a>
        <span class="quiet">${pullRequestTitle(ground, pull)}</span>
      </li>`,
  );
  return html`<section class="panel">
    <h2>${words.pulls}</h2>
    ${
      rows.length === 0
        ? html`<p class="quiet">${words.noPulls}</p>`
        : html`<ul class="pg-pulls">
            ${rows}
          </ul>`
    }
    <p><a href="${newPath}">${words.own}</a></p>
  </section>`;
}

export function pullRequestTitle(ground: PlaygroundSession, pull: Pull): string {
  const { owner, name } = ground.of(pull).repository;
  return pullRequestShortName({ owner, repo: name, number: pull.number });
}

function repositoryList(ground: PlaygroundSession): Html {
  return html`<section class="panel">
    <h2>${words.repositories}</h2>
    <ul class="pg-pulls">
      ${ground.repositories.map(
        ({ repository, about }) =>
          html`<li>
            <span class="path">${repository.owner}/${repository.name}</span>
            <p class="quiet">${about}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

export const openChange = (ground: PlaygroundSession): Page => ({
  method: "post",
  path: openPath,
  async run(visit) {
    const change = ground.changes.find(({ id }) => id === visit.field("change"));
    if (change === undefined) throw new NotHere();
    return { is: "to", path: pullPath(ground, await ground.open(change)) };
  },
});
