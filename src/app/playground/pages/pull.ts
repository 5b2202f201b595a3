// Renders the page of a pull request, similar to GitHub's, with next steps. It reloads when something happens.
import { createHash } from "node:crypto";
import type { FileDiff } from "../../../change/diff.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { checkWords, playgroundWords as words } from "../../../review/words/playground-texts.ts";
import { shorten } from "../../../review/words/text.ts";
import { pullCommits, pullFiles } from "../../../standin/github/pull-git.ts";
import type { CheckRun, Pull } from "../../../standin/github/state.ts";
import type { Page, Visit } from "../../dashboard/page.ts";
import { chooser, formKey } from "../../dashboard/parts/fields.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { changedFiles } from "./diff.ts";
import { named } from "./own.ts";
import { requestedPull, pullPath, pullPattern } from "./paths.ts";
import { standingOf, type ReviewProgress } from "./standing.ts";
import { mergeBox, storyPanelOf } from "./story.ts";
import { pullRequestTitle } from "./start.ts";
import { stateBadge } from "./state-badge.ts";
import { playgroundTimeline } from "./timeline.ts";

export const playgroundPullPage = (ground: PlaygroundSession): Page => ({
  method: "get",
  path: pullPattern,
  async run(visit) {
    const pull = requestedPull(ground, visit);
    const shown = await contents(ground, pull, visit);
    const stamp = createHash("sha256").update(shown.toString()).digest("base64url").slice(0, 16);
    if (visit.partial && visit.query("seen") === stamp) return { is: "same" };
    // The store announces most changes; those known only to GitHub are polled for.
    const body = html`<div
      class="pg-pull"
      hx-get="${pullPath(ground, pull)}?seen=${stamp}"
      hx-trigger="changed from:body, every 2s"
      hx-swap="outerHTML"
    >
      ${shown}
    </div>`;
    if (visit.partial) return { is: "part", body };
    const title = `${shorten(pull.title, 120)} · ${pullRequestTitle(ground, pull)}`;
    return { is: "page", title, section: "playground", body };
  },
});

async function contents(ground: PlaygroundSession, pull: Pull, visit: Visit): Promise<Html> {
  const { hub } = ground.github;
  const [commits, files, at, talk] = await Promise.all([
    pullCommits(hub, pull),
    pullFiles(hub, pull),
    standingOf(ground, pull, visit.site.store),
    playgroundTimeline(ground, pull, visit),
  ]);
  const change = ground.changeOf(pull);
  return html`<h1><span dir="auto">${pull.title}</span> <span class="n">${pullRequestTitle(ground, pull)}</span></h1>
    <p class="pg-under">
      ${stateBadge(pull)} ${words.wants(pull.author, commits.length, pull.base.ref, pull.head.ref)}
    </p>
    <p class="pg-status ${at.standing.is}" role="status">${statusLine(at.standing, at.review, pull)}</p>
    <div class="pg-columns">
      <div>
        ${changedFiles(files, pull)} ${talk} ${mergeBox(ground, pull, at.standing, visit)}
        ${commentForm(ground, pull, visit)}
      </div>
      <aside class="pg-side">
        ${storyPanelOf(ground, pull, at.standing)}
        <section class="panel">
          <h2>${words.next}</h2>
          ${change && html`<p>${words.flaw}: ${change.flaw}.</p>`} ${await actions(ground, pull, files, visit)}
        </section>
        <section class="panel">
          <h2>${words.checks}</h2>
          ${checkLines(ground, pull, at.runs)}
        </section>
        <section class="panel">
          <h2>${words.commits}</h2>
          <ul class="pg-pulls">
            ${commits.map(
              ({ oid, message }) =>
                html`<li>
                  <code>${oid.slice(0, 7)}</code> <span dir="auto">${shorten(message.split("\n", 1)[0]!, 120)}</span>
                </li>`,
            )}
          </ul>
        </section>
      </aside>
    </div>`;
}

function statusLine(standing: ReviewProgress, review: string | null, pull: Pull): Html {
  const sha = pull.head.oid.slice(0, 7);
  const link = review !== null && html` <a href="/reviews/${review}">${words.toReview}</a>`;
  switch (standing.is) {
    case "reviewing":
      return html`<span class="pg-busy" aria-hidden="true"></span> ${words.reviewing(sha)}`;
    case "answering":
      return html`<span class="pg-busy" aria-hidden="true"></span> ${words.answering}`;
    case "waits":
      return html`${words.waits} <a href="/reviews/${standing.review}">${words.toGate}</a>`;
    case "reviewed":
      return html`${words.reviewed(sha)}${link}`;
    case "closed":
      return html`${words.notReviewed}${link}`;
  }
}

function checkLines({ github }: PlaygroundSession, { head }: Pull, runs: readonly CheckRun[]): Html | Html[] {
  const statuses = github.state.statuses.filter(({ sha }) => sha === head.oid);
  const lines = [
    ...runs.map(checkLine),
    ...statuses.map(
      ({ context, state }) =>
        html`<p class="pg-check ${state}"><strong>${context}</strong> ${checkWords[state] ?? state}</p>`,
    ),
  ];
  return lines.length > 0 ? lines : html`<p class="quiet">${words.noChecks}</p>`;
}

function checkLine({ name, status, conclusion, output }: CheckRun): Html {
  const is = conclusion ?? status;
  return html`<p class="pg-check ${is}">
    <strong>${name}</strong> ${checkWords[is] ?? is}${output.title !== null && html`: ${shorten(output.title, 200)}`}
  </p>`;
}

function commentForm(ground: PlaygroundSession, pull: Pull, visit: Visit): Html {
  return html`<form class="pg-comment panel" method="post" action="${pullPath(ground, pull)}/comment">
    ${formKey(visit)}<label class="field"
      ><span>${words.comment}</span
      ><textarea
        name="text"
        id="comment"
        hx-preserve
        rows="3"
        required
        maxlength="10000"
        placeholder="${words.commentHint}"
      ></textarea></label
    ><button>${words.comment}</button>
  </form>`;
}

async function actions(ground: PlaygroundSession, pull: Pull, files: readonly FileDiff[], visit: Visit): Promise<Html> {
  const path = pullPath(ground, pull);
  const isOpen = pull.state === "open";
  if (pull.merged) return html``;
  const close = html`<form method="post" action="${path}/state">
    ${formKey(visit)}<button name="open" value="${isOpen ? "no" : "yes"}">
      ${isOpen ? words.close : words.reopen}
    </button>
  </form>`;
  if (!isOpen) return close;
  const fix = ground.changeOf(pull)?.fix;
  return html`${
      fix &&
      (ground.isFixed(pull)
        ? html`<p class="quiet">${words.fixed}</p>`
        : html`<form method="post" action="${path}/fix">
            ${formKey(visit)}<button class="primary">${words.fix}</button>
          </form>`)
    }
    <form method="get" action="${path}/edit" class="pg-choose">
      ${chooser("path", words.edit, named(await filesOf(ground, pull, files)), null, { must: true })}<button>
        ${words.choose}
      </button>
    </form>
    ${close}`;
}

/** Files that the pull request changes come first. */
async function filesOf(ground: PlaygroundSession, pull: Pull, changed: readonly FileDiff[]): Promise<string[]> {
  const all = await ground.paths(ground.of(pull).repository, pull.head.oid);
  const first = new Set(changed.map(({ newPath }) => newPath));
  return all.toSorted((one, other) => Number(first.has(other)) - Number(first.has(one)));
}
