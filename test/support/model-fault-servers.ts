// What can stand in a model's place and is none: a port where nobody listens, and a proxy that means well.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";

export interface OddServers {
  /** Nobody listens there. */
  dead: number;
  /** Answers everything in the way that the path begins with: `/portal`, `/redirect`, `/garbled`. */
  odd: number;
  /** What was sent to where a redirect leads. */
  followed: readonly string[];
  close(): Promise<void>;
}

const portal = "<!doctype html><title>Welcome</title><p>Please log in. Everything is fine and clean.";

export async function openOddServers(): Promise<OddServers> {
  // The near end of a connection: nobody listens there, and nobody else can while it is open.
  const far = createServer().listen(0, "127.0.0.1");
  await once(far, "listening");
  const near = connect((far.address() as AddressInfo).port, "127.0.0.1");
  await once(near, "connect");

  const followed: string[] = [];
  const odd = createHttpServer((request, response) => {
    const [, way] = (request.url ?? "").split("/");
    request.resume();
    if (way === "redirect") response.writeHead(307, { location: "/elsewhere" }).end();
    else if (way === "garbled")
      response.writeHead(200, { "content-type": "text/event-stream" }).end("event: x\ndata: {[}\n\ndata: 12\n\n");
    else {
      if (way === "elsewhere") followed.push(JSON.stringify(request.headers));
      response.writeHead(200, { "content-type": "text/html" }).end(portal);
    }
  }).listen(0, "127.0.0.1");
  await once(odd, "listening");
  return {
    dead: near.localPort!,
    odd: (odd.address() as AddressInfo).port,
    followed,
    async close() {
      odd.close();
      odd.closeAllConnections();
      far.close();
      near.destroy();
      await Promise.all([once(odd, "close"), once(far, "close")]);
    },
  };
}
