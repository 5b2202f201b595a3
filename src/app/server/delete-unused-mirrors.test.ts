import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { databases, openForTest } from "../../../test/support/databases.ts";
import { openMirror } from "../../world/git/mirror.ts";
import { userCacheFolder } from "../../world/user-cache.ts";
import { deleteUnusedMirrors, serverCacheEnvironment } from "./delete-unused-mirrors.ts";

const { signal: stop } = new AbortController();

test("uninstalling the App deletes the account's mirrors and no others", async () => {
  const { place, remove } = await databases[0]!.newPlace();
  onTestFinished(remove);
  const store = await openForTest(place);
  const home = mkdtempSync(join(tmpdir(), "crosscheck-forget-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { HOME: home };
  const own = serverCacheEnvironment(env, "77");
  const mirrorIn = (cache: typeof own, owner: string) => {
    const url = `https://github.com/${owner}/shop.git`;
    const folder = userCacheFolder(cache)!;
    return openMirror({ folder, host: "github.com", owner, repo: "shop", url, token: null, env: cache, stop }).path;
  };
  const [acme, other, users] = [mirrorIn(own, "acme"), mirrorIn(own, "other"), mirrorIn(env, "acme")];
  const log: unknown[] = [];
  const look = async () => {
    await deleteUnusedMirrors({ store, env: own, host: "github.com", log: (_what, about) => void log.push(about) });
    return [acme, other, users].map((path) => existsSync(path));
  };
  await store.installations.seen("github.com/Acme/shop", 1, 1);
  await store.installations.seen("github.com/other/shop", 2, 1);
  expect(await look()).toEqual([true, true, true]);
  await store.installations.forget(await store.installations.of(1));
  expect(await look()).toEqual([false, true, true]);
  expect(log).toEqual([{ mirrors: 1 }]);
});
