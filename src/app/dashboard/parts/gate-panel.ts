// Renders the panel on which a person decides on a draft. Each edit is a form that works without JavaScript.
import { reachesAuthor, type JudgedFinding } from "../../../findings/finding.ts";
import { eventOf, isAcknowledgeable, openObjections } from "../../../review/decision.ts";
import { whyEventRefused } from "../../../review/edit-draft.ts";
import type { Draft } from "../../../review/draft.ts";
import { severityBadge, shownFindings, type ShownFinding } from "../../../review/publishers/html/finding-card.ts";
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import { findingLocation, findingTitle } from "../../../review/words/finding-lines.ts";
import { disputedQuestion, gateAnswers } from "../../../review/words/gate-texts.ts";
import { outcomeTitle } from "../../../review/words/report-texts.ts";
import { gatePageWords as words } from "../../../review/words/pages/gate-page-texts.ts";
import { reviewsWords } from "../../../review/words/pages/reviews-page-texts.ts";
import { decisionRuleText } from "../../../review/words/decision-rule-texts.ts";
import { shorten } from "../../../review/words/text.ts";
import { isDisputed } from "../../cli/confirmation-gate.ts";
import type { Visit } from "../page.ts";
import type { SeenReview } from "../visible.ts";
import { formKey } from "./fields.ts";

/** With more findings, editing is done elsewhere. */
const mostEdited = 100;

export function gatePanel(visit: Visit, { draft, saved, right }: SeenReview): Html | null {
  if (right !== "steer" || saved?.state !== "waiting" || draft.change.from.kind !== "pull") return null;
  const isPosting = visit.query("posting") !== null;
  return html`<div
    class="panel gate"
    ${isPosting && html`hx-get="/reviews/${draft.id}/gate?posting=1" hx-trigger="changed from:body" hx-swap="outerHTML"`}
  >
    <h2 class="heard">${words.title}</h2>
    ${isPosting ? html`<p role="status">${words.posting}</p>` : asking(visit, draft)}
  </div>`;
}

function asking(visit: Visit, draft: Draft): Html {
  const number = draft.judged.filter(isEditable).length;
  return html`${approvalLimits(visit, draft)} ${postForm(visit, draft)}
    <details class="edits">
      <summary>${icon("pencil")}${words.editFirst(number)}</summary>
      ${eventForm(visit, draft)} ${findingForms(visit, draft)}
    </details>`;
}

/** A form for one edit. `edits` is the number known to this page, to detect concurrent changes. */
function editForm(visit: Visit, draft: Draft, kind: string, more: HtmlPart): Html {
  return html`<form method="post" action="/reviews/${draft.id}/edit" class="edit">
    ${formKey(visit)}<input type="hidden" name="edit" value="${kind}" /><input
      type="hidden"
      name="edits"
      value="${draft.edits.length}"
    />${more}
  </form>`;
}

const events = ["COMMENT", "REQUEST_CHANGES", "APPROVE"] as const;

function eventForm(visit: Visit, draft: Draft): Html {
  const options = events.map((event) => {
    const refusal = whyEventRefused(draft.decision, event);
    return html`<label class="chip"
      ><input
        type="radio"
        name="event"
        value="${event}"
        ${eventOf(draft.decision) === event && html`checked`}
        ${refusal !== null && html`disabled`}
      /><span>${reviewsWords.events[event]}</span></label
    >`;
  });
  const refused = events.flatMap((event) => whyEventRefused(draft.decision, event) ?? []);
  return editForm(
    visit,
    draft,
    "event",
    html`<fieldset>
        <legend>${words.event}</legend>
        ${options} <button>${words.change}</button>
      </fieldset>
      ${refused.map(({ message, remedy }) => html`<p class="quiet">${message}. ${remedy}</p>`)}`,
  );
}

