// Renders the top of the report, the decision with its rules and the counts, and the description of the change.
import { describedTitle } from "../../../change/is-described.ts";
import type { Receipt } from "../../../findings/coverage.ts";
import type { CrossModel } from "../../../findings/cross-model.ts";
import { reachesAuthor, findingOutcomes, severities, type JudgedFinding } from "../../../findings/finding.ts";
import { settledConcerns } from "../../../findings/settled-concerns.ts";
import { eventOf, rulesOf } from "../../decision.ts";
import type { Draft } from "../../draft.ts";
import { postedEntries } from "../../posted-entries.ts";
import { summariseIntent } from "../../intent-summary.ts";
import { coverageLines } from "../../words/coverage-texts.ts";
import {
  arbitrationLine,
  convergence,
  convergenceCaveat,
  crossModelCounts,
  crossModelTitle,
  effectWords,
  flaggedWords,
  outcomeWords,
} from "../../words/cross-model-texts.ts";
import {
  columnNames,
  eventTitle,
  outcomeTitle,
  headings,
  reportLabels,
  coverageLabels,
} from "../../words/report-texts.ts";
import { intentLine } from "../../words/intent-texts.ts";
import { probeLines, probeTitle } from "../../words/probe-texts.ts";
import { decisionRuleText } from "../../words/decision-rule-texts.ts";
import {
  descriptionLine,
  goalLine,
  issueLine,
  pullLine,
  targetLine,
  goalVerdictLine,
  whatLines,
  whyLine,
} from "../../words/intent-summary-lines.ts";
import { oneLine, seconds, shorten } from "../../words/text.ts";
import { sizeLine } from "../../words/triage-texts.ts";
import { shownCommand, verificationNote, verificationRows, verificationTitle } from "../../words/verification-texts.ts";
import { inlineCode } from "./finding-card.ts";
import { icon } from "./icons.ts";
import { html, type Html, type HtmlPart } from "./template.ts";

export function targetOf({ change }: Draft): string {
  return targetLine(change);
}

export function titleOfChange(draft: Draft): string {
  return shorten(oneLine(describedTitle(draft.change)), 300) || targetOf(draft);
}

export function topBar(draft: Draft): Html {
  const links = (["findings", "files", "about", "details"] as const).map(
    (id) => html`<a href="#${id}">${headings[id]}</a>`,
  );
  return html`<header class="top">
    <strong>${reportLabels.product}</strong>
    <span class="target">${targetOf(draft)}</span>
    <span class="size">${sizeLine(draft.change)}</span>
    <nav aria-label="${reportLabels.sections}">${links}</nav>
    <span class="tools"
      ><button type="button" id="theme" title="${reportLabels.theme}">${reportLabels.themes.auto}</button
      ><button type="button" id="open-help">${reportLabels.help} <kbd>?</kbd></button></span
    >
  </header>`;
}

const eventIcons = { APPROVE: "check", COMMENT: "comment", REQUEST_CHANGES: "alert" } as const;

/** `tools` are beside the title, `under` is below it; `stands`: the review is posted. */
export function overview(
  draft: Draft,
  { under = null, tools = null, stands = false }: { under?: Html | null; tools?: Html | null; stands?: boolean } = {},
): Html {
  const { decision } = draft;
  const event = eventOf(decision);
  return html`<section id="overview" aria-label="${headings.overview}">
    <div class="title-row">
      <h1 dir="auto">${inlineCode(titleOfChange(draft))}</h1>
      ${tools}
    </div>
    ${under}
    <div class="decision ${event}">
      ${icon(eventIcons[event])}<strong>${eventTitle(decision)}</strong>
      <span class="because">${rulesOf(decision).map(decisionRuleText).join("; ")}</span>
      ${countRow(draft.judged, stands)}
    </div>
  </section>`;
}

/** What the author says, and what became of it: below the findings. */
export function aboutChange(draft: Draft): Html {
  return html`<section id="about" aria-labelledby="about-title">
    <h2 id="about-title">${headings.about}</h2>
    <div class="panel">${intentList(draft)}</div>
    ${concerns(draft)} ${verification(draft)} ${probe(draft)} ${draft.crossModel && crossModel(draft.crossModel)}
  </section>`;
}

/** Entries, as the decision counts them: what is said of several places is one. */
function countRow(judged: readonly JudgedFinding[], stands: boolean): Html | null {
  const posted = postedEntries(judged).map(({ one }) => one);
  const counted = [...posted, ...judged.filter((one) => !reachesAuthor(one))];
  const bySeverity = severities.flatMap((severity) => {
    const number = posted.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [html`<li><span class="sev ${severity}">${number} ${severity}</span></li>`];
  });
  const byOutcome = findingOutcomes.flatMap((outcome) => {
    const number = counted.filter((one) => one.outcome === outcome).length;
    return number === 0 ? [] : [html`<li>${outcomeTitle(outcome, stands)} <b>${number}</b></li>`];
  });
  if (byOutcome.length === 0) return null;
  return html`<ul class="counts">
    ${bySeverity}${byOutcome}
  </ul>`;
}

