// Every change of the tables, oldest first. Forward only: what was released is never edited, a mistake is mended by the next.
import type { Kysely } from "kysely";
import { first } from "./0001-first.ts";
import { records } from "./0002-records.ts";
import { threadStates } from "./0003-thread-states.ts";

export type Dialect = "sqlite" | "postgres";

export function migrations(dialect: Dialect): Record<string, { up(db: Kysely<unknown>): Promise<void> }> {
  return {
    "0001-first": { up: first(dialect) },
    "0002-records": { up: records(dialect) },
    "0003-thread-states": { up: threadStates },
  };
}
