import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../test/run-command.ts";
import { openThreadShop, type ThreadShop } from "../../../test/thread-shop.ts";
import { checkOf, scanOf, thread, triageOf, watchOf } from "../../../test/thread-story.ts";
import { recordEvent } from "../thread-target.ts";
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

test("show tells what is kept of the one last looked at, and no text of anybody's", async () => {
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
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Forgotten: 1 pull request.\n");
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Nothing was kept of it.\n");
  expect((await state("clear", { all: true, yes: true, json: true })).out).toBe('{"forgotten":1}\n');
  expect((await state("show", { all: true })).out).toBe("Nothing is kept.\n");
});

test("what cannot be read can be forgotten", async () => {
  const store = await shop.open();
  await store.threads.save(`${shop.github.host}/kim/shop#44`, "broken", 9);
  await store.close();
  await expect(state("show", { pr: "44" })).rejects.toThrow(
    expect.objectContaining({ remedy: expect.stringContaining("crosscheck state clear --pr") }),
  );
  expect((await state("clear", { pr: "44", yes: true })).out).toBe("Forgotten: 1 pull request.\n");
});

test.each<[string, Parameters<typeof runCommand>[1], string]>([
  ["drop", {}, '"drop" is neither show nor clear'],
  ["__proto__", {}, "is neither show nor clear"],
  ["clear", {}, "Nobody is there to confirm it"],
  ["show", { all: true, pr: "44" }, "--all and --pr do not go together"],
])("bad input %s %j is refused in words", async (verb, options, why) => {
  await expect(state(verb, options)).rejects.toThrow(
    expect.objectContaining({ name: "UserError", message: expect.stringContaining(why) }),
  );
});
