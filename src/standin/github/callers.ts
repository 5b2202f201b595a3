// Authenticates callers and checks permissions, with GitHub's refusals.
import { Failure, notFound } from "./exchange.ts";
import { accountOf, same, type Hub } from "./hub.ts";
import type {
  Account,
  App,
  InstallationToken,
  Login,
  PermissionLevel,
  SimulatedPermission,
  SimulatedRepository,
  RepositoryPermission,
  SimulatedToken,
} from "./state.ts";

export interface Caller {
  token: SimulatedToken;
  account: Account;
  /** The App of the installation; null for a person. */
  app: App | null;
}

/** Null without a token; an unknown, revoked or expired token is refused. */
export function callerOf(hub: Hub, authorization: string | undefined): Caller | null {
  if (authorization === undefined || authorization === "") return null;
  const shown = /^(?:bearer|token)\s+(\S+)$/i.exec(authorization.trim())?.[1];
  const caller = shown === undefined ? null : callerOfToken(hub, shown);
  if (!caller) throw new Failure(401, "Bad credentials");
  return caller;
}

export function callerOfToken(hub: Hub, shown: string): Caller | null {
  const token = hub.state.tokens.find((one) => one.token === shown);
  if (!token || token.revoked) return null;
  if (token.expiresAt !== null && token.expiresAt <= hub.clock.now()) return null;
  if (token.kind === "user") return { token, account: accountOf(hub, token.user), app: null };
  const installation = hub.state.installations.find((one) => one.id === token.installation);
  const app = hub.state.apps.find((one) => one.id === installation?.app);
  if (!installation || !app || installation.suspendedAt !== null) return null;
  return { token, account: accountOf(hub, app.bot), app };
}

const roles: readonly RepositoryPermission[] = ["read", "triage", "write", "maintain", "admin"];

function isAtLeast(role: RepositoryPermission | null, wanted: RepositoryPermission): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(wanted);
}

/** The person's own role in the repository; null if it is private and they have no access. */
export function roleOf(hub: Hub, login: Login, repository: SimulatedRepository): RepositoryPermission | null {
  if (same(login, repository.owner)) return "admin";
  const owner = accountOf(hub, repository.owner);
  const member = owner.members.find((one) => same(one.login, login));
  if (member?.role === "admin") return "admin";
  const collaborator = repository.collaborators.find((one) => same(one.login, login));
  if (collaborator) return collaborator.permission;
  return member || !repository.private ? "read" : null;
}

export function canPush(hub: Hub, login: Login, repository: SimulatedRepository): boolean {
  return isAtLeast(roleOf(hub, login, repository), "write");
}

function reaches(hub: Hub, token: InstallationToken, repository: SimulatedRepository): boolean {
  const installation = hub.state.installations.find((one) => one.id === token.installation);
  if (!installation || !same(installation.account, repository.owner)) return false;
  const within = (ids: readonly number[] | null) => ids === null || ids.includes(repository.id);
  return within(installation.repositories) && within(token.repositories);
}

export function canSee(hub: Hub, caller: Caller | null, repository: SimulatedRepository): boolean {
  if (!repository.private) return true;
  if (!caller) return false;
  const { token } = caller;
  if (token.kind === "installation") return reaches(hub, token, repository);
  if (token.repositories && !token.repositories.includes(repository.id)) return false;
  if (token.scopes && !token.scopes.includes("repo")) return false;
  return roleOf(hub, token.user, repository) !== null;
}

const levels: readonly PermissionLevel[] = ["read", "write", "admin"];

/** The role that a person needs: anyone who can read may comment and review. */
function roleFor(permission: SimulatedPermission, level: PermissionLevel): RepositoryPermission {
  if (level === "read") return "read";
  if (permission === "pull_requests" || permission === "issues") return "read";
  return permission === "administration" ? "admin" : "write";
}

export function allows(
  hub: Hub,
  caller: Caller | null,
  repository: SimulatedRepository,
  permission: SimulatedPermission,
  level: PermissionLevel,
  role = roleFor(permission, level),
): boolean {
  if (!canSee(hub, caller, repository)) return false;
  const isPublicRead = !repository.private && level === "read" && permission !== "administration";
  if (!caller) return isPublicRead;
  const { token } = caller;
  const granted = token.permissions?.[permission] ?? (permission === "metadata" ? "read" : undefined);
  const isGranted = granted !== undefined && levels.indexOf(granted) >= levels.indexOf(level);
  if (token.kind === "installation") return reaches(hub, token, repository) ? isGranted : isPublicRead;
  // Only Apps can create checks.
  if (permission === "checks" && level !== "read") return false;
  const isInScope = token.scopes
    ? isPublicRead || token.scopes.includes("repo") || (!repository.private && token.scopes.includes("public_repo"))
    : isPublicRead || (isGranted && (token.repositories?.includes(repository.id) ?? true));
  return isInScope && isAtLeast(roleOf(hub, token.user, repository), role);
}

/** Throws GitHub's error. An invisible repository is "not found". */
export function need(
  hub: Hub,
  caller: Caller | null,
  repository: SimulatedRepository | null,
  permission: SimulatedPermission,
  level: PermissionLevel,
  role?: RepositoryPermission,
): asserts repository is SimulatedRepository {
  if (!repository || !canSee(hub, caller, repository)) throw notFound();
  if (allows(hub, caller, repository, permission, level, role)) return;
  if (!caller) throw new Failure(401, "Requires authentication");
  throw forbidden(caller);
}

export function forbidden(caller: Caller): Failure {
  if (caller.token.kind === "installation") return new Failure(403, "Resource not accessible by integration");
  if (caller.token.permissions) return new Failure(403, "Resource not accessible by personal access token");
  return new Failure(403, "Must have admin rights to Repository.");
}

export function needCaller(caller: Caller | null): Caller {
  if (!caller) throw new Failure(401, "Requires authentication");
  return caller;
}

export type Association = "OWNER" | "MEMBER" | "COLLABORATOR" | "CONTRIBUTOR" | "FIRST_TIME_CONTRIBUTOR" | "NONE";

/** The author's association with the repository, as shown next to comments. */
export function associationOf(hub: Hub, login: Login, repository: SimulatedRepository): Association {
  if (same(login, repository.owner)) return "OWNER";
  if (accountOf(hub, repository.owner).members.some((one) => same(one.login, login))) return "MEMBER";
  if (repository.collaborators.some((one) => same(one.login, login))) return "COLLABORATOR";
  const theirs = hub.state.pulls.filter((one) => one.repository === repository.id && same(one.author, login));
  if (theirs.some((one) => one.merged)) return "CONTRIBUTOR";
  return theirs.length > 0 && accountOf(hub, login).type === "User" ? "FIRST_TIME_CONTRIBUTOR" : "NONE";
}
