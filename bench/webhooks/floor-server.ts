// The least that a server can do: read the body, and answer.
//   node bench/webhooks/floor-server.ts
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => response.writeHead(202, { "content-length": 3 }).end("ok\n"));
});
server.listen(0, "127.0.0.1", () =>
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
