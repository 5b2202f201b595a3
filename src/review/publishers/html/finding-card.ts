// Renders one finding: its row in the list, and its card under its line.
import type { CodeLocation } from "../../../change/change.ts";
import { leadId } from "../../../findings/editor/group-by-cause.ts";
import { findingOutcomes, hasUsableFix, reachesAuthor, type JudgedFinding } from "../../../findings/finding.ts";
import type { Draft } from "../../draft.ts";
import { findingLabels } from "../../group-findings.ts";
import { compareShown, followersOf } from "../../posted-entries.ts";
import { agentPrompt } from "../../words/agent-prompt.ts";
import { explanationOf, findingLocation, shownQuote, findingTitle } from "../../words/finding-lines.ts";
import {
  confidenceLine,
  foundByLine,
  outcomeLine,
  outcomeTitle,
  findingsLabel,
  headings,
  reportLabels,
  markLine,
  moreLine,
} from "../../words/report-texts.ts";
import { sourceName } from "../../words/reasons.ts";
import { shorten } from "../../words/text.ts";
import { codeLine } from "./code-line.ts";
import { icon } from "./icons.ts";
import { maxHtmlLine, quotedLines, reportRoom } from "./page-limits.ts";
import { exactHtml, html, type Html, type HtmlPart } from "./template.ts";

export interface ShownFinding {
  /** Its index in the list, by which the page's script refers to it. */
  index: number;
  /** As `crosscheck explain` and the terminal name it: 1, 2 …, A, B …; H1, S1, D1 for outcomes that they leave out. */
  mark: string;
  one: JudgedFinding;
  /** Findings of the same cause, with their indices. */
  also: readonly Pick<ShownFinding, "index" | "one">[];
  /** The review is already posted. */
  stands: boolean;
}

/** List order: findings to be posted first, then by outcome; within an outcome the worst first. */
export function shownFindings({ judged }: Draft, stands = false): ShownFinding[] {
  const labels = findingLabels(judged);
  const shown = findingOutcomes
    .flatMap((outcome) =>
      judged
        .filter((one) => one.outcome === outcome)
        .toSorted(compareShown)
        .map((one, index) => ({
          mark: labels.get(one.finding.id) ?? `${outcome.charAt(0).toUpperCase()}${index + 1}`,
          one,
          stands,
        })),
    )
    .map((each, index) => ({ index, ...each }));
  const under = followersOf(judged.filter(reachesAuthor));
  return shown.map((each) => {
    const also = leadId(each.one) === null ? (under.get(each.one.finding.id) ?? []) : [];
    return { ...each, also: shown.filter(({ one }) => also.includes(one)) };
  });
}

export function checkNames({ finding }: JudgedFinding): string[] {
  return [...new Set(finding.sources.map(sourceName))];
}

export function severityBadge({ severity }: JudgedFinding): Html {
  return html`<span class="sev ${severity}">${severity}</span>`;
}

/** Prefix of links to a finding: the URL of a page that contains it, where this one may not. */
export type FindingPageUrl = (one: JudgedFinding) => string;

const thisPage: FindingPageUrl = () => "";

export function listRow({ index, mark, one }: ShownFinding, pageOf: FindingPageUrl = thisPage): Html {
  return html`<li data-i="${index}">
    <a href="${pageOf(one)}#finding-${index}"
      ><span class="mark">${mark}</span>${severityBadge(one)}<span class="title" dir="auto"
        >${inlineCode(shorten(findingTitle(one), 300))}</span
      ><span class="place">${findingLocation(one)}</span></a
    >
  </li>`;
}

/** One list per outcome; the script adds what is not rendered yet. */
export function findingLists(
  all: readonly ShownFinding[],
  most: number = reportRoom.findings,
  pageOf: FindingPageUrl = thisPage,
): Html {
  if (all.length === 0) return html`<p class="quiet">${reportLabels.noFindings}</p>`;
  const lists = findingOutcomes.flatMap((outcome) => {
    const of = all.filter(({ one }) => one.outcome === outcome);
    if (of.length === 0) return [];
    const rows = of.filter(({ index }) => index < most).map((shown) => listRow(shown, pageOf));
    return [
      html`<section class="group">
        <h3>${outcomeTitle(outcome, of[0]!.stands)} <span class="n">${of.length}</span></h3>
        <ol data-outcome="${outcome}">
          ${rows}
        </ol>
      </section>`,
    ];
  });
  return html`<nav id="list" aria-label="${headings.findings}">
    ${lists}
    <p class="quiet" id="none" hidden>${reportLabels.noneMatch}</p>
    <button type="button" id="more-findings" class="more" hidden></button>
  </nav>`;
}

