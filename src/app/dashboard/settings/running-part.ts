// Shows the settings of this server or machine, without addresses and keys.
import { html, type Html, type HtmlPart } from "../../../review/publishers/html/template.ts";
import { limitText, settingsWords as words } from "../../../review/words/pages/settings-page-texts.ts";
import { oneLine, shorten } from "../../../review/words/text.ts";
import type { RunningJob } from "../dashboard-actions.ts";
import { namedTable } from "../parts/table.ts";
import type { Site } from "../site.ts";

export function runningPart({ version, where }: Pick<Site, "version" | "where">, running: RunningJob | null): Html {
  return html`<section class="running" aria-labelledby="running-title">
    <h2 id="running-title">${where === "server" ? words.server : words.machine}</h2>
    <dl class="panel">
      ${fact(words.version, version)}
      ${
        running &&
        html`${fact(words.data, running.data)} ${running.role && fact(words.role, words.roles[running.role])}
        ${fact(words.limits, limits(running))} ${fact(words.record, words.records[running.record])}`
      }
    </dl>
    ${running && models(running)}
  </section>`;
}

function fact(name: string, value: HtmlPart): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function limits({ spending }: RunningJob): HtmlPart {
  const names = Object.keys(words.limitNames) as (keyof typeof words.limitNames)[];
  const set = names.flatMap((name) => {
    const amount = spending[name];
    return amount === undefined ? [] : [`${limitText(amount)} ${words.limitNames[name]}`];
  });
  return set.length === 0 ? words.noLimits : set.join(", ");
}

function models({ models: known, reviewers }: RunningJob): Html {
  if (known.length === 0)
    return html`<h3>${words.models}</h3>
      <p class="panel quiet">${words.noModels}</p>`;
  const usedBy = (name: string) =>
    Object.entries(reviewers)
      .filter(([, model]) => model === name)
      .map(([reviewer]) => (reviewer === "default" ? words.anyReviewer : oneLine(reviewer)))
      .join(", ");
  const rows = known.map(
    ({ name, use }) =>
      html`<tr>
        <th scope="row">${shorten(oneLine(name), 100)}</th>
        <td data-label="${words.modelColumns[1]}">${shorten(oneLine(use), 100)}</td>
        <td data-label="${words.modelColumns[2]}">${usedBy(name)}</td>
      </tr>`,
  );
  return html`<h3>${words.models}</h3>
    ${namedTable(words.modelColumns, rows, { kind: "settings" })}`;
}
