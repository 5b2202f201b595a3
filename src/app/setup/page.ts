// Renders the pages of the setup, without scripts.
import { exactHtml, html, trustedHtml, type Html, type HtmlPart } from "../../review/publishers/html/template.ts";
import {
  choose,
  created,
  eventWords,
  fieldFaultTexts,
  setupLabels,
  permissionLevelTexts,
  look,
  offers,
  permissionWords,
  whyWords,
  type Trouble,
} from "./words/setup.ts";
import { wantedEvents, wantedPermissions } from "./app-needs.ts";
import { webhookPath, type Manifest, type Wishes } from "./manifest.ts";
import { setupStyle } from "./style.ts";
import type { FieldFault, SetupFormInput } from "./setup-form.ts";

/** `step`: the current step, from 0; null on an error page. */
function frame(title: string, step: number | null, body: HtmlPart): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${title} · ${setupLabels.product}</title>
        ${exactHtml`<style>${trustedHtml(setupStyle)}</style>`}
      </head>
      <body>
        <header class="top">
          <span><b>${setupLabels.product}</b> ${setupLabels.place}</span>
          ${step !== null && stepList(step)}
        </header>
        <main>${body}</main>
      </body>
    </html>`.toString();
}

function stepList(current: number): Html {
  const items = setupLabels.steps.map((step, index) =>
    index === current ? html`<li aria-current="step">${step}</li>` : html`<li>${step}</li>`,
  );
  return html`<ol class="steps" aria-label="${setupLabels.stepsTitle}">
    ${items}
  </ol>`;
}

export interface ChoosePage {
  typed: SetupFormInput;
  faults: readonly FieldFault[];
  /** The form's target. */
  action: string;
  /** The file in which the App will be stored. */
  file: string;
}

export function choosePage({ typed, faults, action, file }: ChoosePage): string {
  return frame(choose.title, 0, [
    html`<div>
      <h1>${choose.title}</h1>
      <p class="lead">${choose.lead}</p>
      <p class="lead">${choose.kept(file)}</p>
    </div>`,
    faults.length > 0 &&
      html`<section class="panel bad" role="alert">
        <h2>${choose.mend}</h2>
        <ul>
          ${faults.map((fault) => html`<li>${fieldFaultTexts[fault]}</li>`)}
        </ul>
      </section>`,
    allowed(),
    html`<form method="post" action="${action}" class="panel">
      <div>${contentsChoice(typed)} ${ownerChoice(typed)} ${nameField(typed)} ${addressField(typed)}</div>
      <div class="acts"><button>${choose.submit}</button></div>
    </form>`,
  ]);
}

function allowed(): Html {
  const rows = wantedPermissions(true).map(
    ({ name, level }) =>
      html`<tr>
        <th scope="row">${permissionWords[name]}</th>
        <td class="level">${permissionLevelTexts[level]}</td>
        <td>${whyWords[name]}</td>
      </tr>`,
  );
  return html`<section class="panel">
    <h2>${setupLabels.allowed}</h2>
    <table>
      <thead>
        <tr>
          <th>${setupLabels.permission}</th>
          <th>${setupLabels.level}</th>
          <th>${setupLabels.why}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <h2>${setupLabels.told}</h2>
    <ul>
      ${wantedEvents.map((event) => html`<li>${eventWords[event]} <code>${event}</code></li>`)}
    </ul>
    <p class="hint">${choose.told}</p>
  </section>`;
}

function contentsChoice({ contents }: SetupFormInput): Html {
  return html`<fieldset>
    <legend>${choose.contents}</legend>
    ${radio({ name: "contents", value: "write", on: contents === "write", says: choose.contentsWrite }, choose.contentsWriteHint)}
    ${radio({ name: "contents", value: "read", on: contents === "read", says: choose.contentsRead }, choose.contentsReadHint)}
  </fieldset>`;
}

function ownerChoice({ owner, organization }: SetupFormInput): Html {
  return html`<fieldset>
    <legend>${choose.owner}</legend>
    ${radio({ name: "owner", value: "me", on: owner === "me", says: choose.ownerMe })}
    ${radio({ name: "owner", value: "organization", on: owner === "organization", says: choose.ownerOrganization })}
    <label class="sub"
      ><span class="hint">${choose.organization}</span>
      <input
        type="text"
        name="organization"
        value="${organization}"
        autocomplete="off"
        spellcheck="false"
        maxlength="100"
    /></label>
    <p class="hint">${choose.ownerHint}</p>
  </fieldset>`;
}

function radio(
  { name, value, on, says }: { name: string; value: string; on: boolean; says: string },
  hint?: string,
): Html {
  const box = on
    ? html`<input type="radio" name="${name}" value="${value}" checked />`
    : html`<input type="radio" name="${name}" value="${value}" />`;
  return html`<label class="choice"
    >${box}<span>${says}</span>${hint && html`<span class="hint">${hint}</span>`}</label
  >`;
}

function nameField({ name }: SetupFormInput): Html {
  return html`<div class="field">
    <label for="name">${choose.name}</label>
    <input
      type="text"
      id="name"
      name="name"
      value="${name}"
      required
      maxlength="34"
      autocomplete="off"
      aria-describedby="name-hint"
    />
    <p class="hint" id="name-hint">${choose.nameHint}</p>
  </div>`;
}

function addressField({ publicUrl }: SetupFormInput): Html {
  return html`<div class="field">
    <label for="publicUrl">${choose.publicUrl}</label>
    <input
      type="url"
      id="publicUrl"
      name="publicUrl"
      value="${publicUrl}"
      required
      placeholder="https://"
      autocomplete="off"
      aria-describedby="url-hint"
    />
    <p class="hint" id="url-hint">${choose.publicUrlHint(webhookPath)}</p>
  </div>`;
}

export interface LookPage {
  wishes: Wishes;
  manifest: Manifest;
  /** GitHub's page for new Apps, with the state parameter. */
  target: string;
  githubHost: string;
}

export function lookPage({ wishes, manifest, target, githubHost }: LookPage): string {
  const facts: readonly (readonly [string, string])[] = [
    [look.name, wishes.name],
    [look.owner, wishes.organization ?? look.me],
    [look.webhook, manifest.hook_attributes.url],
    [look.contents, wishes.resolves ? look.resolves : look.resolvesNot],
  ];
  return frame(look.title, 1, [
    html`<div>
      <h1>${look.title}</h1>
      <p class="lead">${look.lead}</p>
    </div>`,
    html`<section class="panel">
      <h2>${setupLabels.chosen}</h2>
      <dl>
        ${facts.map(
          ([term, says]) =>
            html`<div>
              <dt>${term}</dt>
              <dd>${says}</dd>
            </div>`,
        )}
      </dl>
      <details>
        <summary>${setupLabels.manifest}</summary>
        ${exactHtml`<pre>${JSON.stringify(manifest, null, 2)}</pre>`}
      </details>
    </section>`,
    html`<form method="post" action="${target}">
      <input type="hidden" name="manifest" value="${JSON.stringify(manifest)}" />
      <div class="acts">
        <button>${look.submit(githubHost)}</button>
        <a href="../setup">${look.back}</a>
      </div>
    </form>`,
  ]);
}

export interface CreatedPage {
  slug: string;
  file: string;
  /** The address where the App is installed. */
  install: string;
}

export function createdPage({ slug, file, install }: CreatedPage): string {
  return frame(created.title(slug), 2, [
    html`<section class="panel good">
      <h1>${created.title(slug)}</h1>
      <p class="lead">${created.lead(file)}</p>
    </section>`,
    html`<section class="panel">
      <h2>${setupLabels.next}</h2>
      <ol>
        ${created.next.map((step) => html`<li>${coded(step)}</li>`)}
      </ol>
    </section>`,
    html`<div class="acts"><a class="button" href="${install}">${created.install}</a></div>`,
  ]);
}

/** Renders backquoted parts as code. */
function coded(text: string): HtmlPart[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** `start`: the address of the setup page. */
export function setupErrorPage(trouble: Trouble, start: string): string {
  // An empty address reloads the page with its query.
  const ways = { again: "", start, none: null }[trouble.offer];
  return frame(trouble.title, null, [
    html`<section class="panel bad" role="alert">
      <h1>${trouble.title}</h1>
      <p class="lead">${trouble.says}</p>
      <p>${trouble.mend}</p>
    </section>`,
    ways !== null &&
      trouble.offer !== "none" &&
      html`<div class="acts"><a class="button" href="${ways}">${offers[trouble.offer]}</a></div>`,
  ]);
}
