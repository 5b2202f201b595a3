import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openThreadShop, type ThreadShop } from "../../../test/support/thread-shop.ts";
import { checkOf, watchOf } from "../../../test/support/thread-story.ts";
import type { Store } from "../../world/store/store.ts";
import { openGitHub } from "../open-github.ts";
import { loadThreadState, recordEvent, shownPull, threadTarget } from "./thread-target.ts";

let shop: ThreadShop;
let store: Store;
const stop = new AbortController().signal;

beforeEach(async () => {
  shop = await openThreadShop();
  store = await shop.open();
});
afterEach(async () => {
  await store.close();
  await shop.close();
});

async function target(pr?: string, folder = shop.clone) {
  const { env } = shop;
  return await threadTarget({ pr, folder, store, env, stop, github: (host) => openGitHub(host, { env, stop }) });
}

async function record(place: Partial<ThreadShop["ref"]>, at: number): Promise<void> {
  await recordEvent(store, { ...shop.ref, ...place }, { kind: "watched", watch: watchOf() }, at);
}

describe("which pull request is used", () => {
  test("without a name or a record: the branch's, from GitHub", async () => {
    expect(await target()).toEqual({ pull: shop.ref, by: "branch" });
  });

  test("the one last recorded for this repository goes before it, and GitHub is not asked", async () => {
    await record({ number: 7 }, 1);
    await record({ number: 8 }, 3);
    await record({ number: 9 }, 2);
    await record({ repo: "other", number: 10 }, 4);
    const asked = shop.github.requests.length;
    expect(await target()).toEqual({ pull: { ...shop.ref, number: 8 }, by: "record" });
    expect(shop.github.requests).toHaveLength(asked);
  });

  test("outside a repository: the last of all", async () => {
    await record({ number: 7 }, 1);
    await record({ repo: "other", number: 10 }, 4);
    expect(await target(undefined, shop.folder)).toEqual({
      pull: { ...shop.ref, repo: "other", number: 10 },
      by: "record",
    });
  });

  test.each(["5", "#5", "kim/shop#5", "ADDRESS"])("a named one has priority: %s", async (pr) => {
    await record({ number: 7 }, 1);
    const named = pr === "ADDRESS" ? `${shop.github.url}/kim/shop/pull/5` : pr;
    expect(await target(named)).toEqual({ pull: { ...shop.ref, number: 5 }, by: "name" });
  });

  test("an address is enough anywhere; a number is not", async () => {
    expect(await target(`${shop.github.url}/kim/shop/pull/5`, shop.folder)).toMatchObject({ by: "name" });
    await expect(target("5", shop.folder)).rejects.toThrow(
      "It is not clear which repository pull request 5 belongs to",
    );
  });

  test("a branch without a pull request", async () => {
    await shop.git("checkout", "--quiet", "-b", "lonely");
    await expect(target()).rejects.toThrow(
      expect.objectContaining({ name: "UserError", remedy: expect.stringContaining("--pr") }),
    );
  });

  test("none recorded anywhere", async () => {
    const empty = join(shop.folder, "empty");
    mkdirSync(empty);
    await expect(target(undefined, empty)).rejects.toThrow("It is not clear which pull request");
  });

  test("an invalid name", async () => {
    await expect(target("main..side")).rejects.toThrow('"main..side" does not name a pull request');
  });
});

test("the printed form is accepted by --pr", async () => {
  expect(await target(shownPull({ ...shop.ref, number: 5 }), shop.folder)).toMatchObject({
    pull: { ...shop.ref, number: 5 },
  });
  expect(shownPull({ host: "github.com", owner: "acme", repo: "shop", number: 12 })).toBe("acme/shop#12");
});

test("two concurrent commands lose nothing", async () => {
  await Promise.all([
    recordEvent(store, shop.ref, { kind: "watched", watch: watchOf() }, 1),
    recordEvent(store, shop.ref, { kind: "checked", check: checkOf() }, 2),
  ]);
  expect(await loadThreadState(store, shop.ref)).toMatchObject({ watch: watchOf(), check: checkOf() });
});
