// Turns off compression of delivery bodies on PostgreSQL: they are read once and then deleted.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function deliveryBodies(dialect: Dialect): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    if (dialect === "postgres") await sql`alter table deliveries alter column body set storage external`.execute(db);
  };
}
