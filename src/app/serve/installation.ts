// GitHub as one installation of the App sees it: with a token that reads, and, apart from it, one that writes.
import type { GitHubReads } from "../../change/github.ts";
import type { GitHubWrites } from "../../review/github-writes.ts";
import type { Api } from "../../world/github/address.ts";
import { openAppToken } from "../../world/github/app-token.ts";
import { wallClock } from "../../world/github/clock.ts";
import { openPermit, type Permit } from "../../world/github/permit.ts";
import { openReads } from "../../world/github/reads.ts";
import { openWrites } from "../../world/github/writes.ts";

export interface AppIdentity {
  appId: string;
  /** PEM. */
  privateKey: string;
}

export interface Installation {
  /** For the process that reads a change's text: it can do nothing but read. */
  readToken(): Promise<string>;
  reads: Pick<GitHubReads, "now">;
  writes(): GitHubWrites;
}

export function openInstallations(api: Api, app: AppIdentity): (id: number, stop: AbortSignal) => Installation {
  // GitHub counts what an installation writes, whichever pull request it is for.
  const permits = new Map<number, Permit>();
  return (id, stop) => {
    const permit = permits.get(id) ?? openPermit({ clock: wallClock });
    permits.set(id, permit);
    const asked = { api, app: { ...app, installationId: id }, clock: wallClock, stop };
    const readToken = openAppToken({ ...asked, scope: "read" });
    return {
      readToken,
      reads: openReads({ api, token: readToken, clock: wallClock, stop }),
      writes: () =>
        openWrites({ api, token: openAppToken({ ...asked, scope: "write" }), clock: wallClock, stop, permit }),
    };
  };
}
