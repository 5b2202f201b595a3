// Computes a value that changes whenever visible data changes, from small counts. Only for comparison.
import { sql } from "kysely";
import type { JobEngine } from "./job-engine.ts";
import type { Database } from "./tables.ts";

export async function pulseOf(db: Database, { depth }: Pick<JobEngine, "depth">): Promise<string> {
  const [drafts, findings, lessons, feedback, outputs, jobs] = await Promise.all([
    db
      .selectFrom("drafts")
      .select(["state", sql<string>`count(*)`.as("n"), sql<string>`max(saved_at)`.as("last")])
      .groupBy("state")
      .orderBy("state")
      .execute(),
    db
      .selectFrom("findings")
      .select(["state", sql<string>`count(*)`.as("n")])
      .groupBy("state")
      .orderBy("state")
      .execute(),
    db
      .selectFrom("lessons")
      .select(["state", sql<string>`count(*)`.as("n"), sql<string>`max(at)`.as("last")])
      .groupBy("state")
      .orderBy("state")
      .execute(),
    db
      .selectFrom("feedback")
      .select([sql<string>`count(*)`.as("n"), sql<string>`max(at)`.as("last")])
      .execute(),
    db
      .selectFrom("outputs")
      .select(["state", sql<string>`count(*)`.as("n")])
      .groupBy("state")
      .orderBy("state")
      .execute(),
    depth(),
  ]);
  return JSON.stringify([drafts, findings, lessons, feedback, outputs, jobs]);
}
