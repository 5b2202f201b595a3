// Builds the manifest from which GitHub creates the App.
import { wantedEvents, wantedPermissions, type Level, type AppPermission } from "./app-needs.ts";

/** The choices of the setup form. */
export interface Wishes {
  name: string;
  /** The organisation that will own it; null: the user's own account. */
  organization: string | null;
  /** The public address of this server, without a trailing slash. */
  publicUrl: string;
  resolves: boolean;
}

export interface Manifest {
  name: string;
  url: string;
  description: string;
  public: boolean;
  hook_attributes: { url: string; active: boolean };
  redirect_url: string;
  callback_urls: string[];
  default_permissions: Partial<Record<AppPermission, Level>>;
  default_events: string[];
}

export const webhookPath = "/webhook";
/** GitHub redirects here with the code. */
const createdPath = "/setup/created";
/** GitHub redirects here after sign-in. */
const signInPath = "/login/callback";

/** `back`: the address of the setup page in the browser. */
export function manifestOf(wishes: Wishes, back: string, description: string): Manifest {
  return {
    name: wishes.name,
    url: wishes.publicUrl,
    description,
    // Private to its owner; this can be changed in the App's settings on GitHub.
    public: false,
    hook_attributes: { url: `${wishes.publicUrl}${webhookPath}`, active: true },
    redirect_url: `${back}${createdPath}`,
    callback_urls: [`${wishes.publicUrl}${signInPath}`],
    default_permissions: Object.fromEntries(wantedPermissions(wishes.resolves).map(({ name, level }) => [name, level])),
    default_events: [...wantedEvents],
  };
}

/** The address that the manifest is posted to. */
export function newAppAddress(web: string, organization: string | null, state: string): string {
  const owner = organization === null ? "" : `/organizations/${encodeURIComponent(organization)}`;
  return `${web}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`;
}

/** The address of GitHub's pages, not of its API. */
export function webOf(githubHost: string): string {
  return `${isLoopbackAddress(githubHost) ? "http" : "https"}://${githubHost}`;
}

export function isLoopbackAddress(host: string): boolean {
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i.test(host);
}
