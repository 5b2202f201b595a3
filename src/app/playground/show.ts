// Serves the playground for the local user until they stop it.
import { playgroundReady } from "../../review/words/playground-texts.ts";
import { openInBrowser } from "../../world/browser.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { openLog } from "../server/log.ts";
import { openPlayground } from "./open.ts";
import { start } from "./pages/paths.ts";

export interface ShowPlaygroundOptions {
  port: number;
  /** Opens the user's browser; otherwise only prints the address. */
  open: boolean;
  /** Prints the server's log to standard error. */
  verbose: boolean;
}

export async function showPlayground(
  { port, open, verbose }: ShowPlaygroundOptions,
  outside: ProcessEnvironment,
): Promise<number> {
  const { program, env, version, now, stop } = outside;
  // All secrets were generated for this run; they are redacted nevertheless.
  const log = verbose ? openLog({ write: outside.tell, now, secrets: [] }) : () => {};
  const playground = await openPlayground({ port, program, env, version, now, log });
  try {
    const address = playground.opening(start);
    outside.print(playgroundReady(address));
    if (open && !stop.aborted) openInBrowser(address, outside);
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener("abort", () => resolve(), { once: true });
    });
    return 0;
  } finally {
    await playground.close();
  }
}
