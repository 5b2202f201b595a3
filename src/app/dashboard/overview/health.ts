// Says whether jobs run and which models are configured.
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { overviewWords as words } from "../../../review/words/pages/overview-page-texts.ts";
import { list, oneLine } from "../../../review/words/text.ts";
import { seenJobs } from "../jobs/seen.ts";
import type { Visit } from "../page.ts";
import type { SeenRepository } from "../visible.ts";

export async function healthPanel(visit: Visit, repositories: readonly SeenRepository[]): Promise<Html> {
  const isSteering = visit.site.where === "local" || repositories.some(({ right }) => right === "steer");
  // A broken configuration is explained on its own page.
  const running = isSteering ? await visit.site.doing.running?.().catch(() => null) : undefined;
  const { counts } = await seenJobs(visit);
  const jobs = words.jobCounts(counts.running, counts.waiting + counts.retrying, counts.failed);
  const models = running && [...new Set(running.models.map(({ use }) => oneLine(use)))];
  return html`<section class="panel">
    <h2>${icon("shield")}${words.health}</h2>
    <dl>
      <div>
        <dt>${words.jobs}</dt>
        <dd class="${counts.failed > 0 && "not-ok"}"><a href="/jobs">${jobs === "" ? words.noJobs : jobs}</a></dd>
      </div>
      ${
        models !== undefined &&
        html`<div>
          <dt>${words.models}</dt>
          <dd>
            <a href="/settings"
              >${models === null ? words.unread : models.length === 0 ? words.noModels : list(models)}</a
            >
          </dd>
        </div>`
      }
    </dl>
  </section>`;
}
