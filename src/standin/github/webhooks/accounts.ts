// Renders people, Apps and organisations in webhook payloads.
import { accountUrls } from "../account-urls.ts";
import { accountOf, type Hub } from "../hub.ts";
import { isoTime, nodeId } from "../node-id.ts";
import type { App, SimulatedInstallation, Login, Permissions } from "../state.ts";

/** The address of the API, as on GitHub Enterprise Server. */
export function apiUrl(hub: Hub): string {
  return `${hub.url}/api/v3`;
}

export function userShape(hub: Hub, login: Login) {
  const { id, type, siteAdmin } = accountOf(hub, login);
  const url = `${apiUrl(hub)}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId(type, id),
    avatar_url: `${hub.url}/avatars/u/${id}`,
    gravatar_id: "",
    url,
    html_url: type === "Bot" ? `${hub.url}/apps/${login.replace(/\[bot\]$/, "")}` : `${hub.url}/${login}`,
    ...accountUrls(url),
    type,
    site_admin: siteAdmin,
    user_view_type: "public",
  };
}

export function organizationShape(hub: Hub, login: Login) {
  const { id, name } = accountOf(hub, login);
  const url = `${apiUrl(hub)}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeId("Organization", id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${hub.url}/avatars/u/${id}`,
    description: name,
  };
}

export function appShape(hub: Hub, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId("App", app.id),
    client_id: app.clientId,
    owner: userShape(hub, app.owner),
    name: app.name,
    description: "",
    external_url: hub.url,
    html_url: `${hub.url}/apps/${app.slug}`,
    created_at: isoTime(app.createdAt),
    updated_at: isoTime(app.createdAt),
    permissions: { ...app.permissions },
    events: [...app.events],
    installations_count: hub.state.installations.filter((one) => one.app === app.id).length,
  };
}

/** GitHub's types have no level above `write` for most permissions. */
export function permissionsShape(permissions: Permissions) {
  const entries = Object.entries(permissions).map(([name, level]) => [name, level === "admin" ? "write" : level]);
  return Object.fromEntries(entries) as Partial<Record<Exclude<keyof Permissions, "workflows">, "read" | "write">> & {
    workflows?: "write";
  };
}

export function installationShape(hub: Hub, installation: SimulatedInstallation) {
  const { id, repositories } = installation;
  const target = accountOf(hub, installation.account);
  const app = hub.state.apps.find((one) => one.id === installation.app)!;
  const settings = target.type === "Organization" ? `organizations/${target.login}/settings` : "settings";
  return {
    id,
    client_id: app.clientId,
    account: userShape(hub, target.login),
    repository_selection: repositories === null ? ("all" as const) : ("selected" as const),
    access_tokens_url: `${apiUrl(hub)}/app/installations/${id}/access_tokens`,
    repositories_url: `${apiUrl(hub)}/installation/repositories`,
    html_url: `${hub.url}/${settings}/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: target.id,
    target_type: target.type,
    permissions: permissionsShape(installation.permissions),
    events: [...installation.events],
    created_at: isoTime(installation.createdAt),
    updated_at: isoTime(installation.createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedAt === null ? null : userShape(hub, target.login),
    suspended_at: installation.suspendedAt === null ? null : isoTime(installation.suspendedAt),
  };
}
