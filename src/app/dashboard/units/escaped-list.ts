// Lists missed defects, newest first.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { moreEscaped, unitsWords as words } from "../../../review/words/pages/units-page-texts.ts";
import { relativeAge } from "../../../review/words/pages/reviews-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import type { KeptEscape } from "../../../world/store/kept/learning.ts";
import { pullLink } from "../parts/pull-link.ts";
import { ruleText } from "../parts/rule-text.ts";
import { namedTable } from "../parts/table.ts";
import { parsePullRequestKey, repositoryKey } from "../../../pull-request.ts";

const mostShown = 50;

export function escapedList(escaped: readonly KeptEscape[], now: number): Html {
  const defects = [
    ...Map.groupBy(escaped, ({ place, mendedBy, path }) => JSON.stringify([place, mendedBy, path])).values(),
  ];
  const more = defects.length - mostShown;
  return html`<section aria-labelledby="escaped">
    <h2 id="escaped">${words.escaped} <span class="n">${defects.length}</span></h2>
    <p class="quiet about">${words.aboutEscaped}</p>
    ${
      defects.length === 0
        ? html`<p class="panel quiet">${ruleText(words.noEscaped)}</p>`
        : tableOf(defects.slice(0, mostShown).map((rows) => rowOf(rows, now)))
    }
    ${more > 0 && html`<p class="quiet">${moreEscaped(more)}</p>`}
  </section>`;
}

function tableOf(rows: readonly Html[]): Html {
  return namedTable(words.escapedColumns, rows, { kind: "escaped" });
}

function rowOf(rows: readonly KeptEscape[], now: number): Html {
  const { place, path, how, mendedBy, at } = rows[0]!;
  const silent = rows.filter(({ said }) => !said).map(({ unit }) => shorten(oneLine(unit), 60));
  const cells = [
    placeLink(place),
    html`<span class="path">${shorten(oneLine(path), 200)}</span>`,
    html`${words.how[how]} <code>${mendedBy.slice(0, 10)}</code>
      <time datetime="${new Date(at).toISOString()}">${relativeAge(at, now)}</time>`,
    silent.length === 0 ? html`<span class="quiet">${words.somebodySaid}</span>` : silent.join(", "),
  ];
  return html`<tr>
    ${cells.map((cell, index) => html`<td data-label="${words.escapedColumns[index]}">${cell}</td>`)}
  </tr>`;
}

function placeLink(place: string): Html {
  const pull = parsePullRequestKey(place);
  return pull === null ? html`${oneLine(place)}` : pullLink(repositoryKey(pull), pull.number);
}