/** `isBelow`: it stands below its line, which is not quoted again. */
export function findingCardHtml({ index, mark, one, also, stands }: ShownFinding, isBelow = true): Html {
  const { finding, marks } = one;
  const quotes = isBelow ? finding.evidence.filter((quote) => !isAt(quote, finding.at)) : finding.evidence;
  return html`<article
    class="card ${one.severity} ${one.outcome}"
    id="finding-${index}"
    tabindex="-1"
    aria-labelledby="title-${index}"
  >
    <header>
      ${severityBadge(one)}
      <h4 id="title-${index}" dir="auto">${inlineCode(shorten(findingTitle(one), maxHtmlLine))}</h4>
    </header>
    <p class="meta">
      <a href="#finding-${index}" title="${reportLabels.link}">${findingLocation(one)}</a
      ><span>${confidenceLine(one)}</span><span>${foundByLine(one)}</span>
    </p>
    <p dir="auto">${inlineCode(explanationOf(one))}</p>
    ${
      also.length > 0 &&
      html`<ul class="also">
        ${also.map((other) => alsoItem(other, one))}
      </ul>`
    }
    ${quotes.slice(0, 5).map((quote) => quoted(quote, shownQuote(quote), one))}
    ${quotes.length > 5 && html`<p class="quiet">${moreLine(quotes.length - 5)}</p>`}
    ${
      finding.fix &&
      hasUsableFix(one) &&
      html`<div class="fix">
        <h5>${reportLabels.fix}</h5>
        ${quoted(finding.fix.at, finding.fix.text, one)}
      </div>`
    }
    <p class="outcome ${one.outcome}">${outcomeLine(one, stands)}</p>
    <div class="card-tools">
      <button type="button" class="copy" data-copy="${agentPrompt([one], reportLabels.thisChange)}">
        ${icon("copy")}${reportLabels.copyPrompt}</button
      ><a class="edit" href="#edit-${index}">${icon("pencil")}${reportLabels.edit}</a>
      <details>
        <summary>${reportLabels.marks}</summary>
        <ul>
          <li>${finding.category}, ${finding.id} (${mark})</li>
          ${marks.map((said) => html`<li>${markLine(said)}</li>`)}
        </ul>
      </details>
    </div>
  </article>`;
}

function isAt(quote: CodeLocation, at: CodeLocation): boolean {
  return quote.path === at.path && quote.side === at.side && quote.start >= at.start && quote.end <= at.end;
}

/** What says the same has only its place. */
function alsoItem({ index, one }: Pick<ShownFinding, "index" | "one">, lead: JudgedFinding): Html {
  const place = exactHtml`<a href="#finding-${index}">${findingLocation(one)}</a>`;
  return findingTitle(one) === findingTitle(lead)
    ? exactHtml`<li dir="auto">also at ${place}</li>`
    : exactHtml`<li dir="auto">also: ${inlineCode(findingTitle(one))} (${place})</li>`;
}

/** Text between single backquotes as code. */
export function inlineCode(text: string): HtmlPart {
  return text
    .split(/(?<!`)`([^`]+)`(?!`)/)
    .map((part, index) => (index % 2 === 1 ? exactHtml`<code>${part}</code>` : part));
}

/** With its location, unless that is the finding's own. */
function quoted(at: CodeLocation, text: string, one: JudgedFinding): Html {
  const place = findingLocation({ ...one, finding: { ...one.finding, at } });
  const caption = place === findingLocation(one) ? null : html`<figcaption>${place}</figcaption>`;
  return html`<figure>${caption}${codeBlock(text)}</figure>`;
}

function codeBlock(text: string): Html {
  const lines = text.split("\n");
  const more = lines.length - quotedLines;
  const shown = lines.slice(0, quotedLines).map((line) => exactHtml`${codeLine(line)}\n`);
  return exactHtml`<pre><code>${shown}</code></pre>${more > 0 && html`<p class="quiet">${moreLine(more)}</p>`}`;
}

export function countFlag(number: number): Html | null {
  return number === 0 ? null : html`<span class="flag">${findingsLabel(number)}</span>`;
}
