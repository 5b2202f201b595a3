// Adapts `node:sqlite` to kysely's SQLite dialect, which was written for another library. The database is one file in a
// folder that only its owner can read, because drafts contain code.
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from "kysely";
import { UserError } from "../../errors.ts";
import { sqliteTrouble } from "./sqlite-trouble.ts";

/** How long a process waits for another's transaction. Ours are short; this is for a machine under load. */
const busyMs = 10_000;
/** Number of prepared statements kept: most queries are the same few, and preparing takes longer than running. */
const mostPrepared = 200;

export function openSqlite(folder: string): { dialect: SqliteDialect; place: string } {
  const place = join(folder, "crosscheck.db");
  createPrivately(folder, place);
  return { dialect: new OwnSqliteDialect({ database: openDatabase(place) }), place };
}

function createPrivately(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite gives its side files the mode of this file.
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw new UserError(
      `The data folder ${folder} cannot be used: ${(error as Error).message}`,
      "Check its permissions, or choose another with --data DIR or CROSSCHECK_DATA.",
    );
  }
}

export function openDatabase(file: string): SqliteDatabase {
  const saying = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw sqliteTrouble(error, file);
    }
  };
  const database = saying(() => new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true }));
  try {
    // WAL mode for concurrent reads and writes, with durable commits, so that a delivery may be acknowledged.
    // Checkpoints every 64 MB, because a burst of deliveries would otherwise wait for them.
    saying(() =>
      database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16000"),
    );
    // Overwrites deleted data, so that people's text is not left in free pages.
    saying(() => database.exec("pragma secure_delete = on"));
  } catch (error) {
    database.close();
    throw error;
  }
  const prepare = (text: string): SqliteStatement => {
    const statement = saying(() => database.prepare(text));
    return {
      reader: statement.columns().length > 0,
      all: (values) => saying(() => statement.all(...(values as SQLInputValue[]))),
      run: (values) => saying(() => statement.run(...(values as SQLInputValue[]))),
      // Its own statement, because others may run the same one before the last row is read.
      iterate: (values) => saying(() => database.prepare(text).iterate(...(values as SQLInputValue[]))),
    };
  };
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text) ?? prepare(text);
      // The least recently used is first and is evicted.
      prepared.delete(text);
      prepared.set(text, known);
      if (prepared.size > mostPrepared) prepared.delete(prepared.keys().next().value!);
      return known;
    },
  };
}

class OwnSqliteDialect extends SqliteDialect {
  readonly #config: { database: SqliteDatabase };

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WriteFirstDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/**
 * A transaction that reads and then writes would fail if another wrote in between, so it begins with a write lock and
 * waits.
 */
class WriteFirstDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** SQLite has transactional DDL; this makes all migrations run in one transaction, which is also their lock. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
