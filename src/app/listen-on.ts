// Starts a server on a port, and says in words why it cannot.
import type { Server } from "node:http";
import { UserError } from "../errors.ts";

export function listenOn(server: Server, port: number, host = "127.0.0.1"): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenTrouble(error, port, host)));
    server.listen(port, host, () => resolve());
  });
}

function listenTrouble(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new UserError(
        `Port ${port} is already in use`,
        "Pass another number to --port, or stop the program that uses it.",
      );
    case "EACCES":
      return new UserError(`You may not listen on port ${port}`, "Give --port a number from 1024 on.");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new UserError(
        `This machine does not have the address ${host}`,
        "Give one that it has, such as 127.0.0.1, or 0.0.0.0 for all of them.",
      );
    default:
      return error;
  }
}