function approvalLimits(visit: Visit, draft: Draft): Html | null {
  const open = openObjections(draft.decision).filter(({ rule }) => isAcknowledgeable(rule));
  const taken = draft.decision.acknowledged ?? [];
  if (open.length + taken.length === 0) return null;
  const rows = open.map(
    (rule) =>
      html`<li>
        <span>${decisionRuleText(rule)}</span>
        ${editForm(
          visit,
          draft,
          "acknowledge",
          html`<input type="hidden" name="rule" value="${rule.rule}" /><button>${words.acknowledge}</button>`,
        )}
      </li>`,
  );
  return html`<h3>${words.against}</h3>
    <ul class="limits">
      ${rows}
    </ul>
    ${taken.length > 0 && html`<p class="quiet">${words.acknowledged}: ${taken.join(", ")}</p>`}`;
}

function postForm(visit: Visit, draft: Draft): Html {
  if (!visit.site.doing.post) return html`<p class="quiet">${words.byHand(draft.id)}</p>`;
  const disputed = draft.judged.filter(isDisputed);
  const answers = gateAnswers(draft).flatMap(({ value, label }) =>
    value === "code" || value === "all"
      ? [html`<button class="${value === "code" && "primary"}" name="choice" value="${value}">${label}</button>`]
      : [],
  );
  return html`<form method="post" action="/reviews/${draft.id}/post" class="post">
    ${formKey(visit)}<input type="hidden" name="edits" value="${draft.edits.length}" />
    ${disputed.length > 0 && html`<h3>${words.disputed}</h3>`} ${disputed.map(disputedChoice)}
    <p class="buttons">
      ${answers}<button class="danger" name="choice" value="cancel" formnovalidate>${words.cancel}</button>
      <span class="quiet">${words.nothingYet}</span>
    </p>
  </form>`;
}

function disputedChoice(one: JudgedFinding): Html {
  const name = `disputed-${one.finding.id}`;
  return html`<fieldset class="disputed">
    <legend>${disputedQuestion(one)}</legend>
    <label class="chip"><input type="radio" name="${name}" value="keep" required /><span>${words.keep}</span></label
    ><label class="chip"
      ><input type="radio" name="${name}" value="leave-out" required /><span>${words.leaveOut}</span></label
    >
  </fieldset>`;
}

function isEditable(one: JudgedFinding): boolean {
  return reachesAuthor(one) || one.outcome === "advisory";
}

function findingForms(visit: Visit, draft: Draft): Html | null {
  const all = shownFindings(draft).filter(({ one }) => isEditable(one));
  if (all.length === 0) return null;
  const more = all.length - mostEdited;
  return html`<ul>
      ${all.slice(0, mostEdited).map((shown) => findingForm(visit, draft, shown))}
    </ul>
    ${more > 0 && html`<p class="quiet">${words.more(more)}</p>`}`;
}

function findingForm(visit: Visit, draft: Draft, { index, one }: ShownFinding): Html {
  const { id, title, explanation } = one.finding;
  const about = shorten(findingTitle(one), 300);
  const named = html`<input type="hidden" name="finding" value="${id}" />`;
  const to = reachesAuthor(one) ? "advisory" : "posted";
  return html`<li id="edit-${index}" tabindex="-1">
    <p>
      ${severityBadge(one)} <span dir="auto">${about}</span> <span class="place">${findingLocation(one)}</span>
      <span class="quiet">${outcomeTitle(one.outcome)}</span>
    </p>
    <div class="buttons">
      ${editForm(
        visit,
        draft,
        "move",
        html`${named}<input type="hidden" name="to" value="${to}" /><button
            aria-label="${to === "posted" ? words.toPosted : words.toAdvisory}: ${about}"
          >
            ${to === "posted" ? words.toPosted : words.toAdvisory}
          </button>`,
      )}
      ${editForm(visit, draft, "remove", html`${named}<button aria-label="${words.remove}: ${about}">${words.remove}</button>`)}
    </div>
    <details>
      <summary>${words.reword}</summary>
      ${editForm(
        visit,
        draft,
        "reword",
        html`${named}<label class="field"
            ><span>${words.rewordTitle}</span
            ><input name="title" value="${title}" maxlength="500" required dir="auto" /></label
          ><label class="field"
            ><span>${words.rewordText}</span
            ><textarea name="explanation" maxlength="20000" dir="auto">${"\n"}${explanation}</textarea></label
          ><button>${words.save}</button>`,
      )}
    </details>
  </li>`;
}
