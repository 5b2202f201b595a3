// Records the model calls of one job as they end, and finds them again when the job is repeated, so that nothing is
// paid twice.
import type { PullPlace } from "../../../world/store/kept/drafts.ts";
import type { Store } from "../../../world/store/store.ts";
import { newRun } from "../../review/new-run.ts";
import type { RecordedModelRun } from "../../child/child-task.ts";

export interface AskingFor<T> {
  place: PullPlace;
  /** A name unique within the place, and the same when the job is retried. */
  step: string;
  /** The repository that spending limits are counted for. */
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
  // Stored before anything is asked: a retry could not find the calls of an unknown run and would pay again.
  if (before === null) await journal.keep(place, askingStep(step), JSON.stringify(kept), now());
  const asking: RecordedModelRun = {
    run: kept.run,
    past: await records.callsOf(kept.run),
    // An interrupted call is recorded for its cost, under another run so that it is not reused as an answer.
    keep: async ({ isOver, ...call }) =>
      await records.keepCall({ ...call, run: isOver ? kept.run : newRun(), repository }),
  };
  return { asking, input: kept.told };
}

/** The journal key, to be cleared together with the result. */
export function askingStep(step: string): string {
  return `ask:${step}`;
}
