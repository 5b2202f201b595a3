// The App as GitHub is asked to make it.
import { wantedEvents, wantedPermissions, type Level, type AppPermission } from "./app-needs.ts";

/** What a person chose. */
export interface Wishes {
  name: string;
  /** The organisation that is to own it; null: the person's own account. */
  organization: string | null;
  /** Where GitHub reaches this server, without a slash at its end. */
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
/** Where GitHub sends the browser with the code. */
const createdPath = "/setup/created";
/** Where GitHub sends people who sign in to the server's pages. */
const signInPath = "/login/callback";

/** `back`: the address under which the browser has this page. */
export function manifestOf(wishes: Wishes, back: string, description: string): Manifest {
  return {
    name: wishes.name,
    url: wishes.publicUrl,
    description,
    // Only its owner's repositories; the App's settings on GitHub can open it to others.
    public: false,
    hook_attributes: { url: `${wishes.publicUrl}${webhookPath}`, active: true },
    redirect_url: `${back}${createdPath}`,
    callback_urls: [`${wishes.publicUrl}${signInPath}`],
    default_permissions: Object.fromEntries(wantedPermissions(wishes.resolves).map(({ name, level }) => [name, level])),
    default_events: [...wantedEvents],
  };
}

/** Where the manifest is posted to. */
export function newAppAddress(web: string, organization: string | null, state: string): string {
  const owner = organization === null ? "" : `/organizations/${encodeURIComponent(organization)}`;
  return `${web}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`;
}

/** GitHub's pages; its API is elsewhere. */
export function webOf(githubHost: string): string {
  return `${isLoopbackAddress(githubHost) ? "http" : "https"}://${githubHost}`;
}

export function isLoopbackAddress(host: string): boolean {
  return /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i.test(host);
}
