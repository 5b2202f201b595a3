// Tests that a server which cannot listen says so in words.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { listenOn } from "./listen-on.ts";

test("a port that is taken, and an address of another machine, are the user's to mend", async () => {
  const [first, second] = [createServer(), createServer()];
  await listenOn(first, 0);
  try {
    const { port } = first.address() as AddressInfo;
    const taken = listenOn(second, port);
    await expect(taken).rejects.toThrow(UserError);
    await expect(taken).rejects.toThrow(`Port ${port} is already in use`);
    await expect(listenOn(createServer(), 0, "192.0.2.1")).rejects.toThrow("does not have the address 192.0.2.1");
  } finally {
    first.close();
  }
});
