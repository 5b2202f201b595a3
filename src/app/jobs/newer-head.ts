// A newer head of a pull request makes the review of an older one worthless (CHG-6): while one runs, the queue is looked at
// now and then for a delivery that tells of another head. Whichever replica took the delivery, it is seen here.
import type { Job, Store } from "../../world/store/store.ts";

export interface Watch {
  /** Aborted when the work is to end: told to stop, or a newer head is there. */
  stop: AbortSignal;
  /** The newer head; null while there is none. */
  newer(): string | null;
  /** Looks once more. */
  look(): Promise<string | null>;
  end(): void;
}

export function watchForNewer(
  { kind, key }: Pick<Job, "kind" | "key">,
  head: string,
  { jobs, stop, everyMs }: { jobs: Pick<Store["jobs"], "waiting">; stop: AbortSignal; everyMs: number },
): Watch {
  const ended = new AbortController();
  let newer: string | null = null;
  const look = async (): Promise<string | null> => {
    const heads = (await jobs.waiting(kind, key)).flatMap((data) => (data as { head?: string | null }).head ?? []);
    newer = heads.findLast((other) => other !== head) ?? newer;
    if (newer !== null) ended.abort();
    return newer;
  };
  // A look that fails is made up for by the next.
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  return { stop: AbortSignal.any([stop, ended.signal]), newer: () => newer, look, end: () => clearInterval(timer) };
}
