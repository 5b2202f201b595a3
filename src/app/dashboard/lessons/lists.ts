// Renders the lists of candidate, approved and removed lessons, and the form to add one.
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import { decidedText, lessonsWords as words, timesSeen } from "../../../review/words/pages/lessons-page-texts.ts";
import { relativeAge } from "../../../review/words/pages/reviews-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import { formKey } from "../parts/fields.ts";
import { pullLink } from "../parts/pull-link.ts";
import { ruleText } from "../parts/rule-text.ts";
import type { LessonsView, RefusedLesson } from "./view.ts";

/** Maximum number of lessons shown per list. */
const mostShown = 100;

/**
 * Above the allowed length of a rule, so that the server reports all faults of the text at once instead of the browser
 * refusing it.
 */
const longestTyped = 2000;

export function candidateList(view: LessonsView): Html {
  const some = view.lessons.filter(({ state }) => state === "candidate");
  return section("candidates", words.candidates, some, words.noCandidates, (one) =>
    item(
      view,
      one,
      html`${oneButton(view, one, "approve", words.approve, "primary")}
      ${oneButton(view, one, "remove", words.remove, "danger")}`,
      words.reword,
      html`<button class="primary" name="do" value="approve">${words.approveReworded}</button
        ><button name="do" value="edit">${words.saveReworded}</button>`,
    ),
  );
}

export function approvedList(view: LessonsView): Html {
  const some = view.lessons.filter(({ state }) => state === "approved");
  return section(
    "approved",
    words.approved,
    some,
    words.noApproved,
    (one) =>
      item(
        view,
        one,
        oneButton(view, one, "remove", words.remove, "danger"),
        words.edit,
        html`<button class="primary" name="do" value="edit">${words.save}</button>`,
      ),
    html`<p class="quiet about">${ruleText(words.aboutFile)}</p>`,
  );
}

/** Collapsed; a removed lesson can be approved after all. */
export function removedList(view: LessonsView): Html | null {
  const some = view.lessons.filter(({ state }) => state === "removed");
  if (some.length === 0 || view.repository.right !== "steer") return null;
  return html`<details id="removed">
    <summary>${words.removed(some.length)}</summary>
    <ul class="lessons">
      ${shown(some, (one) => item(view, one, oneButton(view, one, "approve", words.approveAfterAll)))}
    </ul>
    ${more(some.length)}
  </details>`;
}

export function addForm({ visit, repository, refused }: LessonsView): Html {
  const wrong = refused?.field === "add" ? refused : null;
  return html`<section aria-labelledby="add-title">
    <h2 id="add-title">${words.add}</h2>
    <form method="post" action="/lessons" class="panel lesson-form">
      ${formKey(visit)}<input type="hidden" name="repository" value="${repository.name}" />
      ${ruleField("add", wrong?.rule ?? "", wrong)}
      <div class="buttons"><button class="primary" name="do" value="add">${words.addButton}</button></div>
    </form>
  </section>`;
}

function section(
  id: string,
  title: string,
  some: readonly KeptLesson[],
  none: string,
  show: (one: KeptLesson) => Html,
  about: HtmlPart = null,
): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title} <span class="n">${some.length}</span></h2>
    ${about}
    ${
      some.length === 0
        ? html`<p class="panel quiet">${none}</p>`
        : html`<ul class="lessons">
            ${shown(some, show)}
          </ul>`
    }
    ${more(some.length)}
  </section>`;
}

function shown(some: readonly KeptLesson[], show: (one: KeptLesson) => Html): Html[] {
  return some.slice(0, mostShown).map(show);
}

function more(length: number): Html | false {
  return length > mostShown && html`<p class="quiet">${ruleText(words.more(length - mostShown))}</p>`;
}

/** Visitors with read access see the rule and its origin, without forms. */
function item(view: LessonsView, lesson: KeptLesson, buttons: HtmlPart, wording?: string, saving?: Html): Html {
  const maySteer = view.repository.right === "steer";
  return html`<li class="panel" id="lesson-${lesson.id}">
    <p class="rule-text" dir="auto">${ruleText(lesson.rule)}</p>
    ${whence(view, lesson)} ${maySteer && html`<div class="buttons">${buttons}</div>`}
    ${maySteer && wording && saving && wordingForm(view, lesson, wording, saving)}
  </li>`;
}

function whence({ visit, repository }: LessonsView, lesson: KeptLesson): Html {
  const { id, unit, pull, seen, at } = lesson;
  const parts: HtmlPart[] = [
    ...(unit === null ? [] : [unitLink(repository.name, unit)]),
    ...(pull === null ? [] : [pullLink(repository.name, pull)]),
    ...(seen === 0 ? [] : [timesSeen(seen)]),
    html`<time datetime="${new Date(at).toISOString()}"
      >${decidedText(lesson, relativeAge(at, visit.site.now()))}</time
    >`,
    html`<code>${id}</code>`,
  ];
  return html`<p class="whence">${parts.map((part) => html`<span>${part}</span>`)}</p>`;
}

function unitLink(repository: string, unit: string): Html {
  const query = new URLSearchParams({ repository, q: unit });
  return html`<a href="/units?${query.toString()}">${shorten(oneLine(unit), 60)}</a>`;
}

/** `at` is the time of the last decision known to this page, to detect concurrent changes. */
function hidden({ visit, repository }: LessonsView, { id, at }: KeptLesson): Html {
  return html`${formKey(visit)}<input type="hidden" name="repository" value="${repository.name}" /><input
      type="hidden"
      name="id"
      value="${id}"
    /><input type="hidden" name="at" value="${at}" />`;
}

function oneButton(view: LessonsView, lesson: KeptLesson, deed: string, says: string, look = ""): Html {
  return html`<form method="post" action="/lessons">
    ${hidden(view, lesson)}<button
      class="${look}"
      name="do"
      value="${deed}"
      aria-label="${says}: ${shorten(oneLine(lesson.rule), 200)}"
    >
      ${says}
    </button>
  </form>`;
}

function wordingForm(view: LessonsView, lesson: KeptLesson, wording: string, saving: Html): Html {
  const wrong = view.refused?.field === lesson.id ? view.refused : null;
  const about = shorten(oneLine(lesson.rule), 200);
  return html`<details id="word-${lesson.id}" ${wrong && html`open`}>
    <summary id="wording-${lesson.id}" aria-label="${wording}: ${about}">${wording}</summary>
    <form method="post" action="/lessons" class="lesson-form">
      ${hidden(view, lesson)}<input type="hidden" name="reworded" value="1" />
      ${ruleField(lesson.id, wrong?.rule ?? lesson.rule, wrong)}
      <div class="buttons">${saving}</div>
    </form>
  </details>`;
}

function ruleField(id: string, rule: string, wrong: RefusedLesson | null): Html {
  const [hint, why] = [`hint-${id}`, `why-${id}`];
  return html`<label class="field"
      ><span>${words.rule}</span
      ><textarea
        name="rule"
        rows="3"
        required
        maxlength="${longestTyped}"
        dir="auto"
        aria-describedby="${wrong ? `${why} ${hint}` : hint}"
        ${wrong && html`aria-invalid="true" autofocus`}
      >
${rule}</textarea>
    </label>
    ${wrong && refusal(why, wrong)}
    <p class="quiet hint" id="${hint}">${ruleText(words.ruleHint)}</p>`;
}

function refusal(id: string, { why }: RefusedLesson): Html {
  return html`<div class="wrong" id="${id}" role="alert">
    <p>${words.refused}</p>
    <ul>
      ${why.map((one) => html`<li>${ruleText(one)}</li>`)}
    </ul>
  </div>`;
}
