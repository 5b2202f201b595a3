// Serves the dashboard for the local user until they stop it.
import type { Draft } from "../../review/draft.ts";
import { dashboardReady } from "../../review/words/pages/local-page-texts.ts";
import { openInBrowser } from "../../world/browser.ts";
import type { Store } from "../../world/store/store.ts";
import { textOption, type Input } from "../cli/commands/command.ts";
import type { ChosenFormat } from "../cli/formats.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { listenLocally } from "./listen.ts";
import { localDoing } from "./local-dashboard-actions.ts";
import { portOf } from "../cli/port-option.ts";

export interface DashboardOptions {
  /** The page that is opened first. */
  path: string;
  store: Store;
  port: number;
  /** Opens the user's browser; otherwise only prints the address. */
  open: boolean;
  /** A review that is shown but not stored. */
  draft?: Draft;
  /** Called with the address; absent: it is printed. */
  tell?(text: string): void;
}

/**
 * `crosscheck review --open`: shows the review on its page after the terminal output. Without a terminal no browser is
 * opened.
 */
export async function showReview(
  {
    draft,
    kept,
    store,
    input,
    chosen,
  }: { draft: Draft; kept: boolean; store: Store; input: Input; chosen: ChosenFormat },
  outside: ProcessEnvironment,
): Promise<void> {
  const port = portOf(textOption(input, "port") ?? "0");
  const isForProgram = chosen.output === null && chosen.formats[0] !== "terminal";
  const path = `/reviews/${encodeURIComponent(draft.id)}`;
  const showing = { path, store, port, open: outside.screen.asks, ...(isForProgram && { tell: outside.tell }) };
  await showSite({ ...showing, ...(!kept && { draft }) }, outside);
}

export async function showSite(
  { path, store, port, open, draft, tell }: DashboardOptions,
  outside: ProcessEnvironment,
): Promise<number> {
  const { version, now, env, stop } = outside;
  const name = env["USER"] ?? env["USERNAME"] ?? "you";
  const site = await listenLocally({
    store,
    version,
    now,
    name,
    port,
    doing: { ...localDoing(store, outside), ...(draft && { shown: { draft, at: now() } }) },
    log: (what, about) => outside.tell(`${what}: ${JSON.stringify(about)}\n`),
  });
  try {
    const address = site.opening(path);
    (tell ?? outside.print)(dashboardReady(address));
    if (open) openInBrowser(address, outside);
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener("abort", () => resolve(), { once: true });
    });
    return 0;
  } finally {
    await site.close();
  }
}
