// SQLite as Node has it, behind kysely's dialect, which was written for another library of the same calls. One file in a
// folder that only its owner may read: drafts hold code.
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

/** How long one process waits for another's transaction. Ours are short; this is for a machine under load. */
const busyMs = 10_000;
/** Statements that are kept ready: most are the same few, and reading their text takes longer than running them. */
const mostPrepared = 200;

export function openSqlite(folder: string): { dialect: SqliteDialect; place: string } {
  const place = join(folder, "crosscheck.db");
  createPrivately(folder, place);
  return { dialect: new OwnSqliteDialect({ database: openDatabase(place) }), place };
}

function createPrivately(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite gives its two side files the mode of this one.
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
    // Readers and a writer at once; and what was committed is on the disk, so that a delivery may be acknowledged. What is
    // there is moved to its place in the file by 64 MB: a burst of deliveries would otherwise wait for that all the time.
    saying(() =>
      database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 16000"),
    );
    // What is deleted is gone: what people wrote is kept no longer than it is needed, not even in a page that is free.
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
      // Of its own: others may run the same statement before the last row is read.
      iterate: (values) => saying(() => database.prepare(text).iterate(...(values as SQLInputValue[]))),
    };
  };
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      const known = prepared.get(text) ?? prepare(text);
      // The one that was not used for longest is the first, and makes room.
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

/** A transaction that reads and then writes would fail at once if another wrote in between: it asks to write, and waits. */
class WriteFirstDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** SQLite can undo changes of tables. Said here, so that migrations run in one transaction, which is their lock too. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
