// Renders the layout around every page: navigation and live updates.
import { reportLabels } from "../../review/words/report-texts.ts";
import { frameWords, sections } from "../../review/words/pages/frame-page-texts.ts";
import { icon, logo } from "../../review/publishers/html/icons.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { assetPath } from "./assets.ts";
import type { PageResponse, SectionId, Visitor } from "./page.ts";
import type { Site } from "./site.ts";

type PageAnswer = Extract<PageResponse, { is: "page" }>;

export function frame(
  page: PageAnswer,
  site: Pick<Site, "version" | "where" | "playground">,
  { visitor, csrf }: { visitor: Visitor; csrf: string },
): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="htmx-config"
          content='{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,"selfRequestsOnly":true,"historyCacheSize":0}'
        />
        <title>${page.title} · ${reportLabels.product}</title>
        <link rel="icon" href="${assetPath("logo.svg")}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetPath("style.css")}" />
        <script src="${assetPath("htmx.js")}" defer></script>
        <script src="${assetPath("dashboard.js")}" defer></script>
      </head>
      <body class="site">
        <a class="skip" href="#main">${frameWords.skip}</a>
        <header class="top">
          <a class="brand" href="/">${logo()}${reportLabels.product}</a>
          <nav aria-label="${frameWords.places}">${links(page.section, site)}</nav>
          <span class="tools"
            ><button type="button" id="theme" title="${reportLabels.theme}">${reportLabels.themes.auto}</button>${
              visitor.signedIn &&
              html`<form method="post" action="/logout">
                <input type="hidden" name="csrf" value="${csrf}" /><button>${frameWords.signOut(visitor.name)}</button>
              </form>`
            }</span
          >
        </header>
        <main id="main" tabindex="-1">${page.body}</main>
        <footer>${frameWords.footer(site.version)} <span id="live" class="quiet" role="status"></span></footer>
      </body>
    </html>`;
}

function links(current: SectionId | null, site: Pick<Site, "playground">): Html[] {
  const places = site.playground
    ? [{ id: "playground", title: frameWords.playground, icon: "play" } as const, ...sections]
    : sections;
  return places.map(
    ({ id, title, icon: name }) =>
      html`<a href="/${id}" ${current === id && html`aria-current="page"`}>${icon(name)}${title}</a>`,
  );
}
