// Renders the board as one self-contained page without scripts.
import type { Classification } from "../thread-payloads.ts";
import type { Severity } from "../../findings/finding.ts";
import {
  ageOf,
  authorLine,
  boardFooter,
  boardWords,
  classCounts,
  className,
  classMeaning,
  incompleteLine,
  metaLine,
  placeOfThread,
  shownLine,
  triagedLine,
  untriagedHint,
} from "../words/board-texts.ts";
import { oneLine } from "../../review/words/text.ts";
import { head } from "../../review/publishers/html/head.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import type { Board, BoardRow } from "./board.ts";
import { threadCard } from "./thread-card.ts";
import { boardStyle } from "./board-style.ts";
import { pullRequestShortName } from "../../pull-request.ts";

export function boardPage(board: Board, version: string): string {
  const target = targetOf(board);
  return html`<!doctype html>
    <html lang="en">
      ${head({ title: `${boardWords.title} · ${target} · ${boardWords.product}`, version, style: boardStyle, script: "" })}
      <body class="board">
        <a class="skip" href="#threads">${boardWords.skip}</a>
        <header class="top">
          <strong>${boardWords.product}</strong>
          <span class="target">${target}</span>
          <span class="size">${board.head.slice(0, 7)}</span>
        </header>
        <main>
          <section id="overview" aria-label="${boardWords.title}">
            <h1>${boardWords.title} · ${target}</h1>
            ${boardPanels(board)}
          </section>
          <div class="review">
            <aside aria-labelledby="list-title">
              <h2 id="list-title">${boardWords.threads} <span class="n">${board.rows.length}</span></h2>
              ${threadList(markedRows(board), board.at)}
            </aside>
            <section id="threads" aria-label="${boardWords.threads}">${threadCards(board)}</section>
          </div>
        </main>
        <footer>${boardFooter(version, board.at)}</footer>
      </body>
    </html>`.toString();
}

function targetOf({ pull }: Board): string {
  return oneLine(pullRequestShortName(pull));
}

/** What was fetched, and the classes of its threads. */
export function boardPanels(board: Board): Html {
  const incomplete = incompleteLine(board);
  return html`<div class="columns">
    <div class="panel ${incomplete !== null && "warn"}">
      ${board.phase && html`<p class="lead phase">${board.phase.says}</p>`}
      ${incomplete && html`<p class="lead"><strong>${incomplete}</strong></p>`}
      <p>${shownLine(board)}</p>
      <p class="quiet">${boardWords.scope}</p>
    </div>
    ${triagePanel(board)}
  </div>`;
}

/** A thread with its number on the board, which does not depend on filters. */
export interface MarkedRow {
  row: BoardRow;
  mark: number;
}

export function markedRows({ rows }: Pick<Board, "rows">): MarkedRow[] {
  return rows.map((row, index) => ({ row, mark: index + 1 }));
}

function triagePanel({ rows, triage, pull }: Board): Html | null {
  const isUntriaged = rows.some((row) => row.triage === null && !row.isResolved);
  const texts = [triagedLine(triage), isUntriaged ? untriagedHint(pull.number) : null, ...triage.notes.map(oneLine)];
  const lines = texts.flatMap((line) => (line === null ? [] : [html`<p>${line}</p>`]));
  const counts = classCounts(rows).map(
    ({ classification, threads }) =>
      html`<li>
        ${classBadge(classification, `${threads} ${className(classification)}`)}
        <span>${classMeaning[classification]}</span>
      </li>`,
  );
  if (lines.length + counts.length === 0) return null;
  return html`<div class="panel">
    ${lines}
    ${
      counts.length > 0 &&
      html`<ul class="counts">
        ${counts}
      </ul>`
    }
  </div>`;
}

/** The report's severity colours, used here for how much a person is needed. */
const badges: Record<Classification, Severity> = {
  needs_human: "critical",
  valid: "high",
  invalid: "medium",
  already_fixed: "low",
  stale: "nit",
};

function classBadge(classification: Classification, says = className(classification)): Html {
  return html`<span class="sev ${badges[classification]}">${says}</span>`;
}

export function threadList(rows: readonly MarkedRow[], at: string): Html {
  if (rows.length === 0) return html`<p class="quiet">${boardWords.noThreads}</p>`;
  const items = rows.map(
    ({ row, mark }) =>
      html`<li>
        <a href="#thread-${mark}"
          ><span class="mark">${mark}</span>${row.triage && classBadge(row.triage.classification)}<span class="place"
            >${placeOfThread(row)}</span
          ><span class="title"
            >${[authorLine({ author: row.author, kind: row.authorKind }), ageOf(row.createdAt, at, "short")].join(" · ")}</span
          ></a
        >
      </li>`,
  );
  return html`<nav id="list" class="group" aria-label="${boardWords.threads}">
    <ol>
      ${items}
    </ol>
  </nav>`;
}

/** Grouped by file; they are already in that order. */
function threadCards(board: Board): Html[] {
  const files = Map.groupBy(markedRows(board), ({ row }) => row.path);
  return [...files].map(
    ([path, threads]) =>
      html`<h2 class="file-head">
          ${path === null ? boardWords.noPlace : oneLine(path)} <span class="n">${threads.length}</span>
        </h2>
        ${threads.map((thread) => threadCardHtml(thread, board.at))}`,
  );
}

/** `place`: its location, if it is not below its file. */
export function threadCardHtml({ row, mark }: MarkedRow, at: string, place?: string): Html {
  const badge = row.triage && classBadge(row.triage.classification);
  return threadCard(row, { mark, badge, meta: metaLine(row, at), at, ...(place !== undefined && { place }) });
}
