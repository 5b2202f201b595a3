// Creates a unique name for one run of `perform` among all processes that may post, on any machine.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

export function leaseOwnerName(): string {
  return `${hostname()}/${randomUUID()}`;
}
