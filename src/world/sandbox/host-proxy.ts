// Runs the only network exit of a sandbox: a proxy on a socket that forwards to the configured hosts and to no others.
// It does not inspect the traffic.
import { chmodSync } from "node:fs";
import { lookup } from "node:dns/promises";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Duplex, Readable, Writable } from "node:stream";
import { isAddress, isInnerAddress, isLinkLocal } from "./inner-addresses.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

export interface HostProxy {
  /** In a private folder, so the socket itself can be world-writable. */
  socket: string;
  /** Refused targets, as `host:port`. */
  refused(): readonly string[];
  close(): Promise<void>;
}

export interface ProxyLimits {
  /** Concurrent connections. */
  connections: number;
  /** Total traffic in both directions. */
  bytes: number;
  /** Long, because a model may take minutes to answer. */
  idleMs: number;
}

export type Resolve = (host: string) => Promise<readonly string[]>;

interface Entry {
  host: string;
  port: number;
  /** The port was configured explicitly, so a private address is intended. */
  named: boolean;
}

interface Target {
  host: string;
  port: number;
}

const usual: ProxyLimits = { connections: 64, bytes: 1_000_000_000, idleMs: 600_000 };
const usualPort = 443;
const mostRefused = 20;
const longestName = 253;

export async function openHostProxy(
  hosts: readonly string[],
  limits: Partial<ProxyLimits> = {},
  resolve: Resolve = addressesOf,
): Promise<HostProxy> {
  const folder = makeTemporaryFolder("way");
  const socket = join(folder.path, "socket");
  const proxy = new ProxyServer(hosts.map(entryOf), { ...usual, ...limits }, resolve);
  try {
    await proxy.listen(socket);
  } catch (error) {
    folder.remove();
    throw error;
  }
  return {
    socket,
    refused: () => [...proxy.refused],
    close: async () => {
      await proxy.close();
      folder.remove();
    },
  };
}

/** Parses `name` or `name:port`. */
function entryOf(text: string): Entry {
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { host: plainHost(host), port: port === undefined ? usualPort : Number(port), named: port !== undefined };
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

class ProxyServer {
  readonly refused = new Set<string>();
  private readonly entries: readonly Entry[];
  private readonly limits: ProxyLimits;
  private readonly resolve: Resolve;
  private readonly server: Server;
  /** Tunnels and outgoing connections. */
  private readonly open = new Set<Duplex>();
  private bytes = 0;

  constructor(entries: readonly Entry[], limits: ProxyLimits, resolve: Resolve) {
    this.entries = entries;
    this.limits = limits;
    this.resolve = resolve;
    this.server = createServer();
    this.server.maxConnections = limits.connections;
    this.server.on("connection", (client) => {
      this.hold(client);
      client.setTimeout(limits.idleMs, () => client.destroy());
    });
    this.server.on("clientError", (_, client) => void client.destroy());
    this.server.on("connect", (asked, client, head) => {
      this.tunnel(asked, client, head).catch(() => client.destroy());
    });
    this.server.on("request", (asked, answer) => {
      this.forward(asked, answer).catch(() => answer.destroy());
    });
  }

  async listen(socket: string): Promise<void> {
    await new Promise<void>((listening, fail) => {
      this.server.once("error", fail).listen(socket, listening);
    });
    chmodSync(socket, 0o666);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    for (const one of this.open) one.destroy();
    await closed;
  }

  private async tunnel({ url = "" }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const target = targetOf(url);
    const address = await this.letThrough(target, () => true);
    if (target === null || address === null) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const there = connect({ host: address, port: target.port, allowHalfOpen: true });
    this.hold(there);
    there.setTimeout(this.limits.idleMs, () => there.destroy());
    let connected = false;
    there.on("connect", () => {
      connected = true;
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      if (head.length > 0) there.write(head);
      this.carry(client, there);
      this.carry(there, client);
    });
    there.on("close", () => {
      if (connected) client.destroy();
      else client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    client.on("close", () => there.destroy());
  }

  /** Plain HTTP: only for explicitly configured ports. */
  private async forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = /^http:\/\//i.test(asked.url ?? "") ? URL.parse(asked.url ?? "") : null;
    const target = url && { host: plainHost(url.hostname), port: Number(url.port || 80) };
    const address = await this.letThrough(target, ({ named }) => named);
    if (url === null || target === null || address === null) return void answer.writeHead(403).end();
    const onward = request({
      host: address,
      port: target.port,
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: ["Host", url.host, ...forwardedHeaders(asked.rawHeaders)],
      agent: false,
      timeout: this.limits.idleMs,
    });
    onward.on("socket", (there) => this.hold(there));
    onward.on("timeout", () => onward.destroy());
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    onward.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, forwardedHeaders(response.rawHeaders));
      response.on("error", () => answer.destroy());
      this.carry(response, answer);
    });
    answer.on("close", () => onward.destroy());
    this.carry(asked, onward);
  }

  /** The address to connect to, or null if refused. Resolved once, to prevent DNS rebinding. */
  private async letThrough(target: Target | null, suits: (entry: Entry) => boolean): Promise<string | null> {
    if (target === null) return this.refuse("?");
    const { host, port } = target;
    const entry = this.entries.find((one) => one.host === host && one.port === port && suits(one));
    if (entry === undefined) return this.refuse(`${host}:${port}`);
    const addresses = isAddress(host) ? [host] : await this.resolve(host).catch(() => []);
    const sound = addresses.length > 0 && addresses.every((address) => isAllowedAddress(address, entry));
    return sound ? addresses[0]! : this.refuse(`${host}:${port}`);
  }

  private refuse(name: string): null {
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    const plain = name.slice(0, longestName).replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, "?");
    if (this.refused.size < mostRefused) this.refused.add(plain);
    return null;
  }

  private hold(socket: Duplex): void {
    if (this.open.has(socket)) return;
    this.open.add(socket);
    // Readers and writers see the error themselves.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.open.delete(socket));
  }

  private carry(from: Readable, to: Writable): void {
    from.on("data", (bytes: Uint8Array) => {
      this.bytes += bytes.length;
      if (this.bytes > this.limits.bytes) for (const one of this.open) one.destroy();
    });
    from.pipe(to);
  }
}

/** Parses the target of CONNECT: `name:port`. */
function targetOf(text: string): Target | null {
  const match = /^([\w.-]{1,253}):(\d{1,5})$/.exec(text);
  return match && { host: plainHost(match[1]!), port: Number(match[2]) };
}

/** Refuses names that resolve to private addresses, unless configured with their port. */
function isAllowedAddress(address: string, { host, named }: Entry): boolean {
  if (address === host) return true;
  return named ? !isLinkLocal(address) : !isInnerAddress(address);
}

/** Hop-by-hop headers are not forwarded. */
const ownHeaders =
  /^(?:host|connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|te|trailer|transfer-encoding|upgrade)$/i;

function forwardedHeaders(raw: readonly string[]): string[] {
  const pairs = Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!]);
  return pairs.filter(([name]) => !ownHeaders.test(name!)).flat();
}
