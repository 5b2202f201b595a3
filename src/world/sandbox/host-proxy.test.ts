// Real sockets: the proxy on its own, with servers on loopback behind it.
import { existsSync } from "node:fs";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanupsOfEachTest } from "../../../test/support/cleanups.ts";
import { openHostProxy, type HostProxy, type ProxyLimits, type Resolve } from "./host-proxy.ts";
import { isInnerAddress, isLinkLocal } from "./inner-addresses.ts";
import { cases } from "../../../test/support/cases.ts";

const cleanups = cleanupsOfEachTest();

async function proxyTo(hosts: readonly string[], limits?: Partial<ProxyLimits>, resolve?: Resolve): Promise<HostProxy> {
  const proxy = await openHostProxy(hosts, limits, resolve);
  cleanups.push(() => proxy.close());
  return proxy;
}

/** Says everything back. */
async function echo(): Promise<number> {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket);
    socket.on("error", () => {}).pipe(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  cleanups.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

async function web(requests: IncomingMessage[] = []): Promise<number> {
  const server = createServer((outgoing, answer) => {
    requests.push(outgoing);
    outgoing
      .resume()
      .on("end", () => answer.writeHead(201, { "x-from": "web" }).end(`${outgoing.method} ${outgoing.url}`));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return (server.address() as AddressInfo).port;
}

interface Tunnel {
  status: number;
  socket: Socket;
}

async function tunnel({ socket: socketPath }: HostProxy, target: string): Promise<Tunnel> {
  return await new Promise((settle, fail) => {
    const outgoing = request({ socketPath, method: "CONNECT", path: target });
    outgoing.on("error", fail).on("connect", (answer, socket) => {
      cleanups.push(() => void socket.destroy());
      settle({ status: answer.statusCode!, socket });
    });
    outgoing.end();
  });
}

async function exchange({ socket }: Tunnel, text: string): Promise<string> {
  let received = "";
  return await new Promise((settle) => {
    socket.on("data", (piece: Buffer) => {
      received += piece.toString();
      if (received.length >= text.length) settle(received);
    });
    socket.on("error", () => {}).on("close", () => settle(received));
    socket.write(text);
  });
}

async function plain({ socket: socketPath }: HostProxy, path: string, headers = {}, method = "GET") {
  return await new Promise<{ status: number; text: string; from: unknown }>((settle, fail) => {
    const outgoing = request({ socketPath, method, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => settle({ status: answer.statusCode!, text, from: answer.headers["x-from"] }));
    });
    outgoing.on("error", fail).end(method === "POST" ? "body" : undefined);
  });
}

describe("a tunnel", () => {
  test("connects to an allowed host and forwards any data", async () => {
    const port = await echo();
    const proxy = await proxyTo([`127.0.0.1:${port}`]);
    const open = await tunnel(proxy, `127.0.0.1:${port}`);
    expect(open.status).toBe(200);
    expect(await exchange(open, "\u0016\u0003\u0001 hello")).toBe("\u0016\u0003\u0001 hello");
    expect(proxy.refused()).toEqual([]);
  });

  test("connects to an allowed name and port, ignoring letter case", async () => {
    const port = await echo();
    const proxy = await proxyTo([`LocalHost:${port}`], {}, async () => ["127.0.0.1"]);
    expect((await tunnel(proxy, `LOCALHOST.:${port}`)).status).toBe(200);
  });

  test("is rejected for any other host, which is recorded", async () => {
    const port = await echo();
    const proxy = await proxyTo([`127.0.0.1:${port + 1}`, "api.example.com"], {}, async () => ["127.0.0.1"]);
    for (const target of [`127.0.0.1:${port}`, "evil.example.com:443", "api.example.com:80", "[::1]:443", "nonsense"])
      expect((await tunnel(proxy, target)).status).toBe(403);
    expect(proxy.refused()).toEqual([`127.0.0.1:${port}`, "evil.example.com:443", "api.example.com:80", "?"]);
  });

  // The first address is of this machine: were it let through, nothing would go further.
  test.each<[string, string, string, string[]]>([
    ["a name of this machine", "localhost", "localhost:443", ["127.0.0.1"]],
    ["a name that resolves to a local address", "api.example.com", "api.example.com:443", ["127.0.0.2"]],
    [
      "a name of which some addresses are local",
      "api.example.com",
      "api.example.com:443",
      ["127.0.0.2", "93.184.215.14"],
    ],
    [
      "a name with a port that resolves to a metadata service",
      "a.example.com:80",
      "a.example.com:80",
      ["127.0.0.1", "169.254.169.254"],
    ],
    ["an unknown name", "api.example.com", "api.example.com:443", []],
  ])("is rejected for %s", async (_, entry, target, addresses) => {
    const proxy = await proxyTo([entry], {}, async () => addresses);
    expect((await tunnel(proxy, target)).status).toBe(403);
    expect(proxy.refused()).toEqual([target]);
  });

  test("resolves names with DNS by default", async () => {
    const proxy = await proxyTo(["localhost"]);
    expect((await tunnel(proxy, "localhost:443")).status).toBe(403);
  });

  test("to an unreachable host fails", async () => {
    const port = await echo();
    await cleanups.pop()!();
    const proxy = await proxyTo([`127.0.0.1:${port}`]);
    expect((await tunnel(proxy, `127.0.0.1:${port}`)).status).toBe(502);
  });

  test("ends at its data limit", async () => {
    const port = await echo();
    const proxy = await proxyTo([`127.0.0.1:${port}`], { bytes: 1000 });
    const open = await tunnel(proxy, `127.0.0.1:${port}`);
    expect(await exchange(open, "a".repeat(200))).toHaveLength(200);
    expect((await exchange(open, "b".repeat(100_000))).length).toBeLessThan(100_000);
    expect(open.socket.destroyed).toBe(true);
  });

  test("is limited in number", async () => {
    const port = await echo();
    const proxy = await proxyTo([`127.0.0.1:${port}`], { connections: 1 });
    expect((await tunnel(proxy, `127.0.0.1:${port}`)).status).toBe(200);
    await expect(tunnel(proxy, `127.0.0.1:${port}`)).rejects.toThrow(/hang up|ECONNRESET|EPIPE/);
  });
});

describe("a plain request", () => {
  test("is forwarded to an allowed port, without proxy headers", async () => {
    const requests: IncomingMessage[] = [];
    const port = await web(requests);
    const proxy = await proxyTo([`127.0.0.1:${port}`]);
    const headers = { "Proxy-Authorization": "Basic x", Authorization: "Bearer y", Host: "evil.example.com" };
    const answer = await plain(proxy, `http://127.0.0.1:${port}/a?b=c`, headers, "POST");
    expect(answer).toEqual({ status: 201, text: "POST /a?b=c", from: "web" });
    expect(requests[0]!.headers).toMatchObject({ host: `127.0.0.1:${port}`, authorization: "Bearer y" });
    expect(requests[0]!.headers).not.toHaveProperty("proxy-authorization");
  });

  test.each([
    ["of a host without a port", "http://api.example.com/"],
    ["of another host", "http://other.example.com:8080/"],
    ["to the proxy itself", "/"],
    ["with another protocol", "ftp://api.example.com:8080/"],
  ])("%s is rejected", async (_, url) => {
    const proxy = await proxyTo(["api.example.com", "api.example.com:8080"], {}, async () => ["127.0.0.1"]);
    expect((await plain(proxy, url)).status).toBe(403);
  });
});

test("closing ends the proxy and its connections", async () => {
  const port = await echo();
  const proxy = await openHostProxy([`127.0.0.1:${port}`]);
  const { socket } = await tunnel(proxy, `127.0.0.1:${port}`);
  const ended = new Promise((closed) => socket.on("error", () => {}).on("close", closed));
  await proxy.close();
  await ended;
  expect(existsSync(dirname(proxy.socket))).toBe(false);
});

test("any input leaves the proxy running", async () => {
  const port = await echo();
  const proxy = await proxyTo([`127.0.0.1:${port}`]);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.webUrl().map((url) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`),
        fc.string().map((target) => `CONNECT ${target} HTTP/1.1\r\n\r\n`),
      ),
      async (text) => {
        await new Promise<void>((ended) => {
          const client = connect(proxy.socket);
          client.on("error", () => {}).on("close", () => ended());
          client.resume().end(text);
        });
      },
    ),
    { numRuns: 30 },
  );
  expect(proxy.refused().every((name) => /^[^\s]*$/.test(name))).toBe(true);
  expect((await tunnel(proxy, `127.0.0.1:${port}`)).status).toBe(200);
});

describe("addresses", () => {
  test.each([
    "127.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.100.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fd00::1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "224.0.0.1",
    "255.255.255.255",
    "no address",
  ])("%s is internal", (address) => expect(isInnerAddress(address)).toBe(true));

  test.each(["93.184.215.14", "172.32.0.1", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])(
    "%s is public",
    (address) => expect([isInnerAddress(address), isLinkLocal(address)]).toEqual([false, false]),
  );

  cases("%s is link-local: %s", isLinkLocal, [
    ["169.254.169.254", true],
    ["::ffff:169.254.169.254", true],
    ["fe80::1", true],
    ["127.0.0.1", false],
    ["10.0.0.1", false],
  ]);
});
