// Records the model calls of one job as they end, and finds them again when the job is repeated, so that nothing is
// paid twice.
import type { PullPlace } from "../../../world/store/kept/drafts.ts";
import type { Store } from "../../../world/store/store.ts";
import { newRun } from "../../review/new-run.ts";
import type { RecordedModelRun } from "../../child/child-task.ts";

export interface AskingFor<T> {
  place: PullPlace;
  /** Names the question among those of the place: the same when the job runs again, and no other's. */
  step: string;
  /** What limits go by. */
  repository: string;
  /** Reads input that can change between attempts. It is stored, so that a retry asks the same question. */
  readInput(): Promise<T>;
}

interface KeptAsking<T> {
  run: string;
  told: T;
}

export interface OpenAsking<T> {
  asking: RecordedModelRun;
  input: T;
}

export async function openAsking<T>(
  { place, step, repository, readInput }: AskingFor<T>,
  { store, now }: { store: Pick<Store, "journal" | "records">; now(): number },
): Promise<OpenAsking<T>> {
  const { journal, records } = store;
  const before = await journal.answer(place, askingStep(step));
  const kept = before === null ? { run: newRun(), told: await readInput() } : (JSON.parse(before) as KeptAsking<T>);
  // Before anything is asked: what is asked under a name that nobody remembers is paid for again.
  if (before === null) await journal.keep(place, askingStep(step), JSON.stringify(kept), now());
  const asking: RecordedModelRun = {
    run: kept.run,
    past: await records.callsOf(kept.run),
    // What was broken off has a price and no answer: under another name it is no part of the run.
    keep: async ({ isOver, ...call }) =>
      await records.keepCall({ ...call, run: isOver ? kept.run : newRun(), repository }),
  };
  return { asking, input: kept.told };
}

/** Where the journal keeps it: to be cleared with what it led to. */
export function askingStep(step: string): string {
  return `ask:${step}`;
}
