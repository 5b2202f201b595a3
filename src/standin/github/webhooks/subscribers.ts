// Finds the subscribers of an event: hooks of the repository and organisation, and installed Apps.
import { same, type Hub } from "../hub.ts";
import type { App, SimulatedInstallation, SimulatedRepository } from "../state.ts";
import type { WebhookEventData } from "./payloads.ts";
import type { Parcel } from "./send.ts";

export interface Subscriber {
  webhook: number | null;
  app: number | null;
  installation: SimulatedInstallation | null;
  to: Pick<Parcel, "url" | "secret" | "contentType" | "hook" | "target">;
}

export function subscribersOf(hub: Hub, told: WebhookEventData): Subscriber[] {
  if (told.event === "ping") {
    const { hook } = told;
    return "slug" in hook ? appSubscriber(hook, null) : hookSubscribers(hub, (one) => one.id === hook.id);
  }
  if (told.event === "installation" || told.event === "installation_repositories") {
    const app = hub.state.apps.find((one) => one.id === told.installation.app);
    return app === undefined ? [] : appSubscriber(app, told.installation);
  }
  const { repository } = told;
  // A re-run request is sent only to the App that owns the check.
  const onlyApp = told.event === "check_run" && told.action === "rerequested" ? told.run.app : null;
  const apps = hub.state.installations
    .filter((one) => reaches(one, repository) && isSubscribed(one, told.event))
    .filter((one) => onlyApp === null || one.app === onlyApp)
    .flatMap((one) =>
      appSubscriber(
        hub.state.apps.find((app) => app.id === one.app)!,
        one,
      ),
    );
  const hooks = hookSubscribers(
    hub,
    (one) =>
      (one.repository === repository.id || (one.organization !== null && same(one.organization, repository.owner))) &&
      (one.events.includes("*") || one.events.includes(told.event)),
  );
  return onlyApp === null ? [...hooks, ...apps] : apps;
}

function reaches(installation: SimulatedInstallation, repository: SimulatedRepository): boolean {
  if (!same(installation.account, repository.owner) || installation.suspendedAt !== null) return false;
  return installation.repositories?.includes(repository.id) ?? true;
}

/** Apps with write access to checks receive check runs without subscribing. */
function isSubscribed({ events, permissions }: SimulatedInstallation, event: string): boolean {
  return events.includes(event) || (event === "check_run" && permissions.checks === "write");
}

function appSubscriber(app: App, installation: SimulatedInstallation | null): Subscriber[] {
  if (app.webhookUrl === null) return [];
  const target = { type: "integration" as const, id: app.id };
  const to = { url: app.webhookUrl, secret: app.webhookSecret, contentType: "json" as const, hook: app.id, target };
  return [{ webhook: null, app: app.id, installation, to }];
}

function hookSubscribers(hub: Hub, wanted: (hook: Hub["state"]["webhooks"][number]) => boolean): Subscriber[] {
  return hub.state.webhooks
    .filter((one) => one.active && wanted(one))
    .map(({ id, url, secret, contentType, repository, organization }) => ({
      webhook: id,
      app: null,
      installation: null,
      to: { url, secret, contentType, hook: id, target: targetOf(hub, repository, organization) },
    }));
}

function targetOf(hub: Hub, repository: number | null, organization: string | null): Parcel["target"] {
  if (repository !== null) return { type: "repository", id: repository };
  const owner = hub.state.accounts.find((one) => same(one.login, organization ?? ""));
  return { type: "organization", id: owner?.id ?? 0 };
}
