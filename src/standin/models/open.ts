// Serves a scripted model behind a vendor's published API on loopback, with usage counts.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PromptCache } from "./cache.ts";
import { serveModelRequest, type ModelServer } from "./serve.ts";
import type { ModelStandin, ModelStandinOptions } from "./story.ts";
import { TokenMeter } from "./tokens.ts";
import { makeWires, wireOf } from "./wire/index.ts";

export async function openModelStandin(options: ModelStandinOptions): Promise<ModelStandin> {
  const tokens = new TokenMeter();
  const wires = makeWires();
  const serving: ModelServer = { options, wires, tokens, cache: new PromptCache(tokens), asked: [], counted: [] };
  const server = createServer((request, response) => {
    serveModelRequest(serving, request, response).catch((error: unknown) => {
      // A bug of the script or the stand-in. Status 400 is not retried, so the test sees it once.
      if (!response.headersSent) response.writeHead(400, { "content-type": "text/plain" });
      response.end(`the stand-in failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (vendor) => `http://127.0.0.1:${port}${wireOf(wires, vendor).base}`,
    asked: serving.asked,
    counted: serving.counted,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
