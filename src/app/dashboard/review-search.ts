// Searches all changed lines of a review, including those not loaded by the browser. Redacted text is not found.
import { linesOf, type DiffLine } from "../../change/diff.ts";
import { lineKeys, shownText } from "../../review/publishers/html/diff-table.ts";
import type { FileView } from "../../review/publishers/html/files.ts";
import { codeLine } from "../../review/publishers/html/code-line.ts";
import { titleOfChange } from "../../review/publishers/html/overview.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { reviewWords as words, searchedText } from "../../review/words/pages/review-page-texts.ts";
import { oneLine, shorten } from "../../review/words/text.ts";
import type { Page } from "./page.ts";
import { openReview, type OpenReview } from "./review/laid-out.ts";
import { searchForm } from "./review/search-form.ts";

const mostShown = 200;
const longestQuery = 200;

export const reviewSearch: Page = {
  method: "get",
  path: "/reviews/:id/search",
  async run(visit) {
    const open = await openReview(visit, visit.param("id"));
    const text = (visit.query("q") ?? "").slice(0, longestQuery);
    const results = text.trim() === "" ? html`<p class="quiet">${words.searchEmpty}</p>` : found(open, text);
    if (visit.partial) return { is: "part", body: results };
    const { id } = open.draft;
    const title = titleOfChange(open.draft);
    const body = html`<h1 dir="auto">${title}</h1>
      <p><a href="/reviews/${id}">${words.whole}</a></p>
      ${searchForm(id, text)} ${results}`;
    return { is: "page", title, section: "reviews", body };
  },
};

interface Hit {
  view: FileView;
  line: DiffLine;
  text: string;
}

function found(open: OpenReview, text: string): Html {
  const wanted = text.toLowerCase();
  const hits: Hit[] = [];
  let all = 0;
  for (const view of open.views) {
    const { file } = view;
    if (file === null) continue;
    const show = shownText(file, open.masks);
    for (const hunk of file.hunks)
      for (const line of linesOf(hunk)) {
        const shown = show(line);
        if (!shown.toLowerCase().includes(wanted)) continue;
        all++;
        if (hits.length < mostShown) hits.push({ view, line, text: shown });
      }
  }
  const rows = hits.map((hit) => hitRow(open.draft.id, hit));
  return html`<div class="panel hits">
    <p role="status">${searchedText(all, hits.length, text)}</p>
    ${
      rows.length > 0 &&
      html`<ol>
        ${rows}
      </ol>`
    }
  </div>`;
}

function hitRow(id: string, { view, line, text }: Hit): Html {
  const keys = lineKeys(line);
  const pieces = view.pieces();
  // A line beyond the displayed part of a file links to the last piece, which says that the file is truncated.
  const at = pieces.findIndex((piece) => keys.some((key) => piece.has(key)));
  const piece = at === -1 ? pieces.length - 1 : at;
  const [side, number] = line.new === null ? ["base", line.old] : ["head", line.new];
  return html`<li class="${line.kind}">
    <a href="/reviews/${id}/files/${view.index}?piece=${piece}" data-hit="${view.index}.${piece}.${side}.${number}"
      >${shorten(oneLine(view.path), 160)}:${number}</a
    >
    <code>${codeLine(shorten(text.trim(), 300))}</code>
  </li>`;
}
