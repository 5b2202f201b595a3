// Looks up the App's account (`slug[bot]`) once.
import type { Api } from "./address.ts";
import { signedProof, type AppKey } from "./app-token.ts";
import type { RequestClock } from "./clock.ts";
import { openRequests } from "./request.ts";

export interface AppSelf {
  slug: string;
  appId: number;
}

export interface AppSelfOptions {
  api: Api;
  app: Pick<AppKey, "appId" | "privateKey">;
  clock: RequestClock;
  stop: AbortSignal;
}

/** Retries until GitHub answers. */
export function openAppSelf({ api, app, clock, stop }: AppSelfOptions): () => Promise<AppSelf> {
  const requests = openRequests({ api, token: async () => await signedProof(app), clock, stop });
  let known: AppSelf | null = null;
  return async () => {
    if (known) return known;
    const { slug, id } = await requests.get<{ slug: string; id: number }>("/app", {});
    known = { slug, appId: id };
    return known;
  };
}
