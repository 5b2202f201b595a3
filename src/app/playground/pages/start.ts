// Renders the playground's start page.
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words, storySteps } from "../../../review/words/playground-texts.ts";
import type { Pull } from "../../../standin/github/state.ts";
import { NotHere, type Page, type Visit } from "../../dashboard/page.ts";
import { formKey } from "../../dashboard/parts/fields.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import type { SampleChange } from "../samples/sample.ts";
import { newPath, openPath, pullPath, start } from "./paths.ts";
import { stateBadge } from "./state-badge.ts";
import { pullRequestShortName } from "../../../pull-request.ts";

const groups = ["checks", "model", "nobody"] as const;

export const startPage = (ground: PlaygroundSession): Page => ({
  method: "get",
  path: start,
  async run(visit) {
    const [first] = ground.changes;
    const body = html`<h1>${words.title}</h1>
      <div class="pg-lead">${words.lead.map((line) => html`<p>${line}</p>`)}</div>
      <div class="pg-start">
        <div>
          ${first && storyPanel(first, visit)}
          ${groups.map((group) =>
            groupOf(
              group,
              ground.changes.filter(({ seenBy }) => seenBy === group),
              visit,
            ),
          )}
        </div>
        <div>${opened(ground)} ${repositoryList(ground)}</div>
      </div>`;
    return { is: "page", title: words.title, section: "playground", body };
  },
});

/** Where to begin, as the page's one primary action. */
function storyPanel({ id, title }: SampleChange, visit: Visit): Html {
  return html`<section class="panel pg-story" aria-labelledby="story">
    <h2 id="story">${words.story}</h2>
    <ol class="pg-steps">
      ${storySteps.map(({ does }) => html`<li>${does}</li>`)}
    </ol>
    <form method="post" action="${openPath}">
      ${formKey(visit)}<input type="hidden" name="change" value="${id}" /><button class="primary">
        ${icon("play")}${words.begin}
      </button>
      <span class="quiet">${title}</span>
    </form>
  </section>`;
}

function groupOf(group: SampleChange["seenBy"], changes: readonly SampleChange[], visit: Visit): Html {
  return html`<section aria-labelledby="menu-${group}">
    <h2 id="menu-${group}">${words.groups[group]}</h2>
    <ul class="pg-menu panel">
      ${changes.map((change) => menuRow(change, visit))}
    </ul>
  </section>`;
}

function menuRow({ id, title, flaw, repository }: SampleChange, visit: Visit): Html {
  return html`<li>
    <form method="post" action="${openPath}">
      ${formKey(visit)}<input type="hidden" name="change" value="${id}" />
      <div>
        <strong>${title}</strong>
        <p class="quiet">${flaw} · <span class="path">acme/${repository}</span></p>
      </div>
      <button aria-label="${words.openNamed(title)}">${words.open}</button>
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
