// A server as it runs, put together: GitHub as the App sees it, the processes that read, the store, the figures and the log.
import type { UserConfig } from "../../change/config.ts";
import { apiOf } from "../../world/github/address.ts";
import { listInstallations, listOpenPulls } from "../../world/github/app-lists.ts";
import { openAppSelf } from "../../world/github/app-self.ts";
import { openAppToken } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openSharedPermit } from "../../world/github/shared-permit.ts";
import type { Store } from "../../world/store/store.ts";
import { answerReaderIn } from "./answer-reader.ts";
import { githubFigures } from "./github-figures.ts";
import { openInstallations, type AppIdentity } from "./installation.ts";
import type { Log } from "./log.ts";
import { newMetrics } from "./metrics.ts";
import { readerIn } from "./reader.ts";
import { serve, type Role, type Serving } from "./serve.ts";

export interface ServerSettings {
  address: { host: string; port: number };
  githubHost: string;
  secret: string;
  app: AppIdentity;
  role: Role;
}

export interface ServerNeeds {
  store: Store;
  /** This program, to start the processes that read. */
  program: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  user: UserConfig;
  stop: AbortSignal;
  now(): number;
  log: Log;
}

export async function openServer(settings: ServerSettings, needs: ServerNeeds): Promise<Serving> {
  const { app, githubHost } = settings;
  const { store, program, env, user, stop, now, log } = needs;
  const api = apiOf(githubHost, env);
  const metrics = newMetrics();
  const figures = githubFigures(metrics);
  const known = user.models ?? [];
  const { keyVariables } =
    known.length === 0 ? { keyVariables: () => [] } : await import("../../world/models/key-variables.ts");
  const keys = known.flatMap(keyVariables);
  const asApp = { api, app, clock: wallClock, stop };
  const self = openAppSelf(asApp);
  return await serve({
    ...settings,
    store,
    installation: openInstallations(api, app, {
      self,
      heard: figures.heard,
      permit: (id) => openSharedPermit({ clock: wallClock, pacing: store.pacing, name: `${githubHost} ${id}` }),
    }),
    self,
    read: readerIn(program, env, keys),
    answer: answerReaderIn(program, env, keys),
    models: known.length === 0 ? null : user,
    metrics,
    gauges: figures.gauges,
    sweeping: {
      installations: async () => await listInstallations(asApp),
      pulls(installationId) {
        const token = openAppToken({ ...asApp, app: { ...app, installationId }, scope: "read" });
        return listOpenPulls({ api, token, clock: wallClock, stop, heard: figures.heard(String(installationId)) });
      },
    },
    now,
    log,
  });
}
