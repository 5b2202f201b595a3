// Renders the jobs page: running, waiting and failed jobs, with actions.
import { webAddress } from "../../change/remote.ts";
import { UserError } from "../../errors.ts";
import { html, type Html, type HtmlPart } from "../../review/publishers/html/template.ts";
import { workName } from "../../review/words/pages/figures-page-texts.ts";
import {
  heldLine,
  hiddenHolds,
  hiddenJobs,
  inTime,
  jobCounts,
  jobsWords as words,
  moreJobs,
  failureReason,
  undeliveredLine,
  waitsForLine,
} from "../../review/words/pages/jobs-page-texts.ts";
import { relativeAge } from "../../review/words/pages/reviews-page-texts.ts";
import { oneLine, shorten } from "../../review/words/text.ts";
import { jobRight, seenJob, seenJobs, type SeenJob, type SeenJobs } from "./jobs/seen.ts";
import { NotTheirs, type PageResponse, type Page, type Visit } from "./page.ts";
import { formKey } from "./parts/fields.ts";
import { outsideLink } from "./parts/outside-link.ts";
import { namedTable } from "./parts/table.ts";
import { parsePullRequestKey, pullRequestKey } from "../../pull-request.ts";

export const jobsPage: Page = {
  method: "get",
  path: "/jobs",
  async run(visit) {
    const list = jobList(visit, await seenJobs(visit));
    if (visit.partial) return { is: "part", body: list };
    return {
      is: "page",
      title: words.title,
      section: "jobs",
      body: html`<h1>${words.title}</h1>
        ${list}`,
    };
  },
};

export const jobRetry: Page = {
  method: "post",
  path: "/jobs/:id/retry",
  run: (visit) => change(visit, (id) => visit.site.store.jobs.retry(id)),
};

export const jobCancel: Page = {
  method: "post",
  path: "/jobs/:id/cancel",
  run: (visit) => change(visit, (id) => visit.site.store.jobs.cancel(id)),
};

async function change(visit: Visit, work: (id: string) => Promise<boolean>): Promise<PageResponse> {
  const found = await seenJob(visit, visit.param("id"));
  const right = found ? await jobRight(visit, found.repository) : "none";
  if (right === "see") throw new NotTheirs();
  // The same message for finished and invisible jobs, so that nothing is revealed.
  if (!found || right === "none" || !(await work(found.job.id))) throw new UserError(words.gone, words.goneHint);
  return { is: "to", path: "/jobs" };
}

function jobList(visit: Visit, seen: SeenJobs): Html {
  const { jobs, counts, hidden, more, undelivered } = seen;
  const isEmpty = jobs.length === 0 && hidden === 0 && undelivered.count === 0;
  const now = visit.site.now();
  return html`<div id="job-list" hx-get="/jobs" hx-trigger="changed from:body" hx-swap="outerHTML">
    ${isEmpty ? nothing(visit) : html`<p class="job-counts" role="status">${jobCounts(counts)}</p>`}
    ${jobs.length > 0 && tableOf(visit, jobs)} ${more && html`<p class="quiet">${moreJobs(jobs.length)}</p>`}
    ${hidden > 0 && html`<p class="quiet">${hiddenJobs(hidden)}</p>`}
    ${
      undelivered.count > 0 &&
      html`<p class="quiet">${undeliveredLine(undelivered.count)} ${when(undelivered.oldestAt ?? now, now)}</p>`
    }
    ${holdsOf(seen, now)}
  </div>`;
}

function nothing({ site }: Visit): Html {
  return html`<div class="panel">
    <p>${words.empty}</p>
    <p class="quiet">${words.emptyHint[site.where]}</p>
  </div>`;
}

function tableOf(visit: Visit, jobs: readonly SeenJob[]): Html {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return namedTable(
    words.columns,
    jobs.map((job) => rowOf(visit, job, byId)),
    { kind: "stacked jobs", label: words.caption },
  );
}

