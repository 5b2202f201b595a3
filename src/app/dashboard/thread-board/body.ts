// Renders a board: filter chips, threads and commands.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import {
  boardPanels,
  threadCardHtml,
  markedRows,
  threadList,
  type MarkedRow,
} from "../../../threads/publishers/board-page.ts";
import {
  actCommands,
  chipText,
  groupTitle,
  kindName,
  threadBoardWords as words,
} from "../../../threads/words/thread-page-texts.ts";
import { boardWords, classMeaning, placeOfThread } from "../../../threads/words/board-texts.ts";
import { shownPull } from "../../threads/thread-target.ts";
import { commandBlock } from "./command-line.ts";
import { isClass, kindOfRow, threadFilters, type BoardFilter } from "./kinds.ts";

export function boardBody(board: Board, address: string, chosen: BoardFilter | "open"): Html {
  const all = markedRows(board);
  const groups = groupsOf(all).filter(({ kind }) => (chosen === "open" ? kind !== "resolved" : kind === chosen));
  const shown = groups.flatMap((group) => group.threads);
  return html`<div id="board">
    <p class="quiet as-of">
      ${words.asOf} <time datetime="${board.at}">${board.at.replace("T", " ").replace(/\.\d+Z$|Z$/, " UTC")}</time> ·
      <code>${board.head.slice(0, 7)}</code>
    </p>
    ${boardPanels(board)} ${board.rows.length > 0 && chips(all, address, chosen)}
    ${
      shown.length === 0
        ? html`<p class="panel quiet">${board.rows.length === 0 ? words.nothing : words.nothingHere}</p>`
        : listAndCards(groups, shown, board.at)
    }
    ${board.rows.some(({ isResolved }) => !isResolved) && acting(board)}
  </div>`;
}

interface Group {
  kind: BoardFilter;
  threads: readonly MarkedRow[];
}

function groupsOf(all: readonly MarkedRow[]): Group[] {
  const found = Map.groupBy(all, ({ row }) => kindOfRow(row));
  return threadFilters.flatMap((kind) => (found.has(kind) ? [{ kind, threads: found.get(kind)! }] : []));
}

function chips(all: readonly MarkedRow[], address: string, chosen: BoardFilter | "open"): Html {
  const open = all.filter(({ row }) => !row.isResolved).length;
  const counts = groupsOf(all).map(({ kind, threads }) => [kind, threads.length] as const);
  const options: readonly (readonly [BoardFilter | "open", number])[] = [["open", open], ...counts];
  return html`<nav class="chips" aria-label="${words.filter}">
    ${options.map(
      ([kind, threadCount]) =>
        html`<a
          class="chip"
          href="${kind === "open" ? address : `${address}?class=${kind}`}"
          ${kind === chosen && html`aria-current="true"`}
          >${chipText(kindName(kind), threadCount)}</a
        >`,
    )}
  </nav>`;
}

function listAndCards(groups: readonly Group[], shown: readonly MarkedRow[], at: string): Html {
  return html`<div class="review">
    <aside aria-labelledby="list-title">
      <h2 id="list-title">${boardWords.threads} <span class="n">${shown.length}</span></h2>
      ${threadList(shown, at)}
    </aside>
    <section id="threads" aria-label="${boardWords.threads}">${groups.map((group) => groupOf(group, at))}</section>
  </div>`;
}

function groupOf({ kind, threads }: Group, at: string): Html {
  return html`<h2 class="class-head">
      ${groupTitle(kindName(kind), threads.length)}
      ${isClass(kind) && html`<span class="quiet">${classMeaning[kind]}</span>`}
    </h2>
    ${threads.map((thread) => threadCardHtml(thread, at, placeOfThread(thread.row)))}`;
}

function acting({ pull }: Board): Html {
  const commands = actCommands(shownPull(pull));
  return html`<section class="panel acting" aria-labelledby="act-title">
    <h2 id="act-title">${words.act}</h2>
    <p>${words.actSays}</p>
    <ol>
      ${commands.map(
        (command, at) =>
          html`<li>
            <p>${words.steps[at]}</p>
            ${commandBlock(command)}
          </li>`,
      )}
    </ol>
  </section>`;
}
