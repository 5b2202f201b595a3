// Adds list entries of reviews: repository and one-line summary.
import { sql, type Kysely } from "kysely";
import type { Dialect } from "./index.ts";

export function reviewFacts(dialect: Dialect) {
  const real = dialect === "sqlite" ? "real" : "double precision";
  const beforeNumber = dialect === "sqlite" ? "substr(place, 1, instr(place, '#') - 1)" : "split_part(place, '#', 1)";
  const statements = [
    `alter table drafts add column repository text not null default ''`,
    ...["title text", "author text", "event text", "worst text", "posted integer", "advisory integer"].map(
      (column) => `alter table drafts add column ${column}`,
    ),
    ...["files integer", `money ${real}`, "took_ms bigint"].map((column) => `alter table drafts add column ${column}`),
    `update drafts set repository = ${beforeNumber}`,
    `create index drafts_by_repository on drafts (repository, saved_at)`,
  ];
  return async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
}
