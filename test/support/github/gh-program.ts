// Runs GitHub's own command line, gh, against the stand-in. For the host github.localhost gh uses plain HTTP, which a proxy
// here forwards to the paths of the stand-in.
import { spawn, spawnSync } from "node:child_process";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Standin } from "../../../src/standin/github/standin.ts";

export interface GhProgram {
  run(args: readonly string[], token?: string): Promise<{ code: number | null; out: string; err: string }>;
  close(): Promise<void>;
}

export const ghHost = "github.localhost";

/** The one that is installed: for all other tests a program that does not work takes its place. */
export function findGh(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "gh"));
  const env = { GH_CONFIG_DIR: tmpdir() };
  return folders.find((path) => spawnSync(path, ["--version"], { env, stdio: "ignore" }).status === 0) ?? null;
}

export async function openGh(standin: Standin, home: string): Promise<GhProgram> {
  const program = findGh() ?? "gh";
  const proxy = createServer((asked, answer) => forward(standin.url, asked, answer));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return {
    run: async (args, token) => {
      const env = {
        PATH: process.env["PATH"],
        HOME: home,
        GH_HOST: ghHost,
        GH_PROMPT_DISABLED: "1",
        GH_NO_UPDATE_NOTIFIER: "1",
        NO_COLOR: "1",
        http_proxy: `http://127.0.0.1:${port}`,
        ...(token !== undefined && { GH_TOKEN: token }),
      };
      const child = spawn(program, args, { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
      const closed = once(child, "close") as Promise<[code: number | null]>;
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
      return { code, out, err };
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

function forward(standin: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { pathname, search } = new URL(asked.url ?? "/", `http://api.${ghHost}`);
  const path = pathname === "/graphql" ? "/api/graphql" : `/api/v3${pathname}`;
  const { host: _host, ...headers } = asked.headers;
  const on = request(`${standin}${path}${search}`, { method: asked.method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  on.on("error", () => answer.destroy());
  asked.pipe(on);
}
