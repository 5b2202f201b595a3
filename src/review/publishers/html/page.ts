// The page as a whole, and the policy that lets only our own style and script act in it.
import { createHash } from "node:crypto";
import type { Draft } from "../../draft.ts";
import { footer, headings, labels } from "../../words/html.ts";
import type { PublishOptions } from "../publisher.ts";
import { dataBlock } from "./data.ts";
import { details } from "./details.ts";
import { fileList, fileViews, type FileView } from "./files.ts";
import { filters, helpDialog } from "./filters.ts";
import { findingLists, shownFindings } from "./findings.ts";
import { openFiles } from "./limits.ts";
import { overview, targetOf, titleOfChange, topBar } from "./overview.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";
import { exact, html, ours, type Html } from "./template.ts";

export function page(draft: Draft, options: Pick<PublishOptions, "version" | "models">): Html {
  const all = shownFindings(draft);
  const views = fileViews(draft, all);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="generator" content="${labels.product} ${options.version}" />
        <title>${titleOfChange(draft)} · ${targetOf(draft)} · ${labels.product}</title>
        ${styleElement}
      </head>
      <body class="${isLarge(views) && "large"}">
        <a class="skip" href="#findings">${labels.skip}</a>
        ${topBar(draft)}
        <main>
          ${overview(draft)}
          <p class="panel no-script">${labels.noScript}</p>
          <div class="review">
            <aside id="findings" aria-labelledby="findings-title">
              <h2 id="findings-title">${headings.findings} <span class="n">${all.length}</span></h2>
              ${filters(all)}${findingLists(all)}
            </aside>
            <section id="files" aria-labelledby="files-title">
              <h2 id="files-title">${headings.files} <span class="n">${draft.change.files.length}</span></h2>
              ${fileList(views)}
            </section>
          </div>
          ${details(draft, options)}
        </main>
        <footer>${footer(options.version, draft.id)}</footer>
        ${helpDialog()} ${dataBlock(all, views)} ${scriptElement}
      </body>
    </html>`;
}

// To the letter: the policy holds their hashes.
const styleElement = exact`<style>${ours(style)}</style>`;
const scriptElement = exact`<script>${ours(script)}</script>`;

/** In a large page the browser lays out only what is in view, and guesses the size of the rest. */
function isLarge(views: readonly FileView[]): boolean {
  return views.length > openFiles || views.flatMap(({ pieces }) => pieces).length > openFiles;
}

/** Nothing is fetched, framed, sent or based elsewhere; only this very style and this very script count. */
const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
