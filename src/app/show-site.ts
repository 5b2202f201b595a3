// The dashboard for the person at this machine: shown until they end it.
import type { Draft } from "../review/draft.ts";
import { siteShown } from "../review/words/pages/local.ts";
import { openInBrowser } from "../world/browser.ts";
import type { Store } from "../world/store/store.ts";
import type { Outside } from "./outside.ts";
import { listenLocally } from "./pages/listen.ts";
import { localDoing } from "./pages/local-doing.ts";

export interface Showing {
  /** The page that is opened first. */
  path: string;
  store: Store;
  port: number;
  /** In the person's browser; else the address is only printed. */
  open: boolean;
  /** A review that is shown though it is not kept. */
  draft?: Draft;
}

export async function showSite({ path, store, port, open, draft }: Showing, outside: Outside): Promise<number> {
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
    outside.print(siteShown(address));
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
