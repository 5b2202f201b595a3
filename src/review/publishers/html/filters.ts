// Renders the filters: severity, source, outcome, and part of a path.
import { findingOutcomes, severities } from "../../../findings/finding.ts";
import { headings, keyboardHelp, reportLabels } from "../../words/report-texts.ts";
import { checkNames, type ShownFinding } from "./finding-card.ts";
import { html, type Html } from "./template.ts";

export function filters(all: readonly ShownFinding[]): Html {
  const checks = [...new Set(all.flatMap(({ one }) => checkNames(one)))].toSorted();
  return html`<details class="filters" id="filters">
    <summary>${headings.filters}</summary>
    <label class="search"
      ><span>${reportLabels.path}</span
      ><input
        type="search"
        id="search"
        placeholder="${reportLabels.pathHint}"
        autocomplete="off"
        spellcheck="false"
      /><kbd aria-hidden="true">/</kbd></label
    >
    ${chips("severity", reportLabels.severity, severities, (value, { one }) => one.severity === value, all)}
    ${chips("check", reportLabels.check, checks, (value, { one }) => checkNames(one).includes(value), all)}
    ${chips("outcome", reportLabels.outcome, findingOutcomes, (value, { one }) => one.outcome === value, all)}
    <label class="chip alone"><input type="checkbox" id="only-found" /><span>${reportLabels.onlyFound}</span></label>
    <p role="status" id="shown" class="quiet"></p>
  </details>`;
}

function chips(
  name: string,
  title: string,
  values: readonly string[],
  has: (value: string, shown: ShownFinding) => boolean,
  all: readonly ShownFinding[],
): Html | null {
  const used = values
    .map((value) => ({ value, number: all.filter((shown) => has(value, shown)).length }))
    .filter(({ number }) => number > 0);
  if (used.length === 0) return null;
  const boxes = used.map(
    ({ value, number }) =>
      html`<label class="chip"
        ><input type="checkbox" name="${name}" value="${value}" checked /><span
          class="${name === "severity" && `sev ${value}`}"
          >${value}</span
        >
        <b>${number}</b></label
      >`,
  );
  return html`<fieldset>
    <legend>${title}</legend>
    ${boxes}
  </fieldset>`;
}

/** `more`: keys that only this page has. */
export function helpDialog(more: typeof keyboardHelp = []): Html {
  const rows = [...keyboardHelp.slice(0, 2), ...more, ...keyboardHelp.slice(2)].map(
    ([names, says]) =>
      html`<div>
        <dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt>
        <dd>${says}</dd>
      </div>`,
  );
  return html`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">${headings.help}</h2>
    <dl>${rows}</dl>
    <form method="dialog"><button>${reportLabels.close}</button></form>
  </dialog>`;
}
