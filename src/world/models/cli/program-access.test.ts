// Tests what a program in a sandbox can reach and what is left of it, with real bubblewrap and scripts in place of the
// programs.
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { processesWith } from "../../../../test/support/escape/machine.ts";
import { ask, usual, type Told } from "../../../../test/support/models/ask-fake-program.ts";
import {
  placeOfEachTest,
  promptSays,
  treesOf,
  tried,
  withKey,
} from "../../../../test/support/models/ask-with-trees.ts";
import { writeFake } from "../../../../test/support/models/fake-program.ts";
import { skipWithoutSandbox } from "../../../../test/support/sandbox.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";

const at = placeOfEachTest();

/** The port of a server of this machine that answers everything. */
async function openServer(): Promise<number> {
  const server = createServer((_, response) => response.end("served"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  at.cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The status that the proxy answers with. */
const proxied = (method: "GET" | "CONNECT", target: string) => `new Promise((settle, fail) => {
  const { hostname, port } = new URL(process.env.HTTPS_PROXY);
  const socket = require("node:net").connect(port, hostname).on("error", fail);
  socket.on("data", (answer) => { socket.destroy(); settle(Number(String(answer).split(" ")[1])); });
  socket.write("${method} ${target} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n");
})`;
const directly = (host: string, port: number) => `new Promise((settle, fail) => {
  require("node:net").connect(${port}, ${JSON.stringify(host)}, () => settle("connected")).on("error", fail);
})`;

describe.skipIf(await skipWithoutSandbox()).each([claude, codex, gemini])("$id", (program) => {
  test("reaches the vendor that the user configured, and nothing else", async () => {
    const [vendor, other] = [await openServer(), await openServer()];
    const told = withKey(at, { ...(await treesOf(at)), settings: { baseUrl: `http://127.0.0.1:${vendor}` } });
    const said = await tried(at, program, told, {
      vendor: proxied("GET", `http://127.0.0.1:${vendor}/v1`),
      tunnel: proxied("CONNECT", `127.0.0.1:${vendor}`),
      other: proxied("GET", `http://127.0.0.1:${other}/v1`),
      otherTunnel: proxied("CONNECT", `127.0.0.1:${other}`),
      otherHost: proxied("CONNECT", "example.com:443"),
      ofVendor: proxied("CONNECT", `${program.hosts[0]}:443`),
      directly: directly("127.0.0.1", vendor),
      outside: directly("192.0.2.1", 443),
    });
    expect(said).toEqual({
      vendor: 200,
      tunnel: 200,
      other: 403,
      otherTunnel: 403,
      otherHost: 403,
      ofVendor: 403,
      directly: "ECONNREFUSED",
      outside: "ENETUNREACH",
    });
  });

  test("has its own key, the proxy, and nothing else of the user's environment", async () => {
    const env = { GITHUB_TOKEN: "secret", SSH_AUTH_SOCK: "/run/agent", DATABASE_URL: "secret", LANG: "C.UTF-8" };
    const said = await tried(at, program, withKey(at, { ...(await treesOf(at)), env }), { env: "process.env" });
    const proxy = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NO_PROXY", "no_proxy"];
    const call = { model: null, effort: null, reader: null, baseUrl: null, beside: "", ...usual };
    const own = [program.key, program.home.variable, ...Object.keys(program.start(call).env)];
    const common = ["HOME", "LANG", "LC_ALL", "NODE_USE_ENV_PROXY", "PATH", "PWD", "TMPDIR"];
    expect(Object.keys(said["env"]!).toSorted()).toEqual([...proxy, ...own, ...common].toSorted());
  });

  test("sees the prompt alone where the user needs a proxy", async () => {
    const env = { https_proxy: "http://proxy.example.com:3128" };
    const told = withKey(at, { ...(await treesOf(at)), env });
    expect(await tried(at, program, told, { told: promptSays })).toEqual({ told: false });
  });

  test.each([
    ["its time is over", { request: { limits: { ...usual.limits, ms: 3_000 } } }, "no answer within 3000 ms"],
    ["the user stops", {}, "Ctrl-C"],
  ])("ends with all that it started when %s, and leaves nothing", async (_name, how: Told, message) => {
    const mark = `program-${process.pid}-${Math.random()}`;
    const stopping = new AbortController();
    const { trees, request } = await treesOf(at);
    const began = () => {
      expect(processesWith(mark)).not.toEqual([]);
      if (!how.request) stopping.abort(new Error("Ctrl-C"));
    };
    const told = withKey(at, { trees: trees!, request: { ...request, ...how.request }, stop: stopping.signal, began });
    const child = `["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", ${JSON.stringify(mark)}]`;
    const does = `start(process.execPath, ${child}, { detached: true }).on("spawn", begin); setInterval(() => {}, 1000);`;
    writeFake(at.place, program, { does });
    await expect(ask(at.place, program, told)).rejects.toThrow(message);
    expect(processesWith(mark)).toEqual([]);
    for (const clean of at.cleanups.splice(0).toReversed()) await clean();
    const own = new RegExp(`^crosscheck-[a-z]+-${process.pid}-`);
    expect(readdirSync(tmpdir()).filter((name) => own.test(name))).toEqual([]);
    expect(readdirSync(at.place.tempRoot)).toEqual([]);
  });
});
