// Runs the checks that another process asks for; that process reads the code of the change.
import { writeSync } from "node:fs";
import parent from "node:process";
import type { Code, Side } from "../../change/change.ts";
import type { Check } from "../../findings/report.ts";
import { withPersonalRules } from "../user-config.ts";
import {
  runningPipe,
  type CheckedChange,
  type CheckOrder,
  type CheckMessage,
  type CodeCall,
} from "./check-messages.ts";

export function serveChecks(checks: readonly Check[]): void {
  const send = (message: CheckMessage) => parent.send?.(message);
  let checked: CheckedChange | null = null;
  const answers = new Map<number, (order: Extract<CheckOrder, { is: "answer" }>) => void>();
  const stops = new Map<string, AbortController>();
  let calls = 0;

  const codeOf = (check: string): Code => {
    const ask = (call: CodeCall, ...args: unknown[]) =>
      new Promise<never>((resolve, reject) => {
        const id = calls++;
        answers.set(id, ({ value, error }) => {
          answers.delete(id);
          if (error === undefined) resolve(value as never);
          else reject(new Error(error));
        });
        send({ is: "call", id, check, call, args });
      });
    const tree = (side: Side) => ({
      read: async (path: string) => await ask(`${side}.read`, path),
      paths: async () => await ask(`${side}.paths`),
    });
    return {
      base: tree("base"),
      head: tree("head"),
      symbols: (path, side) => ask("symbols", path, side),
      uses: (names) => ask("uses", names),
      commits: () => ask("commits"),
      hasCommit: (id) => ask("hasCommit", id),
    };
  };

  const run = async (id: string) => {
    const stop = new AbortController();
    stops.set(id, stop);
    try {
      const { change, personalRules, env } = checked!;
      const known = await withPersonalRules(checks, { ...(personalRules && { personalRules }) }, env);
      const check = known.find((one) => one.id === id)!;
      send({ is: "result", check: id, result: await check.run(change, { code: codeOf(id) }, stop.signal) });
    } catch (error) {
      send({ is: "threw", check: id, message: error instanceof Error ? error.message : String(error) });
    }
  };

  const take = (order: CheckOrder) => {
    // What runs until the next message is taken belongs to this check.
    if ("check" in order) writeSync(runningPipe, Uint8Array.of(order.index));
    if (order.is === "change") checked = order.checked;
    else if (order.is === "run") void run(order.check);
    else if (order.is === "answer") answers.get(order.id)?.(order);
    else if (order.is === "stop") stops.get(order.check)?.abort();
    else send({ is: "alive" });
  };
  // One a turn of the event loop: messages that arrive together would be handled before what the first leads to.
  const waiting: CheckOrder[] = [];
  const takeNext = () => {
    take(waiting.shift()!);
    if (waiting.length > 0) setImmediate(takeNext);
  };
  parent.on("message", (order: CheckOrder) => {
    if (waiting.push(order) === 1) setImmediate(takeNext);
  });
  send({ is: "alive" });
}
