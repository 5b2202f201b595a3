// The local dashboard: threads from GitHub, and configuration from the current clone or from GitHub.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openThreadShop, type ThreadShop } from "../../../test/support/thread-shop.ts";
import type { Store } from "../../world/store/store.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import { localDoing } from "./local-dashboard-actions.ts";

describe("the local dashboard", () => {
  let shop: ThreadShop;
  let store: Store;
  beforeEach(async () => {
    shop = await openThreadShop({}, { base: { ".crosscheck.yml": "maxComments: 3\n" } });
    store = await shop.open();
  });
  afterEach(async () => {
    await store.close();
    await shop.close();
  });

  const doingIn = (cwd: string, env: Record<string, string> = shop.env) =>
    localDoing(store, {
      cwd,
      env,
      version: "0.0.0",
      stop: new AbortController().signal,
      now: Date.now,
      tell: () => {},
    } as Partial<ProcessEnvironment> as ProcessEnvironment);

  test("shows the board of a pull request without storing it", async () => {
    const { github, pull, ref, clone } = shop;
    const at = {
      path: "src/till.js",
      line: 1,
      side: "RIGHT" as const,
      startLine: null,
      startSide: null,
      position: null,
    };
    await github.review(pull, "eve", { comments: [{ ...at, body: "Why two?" }] });
    const board = await doingIn(clone).board!(ref);
    expect(board?.rows).toMatchObject([{ author: "eve", triage: { by: "rules" }, code: { is: "same" } }]);
    expect(await store.threads.list()).toEqual([]);
    expect(github.ledger.wire("reply", "resolve")).toEqual([]);
  });

  test("reads the configuration from the current clone, else from GitHub, else says what is missing", async () => {
    const { ref, clone, folder, env } = shop;
    const repository = `${ref.host}/kim/shop`;
    const maxComments = async (cwd: string) => {
      const known = await doingIn(cwd).config!(repository);
      if (known.is !== "known") throw new Error(known.is);
      return [known.read, known.config.rows.find(({ key }) => key === "maxComments")?.origin];
    };
    expect(await maxComments(clone)).toEqual(["clone", { from: "repository", line: 1 }]);
    expect(await maxComments(folder)).toEqual(["default-branch", { from: "repository", line: 1 }]);
    const { GH_ENTERPRISE_TOKEN: _, ...without } = env;
    expect(await doingIn(folder, without).config!(repository)).toMatchObject({
      is: "unknown",
      why: expect.stringMatching(/token/i),
    });
    expect(await doingIn(folder).config!("/home/kim/notes")).toMatchObject({ is: "unknown" });
  });

  test("lists the user's models, and errors in the user's config", async () => {
    const { folder } = shop;
    const file = join(folder, ".config", "crosscheck", "config.yml");
    mkdirSync(join(folder, ".config", "crosscheck"), { recursive: true });
    writeFileSync(file, "models:\n  - use: openai/gpt-5\n    key: MY_KEY\nspending:\n  perReview: 1\n");
    expect(await doingIn(folder).running!()).toMatchObject({
      data: "SQLite",
      models: [{ name: "openai/gpt-5", use: "openai/gpt-5" }],
      spending: { perReview: 1 },
    });
    writeFileSync(file, "model: []\n");
    await expect(doingIn(folder).running!()).rejects.toThrow(/config\.yml:1:1: unknown key "model"/);
  });
});
