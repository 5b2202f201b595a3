// Looks up what an address names, with access checks.
import { need } from "../callers.ts";
import { notFound } from "../exchange.ts";
import { findPull, findRepository, pullById } from "../hub.ts";
import type {
  PermissionLevel,
  SimulatedPermission,
  Pull,
  SimulatedRepository,
  RepositoryPermission,
} from "../state.ts";
import type { RestCall } from "./route.ts";

interface Named extends RestCall {
  named(name: "owner" | "repo"): string;
}

export function repositoryIn(
  call: Named,
  permission: SimulatedPermission,
  level: PermissionLevel,
  role?: RepositoryPermission,
): SimulatedRepository {
  const repository = findRepository(call.hub, call.named("owner"), call.named("repo"));
  need(call.hub, call.caller, repository, permission, level, role);
  return repository;
}

export function pullInRepository(
  call: Named,
  number: number,
  level: PermissionLevel,
): { repository: SimulatedRepository; pull: Pull } {
  const repository = repositoryIn(call, "pull_requests", level);
  const pull = findPull(call.hub, repository.id, number);
  if (!pull) throw notFound();
  return { repository, pull };
}

/** Throws 404 if there is no such item or it belongs elsewhere. */
export function findOwned<T extends { id: number }>(all: readonly T[], id: number, belongs: (one: T) => boolean): T {
  const found = all.find((one) => one.id === id && belongs(one));
  if (!found) throw notFound();
  return found;
}

export function ofRepository(call: RestCall, repository: SimulatedRepository): (one: { pull: number }) => boolean {
  return (one) => pullById(call.hub, one.pull).repository === repository.id;
}
