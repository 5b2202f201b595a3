// Opens a server: GitHub as the App, child processes, store, metrics and log.
import type { UserConfig } from "../../change/config.ts";
import { apiOf } from "../../world/github/address.ts";
import { openAppDeliveries } from "../../world/github/app-deliveries.ts";
import { listComments, listInstallations, listOpenPulls } from "../../world/github/app-lists.ts";
import { openAppSelf } from "../../world/github/app-self.ts";
import { openAppTokens } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { readAllowances } from "../../world/github/feedback-reads.ts";
import { openSharedPermit } from "../../world/github/shared-permit.ts";
import type { Store } from "../../world/store/store.ts";
import { paceName } from "./rate-limit-holds.ts";
import { openInstallations, type AppIdentity } from "./installation.ts";
import { serverCacheEnvironment, startMirrorCleanup } from "./delete-unused-mirrors.ts";
import type { Log } from "./log.ts";
import type { OpenSite } from "../dashboard/site.ts";
import { openServerSite, type ServerSiteOptions } from "./server-site.ts";
import { openServerTasks } from "./server-tasks.ts";
import { serve, type Role, type ServeOptions, type Serving } from "./serve.ts";
import { tracedAnswer, tracedInstallations, tracedReview } from "./server-spans.ts";
import { openObservability } from "./observability.ts";
import { readAddressRanges } from "./webhook-intake.ts";

export interface ServerSettings {
  address: { host: string; port: number };
  /** Already listening, if the setup page has just created the App. */
  listening?: ServeOptions["listening"];
  githubHost: string;
  secret: string;
  app: AppIdentity;
  /** The OAuth client of the App; null if it is not known. */
  client?: { id: string; secret: string } | null;
  /** The public address of this server, without a trailing slash. */
  publicUrl?: string | undefined;
  role: Role;
}

export interface ServerNeeds {
  store: Store;
  /** The command that starts this program, for child processes. */
  program: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  user: UserConfig;
  stop: AbortSignal;
  now(): number;
  log: Log;
  /** For traces. */
  version?: string;
  /** Replaces the dashboard that people sign in to with GitHub. */
  site?(means: Omit<ServerSiteOptions, "client" | "publicUrl">): OpenSite;
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
  const { options: watched, tracing, onRequest, waits } = await openObservability({ env, version, secrets, now, log });
  const asApp = { api, app, clock: wallClock, stop };
  const self = openAppSelf(asApp);
  const childEnv = serverCacheEnvironment(env, app.appId);
  const tokens = openAppTokens(asApp);
  const asInstallation = (installationId: number) => ({
    ...asApp,
    token: tokens({ installationId, scope: "read", stop }),
    onRequest: onRequest(String(installationId)),
  });
  const open = openInstallations(api, app, {
    self,
    tokens,
    onRequest,
    permit(id) {
      const name = paceName(githubHost, id);
      return openSharedPermit({ clock: wallClock, pacing: store.pacing, name, waits: waits(id) });
    },
  });
  const { client, publicUrl } = settings;
  const tasks = openServerTasks({ program, env: childEnv, keys });
  const server = { data: env["DATABASE_URL"] ? "PostgreSQL" : "SQLite", role: settings.role, user } as const;
  const means = { store, api, installation: open, version, stop, now, log, board: tasks.readBoard, server };
  const site = needs.site?.(means) ?? (client && publicUrl ? openServerSite({ ...means, client, publicUrl }) : null);
  if (site === null && settings.role !== "worker") log("no dashboard", { why: noDashboard(client ?? null) });
  const serving = await serve({
    ...settings,
    store,
    site,
    preferredRanges: readAddressRanges(env["CROSSCHECK_WEBHOOK_RANGES"]),
    dashboard: site === null ? undefined : publicUrl,
    metricsToken: env["CROSSCHECK_METRICS_TOKEN"],
    isPublic: publicUrl !== undefined,
    version,
    installation: tracedInstallations(open, tracing),
    self,
    read: tracedReview(tasks.reviewPullRequest, tracing),
    answer: tracedAnswer(tasks.answerMention, tracing),
    models: known.length === 0 ? null : user,
    ...watched,
    sweeping: {
      installations: async () => await listInstallations(asApp),
      pulls: (installation) => listOpenPulls(asInstallation(installation)),
      comments: (installation, since) => listComments(asInstallation(installation), since),
    },
    redelivering: openAppDeliveries(asApp),
    settle: tasks.readThreadFacts,
    feedback: {
      read: tasks,
      allowance: async (installation) => await readAllowances(asInstallation(installation)),
    },
    now,
    log,
  });
  const endCleanup = startMirrorCleanup({ store, env: childEnv, host: githubHost, log });
  return {
    ...serving,
    async stop() {
      await Promise.all([serving.stop(), endCleanup()]);
      await tracing.end();
    },
  };
}

function noDashboard(client: ServerSettings["client"]): string {
  return client ? "--public-url is not given" : "CROSSCHECK_CLIENT_ID and CROSSCHECK_CLIENT_SECRET are not set";
}

/** Never sent in a trace. */
function secretsIn(
  { secret, app, client }: ServerSettings,
  env: ServerNeeds["env"],
  keys: readonly string[],
): string[] {
  const database = env["DATABASE_URL"] ?? "";
  const password = decodeURIComponent(URL.parse(database)?.password ?? "");
  return [secret, app.privateKey, client?.secret ?? "", database, password, ...keys.map((name) => env[name] ?? "")];
}
