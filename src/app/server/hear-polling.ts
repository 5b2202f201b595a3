// GitHub sends no webhook for a reaction: pull requests with findings of ours are asked for them in turn (SRV-2).
import { hearJobFor } from "./jobs/hear.ts";
import { settleJobFor, settleStep } from "./jobs/settle.ts";
import type { Allowance } from "../../world/github/wire.ts";
import type { Store } from "../../world/store/store.ts";
import { parsePullRequestKey, repositoryKey } from "../../pull-request.ts";

export const hearEveryMs = 15 * 60_000;
/** Reviewed within this time: later hardly anybody reacts. */
const activeMs = 14 * 24 * 3_600_000;
/** Of one installation, in one turn. Each costs one request, and one more for each person who said something. */
const mostAtOnce = 50;
/** This part of what GitHub allows in an hour is left to reviews and answers. */
const leftToOthers = 0.3;

export interface HearPolling {
  store: Pick<Store, "pacing" | "feedback" | "installations" | "journal" | "jobs">;
  /** What GitHub still allows the installation; asking costs nothing. */
  allowance(installation: number): Promise<readonly Pick<Allowance, "limit" | "remaining">[]>;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Once in the time, whichever replica comes first; says how many are asked for. */
export async function pollToHear(needs: HearPolling, everyMs = hearEveryMs): Promise<number> {
  const { store, now, log } = needs;
  const at = now();
  if (!(await store.pacing.turn("hear", at, everyMs))) return 0;
  const active = new Set(await store.feedback.toHear(at - activeMs));
  let added = 0;
  for (const installation of active.size === 0 ? [] : await store.installations.list()) {
    const repositories = new Set(await store.installations.of(installation));
    const pulls = [...active]
      .flatMap((key) => parsePullRequestKey(key) ?? [])
      .filter((pull) => repositories.has(repositoryKey(pull)));
    if (pulls.length === 0) continue;
    try {
      if (isScarce(await needs.allowance(installation))) {
        log("not polled: GitHub allows little more", { installation });
        continue;
      }
    } catch (error) {
      // One that is suspended, or that GitHub does not answer for: the others have their turn.
      log("not polled", { installation, why: error instanceof Error ? error.message : String(error) });
      continue;
    }
    for (const pull of inTurn(pulls, Math.floor(at / everyMs))) {
      const job = hearJobFor(pull, installation);
      // Its threads waited for checks, which GitHub may have ended meanwhile.
      if ((await store.journal.answer(job.key, settleStep)) !== null)
        await store.jobs.add(settleJobFor(pull, installation));
      if ((await store.jobs.waiting(job.kind, job.key)).length > 0) continue;
      await store.jobs.add(job);
      added += 1;
    }
  }
  if (added > 0) log("polled", { pulls: added });
  return added;
}

function isScarce(allowances: readonly Pick<Allowance, "limit" | "remaining">[]): boolean {
  return allowances.some(({ limit, remaining }) => remaining < limit * leftToOthers);
}

/** All have their turn, one part after the other, whichever replica asks: nothing has to be remembered for it. */
export function inTurn<T>(all: readonly T[], turn: number, most = mostAtOnce): T[] {
  const parts = Math.max(1, Math.ceil(all.length / most));
  return all.slice((turn % parts) * most, ((turn % parts) + 1) * most);
}
