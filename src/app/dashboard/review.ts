// Renders the page of one review: the decision, what to do, and the findings with their code; the rest on tabs.
import { reachesAuthor } from "../../findings/finding.ts";
import { findFindings } from "../../review/find-finding.ts";
import { siteData } from "../../review/publishers/html/page-data.ts";
import { details } from "../../review/publishers/html/report-details.ts";
import { fileList } from "../../review/publishers/html/files.ts";
import { filters, helpDialog } from "../../review/publishers/html/filters.ts";
import { findingLists } from "../../review/publishers/html/finding-card.ts";
import { siteRoom } from "../../review/publishers/html/page-limits.ts";
import { aboutChange, overview, targetOf, titleOfChange } from "../../review/publishers/html/overview.ts";
import { isLarge } from "../../review/publishers/html/report-page.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { publishers } from "../../review/publishers/index.ts";
import { agentPrompt } from "../../review/words/agent-prompt.ts";
import { headings } from "../../review/words/report-texts.ts";
import { reviewWords as words } from "../../review/words/pages/review-page-texts.ts";
import { assetPath } from "./assets.ts";
import type { Page, PageResponse, Visit } from "./page.ts";
import { gatePanel } from "./parts/gate-panel.ts";
import { costs } from "./review/costs.ts";
import { diffStyleFor, isSplit } from "./review/diff-style.ts";
import { facts } from "./review/facts.ts";
import { openReview, pieceAddress, type OpenReview } from "./review/laid-out.ts";
import { otherReviews } from "./review/others.ts";
import { moreTabs, reviewTabs, titleTools, type TabId } from "./review/review-tabs.ts";
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
    return await tabPage(visit, open, "findings");
  },
};

/** A page for each of the other tabs. */
export const reviewTabPages: readonly Page[] = moreTabs.map((tab) => ({
  method: "get",
  path: `/reviews/:id/${tab}`,
  run: async (visit) => await tabPage(visit, await openReview(visit, visit.param("id")), tab),
}));

async function tabPage(visit: Visit, open: OpenReview, tab: TabId): Promise<PageResponse> {
  const title = titleOfChange(open.draft);
  return { is: "page", title, section: "reviews", body: await wholeReview(visit, open, tab) };
}

async function wholeReview(visit: Visit, open: OpenReview, tab: TabId): Promise<Html> {
  const { draft, seen } = open;
  const gate = gatePanel(visit, seen);
  const under = facts(visit, open);
  const stands = seen.saved?.state === "posted";
  return html`<div class="one-review ${isLarge(open.views) && "large"} ${gate !== null && "waiting"}">
    ${overview(draft, { under, tools: titleTools(draft, tab), stands })}
    ${gate && html`<section id="gate" aria-label="${words.gate}">${gate}</section>`} ${reviewTabs(open, tab)}
    ${await tabBody(visit, open, tab)}
  </div>`;
}

async function tabBody(visit: Visit, open: OpenReview, tab: TabId): Promise<Html> {
  const { draft, seen } = open;
  switch (tab) {
    case "about":
      return aboutChange(draft);
    case "process":
      return details(draft);
    case "costs":
      return costs(draft);
    case "timeline": {
      const [happened, others] = await Promise.all([reviewTimeline(visit, open), otherReviews(visit, seen)]);
      return html`<div class="after">${happened} ${others}</div>`;
    }
    case "findings":
      return await findingsAndFiles(visit, open);
  }
}

async function findingsAndFiles(visit: Visit, open: OpenReview): Promise<Html> {
  const { draft, all, views, places } = open;
  const start = namedFinding(visit, open);
  const place = start === -1 ? null : places.get(start)!;
  const wanted = place && { file: place[0], piece: place[1] };
  const pageOf = ({ finding }: { finding: { id: string } }) => `?finding=${encodeURIComponent(finding.id)}`;
  const shown = views.flatMap((view) => (view.laid ? [{ view, piece: view.pieces()[0]! }] : []));
  const also =
    wanted === null ? [] : [{ view: views[wanted.file]!, piece: views[wanted.file]!.pieces()[wanted.piece]! }];
  const style = await diffStyleFor(visit, [...shown, ...also], { large: isLarge(views) });
  return html`<p class="panel unscripted">${words.noScript}</p>
    <div class="review">
      <aside id="findings" aria-labelledby="findings-title">
        <h2 id="findings-title">${headings.findings} <span class="n">${all.length}</span></h2>
        ${findingLists(all, siteRoom.findings, pageOf)} ${filters(all)}
      </aside>
      <section id="files" aria-labelledby="files-title">
        <div class="files-head">
          <h2 id="files-title">${headings.files} <span class="n">${draft.change.files.length}</span></h2>
          ${layoutLinks(visit)} ${searchForm(draft.id, null)}
        </div>
        <div id="search-results" aria-live="polite"></div>
        ${fileList(views, pieceAddress(draft.id, open, isSplit(visit)), wanted, style)}
      </section>
    </div>
    ${helpDialog(words.siteKeys)} ${siteData(all, views, start)}
    <script src="${assetPath("review.js")}" defer></script>`;
}

/** A script keeps the choice for the next review. */
function layoutLinks(visit: Visit): Html {
  const now = isSplit(visit) ? "split" : "unified";
  const link = (layout: "unified" | "split", says: string) =>
    html`<a href="?diff=${layout}" data-layout="${layout}" ${layout === now && html`aria-current="true"`}>${says}</a>`;
  return html`<nav class="switch" aria-label="${words.layout}">
    ${link("unified", words.unified)}${link("split", words.split)}
  </nav>`;
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

/** The posted findings as a prompt for a coding agent. */
export const reviewPrompt: Page = {
  method: "get",
  path: "/reviews/:id/prompt",
  async run(visit) {
    const { draft } = await openReview(visit, visit.param("id"));
    const body = agentPrompt(draft.judged.filter(reachesAuthor), `${targetOf(draft)}: ${titleOfChange(draft)}`);
    return { is: "text", type: "text/plain; charset=utf-8", body };
  },
};

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
