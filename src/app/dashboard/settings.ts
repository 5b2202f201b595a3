// Renders the settings page: a repository's configuration with the origin of each value, and the program's own settings
// without secrets.
import { Refused, Unavailable, UserError } from "../../errors.ts";
import { html, type Html } from "../../review/publishers/html/template.ts";
import { settingsWords as words } from "../../review/words/pages/settings-page-texts.ts";
import type { Page, Visit } from "./page.ts";
import { chooser } from "./parts/fields.ts";
import { configPart } from "./settings/config-part.ts";
import { runningPart } from "./settings/running-part.ts";
import { chosenRepository, type SeenRepository } from "./visible.ts";

export const settingsPage: Page = {
  method: "get",
  path: "/settings",
  async run(visit) {
    const { all, chosen } = await chosenRepository(visit);
    const [config, running] = await Promise.all([configOf(visit, chosen), runningOf(visit, all)]);
    const body = html`<h1>${words.title}</h1>
      ${all.length > 0 && repositoryForm(all, chosen)} ${config} ${running}`;
    return { is: "page", title: words.title, section: "settings", body };
  },
};

function repositoryForm(all: readonly SeenRepository[], chosen: SeenRepository | null): Html {
  const names = all.map(({ name }) => ({ value: name, says: name }));
  return html`<form class="bar-form" method="get" action="/settings">
    ${chooser("repository", words.repository, names, chosen?.name ?? null, { must: true })}<button>
      ${words.show}
    </button>
  </form>`;
}

async function configOf(visit: Visit, chosen: SeenRepository | null): Promise<Html> {
  if (chosen === null) return html`<p class="panel quiet">${words.noRepository}</p>`;
  const { config } = visit.site.doing;
  if (!config) return html`<p class="panel quiet">${words.notOffered}</p>`;
  try {
    const address = `/settings?${new URLSearchParams({ repository: chosen.name }).toString()}`;
    return configPart(await config(chosen.name), { address, all: visit.query("shown") !== "set" });
  } catch (error) {
    return failed(words.failed, error);
  }
}

/** On a server, only visitors who can steer a repository see how it is configured. */
async function runningOf(visit: Visit, all: readonly SeenRepository[]): Promise<Html | null> {
  const { site } = visit;
  if (site.where === "server" && !all.some(({ right }) => right === "steer")) return null;
  try {
    return runningPart(site, (await site.doing.running?.()) ?? null);
  } catch (error) {
    return failed(words.ownFault, error);
  }
}

/** Renders errors that the visitor can act on; others are thrown and logged. */
function failed(what: string, error: unknown): Html {
  if (!(error instanceof Unavailable || error instanceof Refused || error instanceof UserError)) throw error;
  const remedy = error instanceof UserError ? html`<p>${error.remedy}</p>` : null;
  return html`<div class="panel warn" role="alert">
    <p><strong>${what}</strong></p>
    ${error.message.split("\n").map((line) => html`<p>${line}</p>`)} ${remedy}
  </div>`;
}
