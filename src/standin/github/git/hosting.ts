// Connects git over HTTP with the simulated repositories and permissions.
import { allows, callerOfToken, type Caller } from "../callers.ts";
import type { GitHosting } from "../git-http.ts";
import { accountOf, findRepository, type Hub } from "../hub.ts";
import type { SimulatedRepository } from "../state.ts";
import type { MovedRef } from "./refs.ts";

/** Called after a push: updates pull requests and sends webhooks. */
export type Pushed = (repository: SimulatedRepository, moved: MovedRef, by: Pick<Caller, "account">) => Promise<void>;

export function hostingOf(hub: Hub, pushed: Pushed): GitHosting<SimulatedRepository> {
  const callerFor = (token: string | null): Caller | null => (token === null ? null : callerOfToken(hub, token));
  return {
    env: hub.env,
    find: (owner, name) => findRepository(hub, owner, name),
    folder: ({ gitDirectory }) => gitDirectory,
    leaseOwner: (token) => callerFor(token)?.account.login ?? null,
    access: (repository, token) => {
      const may = (level: "read" | "write"): boolean => allows(hub, callerFor(token), repository, "contents", level);
      if (may("write") && !repository.archived) return "write";
      return may("read") ? "read" : "none";
    },
    pushed: async (repository, moved, by) => await pushed(repository, moved, { account: accountOf(hub, by) }),
  };
}
