// Stands before the stand-in GitHub, hears everything that is sent to it, and can answer in its place: with an error that
// repeats what came with the request, as a proxy or a debug page does.
import { createServer, request as ask, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The installation's token or the App's own, in the way the request had it. */
  token: string;
}

/** What is said instead of GitHub's answer; null: GitHub answers. */
type Instead = (heard: Heard) => { status: number; type?: string; body: string } | null;

export interface Between {
  url: string;
  host: string;
  /** All that was sent, without the header that is there to carry the token. */
  sent: string[];
  instead: Instead;
  close(): Promise<void>;
}

export async function openBetween(to: string): Promise<Between> {
  const sent: string[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const { authorization = "", ...headers } = incoming.headers;
      const heard: Heard = {
        method: incoming.method ?? "GET",
        path: incoming.url ?? "/",
        headers,
        body: body.toString("utf8"),
        token: tokenIn(authorization),
      };
      sent.push(`${heard.method} ${heard.path} ${JSON.stringify(headers)}\n${heard.body}`);
      const said = between.instead(heard);
      if (said) response.writeHead(said.status, { "content-type": said.type ?? "application/json" }).end(said.body);
      else pass(to, heard, incoming.headers, body, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const between: Between = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    sent,
    instead: () => null,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
  return between;
}

function tokenIn(authorization: string): string {
  const [kind = "", rest = ""] = authorization.split(" ");
  if (kind.toLowerCase() !== "basic") return rest;
  return Buffer.from(rest, "base64").toString("utf8").split(":")[1] ?? "";
}

function pass(to: string, heard: Heard, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
  const onward = ask(`${to}${heard.path}`, { method: heard.method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  onward.on("error", () => response.destroy());
  onward.end(body);
}
