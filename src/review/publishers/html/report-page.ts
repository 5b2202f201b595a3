// Assembles the report page.
import type { Draft } from "../../draft.ts";
import { footer, headings, reportLabels } from "../../words/report-texts.ts";
import type { PublishOptions } from "../publisher.ts";
import { dataBlock } from "./page-data.ts";
import { details } from "./report-details.ts";
import { fileList, fileViews, type FileView } from "./files.ts";
import { filters, helpDialog } from "./filters.ts";
import { findingLists, shownFindings } from "./finding-card.ts";
import { head, scriptElement } from "./head.ts";
import { openFiles } from "./page-limits.ts";
import { aboutChange, overview, targetOf, titleOfChange, topBar } from "./overview.ts";
import { reportScript } from "./report-script.ts";
import { reportStyle } from "./report-style.ts";
import { html, type Html } from "./template.ts";

export function reportPage(draft: Draft, options: Pick<PublishOptions, "version">): Html {
  const all = shownFindings(draft);
  const views = fileViews(draft, all);
  const title = `${titleOfChange(draft)} · ${targetOf(draft)} · ${reportLabels.product}`;
  return html`<!doctype html>
    <html lang="en">
      ${head({ title, version: options.version, style: reportStyle, script: reportScript })}
      <body class="${isLarge(views) && "large"}">
        <a class="skip" href="#findings">${reportLabels.skip}</a>
        ${topBar(draft)}
        <main>
          ${overview(draft)}
          <p class="panel no-script">${reportLabels.noScript}</p>
          <div class="review">
            <aside id="findings" aria-labelledby="findings-title">
              <h2 id="findings-title">${headings.findings} <span class="n">${all.length}</span></h2>
              ${filters(all)}${findingLists(all)}
            </aside>
            <section id="files" aria-labelledby="files-title">
              <h2 id="files-title">${headings.files} <span class="n">${draft.change.files.length}</span></h2>
              ${fileList(views)}
            </section>
          </div>
          <details class="part">
            <summary>${headings.about}</summary>
            ${aboutChange(draft)}
          </details>
          <details class="part">
            <summary>${headings.details}</summary>
            ${details(draft)}
          </details>
        </main>
        <footer>${footer(options.version, draft.id)}</footer>
        ${helpDialog()} ${dataBlock(all, views)} ${scriptElement(reportScript)}
      </body>
    </html>`;
}

/** In a large page the browser skips rendering what is out of view and estimates its size. */
export function isLarge(views: readonly FileView[]): boolean {
  return views.length > openFiles || views.flatMap(({ pieces }) => pieces()).length > openFiles;
}
