// Runs work in one thread that is terminated when an order takes too long or too much memory.
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";

/** Time limit for starting the thread and loading what an order needs, on a busy machine. */
const loadMilliseconds = 30_000;

/** `ready`: the time of the order starts. Anything but `read`, and a worn thread, ends the thread. */
export interface ThreadAnswer {
  is: "ready" | "read" | "failed";
  worn?: boolean;
}

export interface TerminableThread<Order, Answer> {
  /** Null if the thread was terminated because of it. */
  ask(order: Order): Promise<Answer | null>;
  close(): Promise<void>;
}

/** One order at a time, so that the measured time is its own. */
export function openThread<Order, Answer extends ThreadAnswer>(
  program: URL,
  milliseconds: number,
): TerminableThread<Order, Answer> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const end = async () => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const askNow = async (order: Order) => {
    if (isClosed) return null;
    worker ??= startWorker(program);
    const answer = await answerOf<Answer>(worker, order, milliseconds);
    if (answer?.is !== "read" || answer.worn) await end();
    return answer;
  };
  return {
    async ask(order) {
      const answer = last.then(async () => await askNow(order)).catch(() => null);
      last = answer;
      return await answer;
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

function startWorker(program: URL): Worker {
  // Optimising the huge functions of a grammar would cost more memory and time than it saves.
  for (const flag of ["--liftoff", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
  const worker = new Worker(program, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  // Keeps the process alive only while someone waits for an answer.
  worker.unref();
  worker.on("error", () => {});
  return worker;
}

/** The answer; null if the thread exited or timed out. */
async function answerOf<Answer extends ThreadAnswer>(
  worker: Worker,
  order: unknown,
  milliseconds: number,
): Promise<Answer | null> {
  return await new Promise((resolve) => {
    let timer = setTimeout(late, loadMilliseconds);
    const done = (answer: Answer | null) => {
      clearTimeout(timer);
      worker.off("message", receive).off("error", lost).off("exit", lost);
      worker.unref();
      resolve(answer);
    };
    const lost = () => done(null);
    function receive(answer: Answer): void {
      if (answer.is !== "ready") {
        done(answer);
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(late, milliseconds);
    }
    /** If this thread was just slow, its answer is already queued and is handled first. */
    function late(): void {
      setImmediate(lost);
    }
    worker.ref();
    worker.on("message", receive).on("error", lost).on("exit", lost);
    worker.postMessage(order, []);
  });
}
