// Opens the dashboard of a server, which people sign in to with GitHub.
import type { Api } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openSignIn } from "../../world/github/sign-in.ts";
import type { Store } from "../../world/store/store.ts";
import type { UserConfig } from "../../change/config.ts";
import type { RunningJob } from "../dashboard/dashboard-actions.ts";
import { githubAccess } from "../dashboard/access/github.ts";
import { openSite, type OpenSite } from "../dashboard/site.ts";
import type { ServerTasks } from "./server-tasks.ts";
import type { OpenInstallation } from "./installation.ts";
import type { Log } from "./log.ts";
import type { Role } from "./serve.ts";
import { serverDashboardActions } from "./server-dashboard-actions.ts";
import { parseRepositoryKey } from "../../pull-request.ts";

export interface ServerSiteOptions {
  store: Store;
  api: Api;
  /** The OAuth client of the App. */
  client: { id: string; secret: string };
  /** The public address of this server, without a trailing slash. */
  publicUrl: string;
  installation: OpenInstallation;
  /** Reads threads; absent: pages do not show them. */
  board?: ServerTasks["readBoard"];
  /** Shown on the settings page; absent: nothing is shown. */
  server?: { data: RunningJob["data"]; role: Role; user: UserConfig };
  version: string;
  stop: AbortSignal;
  now(): number;
  log: Log;
}

/** Kept longer than a session lasts. */
const endedSessions = "sessions";

export function openServerSite(options: ServerSiteOptions): OpenSite {
  const { store, api, client, publicUrl, installation, version, stop, now, log } = options;
  const access = githubAccess({
    signIn: openSignIn({ api, clientId: client.id, clientSecret: client.secret, clock: wallClock, stop }),
    async permission(repository, login) {
      const named = parseRepositoryKey(repository);
      const holding = named && (await store.installations.holding(repository));
      if (named === null || holding === null) return null;
      return await installation(holding, stop, named.repo).permission(named.owner, named.repo, login);
    },
    sessions: {
      isEnded: async (key) => (await store.journal.answer(endedSessions, key)) !== null,
      end: async (key) => await store.journal.keep(endedSessions, key, "ended", now()),
    },
    publicUrl,
    secret: client.secret,
    version,
    now,
    log,
  });
  const isHttps = publicUrl.startsWith("https:");
  return openSite({
    store,
    version,
    now,
    where: "server",
    doing: serverDashboardActions(options),
    access,
    isHttps,
    log,
  });
}
