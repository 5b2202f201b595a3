// Identifies which process holds a job on SQLite. All processes are on this machine, so a starting process can release
// jobs of dead ones without waiting for their leases.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import type { Database } from "./tables.ts";

/** Process ids are reused, in containers always. */
const own = randomUUID();

export function newLeaseOwner(): string {
  return [hostname(), pid, own, randomUUID()].join("/");
}

/** Releases the jobs of dead processes. */
export async function releaseJobsOfDeadProcesses(db: Database): Promise<void> {
  const rows = await db.selectFrom("jobs").select("holder").where("state", "=", "running").execute();
  const dead = rows.flatMap(({ holder }) => (holder !== null && isDead(holder) ? [holder] : []));
  if (dead.length > 0) await db.updateTable("jobs").set({ heldUntil: 0 }).where("holder", "in", dead).execute();
}

/** If unknown, the process counts as alive and the lease decides. */
function isDead(holder: string): boolean {
  const [host, number = "", process] = holder.split("/");
  if (host !== hostname() || !/^\d{1,10}$/.test(number)) return false;
  if (Number(number) === pid) return process !== own;
  try {
    kill(Number(number), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
