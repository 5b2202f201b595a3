// Renders webhook payloads about installations and pings.
import type { components } from "@octokit/openapi-webhooks-types";
import { same, type Hub } from "../hub.ts";
import { isoTime } from "../node-id.ts";
import { installationShape, userShape } from "./accounts.ts";
import type { Of } from "./payloads.ts";
import { shortRepositoryShape } from "./repositories.ts";

type Schemas = components["schemas"];

export function installationPayload(hub: Hub, told: Of<"installation">): object {
  const { installation } = told;
  const reached = hub.state.repositories.filter(
    (one) => same(one.owner, installation.account) && (installation.repositories?.includes(one.id) ?? true),
  );
  const common = {
    installation: installationShape(hub, installation),
    repositories: reached.map(shortRepositoryShape),
    requester: null,
    sender: userShape(hub, told.sender),
  };
  return told.action === "created"
    ? ({ ...common, action: told.action } satisfies Schemas["webhook-installation-created"])
    : ({ ...common, action: told.action } satisfies Schemas["webhook-installation-deleted"]);
}

export function repositoriesPayload(hub: Hub, told: Of<"installation_repositories">): object {
  const installation = installationShape(hub, told.installation);
  const listed = told.repositories.map(shortRepositoryShape);
  const { repository_selection } = installation;
  const common = { installation, repository_selection, requester: null, sender: userShape(hub, told.sender) };
  return told.action === "added"
    ? ({
        ...common,
        action: told.action,
        repositories_added: listed,
        repositories_removed: [],
      } satisfies Schemas["webhook-installation-repositories-added"])
    : ({
        ...common,
        action: told.action,
        repositories_added: [],
        repositories_removed: listed,
      } satisfies Schemas["webhook-installation-repositories-removed"]);
}

export function pingPayload(hub: Hub, { hook, at, sender }: Of<"ping">): object {
  const isApp = "slug" in hook;
  const url = isApp ? hook.webhookUrl : hook.url;
  const type = isApp ? "App" : hook.repository === null ? "Organization" : "Repository";
  return {
    zen: "Keep it logically awesome.",
    hook_id: hook.id,
    hook: {
      type,
      id: hook.id,
      name: "web",
      active: isApp || hook.active,
      events: [...hook.events],
      config: { content_type: isApp ? "json" : hook.contentType, insecure_ssl: "0", ...(url !== null && { url }) },
      created_at: isoTime(at),
      updated_at: isoTime(at),
      ...(isApp && { app_id: hook.id }),
    },
    ...(!isApp && { sender: userShape(hub, sender) }),
  } satisfies Schemas["webhook-ping"];
}
