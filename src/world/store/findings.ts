// Stores posted and dismissed findings.
import { sql } from "kysely";
import type { Findings, KeptFinding } from "./kept/outputs.ts";
import { inOneTransaction, type Database } from "./tables.ts";

/** Both databases limit the number of parameters per statement. */
const mostAtOnce = 500;

export function findingsIn(db: Database): Findings {
  return {
    async keep(findings) {
      // One statement may touch a row only once.
      const each = [...new Map(findings.map((one) => [JSON.stringify([one.place, one.identity]), one])).values()];
      if (each.length === 0) return;
      await inOneTransaction(db, async (within) => {
        for (let at = 0; at < each.length; at += mostAtOnce) await write(within, each.slice(at, at + mostAtOnce));
      });
    },

    of: (place) => db.selectFrom("findings").selectAll().where("place", "=", place).orderBy("identity").execute(),
  };
}

async function write(db: Database, findings: readonly KeptFinding[]): Promise<void> {
  await db
    .insertInto("findings")
    .values(findings)
    .onConflict((same) =>
      same.columns(["place", "identity"]).doUpdateSet(({ ref }) => ({
        // A dismissal while a review was under way: what that review knew is older.
        state: sql<KeptFinding["state"]>`case when ${ref("findings.state")} = 'dismissed'
          and ${ref("excluded.state")} = 'open' and ${ref("findings.comment")} = ${ref("excluded.comment")}
          then 'dismissed' else ${ref("excluded.state")} end`,
        about: ref("excluded.about"),
        comment: ref("excluded.comment"),
        thread: ref("excluded.thread"),
      })),
    )
    .execute();
}
