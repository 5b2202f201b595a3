// Renders the lessons page: pending, approved and removed lessons, and patterns.
import { html, type Html } from "../../review/publishers/html/template.ts";
import { lessonsWords as words } from "../../review/words/pages/lessons-page-texts.ts";
import { decideLessonFromForm, parseLessonAction } from "./lessons/decide.ts";
import { addForm, approvedList, candidateList, removedList } from "./lessons/lists.ts";
import { patternList } from "./lessons/pattern-list.ts";
import { viewOf, type LessonsView } from "./lessons/view.ts";
import { NotHere, type PageResponse, type Page } from "./page.ts";
import { emptyPanel } from "./parts/empty-panel.ts";
import { chooser } from "./parts/fields.ts";
import { chosenRepository, repositoriesFor, steering, type SeenRepository } from "./visible.ts";

export const lessonsPage: Page = {
  method: "get",
  path: "/lessons",
  async run(visit) {
    const { all, chosen } = await chosenRepository(visit);
    if (chosen === null) return pageOf(emptyPanel(words.noRepository, words.noRepositoryHint));
    const view = await viewOf(visit, chosen, all);
    return visit.partial ? { is: "part", body: lists(view) } : pageOf(whole(view, all));
  },
};

export const lessonsDecide: Page = {
  method: "post",
  path: "/lessons",
  async run(visit) {
    const name = visit.field("repository");
    const deed = parseLessonAction(visit.field("do"));
    const all = await repositoriesFor(visit);
    const repository = all.find((one) => one.name === name);
    if (!repository || deed === null) throw new NotHere();
    await steering(visit, name);
    const refused = await decideLessonFromForm(visit, deed, name, all);
    if (refused === null) return { is: "to", path: `${addressOf(name)}&done=${deed}` };
    // Shows the form again with the rejected text and the reasons.
    return { ...pageOf(whole(await viewOf(visit, repository, all, refused), all)), status: 422 };
  },
};

function pageOf(body: Html): Extract<PageResponse, { is: "page" }> {
  const shown = html`<h1>${words.title}</h1>
    ${body}`;
  return { is: "page", title: words.title, section: "lessons", body: shown };
}

function whole(view: LessonsView, all: readonly SeenRepository[]): Html {
  const { visit, repository } = view;
  const done = parseLessonAction(visit.query("done") ?? "");
  const names = all.map(({ name }) => ({ value: name, says: name }));
  const maySteer = repository.right === "steer";
  return html`<p class="quiet lead">${words.lead} ${!maySteer && words.readers}</p>
    <form class="bar-form" method="get" action="/lessons">
      ${chooser("repository", words.repository, names, repository.name, { must: true })}
      <button>${words.show}</button>
    </form>
    ${done && view.refused === null && html`<p class="panel said-done" role="status">${words.done[done]}</p>`}
    ${lists(view)} ${maySteer && addForm(view)}`;
}

function addressOf(repository: string): string {
  return `/lessons?${new URLSearchParams({ repository }).toString()}`;
}

/** Reloads itself when something changed, except while it shows a rejected text, which would be lost. */
function lists(view: LessonsView): Html {
  const { repository, refused } = view;
  const news = html`hx-get="${addressOf(repository.name)}" hx-trigger="changed from:body" hx-swap="outerHTML"`;
  return html`<div id="lesson-lists" ${refused === null && news}>
    ${
      repository.right === "steer"
        ? html`${candidateList(view)} ${approvedList(view)} ${removedList(view)} ${patternList(view)}`
        : approvedList(view)
    }
  </div>`;
}
