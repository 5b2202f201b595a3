// Watches for a newer head while a review runs, and aborts the review, whichever replica received the delivery.
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { Store } from "../../../world/store/store.ts";

export interface Watch {
  /** Aborted when the work is to end: told to stop, or a newer head is there. */
  stop: AbortSignal;
  /** The newer head; null while there is none. */
  newer(): string | null;
  /** Looks once more. */
  look(): Promise<string | null>;
  end(): void;
}

export interface Watching {
  jobs: Pick<Store["jobs"], "waiting">;
  stop: AbortSignal;
  everyMs: number;
  /**
   * What GitHub says the head is. A delivery that comes late tells of a head that was there before ours, and ends nothing;
   * absent: every other head counts as newer.
   */
  headNow?(): Promise<string>;
}

export function watchForNewer(
  { kind, key }: Pick<StoredJob, "kind" | "key">,
  head: string,
  { jobs, stop, everyMs, headNow }: Watching,
): Watch {
  const ended = new AbortController();
  /** Asked about, and found to be no newer than ours: not asked about again. */
  const older = new Set<string>([head]);
  let newer: string | null = null;
  const look = async (): Promise<string | null> => {
    const heads = (await jobs.waiting(kind, key)).flatMap((data) => (data as { head?: string | null }).head ?? []);
    const others = heads.filter((other) => !older.has(other));
    if (newer === null && others.length > 0) newer = await newest(others);
    if (newer !== null) ended.abort();
    return newer;
  };
  const newest = async (others: readonly string[]): Promise<string | null> => {
    const now = headNow ? await headNow() : others.at(-1)!;
    if (now !== head) return now;
    for (const other of others) older.add(other);
    return null;
  };
  // A look that fails is made up for by the next.
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  return { stop: AbortSignal.any([stop, ended.signal]), newer: () => newer, look, end: () => clearInterval(timer) };
}
