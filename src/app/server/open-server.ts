// A server as it runs, put together: GitHub as the App sees it, the processes that read, the store, the figures and the log.
import type { UserConfig } from "../../change/config.ts";
import { apiOf } from "../../world/github/address.ts";
import { listComments, listInstallations, listOpenPulls } from "../../world/github/app-lists.ts";
import { openAppSelf } from "../../world/github/app-self.ts";
import { openAppTokens } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { readAllowances } from "../../world/github/feedback-reads.ts";
import { openSharedPermit } from "../../world/github/shared-permit.ts";
import type { Store } from "../../world/store/store.ts";
import { paceName } from "./held-back.ts";
import { openInstallations, type AppIdentity } from "./installation.ts";
import { serverCache, startForgetting } from "./forget-mirrors.ts";
import type { Log } from "./log.ts";
import type { OpenSite } from "../dashboard/site.ts";
import { openPages, type PagesOptions } from "./pages.ts";
import { openServerTasks } from "./server-tasks.ts";
import { serve, type Role, type ServeOptions, type Serving } from "./serve.ts";
import { tracedAnswerReader, tracedInstallations, tracedReader } from "./traced.ts";
import { openWatching } from "./watching.ts";

export interface ServerSettings {
  address: { host: string; port: number };
  /** The set-up page's, when it made the App just now. */
  listening?: ServeOptions["listening"];
  githubHost: string;
  secret: string;
  app: AppIdentity;
  /** As people sign in with it; null where that is not known. */
  client?: { id: string; secret: string } | null;
  /** Where people reach this server, without a slash at its end. */
  publicUrl?: string | undefined;
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
  /** This program's; for traces. */
  version?: string;
  /** Another dashboard than the one that people sign in to with GitHub. */
  site?(means: Omit<PagesOptions, "client" | "publicUrl">): OpenSite;
}

export async function openServer(settings: ServerSettings, needs: ServerNeeds): Promise<Serving> {
  const { app, githubHost } = settings;
  const { store, program, env, user, stop, now, log, version = "" } = needs;
  const api = apiOf(githubHost, env);
  const known = user.models ?? [];
  const { keyVariables } =
    known.length === 0 ? { keyVariables: () => [] } : await import("../../world/models/key-variables.ts");
  const keys = known.flatMap(keyVariables);
  const secrets = secretsIn(settings, env, keys);
  const { options: watched, tracing, heard, waits } = await openWatching({ env, version, secrets, now, log });
  const asApp = { api, app, clock: wallClock, stop };
  const self = openAppSelf(asApp);
  const readerEnv = serverCache(env, app.appId);
  const tokens = openAppTokens(asApp);
  const asInstallation = (installationId: number) => ({
    ...asApp,
    token: tokens({ installationId, scope: "read", stop }),
    heard: heard(String(installationId)),
  });
  const open = openInstallations(api, app, {
    self,
    tokens,
    heard,
    permit(id) {
      const name = paceName(githubHost, id);
      return openSharedPermit({ clock: wallClock, pacing: store.pacing, name, waits: waits(id) });
    },
  });
  const { client, publicUrl } = settings;
  const tasks = openServerTasks({ program, env: readerEnv, keys });
  const server = { data: env["DATABASE_URL"] ? "PostgreSQL" : "SQLite", role: settings.role, user } as const;
  const means = { store, api, installation: open, version, stop, now, log, board: tasks.readBoard, server };
  const site = needs.site?.(means) ?? (client && publicUrl ? openPages({ ...means, client, publicUrl }) : null);
  if (site === null && settings.role !== "worker") log("no dashboard", { why: noDashboard(client ?? null) });
  const serving = await serve({
    ...settings,
    store,
    site,
    dashboard: site === null ? undefined : publicUrl,
    version,
    installation: tracedInstallations(open, tracing),
    self,
    read: tracedReader(tasks.reviewPullRequest, tracing),
    answer: tracedAnswerReader(tasks.answerMention, tracing),
    models: known.length === 0 ? null : user,
    ...watched,
    sweeping: {
      installations: async () => await listInstallations(asApp),
      pulls: (installation) => listOpenPulls(asInstallation(installation)),
      comments: (installation, since) => listComments(asInstallation(installation), since),
    },
    settle: tasks.readThreadFacts,
    hearing: {
      read: tasks,
      allowance: async (installation) => await readAllowances(asInstallation(installation)),
    },
    now,
    log,
  });
  const endForgetting = startForgetting({ store, env: readerEnv, host: githubHost, log });
  return {
    ...serving,
    async stop() {
      await Promise.all([serving.stop(), endForgetting()]);
      await tracing.end();
    },
  };
}

function noDashboard(client: ServerSettings["client"]): string {
  return client ? "--public-url is not given" : "CROSSCHECK_CLIENT_ID and CROSSCHECK_CLIENT_SECRET are not set";
}

/** What must never be in a trace. */
function secretsIn(
  { secret, app, client }: ServerSettings,
  env: ServerNeeds["env"],
  keys: readonly string[],
): string[] {
  const database = env["DATABASE_URL"] ?? "";
  const password = decodeURIComponent(URL.parse(database)?.password ?? "");
  return [secret, app.privateKey, client?.secret ?? "", database, password, ...keys.map((name) => env[name] ?? "")];
}
