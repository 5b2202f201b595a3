// Collects what `crosscheck doctor --server` reports on; `words/server-doctor.ts` interprets it.
import type { UserConfig } from "../../change/config.ts";
import { UserError } from "../../errors.ts";
import type { AppState, ModelKey, ServerFacts } from "./words/server-doctor.ts";
import { apiOf } from "../../world/github/address.ts";
import { lookAtApp } from "../../world/github/app-look.ts";
import { wallClock } from "../../world/github/clock.ts";
import { accessOf } from "../../world/models/api-access.ts";
import { readUse } from "../../world/models/model-use.ts";
import { runProbes, run } from "../../world/probes.ts";
import { dataPlace } from "../../world/store/data-folder.ts";
import { lookAtStore, type StoreLook } from "../../world/store/look-at-store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { readUserConfigFile } from "../user-config.ts";
import { appFolder, findApp, type OwnApp } from "./app-identity.ts";
import { wantedEvents, wantedPermissions } from "./app-needs.ts";
import { webhookPath } from "./manifest.ts";

type Here = Pick<ProcessEnvironment, "env" | "platform" | "stop" | "cwd">;

export async function serverFacts(data: string | undefined, outside: Here): Promise<ServerFacts> {
  const { env, platform, stop, cwd } = outside;
  const wishes = { data, env, platform };
  const { state, own } = appState(
    () => findApp(wishes),
    () => appFolder(wishes),
  );
  const [{ git, sandbox, node, temporary }, github, store, models] = await Promise.all([
    runProbes(cwd, env, stop),
    own && lookAtApp({ api: apiOf(own.githubHost, env), app: own.app, clock: wallClock, stop }),
    storeState(() => lookAtStore(dataPlace({ data, env, platform, server: true }))),
    modelKeys(outside),
  ]);
  stop.throwIfAborted();
  const needs = { permissions: wantedPermissions(true), events: wantedEvents, webhookPath };
  return { app: state, github, store, models, git, sandbox, node, temporary, needs };
}

function appState(find: () => OwnApp | null, folder: () => string): { state: AppState; own: OwnApp | null } {
  try {
    const own = find();
    if (own === null) return { state: { is: "none", folder: folder() }, own };
    return { state: { is: "found", appId: own.app.appId, from: own.from, open: own.open }, own };
  } catch (error) {
    return { state: { is: "invalid", ...sentence(error) }, own: null };
  }
}

async function storeState(look: () => Promise<StoreLook>): Promise<StoreLook> {
  try {
    return await look();
  } catch (error) {
    return { is: "unusable", ...sentence(error) };
  }
}

function sentence(error: unknown): { why: string; mend: string } {
  if (error instanceof UserError) return { why: error.message, mend: error.remedy };
  throw error;
}

async function modelKeys({ env, stop }: Here): Promise<ServerFacts["models"]> {
  let user: UserConfig;
  try {
    user = await readUserConfigFile(env);
  } catch (error) {
    return { is: "invalid", ...sentence(error) };
  }
  const all = (user.models ?? []).map(async (settings): Promise<ModelKey> => {
    const name = settings.name ?? settings.use;
    try {
      const use = readUse(settings.use);
      if (use.is === "api") {
        const access = accessOf(use.vendor, settings, env);
        return { name, lacks: "missing" in access ? `${access.missing} is not set` : null };
      }
      if (settings.key !== undefined && !env[settings.key]) return { name, lacks: `${settings.key} is not set` };
      const there = await run(use.program, ["--version"], env, stop);
      if (there === null) return { name, lacks: `${use.program} is not on the PATH` };
      const runs = there.is === "ended" && there.code === 0;
      return { name, lacks: runs ? null : `${use.program} is on the PATH, but ${use.program} --version fails` };
    } catch (error) {
      return { name, lacks: sentence(error).why };
    }
  });
  return { is: "read", models: await Promise.all(all) };
}
