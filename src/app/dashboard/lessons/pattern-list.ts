// Renders the list of patterns on the lessons page.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { patternText } from "../../../review/words/lessons-texts.ts";
import { lessonsWords as words, timesSeen } from "../../../review/words/pages/lessons-page-texts.ts";
import { formKey } from "../parts/fields.ts";
import { ruleText } from "../parts/rule-text.ts";
import type { LessonsView, ShownPattern } from "./view.ts";

const mostShown = 100;

export function patternList(view: LessonsView): Html {
  const { patterns, overAll } = view;
  const more = patterns.length - mostShown;
  return html`<section aria-labelledby="patterns">
    <h2 id="patterns">${words.patterns} <span class="n">${patterns.length}</span></h2>
    <p class="quiet about">${words.aboutPatterns}</p>
    ${
      patterns.length === 0
        ? html`<p class="panel quiet">${words.noPatterns}</p>`
        : html`<ul class="lessons patterns">
            ${patterns.slice(0, mostShown).map((one) => item(view, one))}
          </ul>`
    }
    ${more > 0 && html`<p class="quiet">${ruleText(words.more(more))}</p>`}
    ${patterns.length > 0 && !overAll && html`<p class="quiet">${words.needsAll}</p>`}
  </section>`;
}

function item(view: LessonsView, pattern: ShownPattern): Html {
  const { promoted, everywhere, times } = pattern;
  const reach = promoted ? words.fromElsewhere : everywhere ? words.everywhere : null;
  return html`<li class="panel">
    <p class="rule-text">${patternText(pattern)}</p>
    <p class="whence"><span>${timesSeen(times)}</span>${reach && html`<span>${reach}</span>`}</p>
    <div class="buttons">
      ${!everywhere && view.overAll && button(view, pattern, "promote", words.promote)}
      ${mayForget(view, pattern) && button(view, pattern, "forget", words.forget, "danger")}
    </div>
  </li>`;
}

/** A promoted pattern is also removed from other repositories, which needs access to all of them. */
export function mayForget({ overAll }: Pick<LessonsView, "overAll">, { everywhere, promoted }: ShownPattern): boolean {
  return overAll || !(everywhere || promoted);
}

function button(
  { visit, repository }: LessonsView,
  pattern: ShownPattern,
  deed: string,
  says: string,
  look = "",
): Html {
  return html`<form method="post" action="/lessons">
    ${formKey(visit)}<input type="hidden" name="repository" value="${repository.name}" /><input
      type="hidden"
      name="id"
      value="${pattern.id}"
    /><button class="${look}" name="do" value="${deed}" aria-label="${says}: ${patternText(pattern)}">${says}</button>
  </form>`;
}
