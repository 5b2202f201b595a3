// Opens PostgreSQL, for servers with many replicas.
import { PostgresDialect } from "kysely";
import { Pool, types } from "pg";
import { UserError } from "../../errors.ts";

export function openPostgres(
  databaseUrl: string,
  trouble: (error: Error) => void,
): { dialect: PostgresDialect; pool: Pool } {
  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    // A host that vanished without closing the connection is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Times and counters fit in a double; as text they would compare wrongly.
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
  });
  // A connection that breaks while idle is replaced; an unhandled error would end the process.
  pool.on("error", trouble);
  // The pool listens only to idle connections. One that breaks between two statements of a transaction fails the next.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { dialect: new PostgresDialect({ pool }), pool };
}

/** Never includes the address, which contains the password. */
export function postgresTrouble(error: unknown): unknown {
  if (error instanceof UserError) return error;
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly Error[] };
  const why = message || errors?.[0]?.message || code || "no reason was given";
  return new UserError(
    `The PostgreSQL database that DATABASE_URL names cannot be used: ${why}`,
    "Check the address, the user and that the server runs; or unset DATABASE_URL to use a data folder.",
  );
}
