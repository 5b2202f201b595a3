// Runs tasks of child processes inside the test process: the child is a process with the environment that it is given, and
// hands everything else to this one, which has loaded the program already.
import { mkdtempSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runNamedTask } from "../../src/app/child/run-task-command.ts";
import { explainError } from "../../src/app/cli/explain-error.ts";
import { innerEnvironment } from "./inner-environment.ts";

interface Start {
  is: "start";
  args: [command: string, task: string];
  env: Record<string, string>;
  cwd: string;
  input: string;
}

const door = join(mkdtempSync(join(tmpdir(), "crosscheck-child-")), "door");
createServer(serveChild).listen(door).unref();

/** The program for tests that start child processes and are not about their start. */
export const childProgram: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL("child-client.js", import.meta.url)),
  door,
];

function serveChild(socket: Socket): void {
  const stopping = new AbortController();
  socket.on("error", () => {}).on("close", () => stopping.abort(new Error("the child process has ended")));
  createInterface({ input: socket }).on("line", (line) => {
    const message = JSON.parse(line) as Start | { is: "stop" };
    if (message.is === "stop") stopping.abort(new Error("the child process was stopped"));
    else void runHere(message, socket, stopping.signal);
  });
}

async function runHere({ args: [, task], env, cwd, input }: Start, socket: Socket, stop: AbortSignal): Promise<void> {
  const send = (message: object) => void (socket.destroyed || socket.write(`${JSON.stringify(message)}\n`));
  const environment = innerEnvironment({
    cwd,
    env,
    input,
    program: childProgram,
    stop,
    print: (out) => send({ out }),
    tell: (err) => send({ err }),
  });
  try {
    await runNamedTask(task, environment, (message) => environment.print(`${JSON.stringify(message)}\n`));
    send({ code: 0 });
  } catch (error) {
    send({ code: explainError(error, environment) });
  }
}
