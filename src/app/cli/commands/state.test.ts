import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { databases } from "../../../../test/support/databases.ts";
import { openStore } from "../../../world/store/open-store.ts";
import { runCommand } from "../../../../test/support/run-command.ts";
import { openThreadShop, type ThreadShop } from "../../../../test/support/thread-shop.ts";
import { checkOf, scanOf, thread, triageOf, watchOf } from "../../../../test/support/thread-story.ts";
import { recordEvent } from "../../threads/thread-target.ts";
import { stateCommand } from "./state.ts";

let shop: ThreadShop;
beforeEach(async () => {
  shop = await openThreadShop();
  const store = await shop.open();
  const scan = scanOf([thread("A"), thread("B", { isResolved: true, path: "a\u001b[31m.ts" })]);
  const triage = [triageOf("A", "valid", { replyBody: "Thank you" })];
  const other = { ...shop.ref, number: 44 };
  await recordEvent(store, other, { kind: "watched", watch: watchOf() }, 1);
  await recordEvent(store, shop.ref, { kind: "scanned", scan, triage }, 2);
  await recordEvent(store, shop.ref, { kind: "checked", check: checkOf() }, 3);
  await store.close();
});
afterEach(async () => await shop.close());

async function state(verb: string, options: Parameters<typeof runCommand>[1] = {}) {
  return await runCommand(stateCommand, options, { cwd: shop.clone, env: shop.env }, [verb]);
}

test("show prints the state of the last pull request, without any comment text", async () => {
  const { out } = await state("show");
  expect(out).toMatch(
    /Phase: fixing_review_findings\nScan: complete, every unresolved thread, 2 threads chosen and 0 left out/,
  );
  expect(out).toContain("A  src/till.ts:3  unresolved");
  expect(out).toContain("Triage: 1 valid");
  expect(out).not.toContain("Thank you");
  expect(out).not.toContain("\u001b");
  const json = JSON.parse((await state("show", { json: true })).out) as object;
  expect(json).toMatchObject({ version: 1, triage: [{ replyBody: null }], check: { result: "passed" } });
});

test("show --all lists every one, newest first", async () => {
  const rows = JSON.parse((await state("show", { all: true, json: true })).out) as { place: string }[];
  expect(rows.map(({ place }) => place.split("#")[1])).toEqual([`${shop.pull.number}`, "44"]);
  expect((await state("show", { all: true })).out).toContain("kim/shop#44");
});

test("clear forgets one, or all", async () => {
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Deleted: 1 pull request.\n");
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Nothing was stored about it.\n");
  expect((await state("clear", { all: true, yes: true, json: true })).out).toBe('{"forgotten":1}\n');
  expect((await state("show", { all: true })).out).toBe("Nothing is stored.\n");
});

test("unreadable state can be cleared", async () => {
  const store = await shop.open();
  await store.threads.save(`${shop.github.host}/kim/shop#44`, "broken", 9);
  await store.close();
  await expect(state("show", { pr: "44" })).rejects.toThrow(
    expect.objectContaining({ remedy: expect.stringContaining("crosscheck state clear --pr") }),
  );
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Deleted: 1 pull request.\n");
});

describe.each(databases)("export, from $name", ({ name, skip, newPlace }) => {
  test.skipIf(skip)("the reason and the place in the config are kept", async () => {
    const { place, remove } = await newPlace();
    onTestFinished(remove);
    const store = await openStore(place);
    for (const repo of ["shop", "other"]) {
      const pull = `github.com/acme/${repo}#7`;
      await store.findings.keep([
        { place: pull, identity: repo, state: "open", about: "a\u202e\u001b[31m", comment: null, thread: null },
      ]);
      await store.jobs.add({ kind: "review-pull", key: pull, data: { repo } });
    }
    await store.close();
    const env = "folder" in place ? { CROSSCHECK_DATA: place.folder } : { DATABASE_URL: place.databaseUrl };
    const cwd = mkdtempSync(join(tmpdir(), "crosscheck-export-"));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const run = async (options: Parameters<typeof runCommand>[1]) =>
      await runCommand(stateCommand, { server: true, ...options }, { cwd, env }, ["export"]);
    const parsed = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { table: string });

    const { out, err } = await run({ repository: "acme/shop" });
    expect(parsed(out).map(({ table }) => table)).toEqual(["findings", "jobs"]);
    expect(parsed(out)[0]).toMatchObject({ identity: "shop", about: "a\u202e\u001b[31m" });
    for (const none of ["\u202e", "\u001b", "other"]) expect(out).not.toContain(none);
    expect(err).toBe("");
    const written = await run({ out: "all.jsonl" });
    expect([written.out, written.err]).toEqual(["", "4 rows written to all.jsonl.\n"]);
    expect(parsed(readFileSync(join(cwd, "all.jsonl"), "utf8"))).toHaveLength(4);
    expect((statSync(join(cwd, "all.jsonl")).mode & 0o777).toString(8)).toBe("600");
    expect((await run({ repository: "acme/none" })).err).toBe("Nothing is stored about github.com/acme/none.\n");
    // Broken off, nothing is left of it, and what was there stays.
    const stop = AbortSignal.abort(new Error("enough"));
    const broken = runCommand(stateCommand, { server: true, out: "all.jsonl" }, { cwd, env, stop }, ["export"]);
    await expect(broken).rejects.toThrow("enough");
    expect(readdirSync(cwd)).toEqual(["all.jsonl"]);
    expect(parsed(readFileSync(join(cwd, "all.jsonl"), "utf8"))).toHaveLength(4);
    if (name === "SQLite") expect(parsed((await run({ server: false })).out)).toHaveLength(4);
  });
});

test.each<[string, Parameters<typeof runCommand>[1], string]>([
  ["drop", {}, '"drop" is neither show nor clear nor export'],
  ["__proto__", {}, "is neither show nor clear nor export"],
  ["export", { yes: true }, "--yes is not for export"],
  ["show", { repository: "acme/shop" }, "--repository is only for export"],
  ["export", { out: "no/such/folder/x" }, "cannot be written"],
  ["clear", {}, "This needs a terminal to confirm it"],
  ["show", { all: true, pr: "44" }, "--all and --pr cannot be combined"],
])("bad input %s %j is rejected with a message", async (verb, options, why) => {
  await expect(state(verb, options)).rejects.toThrow(
    expect.objectContaining({ name: "UserError", message: expect.stringContaining(why) }),
  );
});
