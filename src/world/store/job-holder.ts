// Who holds a job in SQLite. All who do are on this machine, so a process can see at once, when it starts, which of them are
// dead, and need not wait until their leases run out.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import type { Database } from "./tables.ts";

/** The number of a process may be given again, and in a container always is. */
const own = randomUUID();

export function newHolder(): string {
  return [hostname(), pid, own, randomUUID()].join("/");
}

/** Jobs of the dead may run at once. */
export async function releaseOfDead(db: Database): Promise<void> {
  const rows = await db.selectFrom("jobs").select("holder").where("state", "=", "running").execute();
  const dead = rows.flatMap(({ holder }) => (holder !== null && isDead(holder) ? [holder] : []));
  if (dead.length > 0) await db.updateTable("jobs").set({ heldUntil: 0 }).where("holder", "in", dead).execute();
}

/** Who cannot be told is taken to live: the lease decides. */
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
