// Tests start, stop and bad input; the pages are tested in test/browser/pages.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { crosscheck, type RunOptions } from "../../../../test/support/run-cli.ts";

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "crosscheck-dashboard-command-"));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

async function dashboard(args: readonly string[], options?: RunOptions) {
  return await crosscheck(["dashboard", "--no-open", "--data", data, ...args], options);
}

interface Seen {
  address: string;
  /** Where the address leads. */
  to: [status: number, path: string | null];
  page: [status: number, text: string];
  /** For those who have no token. */
  without: [status: number, text: string];
}

/** As a browser does: the address, and then the page that it leads to. */
async function look(address: string): Promise<Seen> {
  const opened = await fetch(address, { redirect: "manual" });
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";", 1)[0]!;
  const path = opened.headers.get("location");
  const next = new URL(path ?? "", address);
  const page = await fetch(next, { headers: { cookie } });
  const without = await fetch(next);
  return {
    address,
    to: [opened.status, path],
    page: [page.status, await page.text()],
    without: [without.status, await without.text()],
  };
}

describe("crosscheck dashboard", () => {
  test.each<NodeJS.Signals>(["SIGINT", "SIGTERM"])(
    "--no-open prints an address with a token; %s stops it",
    async (signal) => {
      let seen: Promise<Seen> | undefined;
      const ran = await dashboard([], {
        heard(out, child) {
          const address = /^http:\S+(?=\n)/.exec(out)?.[0];
          if (address === undefined) return;
          seen ??= look(address).finally(() => child.kill(signal));
        },
      });
      const { address, to, page, without } = await seen!;
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/overview\?token=[\w-]{32}$/);
      // The token is in no address afterwards.
      expect(to).toEqual([303, "/overview"]);
      expect(page).toEqual([200, expect.stringContaining("Start here")]);
      expect(without).toEqual([403, expect.stringContaining("with its token")]);
      expect(ran).toEqual({
        code: 0,
        out: `${address}\nOnly you can open this address. Press Ctrl-C to stop.\n`,
        err: "",
      });
      await expect(fetch(address)).rejects.toThrow("fetch failed");
    },
  );

  test("a port in use is reported with a remedy", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", () => resolve()));
    const { port } = other.address() as AddressInfo;
    const ran = await dashboard(["--port", String(port)]);
    await new Promise<void>((resolve) => void other.close(() => resolve()));
    expect([ran.code, ran.out, ran.err]).toEqual([
      2,
      "",
      expect.stringMatching(new RegExp(`Port ${port} is already in use\\n {2}Pass another number to --port`)),
    ]);
  });

  test.each(["http", "65536"])("--port %s is rejected", async (port) => {
    const ran = await dashboard([`--port=${port}`]);
    expect([ran.code, ran.err]).toEqual([
      2,
      expect.stringContaining(`--port takes a number up to 65535, not "${port}"`),
    ]);
  });
});
