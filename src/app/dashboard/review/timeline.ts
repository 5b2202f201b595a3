// Renders the timeline of a review: created, edited, posted, and how people responded.
import { reachesAuthor } from "../../../findings/finding.ts";
import { tableRows } from "../../../review/publishers/html/page-limits.ts";
import { table } from "../../../review/publishers/html/overview.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { findingLocation, findingTitle } from "../../../review/words/finding-lines.ts";
import { moreLine } from "../../../review/words/report-texts.ts";
import {
  editLine,
  findingStates,
  keptLine,
  outputName,
  outputState,
  reviewWords as words,
  roundLine,
  signalLine,
} from "../../../review/words/pages/review-page-texts.ts";
import { relativeAge } from "../../../review/words/pages/reviews-page-texts.ts";
import { shorten } from "../../../review/words/text.ts";
import type { KeptFeedback } from "../../../world/store/kept/learning.ts";
import type { KeptFinding, Output } from "../../../world/store/kept/outputs.ts";
import type { Visit } from "../page.ts";
import { outsideLink } from "../parts/outside-link.ts";
import type { OpenReview } from "./laid-out.ts";

/** Reloads itself when something changed. */
export async function reviewTimeline(visit: Visit, open: OpenReview): Promise<Html> {
  const { saved } = open.seen;
  const body =
    saved === null ? html`<p class="quiet">${words.notKept}</p>` : await whatHappened(visit, open, saved.place);
  return html`<section
    id="timeline"
    class="panel"
    ${saved && html`hx-get="/reviews/${open.draft.id}?part=timeline" hx-trigger="changed from:body" hx-swap="outerHTML"`}
  >
    <h2>${words.timeline}</h2>
    ${body}
  </section>`;
}

/** More than an ordinary pull request has. */
const mostOutputs = 500;

async function whatHappened(visit: Visit, open: OpenReview, place: string): Promise<Html> {
  const { store } = visit.site;
  const { repository } = open.seen;
  const [rounds, outputs, findings, feedback] = await Promise.all([
    store.rounds.of(place),
    store.outputs.of(place, mostOutputs),
    store.findings.of(place),
    store.feedback.of(repository),
  ]);
  return html`${events(visit, open, rounds)} ${standing(outputs, open)}
  ${outcomes(
    open,
    findings,
    feedback.filter((said) => said.place === place),
  )}`;
}

interface Happened {
  at: number | null;
  says: string;
}

function events(visit: Visit, { seen, kept }: OpenReview, rounds: readonly { head: string; at: number }[]): Html {
  const { saved } = seen;
  const edits: Happened[] = kept.edits.map((edit) => ({ at: null, says: editLine(edit, kept.judged) }));
  const posted = rounds
    .filter(({ head }) => head === kept.change.head)
    .map(({ head, at }): Happened => ({ at, says: roundLine(head) }));
  // Edits have no time of their own; the draft was saved after the last one.
  const all = [...edits, { at: saved?.savedAt ?? null, says: keptLine(kept.change.head) }, ...posted];
  return html`<ol class="happened">
    ${all.map(
      ({ at, says }) =>
        html`<li>
          <span dir="auto">${says}</span>
          ${at !== null && html`<time datetime="${new Date(at).toISOString()}">${relativeAge(at, visit.site.now())}</time>`}
        </li>`,
    )}
  </ol>`;
}

/** Outputs for this head, and those that are updated in place. */
function standing(outputs: readonly Output[], { kept: { change } }: OpenReview): Html | null {
  const ours = outputs.filter(
    ({ key, place }) => !key.startsWith(`${place}@`) || key.startsWith(`${place}@${change.head}/`),
  );
  if (ours.length === 0) return null;
  const rows = ours
    .slice(0, tableRows)
    .map(({ kind, state, why, remote }) => [
      outputName(kind),
      outputState(state, why),
      remote && outsideLink(remote.url),
    ]);
  return html`<h3>${words.outputs}</h3>
    ${table(words.outputColumns, rows)}`;
}

function outcomes(
  { draft }: OpenReview,
  findings: readonly KeptFinding[],
  feedback: readonly KeptFeedback[],
): Html | null {
  const posted = draft.judged.filter(reachesAuthor);
  if (posted.length === 0) return null;
  const states = new Map(findings.map(({ identity, state }) => [identity, state]));
  const byFinding = Map.groupBy(feedback, ({ identity }) => identity);
  const rows = posted.slice(0, tableRows).map((one) => {
    const { identity, id } = one.finding;
    const state = states.get(identity) ?? "none";
    // One person's reaction is stored once per unit; it is shown once.
    const lines = new Set(
      (byFinding.get(identity) ?? []).map(({ signal, actor, reason }) => signalLine(signal, actor, reason)),
    );
    return [
      html`<a href="/reviews/${draft.id}?finding=${encodeURIComponent(id)}" dir="auto"
          >${shorten(findingTitle(one), 160)}</a
        >
        <span class="path quiet">${findingLocation(one)}</span>`,
      html`<span class="became ${state}">${findingStates[state]}</span>`,
      [...lines].map((line) => html`<div>${line}</div>`),
    ];
  });
  const more = posted.length - rows.length;
  return html`<h3>${words.outcome}</h3>
    ${table(words.outcomeColumns, rows)} ${more > 0 && html`<p class="quiet">${moreLine(more)}</p>`}`;
}
