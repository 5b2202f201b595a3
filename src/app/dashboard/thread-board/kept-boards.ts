// Caches thread boards for a minute, with limits on concurrency and duration.
import { Refused, Unavailable, UserError } from "../../../errors.ts";
import type { Board } from "../../../threads/publishers/board.ts";
import { fetchFailed, tooManyFetches, fetchTimeout } from "../../../threads/words/thread-page-texts.ts";
import type { DashboardActions } from "../dashboard-actions.ts";
import { type PullRequestRef, pullRequestKey } from "../../../pull-request.ts";

const keptMs = 60_000;
/** Requests to read again within this time get the same board. */
const soonMs = 3_000;
const longestMs = 120_000;
const mostAtOnce = 3;
const mostKept = 50;

interface Kept {
  at: number;
  looking: Promise<Board>;
  /** Null while it is being read. */
  board: Board | null;
}

export type ReadBoard = (pull: PullRequestRef, stop: AbortSignal) => Promise<Board>;

export interface KeepingBoards {
  now(): number;
  stop: AbortSignal;
  /** Logs our own bugs; visitors see only that reading failed. */
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

export function keptBoards(look: ReadBoard, { now, stop, log }: KeepingBoards): NonNullable<DashboardActions["board"]> {
  const kept = new Map<string, Kept>();
  let running = 0;

  const isFresh = ({ at, board }: Kept, ms: number) => board === null || now() - at < ms;

  const begin = (place: string, pull: PullRequestRef): Kept => {
    if (running >= mostAtOnce) throw new Unavailable("Crosscheck", tooManyFetches);
    running += 1;
    const within = AbortSignal.any([stop, AbortSignal.timeout(longestMs)]);
    const entry: Kept = { at: now(), looking: look(pull, within), board: null };
    kept.delete(place);
    kept.set(place, entry);
    entry.looking
      .then(
        (board) => void Object.assign(entry, { board, at: now() }),
        // Failures are not cached, so that the next request tries again.
        () => void (kept.get(place) === entry && kept.delete(place)),
      )
      .finally(() => (running -= 1));
    for (const [oldest] of kept) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return entry;
  };

  return async (pull, how) => {
    const place = pullRequestKey(pull).toLowerCase();
    const entry = kept.get(place);
    if (how === "kept") return entry && isFresh(entry, keptMs) ? entry.board : null;
    const used = entry && isFresh(entry, how === "again" ? soonMs : keptMs) ? entry : begin(place, pull);
    return await used.looking.catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "TimeoutError")
        throw new Unavailable("Crosscheck", fetchTimeout);
      if (error instanceof Unavailable || error instanceof Refused || error instanceof UserError) throw error;
      log("threads were not looked at", { pull: place, why: error instanceof Error ? error.message : String(error) });
      throw new Unavailable("Crosscheck", fetchFailed);
    });
  };
}
