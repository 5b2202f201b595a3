// How a process that reads speaks to the server that started it, and how it ends with it.
import { Socket } from "node:net";
import { kill, pid } from "node:process";
import type { CallRecord } from "../../world/models/record.ts";
import type { CallKeeper, RunBefore } from "../review/open-models.ts";
import type { ProcessEnvironment } from "../process-environment.ts";
import type { Resumed, Said, ToldCall } from "./run-reader.ts";

export interface Teller {
  /** Told as it ends, not with the answer: a server that dies in between has it. */
  call(call: ToldCall): void;
  answer(answer: unknown): void;
}

/** Carries nothing, and closes when the server ends. */
const lifeline = 3;
/** For what is to be put away; after that it ends as it is. */
const patienceMs = 5_000;

/** A reader whose server has died would ask models for nobody: it stops as if it were told to. */
export function openTeller(outside: Pick<ProcessEnvironment, "print">): Teller {
  let isGone = false;
  const end = () => {
    if (isGone) return;
    isGone = true;
    kill(pid, "SIGTERM");
    setTimeout(() => kill(pid, "SIGTERM"), patienceMs).unref();
  };
  try {
    new Socket({ fd: lifeline, readable: true, writable: false }).on("error", end).on("close", end).resume().unref();
  } catch {
    // Nobody holds the other end: started by hand.
  }
  // Once the server is gone, writing would end this process before it has put things away.
  const say = (said: Said) => void (isGone || outside.print(`${JSON.stringify(said)}\n`));
  return { call: (call) => say({ is: "call", call }), answer: (answer) => say({ is: "answer", answer }) };
}

/** This process has no store: what was spent before it was told, and what is spent now it tells. */
export function tellingKeeper(
  spent: { all: number; repository: number },
  tell: Pick<Teller, "call">,
  stop: AbortSignal,
): CallKeeper {
  return {
    keep: async (_run, _repository, call) => {
      const { unit, model, at, cost, outcome } = call;
      const isOver = outcome.is === "answered" || !stop.aborted;
      tell.call({ unit, model, at, money: cost.money, call: JSON.stringify(call), isOver });
    },
    spent: async (_since, repository) => (repository === undefined ? spent.all : spent.repository),
  };
}

export function runBefore({ run, past }: Resumed): RunBefore {
  return { run, calls: past.map((call) => JSON.parse(call) as CallRecord) };
}
