// Renders one thread on the page: its comments, the code then and now, its class, and the possible actions.
import {
  ageOf,
  authorLine,
  boardWords,
  className,
  deciderNames,
  lineOfThread,
  placeOfThread,
  verdictWord,
} from "../words/board-texts.ts";
import { oneLine, shorten } from "../../review/words/text.ts";
import { diffHead } from "../../review/publishers/html/diff-rows.ts";
import { codeLine } from "../../review/publishers/html/code-line.ts";
import { entry } from "../../review/publishers/html/overview.ts";
import { exactHtml, html, type Html } from "../../review/publishers/html/template.ts";
import type { BoardCode, BoardComment, BoardRow, BoardTriage, BoardVerdict, CodeLine } from "./board.ts";

export interface CardFacts {
  mark: number;
  badge: Html | null;
  meta: string;
  at: string;
  /** Its full location; absent: only its line, below the name of its file. */
  place?: string;
}

export function threadCard(row: BoardRow, { mark, badge, meta, at, place = lineOfThread(row) }: CardFacts): Html {
  const link = safeLink(row.url);
  return html`<article
    class="card thread ${row.triage?.classification}"
    id="thread-${mark}"
    tabindex="-1"
    aria-labelledby="place-${mark}"
  >
    <header>
      <span class="mark">${mark}</span>${badge}
      <h3 class="place" id="place-${mark}">${place}</h3>
      ${link && html`<a href="${link}" rel="noreferrer">${boardWords.open}</a>`}
    </header>
    <p class="meta"><span>${meta}</span></p>
    <div class="said">${row.first && commentHtml(row.first, at)}${row.latest && commentHtml(row.latest, at)}</div>
    ${row.code && codeFigure(row.code, placeOfThread(row))} ${decisionHtml(row)} ${row.triage && draftOf(row.triage)}
  </article>`;
}

/** The URL comes from GitHub; only http and https URLs become links. */
function safeLink(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

function commentHtml(comment: BoardComment, at: string): Html {
  return html`<blockquote>
    <cite>${authorLine({ author: comment.author, kind: comment.kind })} · ${ageOf(comment.at, at, "long")}</cite>
    <p dir="auto">${comment.preview}</p>
  </blockquote>`;
}

function decisionHtml({ triage, policy }: BoardRow): Html | null {
  if (triage === null && policy === null) return null;
  return html`<dl>
    ${triage && entry(boardWords.class, classHtml(triage))}
    ${triage && entry(boardWords.next, shorten(oneLine(triage.recommendedAction), 400))}
    ${policy && entry(boardWords.reply, verdict(policy.reply))}
    ${policy && entry(boardWords.resolve, verdict(policy.resolve))}
  </dl>`;
}

function classHtml({ classification, confidence, reason, by }: BoardTriage): Html {
  return html`<strong>${className(classification)}</strong>, ${confidence} · ${shorten(oneLine(reason), 600)}
    <span class="rule">${deciderNames[by]}</span>`;
}

function verdict(ruled: BoardVerdict): Html {
  return html`<span class="verdict ${ruled.is}">${verdictWord(ruled)}</span> · ${ruled.says}
    <span class="rule">${ruled.rule}</span>`;
}

function draftOf({ replyBody }: BoardTriage): Html | null {
  if (replyBody === null) return null;
  return html`<details class="draft">
    <summary>${boardWords.draft}</summary>
    ${exactHtml`<pre>${replyBody}</pre>`}
  </details>`;
}

function codeFigure({ says, lines }: BoardCode, place: string): Html {
  const table =
    lines.length > 0 &&
    exactHtml`<table class=diff aria-label="${boardWords.code}: ${place}">${tableHead}<tbody>${lines.map(lineRow)}</table>`;
  return html`<figure class="was">
    <figcaption>${says}</figcaption>
    ${table}
  </figure>`;
}

const tableHead = diffHead(boardWords.before, boardWords.after, boardWords.text);

const rowClasses = { added: "a", removed: "d", context: "" } as const;

function lineRow({ kind, before, after, text, commented }: CodeLine): Html {
  return exactHtml`<tr class="${rowClasses[kind]}${commented && " t"}"><td>${before}<td>${after}<td>${codeLine(text)}`;
}
