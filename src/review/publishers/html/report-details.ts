// Renders the details: who read what, the triage and its reasons, omitted files, and notes.
import { coverageReceipt, type Receipt } from "../../../findings/coverage.ts";
import { passTable } from "../../../findings/gaps.ts";
import type { Draft } from "../../draft.ts";
import { coverageLines } from "../../words/coverage-texts.ts";
import {
  columnNames,
  headings,
  leftOutWhy,
  linesLabel,
  moreLine,
  passEvidence,
  passResult,
  rowNames,
  unitStatus,
} from "../../words/report-texts.ts";
import { omissionText } from "../../words/reasons.ts";
import { agentLine, depthLine, reviewerRows, rosterLine, spentLine } from "../../words/reviewers-texts.ts";
import { oneLine, seconds } from "../../words/text.ts";
import { archetypeLine, ownershipLine, reviewedText, tierLine } from "../../words/triage-texts.ts";
import { tableRows } from "./page-limits.ts";
import { coverageBar, entry, table } from "./overview.ts";
import { html, type Html, type HtmlPart } from "./template.ts";

export function details(draft: Draft): Html {
  return html`<section id="details">
    <h2>${headings.details}</h2>
    <div class="columns">
      <div class="panel">${coverage(draft)}</div>
      <div class="panel">${triage(draft)}${leftOut(draft)}${notes(draft)}</div>
    </div>
  </section>`;
}

function coverage(draft: Draft): Html {
  const receipt = coverageReceipt(draft.change, draft.reports);
  return html`<h3 id="coverage">${headings.coverage}</h3>
    ${coverageBar(receipt)} ${coverageLines(receipt).map((line) => html`<p>${line}.</p>`)}
    <h3>${headings.units}</h3>
    ${units(draft, receipt)} ${reviewersTable(draft)} ${unread(receipt)} ${passes(draft)}`;
}

function units({ reports }: Draft, receipt: Receipt): Html {
  const lines = new Map(receipt.hunks.map((hunk) => [hunk.hunk, hunk.lines]));
  const rows = reports
    .filter(({ why }) => why?.kind !== "nothing-to-check")
    .map((report) => [
      report.unit,
      unitStatus(report),
      report.findings.length,
      [...new Set(report.read.map(({ hunk }) => hunk))].reduce((sum, hunk) => sum + (lines.get(hunk) ?? 0), 0),
      seconds(report.ms),
    ]);
  return table(columnNames.units, rows);
}

function reviewersTable({ reports }: Draft): Html | null {
  const rows = reviewerRows(reports).map(({ unit, said, model, took }) => [unit, said, model, took]);
  return rows.length === 0
    ? null
    : html`<h3>${headings.reviewers}</h3>
        ${table(columnNames.reviewers, rows)}`;
}

function unread({ hunks }: Receipt): Html | null {
  const byPath = new Map<string, number>();
  for (const { path, lines, checks, reviewers } of hunks)
    if (checks.length === 0 && reviewers.length === 0) byPath.set(path, (byPath.get(path) ?? 0) + lines);
  if (byPath.size === 0) return null;
  const rows = [...byPath].map(([path, lines]) => [pathCell(path), lines]);
  return html`<h3>${headings.unread}</h3>
    ${bounded(columnNames.unread, rows)}`;
}

function passes({ change, reports }: Draft): Html | null {
  if (change.triage.fullPass === null) return null;
  const rows = passTable(reports).map((row) => [row.pass, passResult(row), oneLine(passEvidence(row))]);
  return html`<h3>${headings.passes}</h3>
    ${table(columnNames.passes, rows)}`;
}

function triage(draft: Draft): Html {
  const { change, reports } = draft;
  const { triage: of } = change;
  const sensitive = of.sensitive.map(({ path, line, topic }) => [
    pathCell(line === null ? path : `${path}:${line}`),
    topic,
  ]);
  return html`<h3>${headings.triage}</h3>
    <dl>
      ${entry(rowNames.tier, tierLine(of))} ${entry(rowNames.kind, archetypeLine(of))}
      ${entry(rowNames.reviewed, reviewedText(of.categories))} ${entry(rowNames.depth, depthLine(change, reports))}
      ${entry(rowNames.reviewers, rosterLine(of, reports))}
      ${entry(rowNames.owner, change.owned.is === "unknown" ? null : ownershipLine(change.owned))}
      ${entry(rowNames.answered, agentLine(draft))} ${entry(rowNames.cost, spentLine(draft))}
    </dl>
    ${
      sensitive.length > 0 &&
      html`<h3>${headings.sensitive}</h3>
        ${bounded(columnNames.sensitive, sensitive)}`
    }`;
}

function leftOut({ change }: Draft): Html | null {
  const rows = change.triage.leftOut.map((one) => [pathCell(one.path), leftOutWhy(one), linesLabel(one.lines)]);
  return rows.length === 0
    ? null
    : html`<h3>${headings.leftOut}</h3>
        ${bounded(columnNames.leftOut, rows)}`;
}

function notes({ change }: Draft): Html | null {
  const lines = change.cuts.map(omissionText);
  return lines.length === 0
    ? null
    : html`<h3>${headings.notes}</h3>
        <ul>
          ${lines.slice(0, tableRows).map((line) => html`<li>${line}</li>`)}${rest(lines.length)}
        </ul>`;
}

function rest(number: number): Html | false {
  return number > tableRows && html`<li>${moreLine(number - tableRows)}</li>`;
}

function bounded(names: readonly string[], rows: readonly (readonly HtmlPart[])[]): Html {
  const more = rows.length - tableRows;
  return html`${table(names, rows.slice(0, tableRows))}${more > 0 && html`<p class="quiet">${moreLine(more)}</p>`}`;
}

function pathCell(path: string): Html {
  return html`<span class="path">${oneLine(path)}</span>`;
}
