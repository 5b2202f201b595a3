// Decides which repository (`host/owner/repo`) a row belongs to.
import { sql, type RawBuilder } from "kysely";

/** The part of a job key after the repository: a pull request number or a commit. */
export const keySigns = ["#", "@"] as const;

export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
}

/** In a job key. */
export function keyIsOf(repository: string): RawBuilder<boolean> {
  return either(keySigns.map((sign) => startsWith("key", `${repository}${sign}`)));
}

/** In a delivery's result: `review-pull host/owner/repo#7`. */
export function outcomeIsOf(repository: string): RawBuilder<boolean> {
  const escaped = repository.replaceAll(/[!%_]/g, "!$&");
  return either(keySigns.map((sign) => sql<boolean>`outcome like ${`% ${escaped}${sign}%`} escape '!'`));
}

function either(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
