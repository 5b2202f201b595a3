// By what a row belongs to a repository, `host/owner/repo`.
import { sql, type RawBuilder } from "kysely";

/** What comes after the repository in the key of a job: a pull request's number, or a commit. */
export const keySigns = ["#", "@"] as const;

export function startsWith(column: string, prefix: string): RawBuilder<boolean> {
  return sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
}

/** In the key of a job. */
export function keyIsOf(repository: string): RawBuilder<boolean> {
  return either(keySigns.map((sign) => startsWith("key", `${repository}${sign}`)));
}

/** In what a delivery led to: `review-pull host/owner/repo#7`. */
export function outcomeIsOf(repository: string): RawBuilder<boolean> {
  const escaped = repository.replaceAll(/[!%_]/g, "!$&");
  return either(keySigns.map((sign) => sql<boolean>`outcome like ${`% ${escaped}${sign}%`} escape '!'`));
}

function either(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}
