// Opens a simulated GitHub on loopback, with real HTTP, real git and its own clock.
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { afterPush } from "./acts/pulls.ts";
import { appsHandler } from "./apps/handler.ts";
import { newFaults, type Faults } from "./faults.ts";
import { gitHttp } from "./git-http.ts";
import { hostingOf } from "./git/hosting.ts";
import { gitEnvironment, type StandinClock, type Hub } from "./hub.ts";
import { newLedger, type Ledger } from "./ledger.ts";
import { gitHubLimits, type RateLimits } from "./limits.ts";
import { makeServer, type RawHandler, type GitHubServer } from "./server.ts";
import { artifactStorage } from "./rest/artifacts.ts";
import { emptyGitHubState, type GitHubState } from "./state.ts";
import { openWebhooks, type Webhooks } from "./webhooks.ts";
import { storyOf, type Story } from "./story.ts";

export interface GitHubStandinOptions {
  /** The folder of the bare repositories; the caller removes it. */
  folder: string;
  clock: StandinClock;
  /** A delay before every answer, in real time. */
  latencyMs?: number;
  /** The seed of random faults. */
  seed?: number;
  limits?: Partial<RateLimits>;
  /** Where git is found, if not in the system's folders. */
  path?: string;
}

export interface Standin extends Story {
  /** `http://127.0.0.1:<port>`: REST under /api/v3, GraphQL at /api/graphql, git at /<owner>/<name>.git. */
  url: string;
  /** The host and port, as in a pull request's address. */
  host: string;
  hub: Hub;
  state: GitHubState;
  ledger: Ledger;
  faults: Faults;
  clock: StandinClock;
  /** Can be changed while it runs. */
  limits: RateLimits;
  /** Tried in order, before the API. */
  handlers: RawHandler[];
  /** Every request to the API, in order. */
  requests: GitHubServer["requests"];
  /** `settled()` waits for pending deliveries. */
  webhooks: Webhooks;
  close(): Promise<void>;
}

export async function openStandin(options: GitHubStandinOptions): Promise<Standin> {
  mkdirSync(options.folder, { recursive: true });
  const ended = new AbortController();
  const ledger = newLedger();
  const hub: Hub = {
    url: "http://127.0.0.1",
    folder: options.folder,
    state: emptyGitHubState(),
    clock: options.clock,
    ledger,
    env: gitEnvironment(options.path),
    listeners: [],
    cache: new Map(),
    stop: ended.signal,
  };
  const faults = newFaults(options.seed ?? 1);
  const limits = { ...gitHubLimits, ...options.limits };
  const webhooks = openWebhooks(hub);
  hub.listeners.push((happening) => webhooks.happened(happening));
  const handlers: RawHandler[] = [
    gitHttp(
      hostingOf(hub, async (repository, moved, by) => {
        await afterPush(hub, { login: by.account.login, via: "git" }, repository, moved);
      }),
    ),
    appsHandler(hub, webhooks),
    artifactStorage(hub),
  ];
  const requests: GitHubServer["requests"] = [];
  const server = makeServer({ hub, faults, limits, handlers, latencyMs: options.latencyMs ?? 0, requests });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  hub.url = `http://127.0.0.1:${port}`;
  return {
    ...storyOf(hub),
    url: hub.url,
    host: `127.0.0.1:${port}`,
    hub,
    state: hub.state,
    ledger,
    faults,
    clock: hub.clock,
    limits,
    handlers,
    requests,
    webhooks,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await webhooks.settled();
      ended.abort();
    },
  };
}

export interface SetClock extends StandinClock {
  advance(milliseconds: number): void;
}

/** A clock that tests advance. */
export function setClock(start = Date.UTC(2026, 0, 5, 12)): SetClock {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
