// Watches for a newer head while a review runs, and aborts the review, whichever replica received the delivery.
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { Store } from "../../../world/store/store.ts";

export interface Watch {
  /** Aborted when the job is stopped or a newer head exists. */
  stop: AbortSignal;
  /** The newer head; null while there is none. */
  newer(): string | null;
  /** Checks once more. */
  look(): Promise<string | null>;
  end(): void;
}

export interface Watching {
  jobs: Pick<Store["jobs"], "waiting">;
  stop: AbortSignal;
  everyMs: number;
  /**
   * Reads the current head from GitHub, so that a late delivery for an older head is ignored; absent: any other head
   * counts as newer.
   */
  headNow?(): Promise<string>;
}

export function watchForNewer(
  { kind, key }: Pick<StoredJob, "kind" | "key">,
  head: string,
  { jobs, stop, everyMs, headNow }: Watching,
): Watch {
  const ended = new AbortController();
  /** Heads that turned out not to be newer; they are not checked again. */
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
  // A failed check is repeated by the next one.
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  return { stop: AbortSignal.any([stop, ended.signal]), newer: () => newer, look, end: () => clearInterval(timer) };
}
