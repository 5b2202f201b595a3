// Renders checks and reviewers as a table, on a phone as cards.
import type { Check } from "../../../findings/report.ts";
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import {
  defaultWords,
  missedWords,
  noiseWords,
  takenWords,
  unitsWords as words,
} from "../../../review/words/pages/units-page-texts.ts";
import { relativeAge } from "../../../review/words/pages/reviews-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import type { Visit } from "../page.ts";
import { formKey } from "../parts/fields.ts";
import { ruleText } from "../parts/rule-text.ts";
import type { SeenRepository } from "../visible.ts";
import { usualBudget, type UnitRow } from "./rows.ts";
import { namedTable } from "../parts/table.ts";

export function unitTable(visit: Visit, repository: SeenRepository, rows: readonly UnitRow[]): Html {
  return namedTable(
    words.columns,
    rows.map((row) => rowOf(visit, repository, row)),
    { kind: "units" },
  );
}

function rowOf(visit: Visit, repository: SeenRepository, row: UnitRow): Html {
  const cells: HtmlPart[] = [
    defaultCell(row),
    row.tally === null ? html`<span class="quiet">${words.notJudged}</span>` : takenCell(row.tally),
    row.tally && twoLines(noiseWords(row.noise, row.tally, usualBudget), `noise ${row.noise}`),
    row.ledger && html`<span class="${row.ledger.missed > 0 && "missed"}">${missedWords(row.ledger)}</span>`,
    resetCell(visit, repository, row),
  ];
  return html`<tr>
    <th scope="row">${nameCell(row)}</th>
    ${cells.map((cell, index) => html`<td data-label="${words.columns[index + 1]}">${cell}</td>`)}
  </tr>`;
}

function nameCell({ id, about }: UnitRow): Html {
  return html`<span class="unit">${shorten(oneLine(id), 80)}</span>
    <span class="under">${about ? `${about.unit.title} · ${words.kinds[about.kind]}` : words.unknown}</span>
    ${about && explained(id, about)}`;
}

function explained(id: string, about: NonNullable<UnitRow["about"]>): Html {
  return html`<details id="about-${id}">
    <summary id="open-${id}" aria-label="${words.explains}: ${id}">${words.explains}</summary>
    <p>${ruleText(about.unit.explains)}</p>
    ${about.kind === "check" && kindsOf(about.unit)}
  </details>`;
}

/** In the format of `crosscheck checks`. */
function kindsOf({ kinds, unproven }: Check): Html {
  const rows = Object.entries(kinds).map(([kind, { severity, says }]) => {
    const advises = Array.isArray(unproven) && unproven.includes(kind);
    return html`<li>
      <span class="sev ${severity}">${severity}</span> <code>${kind}</code> ${ruleText(says)}
      ${advises && html`<span class="quiet">(${words.advises})</span>`}
    </li>`;
  });
  return html`<p class="reports">${words.reports}</p>
    <ul>
      ${rows}
    </ul>`;
}

function defaultCell({ about }: UnitRow): HtmlPart {
  if (about === null) return null;
  return twoLines(defaultWords(about.kind === "check" ? about.unit.unproven : undefined));
}

function twoLines({ says, more }: { says: string; more: string }, look = ""): Html {
  return html`<span class="${look}">${says}</span>${more !== "" && html` <span class="under">${more}</span>`}`;
}

/** The bar is decorative: the text has the same numbers. */
function takenCell(tally: NonNullable<UnitRow["tally"]>): Html {
  const share = (100 * (tally.judged - tally.dismissed)) / tally.judged;
  const { says, more } = takenWords(tally);
  return html`<span class="rate"
      >${says}<svg viewBox="0 0 100 6" width="64" height="6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="useful" width="${share.toFixed(1)}" height="6" />
        <rect class="dismissed" x="${share.toFixed(1)}" width="${(100 - share).toFixed(1)}" height="6" />
      </svg> </span
    ><span class="under">${more}</span>`;
}

function resetCell(visit: Visit, { name, right }: SeenRepository, { id, tally, resetAt }: UnitRow): HtmlPart {
  const last =
    resetAt !== null &&
    html`<time datetime="${new Date(resetAt).toISOString()}">${relativeAge(resetAt, visit.site.now())}</time> `;
  if (right !== "steer" || tally === null) return last || null;
  return html`${last}
    <form method="post" action="/units">
      ${formKey(visit)}<input type="hidden" name="repository" value="${name}" /><input
        type="hidden"
        name="unit"
        value="${id}"
      /><input type="hidden" name="q" value="${visit.query("q") ?? ""}" /><button
        title="${words.resetTitle}"
        aria-label="${words.reset}: ${oneLine(id)}"
      >
        ${words.reset}
      </button>
    </form>`;
}
