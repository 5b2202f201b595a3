// The dashboard of a server: people sign in with GitHub, and what they decide becomes a job.
import type { Api } from "../../world/github/address.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openSignIn } from "../../world/github/sign-in.ts";
import type { Store } from "../../world/store/store.ts";
import type { UserConfig } from "../../change/config.ts";
import type { RunningJob } from "../dashboard/doing.ts";
import { githubAccess } from "../dashboard/access/github.ts";
import { openSite, type OpenSite } from "../dashboard/site.ts";
import type { ServerTasks } from "./server-tasks.ts";
import type { OpenInstallation } from "./installation.ts";
import type { Log } from "./log.ts";
import type { Role } from "./serve.ts";
import { serverDoing } from "./server-doing.ts";
import { parseRepositoryKey } from "../../pull-request.ts";

export interface PagesOptions {
  store: Store;
  api: Api;
  /** The App as people sign in with it. */
  client: { id: string; secret: string };
  /** Where people reach this server, without a slash at its end. */
  publicUrl: string;
  installation: OpenInstallation;
  /** Looks at threads; absent: pages do not show them. */
  board?: ServerTasks["readBoard"];
  /** What people may know of this server; absent: nothing. */
  server?: { data: RunningJob["data"]; role: Role; user: UserConfig };
  version: string;
  stop: AbortSignal;
  now(): number;
  log: Log;
}

export function openPages(options: PagesOptions): OpenSite {
  const { store, api, client, publicUrl, installation, version, stop, now, log } = options;
  const access = githubAccess({
    signIn: openSignIn({ api, clientId: client.id, clientSecret: client.secret, clock: wallClock, stop }),
    async permission(repository, login) {
      const named = parseRepositoryKey(repository);
      const holding = named && (await store.installations.holding(repository));
      if (named === null || holding === null) return null;
      return await installation(holding, stop, named.repo).permission(named.owner, named.repo, login);
    },
    publicUrl,
    secret: client.secret,
    version,
    now,
    log,
  });
  return openSite({ store, version, now, where: "server", doing: serverDoing(options), access, log });
}
