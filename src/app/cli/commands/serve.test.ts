// Tests bad input, start and stop; the server itself is tested in src/app/server/serve.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listenOn } from "../../listen-on.ts";
import { crosscheck } from "../../../../test/support/run-cli.ts";

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

test.each<[string, string[], Record<string, string>, RegExp]>([
  [
    "some of it set",
    [],
    { CROSSCHECK_APP_ID: "1" },
    /needs CROSSCHECK_APP_KEY, CROSSCHECK_WEBHOOK_SECRET\n {2}Set them/,
  ],
  ["a worker without an App", ["--role", "worker"], {}, /needs CROSSCHECK_APP_ID, CROSSCHECK_APP_KEY, CROSSCHECK_WEBH/],
  [
    "a public address that is none",
    ["--public-url", "http://127.0.0.1"],
    {},
    /--public-url does not fit: GitHub cannot/,
  ],
])("%s: reports what is missing or wrong at once", async (_, args, more, why) => {
  const { code, err } = await crosscheck(["serve", ...args], {
    env: { CROSSCHECK_DATA: join(folder, "data"), ...more },
  });
  expect([code, err]).toEqual([2, expect.stringMatching(why)]);
});

test("without settings it prints the address of the setup page, and stops on a signal", async () => {
  const ran = await crosscheck(["serve", "--port", "0", "--public-url", "https://review.example.com/"], {
    env: { CROSSCHECK_DATA: join(folder, "data") },
    heard: (out, child) => {
      if (out.includes("/setup?token=")) child.kill("SIGTERM");
    },
  });
  expect([ran.code, ran.out, ran.err]).toEqual([
    0,
    expect.stringMatching(
      /^No App is set up yet\. .*\n\n {2}https:\/\/review\.example\.com\/setup\?token=[\w-]{43}\n\n$/,
    ),
    "",
  ]);
});

test.each([
  ["a port that is none", { args: ["--port", "http"], more: {} }, /--port takes a number/],
  [
    "a key that is not there",
    { args: [], more: { CROSSCHECK_APP_KEY: "/no/such.pem" } },
    /private key \/no\/such\.pem cannot be read/,
  ],
])("%s", async (_, { args, more }, why) => {
  const { code, err } = await crosscheck(["serve", ...args], { env: { ...env, ...more } });
  expect([code, err]).toEqual([2, expect.stringMatching(why)]);
});

test.each(["an App", "no App"])("a port that is taken, with %s", async (name) => {
  const other = createServer();
  await listenOn(other, 0);
  const { port } = other.address() as AddressInfo;
  const given = name === "an App" ? env : { CROSSCHECK_DATA: join(folder, "data") };
  const ran = await crosscheck(["serve", "--port", String(port)], { env: given });
  other.close();
  expect([ran.code, ran.err]).toEqual([
    2,
    expect.stringMatching(/Port \d+ is already in use\n {2}Pass another number to --port/),
  ]);
});

test("prints its address, and stops on a signal", async () => {
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
