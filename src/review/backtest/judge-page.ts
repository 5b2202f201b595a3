// Renders the page on which people judge sampled findings: one card per finding, three answers, download as a file.
import { head, scriptElement } from "../publishers/html/head.ts";
import { paletteCss } from "../publishers/html/palette.ts";
import { exactHtml, html, type Html } from "../publishers/html/template.ts";
import { judgingTexts } from "../words/backtest-texts.ts";
import { judgeScript } from "./judge-script.ts";
import { judgeStyle } from "./judge-style.ts";
import { sampleFindings, judgementVerdicts } from "./judgements.ts";
import type { Backtest, ReplayedChange, ReplayedFinding } from "./backtest-result.ts";

interface Sample {
  finding: ReplayedFinding;
  change: Pick<ReplayedChange, "sha" | "subject">;
  repository: string;
}

export function judgePage(backtests: readonly Backtest[], most: number, version: string): string {
  const chosen = chosenSamples(backtests, most);
  return html`<!doctype html>
    <html lang="en">
      ${head({ title: judgingTexts.title, version, style, script: judgeScript })}
      <body>
        <header>
          <h1>${judgingTexts.title}</h1>
          <p class="tools">
            <span><b id="left">${chosen.length}</b> ${judgingTexts.left}</span>
            <button id="save" type="button">${judgingTexts.save}</button>
            <label class="button">${judgingTexts.open}<input id="open" type="file" accept=".json" /></label>
          </p>
        </header>
        <main>
          <p class="lead">${judgingTexts.lead}</p>
          <p class="lead keys">${judgingTexts.keys}</p>
          <p class="no-script">${judgingTexts.noScript}</p>
          ${chosen.length === 0 ? html`<p class="lead">${judgingTexts.nothing}</p>` : chosen.map(card)}
        </main>
        ${scriptElement(judgeScript)}
      </body>
    </html>`.toString();
}

function chosenSamples(backtests: readonly Backtest[], most: number): Sample[] {
  const from = new Map<string, Omit<Sample, "finding">>();
  for (const { repository, changes } of backtests)
    for (const change of changes) for (const { id } of change.findings) from.set(id, { change, repository });
  return sampleFindings(backtests, most).map((finding) => ({ finding, ...from.get(finding.id)! }));
}

function card({ finding, change, repository }: Sample): Html {
  const more = finding.quotes.slice(1);
  return html`<article id="${finding.id}" data-id="${finding.id}" tabindex="-1">
    <p class="meta">
      <code>${finding.check}</code> ${finding.kind} · <span class="sev ${finding.severity}">${finding.severity}</span> ·
      ${repository} <code>${change.sha.slice(0, 12)}</code> ${change.subject}
    </p>
    <h2>${finding.title}</h2>
    <p class="place"><code>${finding.path}:${finding.line}</code></p>
    ${code(finding)}
    ${more.map(
      (quote) =>
        html`<p class="place"><code>${quote.path}:${quote.line}</code> (${quote.side})</p>
          ${lines([{ ...quote, hit: true }])}`,
    )}
    <p>${finding.explanation}</p>
    <p class="meta">${judgingTexts.again[finding.again]}</p>
    <div class="answers" role="group">
      ${judgementVerdicts.map((verdict) => html`<button type="button" aria-pressed="false" data-says="${verdict}">${judgingTexts[verdict]}</button>`)}
    </div>
  </article>`;
}

function code({ around, line, quotes }: ReplayedFinding): Html {
  const shown = around.length > 0 ? around : quotes.slice(0, 1);
  return lines(shown.map((one) => ({ ...one, hit: one.line === line })));
}

function lines(shown: readonly { line: number; text: string; hit: boolean }[]): Html {
  return exactHtml`<pre>${shown.map((one) => exactHtml`<span class="${one.hit && "hit"}"><i>${one.line}</i>${one.text}\n</span>`)}</pre>`;
}

const style = `:root{color-scheme:light dark;${paletteCss()}}${judgeStyle}`;