function rowOf(visit: Visit, job: SeenJob, byId: ReadonlyMap<string, SeenJob>): Html {
  const now = visit.site.now();
  const cells: HtmlPart[] = [
    html`<span class="name">${workName(shorten(oneLine(job.kind), 60))}</span>`,
    placeOf(job.key),
    html`<span class="job-state ${job.state}">${words.states[job.state]}</span>`,
    when(job.since, now),
    job.attempts === 0 ? "" : job.attempts,
    nextOf(job, now),
    whyOf(job, byId),
    job.right === "steer" && buttons(visit, job),
  ];
  return html`<tr>
    ${cells.map((cell, index) => cellOf(words.columns[index]!, cell))}
  </tr>`;
}

/** On a phone the label is shown next to the cell. */
function cellOf(label: string, cell: HtmlPart): Html {
  const isBlank = cell === "" || cell === null || cell === false;
  return html`<td data-label="${label}">${!isBlank && html`<div>${cell}</div>`}</td>`;
}

function placeOf(key: string): Html {
  // A key can continue after the number.
  const pull = parsePullRequestKey(/^[^#]+#\d+\b/.exec(key)?.[0] ?? "");
  if (pull === null) return html`<span class="path">${shorten(oneLine(key), 160)}</span>`;
  return html`<span class="path"
    >${outsideLink(`${webAddress(pull)}/pull/${pull.number}`, pullRequestKey(pull))}</span
  >`;
}

function nextOf({ state, nextAt }: SeenJob, now: number): HtmlPart {
  if (state === "failed" || state === "running" || (state === "waiting" && nextAt === null)) return "";
  if (nextAt === null || nextAt <= now) return words.soon;
  return html`<time datetime="${new Date(nextAt).toISOString()}">${inTime(nextAt, now)}</time>`;
}

/** Error messages are shown to people with write access only. */
function whyOf({ right, state, why, waitsFor, held }: SeenJob, byId: ReadonlyMap<string, SeenJob>): HtmlPart {
  const before = waitsFor === null ? undefined : byId.get(waitsFor);
  const failed = why === null ? null : right === "steer" ? failureReason(why) : words.reasonForMaintainers;
  const reasons = [
    ...(held ? [heldLine(held.why)] : []),
    ...(waitsFor === null ? [] : [waitsForLine(before?.state ?? "waiting")]),
    ...(failed === null ? [] : [failed]),
  ];
  if (reasons.length === 0 && state === "waiting") return words.myTurn;
  return reasons.map((one) => html`<p>${one}</p>`);
}

function buttons(visit: Visit, job: SeenJob): Html {
  const what = `${workName(job.kind)}, ${shorten(oneLine(job.key), 120)}`;
  const form = (to: "retry" | "cancel", says: string) =>
    html`<form method="post" action="/jobs/${encodeURIComponent(job.id)}/${to}">
      ${formKey(visit)}<button
        id="${to}-${job.id}"
        aria-label="${words.button(says, what)}"
        class="${to === "cancel" ? "danger" : ""}"
      >
        ${says}
      </button>
    </form>`;
  return html`<div class="buttons">
    ${job.state === "failed" && form("retry", words.retry)} ${job.state === "retrying" && form("retry", words.retryNow)}
    ${job.state !== "running" && form("cancel", words.cancel)}
  </div>`;
}

function holdsOf({ held, hiddenHolds: others }: SeenJobs, now: number): Html | null {
  if (held.length + others === 0) return null;
  return html`<section class="holds" aria-labelledby="holds">
    <h2 id="holds">${words.held}</h2>
    ${
      held.length > 0 &&
      namedTable(
        words.heldColumns,
        held.map((hold) => holdRow(hold, now)),
        { kind: "stacked" },
      )
    }
    ${others > 0 && html`<p class="quiet">${hiddenHolds(others)}</p>`}
  </section>`;
}

function holdRow({ installation, repositories, until, why }: SeenJobs["held"][number], now: number): Html {
  const names = shorten(repositories.map(oneLine).join(", "), 300);
  const cells: HtmlPart[] = [
    html`${installation} <span class="quiet path">${names}</span>`,
    html`<time datetime="${new Date(until).toISOString()}">${inTime(until, now)}</time>`,
    why,
  ];
  return html`<tr>
    ${cells.map((cell, index) => cellOf(words.heldColumns[index]!, cell))}
  </tr>`;
}

function when(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${relativeAge(at, now)}</time>`;
}
