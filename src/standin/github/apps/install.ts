// Installs and removes an App, as a person does on GitHub's pages.
import type { Hub } from "../hub.ts";
import { takeId, type App, type SimulatedInstallation, type Login } from "../state.ts";
import type { Webhooks } from "../webhooks.ts";

export interface ToInstall {
  app: App;
  account: Login;
  /** The ids of the selected repositories; null for all. */
  repositories?: readonly number[] | null;
  by: Login;
}

export function installApp(hub: Hub, webhooks: Pick<Webhooks, "happened">, wanted: ToInstall): SimulatedInstallation {
  const { app, account, repositories = null, by } = wanted;
  const at = hub.clock.now();
  const installation: SimulatedInstallation = {
    id: takeId(hub.state),
    app: app.id,
    account,
    permissions: app.permissions,
    events: app.events,
    repositories,
    suspendedAt: null,
    createdAt: at,
  };
  hub.state.installations.push(installation);
  webhooks.happened({ event: "installation", action: "created", installation, sender: by, at });
  return installation;
}

export function uninstallApp(
  hub: Hub,
  webhooks: Pick<Webhooks, "happened">,
  gone: SimulatedInstallation,
  by: Login,
): void {
  webhooks.happened({ event: "installation", action: "deleted", installation: gone, sender: by, at: hub.clock.now() });
  hub.state.installations.splice(hub.state.installations.indexOf(gone), 1);
}
