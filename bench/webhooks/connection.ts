// One connection that is kept alive, over a bare socket: an HTTP client would be busier than some of the servers.
import { connect, type Socket } from "node:net";

export interface Connection {
  /** Servers close what was idle for a while. */
  readonly open: boolean;
  /** The status of the answer. One at a time. */
  send(request: Buffer): Promise<number>;
  close(): void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  let waiting: { resolve(status: number): void; reject(error: Error): void } | null = null;
  let seen = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    seen += text;
    if (!isWhole(seen)) return;
    const status = Number(seen.slice(9, 12));
    seen = "";
    waiting?.resolve(status);
  });
  const broken = () => waiting?.reject(new Error("The server closed a connection"));
  socket.on("error", broken);
  socket.on("close", broken);
  return {
    get open() {
      return !socket.destroyed;
    },
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close() {
      waiting = null;
      socket.destroy();
    },
  };
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const head = answer.slice(0, headEnd).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return length === undefined ? answer.endsWith("0\r\n\r\n") : answer.length - headEnd - 4 >= Number(length);
}