function verification(draft: Draft): Html | false {
  const rows = verificationRows(draft).map(({ check, result, ms, command, ok }) => [
    html`<span class="${ok ? "ok" : "not-ok"}">${ok ? "✓" : "✗"}</span> ${check}`,
    result,
    ms === null ? "" : seconds(ms),
    command === null ? "" : html`<code>${shownCommand(command)}</code>`,
  ]);
  const note = verificationNote(draft);
  return (
    rows.length > 0 &&
    html`<h3>${verificationTitle}</h3>
      ${table(columnNames.verification, rows)} ${note !== null && html`<p>${note}</p>`}`
  );
}

function probe({ reports }: Draft): Html | false {
  const evidence = reports.find((report) => report.probe !== undefined)?.probe;
  if (!evidence) return false;
  return html`<h3>${probeTitle}</h3>
    <div class="panel probe">${probeLines(evidence).join("\n")}</div>`;
}

function crossModel(cross: CrossModel): Html {
  const rows = cross.disputes.map((dispute) => [
    html`<span class="path">${oneLine(dispute.place)}</span>`,
    dispute.severity,
    flaggedWords(dispute),
    oneLine(dispute.claim),
    outcomeWords(dispute),
    effectWords(dispute),
  ]);
  return html`<h3>${crossModelTitle}</h3>
    <p>${crossModelCounts(cross)}; ${arbitrationLine(cross)}.</p>
    ${rows.length > 0 && table(columnNames.disputes, rows)} ${convergence(cross) && html`<p>${convergenceCaveat}</p>`}`;
}

/** Widths are SVG attributes because the page's policy forbids inline styles. */
export function coverageBar(receipt: Receipt): Html {
  const parts = Object.keys(coverageLabels) as (keyof typeof coverageLabels)[];
  let x = 0;
  const bars = parts.map((part) => {
    const width = receipt.total === 0 ? 0 : Math.round((receipt[part] / receipt.total) * 1000);
    const bar = html`<rect class="${part}" x="${x}" width="${width}" height="8"></rect>`;
    x += width;
    return bar;
  });
  const [line = ""] = coverageLines(receipt);
  const key = parts
    .filter((part) => receipt[part] > 0)
    .map((part) => html`<span class="${part}">${coverageLabels[part]} <b>${receipt[part]}</b></span>`);
  return html`<a class="bar" href="#coverage"
    ><svg viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="${line}">${bars}</svg
    ><span class="key" aria-hidden="true">${key}</span></a
  >`;
}

function intentList(draft: Draft): Html {
  const summary = summariseIntent(draft.change, draft.reports);
  return html`<dl>
    ${entry(reportLabels.pull, pullLine(draft.change))}
    ${entry(reportLabels.what, bullets(whatLines(summary, draft.change)))} ${entry(reportLabels.why, whyLine(summary))}
    ${entry(reportLabels.description, descriptionLine(summary))} ${entry(reportLabels.goal, goalLine(summary))}
    ${entry(reportLabels.issue, issueLine(summary))} ${entry(reportLabels.verdict, goalVerdictLine(summary))}
    ${entry(reportLabels.signals, intentLine(draft.change.intent))}
  </dl>`;
}

export function entry(name: string, says: HtmlPart): Html | null {
  return says === null
    ? null
    : html`<div>
        <dt>${name}</dt>
        <dd dir="auto">${says}</dd>
      </div>`;
}

function bullets(lines: readonly string[]): HtmlPart {
  if (lines.length === 0) return null;
  return lines.length === 1
    ? lines
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}

function concerns({ change, reports }: Draft): Html | null {
  const settled = settledConcerns(change, reports);
  if (settled.length === 0) return null;
  const rows = settled.map(({ id, text, source, status, how }) => [
    id,
    html`<span dir="auto">${oneLine(text)}</span>`,
    source,
    html`<span class="concern ${status}">${status}</span>`,
    oneLine(how ?? ""),
  ]);
  return html`<h3>${headings.concerns}</h3>
    ${table(columnNames.concerns, rows)}`;
}

export function table(names: readonly string[], rows: readonly (readonly HtmlPart[])[]): Html {
  return html`<div class="scroll" tabindex="0">
    <table class="plain">
      <thead>
        <tr>
          ${names.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
