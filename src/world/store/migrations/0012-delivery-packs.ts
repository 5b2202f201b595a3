// Packs the bodies of deliveries that are committed together; a delivery stores its offset. Older rows keep their own
// body.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

const statements = (dialect: Dialect) => [
  dialect === "sqlite"
    ? `create table delivery_packs (id integer primary key autoincrement, bytes blob not null)`
    : `create table delivery_packs (id bigint generated always as identity primary key, bytes bytea not null)`,
  ...(dialect === "sqlite" ? [] : [`alter table delivery_packs alter column bytes set storage external`]),
  `alter table deliveries add column pack bigint`,
  `alter table deliveries add column pack_start integer`,
  `alter table deliveries add column pack_length integer`,
  `create index deliveries_packed on deliveries (pack) where outcome is null`,
];

export function deliveryPacks(dialect: Dialect): (db: Kysely<unknown>) => Promise<void> {
  return async (db) => {
    for (const statement of statements(dialect)) await sql.raw(statement).execute(db);
  };
}
