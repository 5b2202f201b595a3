// Shows one repository's configuration with origins, or what is wrong with its file.
import type { ConfigFault } from "../../../change/load-config.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { configValueRows, type ConfigValueRow, type ShownConfig } from "../../../review/words/config-texts.ts";
import {
  baseNote,
  faultText,
  readFromLine,
  settingsWords as words,
  shownCount,
} from "../../../review/words/pages/settings-page-texts.ts";
import type { ConfigRead, KnownConfig } from "../dashboard-actions.ts";
import { namedTable } from "../parts/table.ts";

export interface ShownSettings {
  address: string;
  /** Including defaults. */
  all: boolean;
}

const mostFaults = 100;

export function configPart(known: KnownConfig, shown: ShownSettings): Html {
  switch (known.is) {
    case "unknown":
      return html`<div class="panel">
        <p><strong>${words.unknown}</strong></p>
        <p>${known.why}</p>
      </div>`;
    case "broken":
      return faults(known.faults);
    case "known":
      return values(known.config, known.read, shown);
  }
}

function faults(all: readonly ConfigFault[]): Html {
  const rows = all.slice(0, mostFaults).map(
    ({ line, column, message }) =>
      html`<tr>
        <td data-label="${words.faultColumns[0]}">${line}</td>
        <td data-label="${words.faultColumns[1]}">${column}</td>
        <td data-label="${words.faultColumns[2]}">${faultText(message)}</td>
      </tr>`,
  );
  return html`<section class="panel warn config-faults" role="alert">
    <h2>${words.broken}</h2>
    <p>${words.brokenSays}</p>
    ${namedTable(words.faultColumns, rows, { kind: "settings faults" })}
  </section>`;
}

function values(config: ShownConfig, read: ConfigRead, { address, all }: ShownSettings): Html {
  const rows = configValueRows(config);
  const set = rows.filter((row) => row.set);
  const shown = all ? rows : set;
  return html`<section aria-labelledby="config-title">
    <h2 id="config-title">${words.config}</h2>
    <p>${readFromLine(read, config.repositoryFile, config.base)}</p>
    <p class="quiet">${baseNote}</p>
    <nav class="chips" aria-label="${words.filter}">
      ${chip(words.all, address, rows.length, all)} ${chip(words.onlySet, `${address}&shown=set`, set.length, !all)}
    </nav>
    ${
      shown.length === 0
        ? html`<p class="panel quiet">${words.nothingSet}</p>`
        : namedTable(words.columns, shown.map(rowOf), { kind: "settings config-values" })
    }
    <p class="quiet">${shownCount(shown.length, rows.length)}</p>
  </section>`;
}

function chip(says: string, address: string, count: number, isChosen: boolean): Html {
  return html`<a class="chip" href="${address}" ${isChosen && html`aria-current="true"`}>${says} ${count}</a>`;
}

function rowOf({ key, value, origin, set }: ConfigValueRow): Html {
  return html`<tr class="${set && "set"}">
    <th scope="row">${key}</th>
    <td data-label="${words.columns[1]}">
      ${value === "" ? html`<span class="quiet">${words.emptyValue}</span>` : value}
    </td>
    <td data-label="${words.columns[2]}">${origin}</td>
  </tr>`;
}
