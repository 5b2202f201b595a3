// Serves one piece of one file of a review, as a fragment or as a page.
import { filePieces } from "../../review/publishers/html/files.ts";
import { titleOfChange } from "../../review/publishers/html/overview.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { fileTitle, pieceOf, reviewWords as words } from "../../review/words/pages/review-page-texts.ts";
import { oneLine } from "../../review/words/text.ts";
import { NotHere, type Page } from "./page.ts";
import { diffStyleFor, isSplit } from "./review/diff-style.ts";
import { openReview, pieceAddress } from "./review/laid-out.ts";

export const reviewFile: Page = {
  method: "get",
  path: "/reviews/:id/files/:index",
  async run(visit) {
    const id = visit.param("id");
    const open = await openReview(visit, id);
    const view = open.views[wholeNumber(visit.param("index"))];
    const at = wholeNumber(visit.query("piece") ?? "0");
    const piece = view?.pieces()[at];
    if (view === undefined || piece === undefined) throw new NotHere();
    const style = await diffStyleFor(visit, [{ view, piece }]);
    if (visit.partial) {
      if (visit.query("v") !== open.version) return { is: "part", body: changedNote(id) };
      // The first piece includes the placeholders that load the others.
      const address = pieceAddress(id, open, isSplit(visit));
      const body = at === 0 ? filePieces(view, address, new Set([0]), style) : piece.markup(style);
      return { is: "part", body };
    }
    const title = titleOfChange(open.draft);
    const count = view.pieces().length;
    const link = (to: number, says: string) =>
      to >= 0 && to < count && html`<a href="/reviews/${id}/files/${view.index}?piece=${to}">${says}</a>`;
    const body = html`<h1 class="path">${oneLine(view.path)}</h1>
      <p><a href="/reviews/${id}">${words.whole}</a> · <span dir="auto">${title}</span></p>
      <nav class="pages">
        ${link(at - 1, words.before)} <span>${pieceOf(at, count)}</span> ${link(at + 1, words.after)}
      </nav>
      <div class="file">${piece.markup(style)}</div>`;
    return { is: "page", title: fileTitle(view.path, title), section: "reviews", body };
  },
};

/** -1 if it is not a whole number; no index or piece has that number. */
function wholeNumber(text: string): number {
  return /^\d{1,7}$/.test(text) ? Number(text) : -1;
}

function changedNote(id: string): Html {
  return html`<p class="note">${words.changed} <a href="/reviews/${id}">${words.reload}</a></p>`;
}
