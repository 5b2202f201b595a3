// Creates installation tokens: valid for an hour, with no more than the granted permissions.
import { randomBytes } from "node:crypto";
import { Failure } from "../exchange.ts";
import { same, type Hub } from "../hub.ts";
import type { SimulatedInstallation, InstallationToken, PermissionLevel, Permissions } from "../state.ts";

export interface Narrowing {
  repositories?: readonly string[];
  repository_ids?: readonly number[];
  permissions?: Permissions;
}

const hour = 3_600_000;
const levels: readonly (PermissionLevel | undefined)[] = [undefined, "read", "write", "admin"];

export function newInstallationToken(
  hub: Hub,
  installation: SimulatedInstallation,
  asked: Narrowing,
): InstallationToken {
  if (installation.suspendedAt !== null) throw new Failure(403, "This installation has been suspended");
  const token: InstallationToken = {
    kind: "installation",
    token: `ghs_${randomBytes(27).toString("base64url").replaceAll(/[-_]/g, "x")}`,
    installation: installation.id,
    permissions: narrowed(installation.permissions, asked.permissions),
    repositories: chosen(hub, installation, asked),
    expiresAt: hub.clock.now() + hour,
    revoked: false,
  };
  hub.state.tokens.push(token);
  return token;
}

function narrowed(granted: Permissions, asked: Permissions | undefined): Permissions {
  const all: Permissions = { metadata: "read", ...granted };
  if (asked === undefined) return all;
  for (const [name, level] of Object.entries(asked))
    if (levels.indexOf(level) > levels.indexOf(all[name as keyof Permissions]))
      throw new Failure(422, "The permissions requested are not granted to this installation.");
  return { metadata: "read", ...asked };
}

function chosen(hub: Hub, installation: SimulatedInstallation, asked: Narrowing): readonly number[] | null {
  if (asked.repositories === undefined && asked.repository_ids === undefined) return null;
  const reached = hub.state.repositories.filter(
    (one) => same(one.owner, installation.account) && (installation.repositories?.includes(one.id) ?? true),
  );
  const byName = (asked.repositories ?? []).map((name) => reached.find((one) => same(one.name, name))?.id);
  const byId = (asked.repository_ids ?? []).map((id) => reached.find((one) => one.id === id)?.id);
  return [...byName, ...byId].map((id) => {
    if (id !== undefined) return id;
    throw new Failure(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  });
}
