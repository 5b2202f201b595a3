// What a server does to hear how its findings were taken: the jobs, and the turns in which it asks for reactions.
import { escapedJob } from "./jobs/hear-escaped.ts";
import { hearJob, type HearNeeds } from "./jobs/hear.ts";
import type { Jobs } from "../../world/store/kept/jobs.ts";
import { pollToHear, type HearPolling } from "./hear-polling.ts";

export interface Hearing extends Pick<HearPolling, "allowance"> {
  read: HearNeeds["hear"];
  everyMs?: number;
}

type Needs = Omit<HearNeeds, "hear"> & { hearing?: Hearing };

/** Where nobody hears, what was to be heard is let go. */
export function hearWork({ hearing, ...rest }: Needs, jobs: Pick<Jobs, "work">): (() => Promise<void>)[] {
  const needs = hearing && { ...rest, hear: hearing.read };
  const nothing = async () => {};
  return [
    jobs.work("hear", needs ? hearJob(needs) : nothing),
    jobs.work("escaped", needs ? escapedJob(needs) : nothing),
  ];
}

const lookMs = 60_000;

/** Now, and then every minute whether it is time: the store says which replica does it. */
export function startHearing({ hearing, store, now, log }: Needs): () => Promise<void> {
  if (!hearing) return async () => {};
  let polling: Promise<unknown> | null = null;
  const look = () => {
    polling ??= pollToHear({ ...hearing, store, now, log }, hearing.everyMs)
      .catch((error: unknown) => log("not polled", { why: error instanceof Error ? error.message : String(error) }))
      .finally(() => (polling = null));
  };
  const timer = setInterval(look, lookMs);
  look();
  return async () => {
    clearInterval(timer);
    await polling;
  };
}
