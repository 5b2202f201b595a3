// The hidden command that runs one task in a child process: JSON on standard input, one JSON message a line on standard output.
import { Socket } from "node:net";
import { kill, pid } from "node:process";
import { Unavailable, UserError } from "../../errors.ts";
import type { Command } from "../cli/commands/command.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { ChildMessage } from "./run-task.ts";
import { tasks } from "./tasks.ts";

export const runTaskCommand: Command = {
  id: "run-task",
  title: "Run one task for another Crosscheck process",
  argument: { name: "<task>", says: "the name of the task" },
  options: {},
  examples: [],
  async run({ args: [id = ""] }, environment) {
    await runNamedTask(id, environment, openMessages(environment));
    return 0;
  },
};

export async function runNamedTask(
  id: string,
  environment: ProcessEnvironment,
  send: (message: ChildMessage) => void,
): Promise<void> {
  const load = Object.hasOwn(tasks, id) ? tasks[id] : undefined;
  if (!load) throw new UserError(`There is no task ${id}`, `Tasks: ${Object.keys(tasks).join(", ")}.`);
  try {
    const task = await load();
    const input = task.input.parse(JSON.parse((await environment.input()) ?? "null"));
    const answer = await task.run(input, {
      environment,
      reportCall: (call) => send({ is: "call", call }),
      reportProgress: (step) => send({ is: "progress", step }),
    });
    send({ is: "answer", answer });
  } catch (error) {
    if (environment.stop.aborted) throw error;
    if (error instanceof UserError) send({ is: "failed", as: "user", message: error.message, remedy: error.remedy });
    else if (error instanceof Unavailable)
      send({ is: "failed", as: "unavailable", who: error.who, message: error.message });
    else throw error;
  }
}

/** Carries no data, and closes when the parent ends. */
const parentPipe = 3;
const graceMs = 5_000;

/** A child whose parent has died would pay models for nothing, so it stops as if it had received SIGTERM. */
function openMessages(environment: Pick<ProcessEnvironment, "print">): (message: ChildMessage) => void {
  let isOrphan = false;
  const end = () => {
    if (isOrphan) return;
    isOrphan = true;
    kill(pid, "SIGTERM");
    setTimeout(() => kill(pid, "SIGTERM"), graceMs).unref();
  };
  try {
    new Socket({ fd: parentPipe, readable: true, writable: false }).on("error", end).on("close", end).resume().unref();
  } catch {
    // The command was started by hand.
  }
  // Writing to a closed pipe would end this process before it has cleaned up.
  return (message) => void (isOrphan || environment.print(`${JSON.stringify(message)}\n`));
}
