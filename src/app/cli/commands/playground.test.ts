import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { crosscheck } from "../../../../test/support/run-cli.ts";

let temporary = "";
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), "crosscheck-ground-"));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

test("--help describes it", async () => {
  const { code, out } = await crosscheck(["playground", "--help"]);
  expect([code, out]).toEqual([0, expect.stringContaining("--port")]);
});

test.each(["a lot", "70000"])("port %s is rejected", async (port) => {
  const { code, err } = await crosscheck(["playground", "--port", port, "--no-open"], { env: { TMPDIR: temporary } });
  expect([code, err]).toEqual([2, expect.stringContaining(`not "${port}"`)]);
});

test("a port in use is reported, and nothing is left behind", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const ran = await crosscheck(["playground", "--port", String(port), "--no-open"], { env: { TMPDIR: temporary } });
  server.close();
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(`Port ${port} is already in use`)]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("runs until interrupted, then cleans up", async () => {
  const asked: Promise<string>[] = [];
  const ran = await crosscheck(["playground", "--no-open"], {
    env: { TMPDIR: temporary },
    heard(out, child) {
      const address = /http:\S+/.exec(out)?.[0];
      if (address === undefined || asked.length > 0) return;
      const page = async () => {
        const entered = await fetch(address, { redirect: "manual" });
        const cookie = entered.headers.get("set-cookie")!.split(";", 1)[0]!;
        const answer = await fetch(new URL("/playground", address), { headers: { cookie } });
        child.kill("SIGINT");
        return await answer.text();
      };
      asked.push(page());
    },
  });
  expect(await asked[0]).toContain("One pull request, from review to merge");
  expect([ran.code, ran.err]).toEqual([expect.any(Number), ""]);
  expect(readdirSync(temporary)).toEqual([]);
});
