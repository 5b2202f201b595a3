// Renders the tabs of a review, each an address of its own, and the tools beside its title.
import { reachesAuthor } from "../../../findings/finding.ts";
import type { Draft } from "../../../review/draft.ts";
import { icon } from "../../../review/publishers/html/icons.ts";
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { reportLabels } from "../../../review/words/report-texts.ts";
import { reviewWords as words } from "../../../review/words/pages/review-page-texts.ts";
import type { OpenReview } from "./laid-out.ts";

export const moreTabs = ["about", "process", "costs", "timeline"] as const;
export type TabId = "findings" | (typeof moreTabs)[number];

export function reviewTabs({ draft, all }: OpenReview, now: TabId): Html {
  const links = (["findings", ...moreTabs] as const).map(
    (tab) =>
      html`<a href="/reviews/${draft.id}${tab !== "findings" && `/${tab}`}" ${tab === now && html`aria-current="page"`}
        >${words.tabs[tab]}${tab === "findings" && html` <span class="n">${all.length}</span>`}</a
      >`,
  );
  return html`<nav class="tabs" aria-label="${words.parts}">${links}</nav>`;
}

export function titleTools({ id, judged }: Draft, tab: TabId): Html {
  return html`<span class="review-tools"
    >${
      judged.some(reachesAuthor) &&
      html`<a class="button copy" href="/reviews/${id}/prompt" data-copy-from="/reviews/${id}/prompt"
        >${icon("copy")}${reportLabels.copyPrompt}</a
      >`
    }<a class="button" href="/reviews/${id}/report.html" download>${icon("download")}${words.download}</a>${
      tab === "findings" &&
      html`<span class="tools"
        ><button type="button" id="open-help">${reportLabels.help} <kbd>?</kbd></button></span
      >`
    }</span
  >`;
}
