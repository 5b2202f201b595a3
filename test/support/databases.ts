// Both databases that the store can be in, for suites that run on each.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import type { DataPlace } from "../../src/world/store/data-folder.ts";
import { openStore, type StoreOptions } from "../../src/world/store/open-store.ts";
import type { Store } from "../../src/world/store/store.ts";
import { newDatabase, skipPostgres } from "./postgres.ts";

interface Database {
  name: string;
  skip: boolean;
  /** New and empty; `remove` when it is no longer needed. */
  newPlace(): Promise<{ place: DataPlace; remove(): void }>;
}

export const databases: readonly Database[] = [
  {
    name: "SQLite",
    skip: false,
    async newPlace() {
      const folder = mkdtempSync(join(tmpdir(), "crosscheck-store-"));
      return { place: { folder }, remove: () => rmSync(folder, { recursive: true }) };
    },
  },
  {
    name: "PostgreSQL",
    skip: skipPostgres(),
    async newPlace() {
      return { place: { databaseUrl: await newDatabase(inject("postgresDoor")) }, remove: () => {} };
    },
  },
];

/** Opens an empty store before all tests of a suite, and removes it after them. */
export function openForSuite(
  { skip, newPlace }: Pick<Database, "skip" | "newPlace">,
  opened: (store: Store, place: DataPlace) => void,
): void {
  let close = async () => {};
  beforeAll(async () => {
    if (skip) return;
    const { place, remove } = await newPlace();
    const store = await openStore(place);
    close = async () => {
      await store.close();
      remove();
    };
    opened(store, place);
  });
  afterAll(async () => await close());
}

/** With a connection of its own, as another process would have; closed with the test. */
export async function openForTest(place: DataPlace, options: StoreOptions = {}): Promise<Store> {
  const store = await openStore(place, options);
  onTestFinished(() => store.close());
  return store;
}

/** As an operator could, past the store. */
export async function run(place: DataPlace, text: string): Promise<readonly unknown[]> {
  if ("folder" in place) {
    const database = new DatabaseSync(join(place.folder, "crosscheck.db"));
    const rows = database.prepare(text).all();
    database.close();
    return rows;
  }
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query<object>(text);
  await client.end();
  return rows;
}
