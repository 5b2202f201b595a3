// Runs inside a sandbox: forwards a loopback port to the proxy outside, whose socket is mounted there.
import { connect, createServer, type AddressInfo } from "node:net";

/** The variables by which programs find the port. */
export async function openProxyPort(socket: string, noProxy: string): Promise<Record<string, string>> {
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ path: socket, allowHalfOpen: true });
    inner.on("error", () => inner.destroy()).on("close", () => outer.destroy());
    outer.on("error", () => outer.destroy()).on("close", () => inner.destroy());
    inner.pipe(outer);
    outer.pipe(inner);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxies = { HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address, https_proxy: address };
  return { ...proxies, NO_PROXY: noProxy, no_proxy: noProxy, NODE_USE_ENV_PROXY: "1" };
}
