// Names one performance among all that may post for the same account, on this machine or another.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

export function leaseOwnerName(): string {
  return `${hostname()}/${randomUUID()}`;
}
