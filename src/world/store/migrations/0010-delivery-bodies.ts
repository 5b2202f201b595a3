// A delivery's body is read once and then emptied: PostgreSQL would spend longer on compressing it than on all the rest.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function deliveryBodies(dialect: Dialect): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    if (dialect === "postgres") await sql`alter table deliveries alter column body set storage external`.execute(db);
  };
}
