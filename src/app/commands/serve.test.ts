// Bad input, and a start and stop; what a server does is told in src/app/serve/serve.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../test/run-cli.ts";

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosscheck-serve-command-"));
  writeFileSync(join(folder, "app.pem"), "a key\n");
  env = {
    CROSSCHECK_APP_ID: "1",
    CROSSCHECK_APP_KEY: join(folder, "app.pem"),
    CROSSCHECK_WEBHOOK_SECRET: "s",
    CROSSCHECK_DATA: join(folder, "data"),
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("all that is missing is said at once", async () => {
  const { code, err } = await crosscheck(["serve"]);
  const all = /CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY, CROSSCHECK_WEBHOOK_SECRET\n {2}Set them to/;
  expect([code, err]).toEqual([2, expect.stringMatching(all)]);
});

test.each([
  ["a port that is none", { args: ["--port", "http"], more: {} }, /--port takes a number/],
  ["a key that is not there", { args: [], more: { CROSSCHECK_APP_KEY: "/no/such.pem" } }, /private key cannot be read/],
])("%s", async (_, { args, more }, why) => {
  const { code, err } = await crosscheck(["serve", ...args], { env: { ...env, ...more } });
  expect([code, err]).toEqual([2, expect.stringMatching(why)]);
});

test("it says where it listens, and stops when it is told to", async () => {
  const ran = await crosscheck(["serve", "--port", "0"], {
    env,
    heard: (out, child) => {
      if (out.includes("Listening on")) child.kill("SIGTERM");
    },
  });
  expect([ran.code, ran.out]).toEqual([
    0,
    expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+; .*\/webhook\n$/),
  ]);
});
