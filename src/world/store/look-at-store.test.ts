// Tests the doctor's view of the store.
import { inject } from "vitest";
import { describe, expect, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { newDatabase, skipPostgres } from "../../../test/support/postgres.ts";
import { lookAtStore } from "./look-at-store.ts";

describe.each(databases.filter(({ skip }) => !skip))("$name", ({ newPlace }) => {
  test("is empty before the first start and up to date after it", async () => {
    const { place, remove } = await newPlace();
    expect(await lookAtStore(place)).toMatchObject({ fresh: true, newer: null });
    const store = await openForTest(place);
    await store.close();
    expect(await lookAtStore(place)).toMatchObject({ fresh: false, behind: 0, newer: null });
    remove();
  });
});

describe.skipIf(skipPostgres())("PostgreSQL permissions", () => {
  test("a user without and with permission to create tables", async () => {
    const url = await newDatabase(inject("postgresDoor"));
    const { Client } = await import("pg");
    const owner = new Client({ connectionString: url });
    await owner.connect();
    const user = `guest_${crypto.randomUUID().replaceAll("-", "")}`;
    await owner.query(`create role ${user} login; revoke create on schema public from public`);
    const place = { databaseUrl: url.replace(/user=\w+/, `user=${user}`) };
    expect(await lookAtStore(place)).toMatchObject({ mayMakeTables: false, jobs: "may not be made" });
    await owner.query("create schema crosscheck_jobs");
    expect(await lookAtStore(place)).toMatchObject({ jobs: "not ours" });
    await owner.query(`grant usage, create on schema crosscheck_jobs, public to ${user}`);
    const granted = await lookAtStore(place);
    expect(granted).toMatchObject({ is: "postgres", mayMakeTables: true, jobs: "ours" });
    await owner.query(`drop owned by ${user}; drop role ${user}`);
    await owner.end();
  });

  test("an unreachable address is reported without its password", async () => {
    const look = await lookAtStore({ databaseUrl: "postgresql://ada:topsecret@127.0.0.1:9/none" });
    expect(look).toMatchObject({ is: "unusable" });
    expect(JSON.stringify(look)).not.toContain("topsecret");
  });
});
