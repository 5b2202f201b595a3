// Renders the page of one review, with the report and later events. Code is loaded on demand.
import { findFindings } from "../../review/find-finding.ts";
import { siteData } from "../../review/publishers/html/page-data.ts";
import { details } from "../../review/publishers/html/report-details.ts";
import { fileList } from "../../review/publishers/html/files.ts";
import { filters, helpDialog } from "../../review/publishers/html/filters.ts";
import { findingLists } from "../../review/publishers/html/finding-card.ts";
import { siteRoom } from "../../review/publishers/html/page-limits.ts";
import { aboutChange, overview, titleOfChange } from "../../review/publishers/html/overview.ts";
import { isLarge } from "../../review/publishers/html/report-page.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { publishers } from "../../review/publishers/index.ts";
import { headings } from "../../review/words/report-texts.ts";
import { reviewWords as words } from "../../review/words/pages/review-page-texts.ts";
import { assetPath } from "./assets.ts";
import type { Page, Visit } from "./page.ts";
import { gatePanel } from "./parts/gate-panel.ts";
import { costs } from "./review/costs.ts";
import { facts, partsOfReview } from "./review/facts.ts";
import { openReview, pieceAddress, type OpenReview } from "./review/laid-out.ts";
import { otherReviews } from "./review/others.ts";
import { searchForm } from "./review/search-form.ts";
import { reviewTimeline } from "./review/timeline.ts";

export const reviewPage: Page = {
  method: "get",
  path: "/reviews/:id",
  async run(visit) {
    const open = await openReview(visit, visit.param("id"));
    if (visit.partial && visit.query("part") === "facts") return { is: "part", body: facts(visit, open) };
    if (visit.partial && visit.query("part") === "timeline")
      return { is: "part", body: await reviewTimeline(visit, open) };
    const title = titleOfChange(open.draft);
    return { is: "page", title, section: "reviews", body: await wholeReview(visit, open) };
  },
};

async function wholeReview(visit: Visit, open: OpenReview): Promise<Html> {
  const { draft, seen } = open;
  const [happened, others] = await Promise.all([reviewTimeline(visit, open), otherReviews(visit, seen)]);
  const gate = gatePanel(visit, seen);
  return html`<div class="one-review ${isLarge(open.views) && "large"}">
    ${partsOfReview(draft.id)} ${overview(draft, facts(visit, open), seen.saved?.state === "posted")}
    ${gate && html`<section id="gate" aria-label="${words.gate}">${gate}</section>`}
    <p class="panel unscripted">${words.noScript}</p>
    ${searchForm(draft.id, null)} ${findingsAndFiles(visit, open)} ${aboutChange(draft)} ${details(draft)}
    <div class="after">${costs(draft)} ${happened} ${others}</div>
    ${helpDialog()}
  </div>`;
}

function findingsAndFiles(visit: Visit, open: OpenReview): Html {
  const { draft, all, views, places } = open;
  const start = namedFinding(visit, open);
  const place = start === -1 ? null : places.get(start)!;
  const wanted = place && { file: place[0], piece: place[1] };
  const pageOf = ({ finding }: { finding: { id: string } }) => `?finding=${encodeURIComponent(finding.id)}`;
  return html`<div class="review">
      <aside id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">${headings.findings} <span class="n">${all.length}</span></h2>
        ${filters(all)}${findingLists(all, siteRoom.findings, pageOf)}
      </aside>
      <section id="files" aria-labelledby="files-title">
        <h2 id="files-title">${headings.files} <span class="n">${draft.change.files.length}</span></h2>
        ${fileList(views, pieceAddress(draft.id, open), wanted)}
      </section>
    </div>
    ${siteData(all, views, start)}
    <script src="${assetPath("review.js")}" defer></script>`;
}

/** The finding named in the address, by id or identity; -1: none. */
function namedFinding(visit: Visit, { all }: OpenReview): number {
  const named = visit.query("finding");
  if (named === null) return -1;
  const found = findFindings(
    named,
    all.map(({ index, one: { finding } }) => ({ id: finding.id, identity: finding.identity, at: finding.at, index })),
  );
  return found[0]?.index ?? -1;
}

/** The same as a self-contained file. */
export const reviewReport: Page = {
  method: "get",
  path: "/reviews/:id/report.html",
  async run(visit) {
    const { kept } = await openReview(visit, visit.param("id"));
    const publisher = publishers.find(({ id }) => id === "html")!;
    const body = publisher.render(kept, { colour: false, width: 100, version: visit.site.version });
    return {
      is: "text",
      type: "text/html; charset=utf-8",
      body,
      name: `crosscheck-${kept.id.replaceAll(/[^\w-]/g, "")}.html`,
    };
  },
};
