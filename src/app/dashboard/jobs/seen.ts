// Selects the jobs that a visitor may see. A job's key starts with its repository; others are only counted.
import type { ListedJob } from "../../../world/store/kept/jobs.ts";
import { listRateLimitHolds, type RateLimitHold } from "../../server/rate-limit-holds.ts";
import type { Right, Visit } from "../page.ts";

/** The first jobs of the store's list; more are not read. */
const mostLooked = 1000;
const mostShown = 200;

export interface SeenJob extends ListedJob {
  right: Exclude<Right, "none">;
  /** The rate limit that its installation waits for; null: none. */
  held: RateLimitHold | null;
}

export interface SeenJobs {
  jobs: readonly SeenJob[];
  counts: Record<ListedJob["state"], number>;
  /** The number of jobs in repositories that the visitor may not see. */
  hidden: number;
  /** Not all jobs are shown. */
  more: boolean;
  held: readonly (RateLimitHold & { repositories: readonly string[] })[];
  hiddenHolds: number;
  undelivered: { count: number; oldestAt: number | null };
}

export async function seenJobs(visit: Visit): Promise<SeenJobs> {
  const { store, now } = visit.site;
  const [listed, holds, undelivered] = await Promise.all([
    store.jobs.list(mostLooked + 1),
    listRateLimitHolds(store, now()),
    store.figures.undelivered(),
  ]);
  const rightTo = rightsOf(visit);
  const looked = await Promise.all(
    listed.slice(0, mostLooked).map(async (job) => ({ ...job, right: await rightTo(repositoryOfJobKey(job.key)) })),
  );
  const seen = looked.flatMap(({ right, ...job }) => (right === "none" ? [] : [{ ...job, right }]));
  const counts = { waiting: 0, running: 0, retrying: 0, failed: 0 };
  for (const { state } of seen) counts[state] += 1;
  const held = await seenHolds(visit, holds, rightTo);
  return {
    jobs: seen.slice(0, mostShown).map((job) => ({ ...job, held: holdOf(job, held) })),
    counts,
    hidden: looked.length - seen.length,
    more: seen.length > mostShown || listed.length > mostLooked,
    held,
    hiddenHolds: holds.length - held.length,
    undelivered,
  };
}

/** The job with this id; null if there is none. */
export async function seenJob(visit: Visit, id: string): Promise<{ job: ListedJob; repository: string | null } | null> {
  const job = (await visit.site.store.jobs.list(mostLooked)).find((one) => one.id === id);
  return job ? { job, repository: repositoryOfJobKey(job.key) } : null;
}

/** From keys such as `host/owner/repo#7` and `host/owner/repo@main`; null: the job belongs to no repository. */
function repositoryOfJobKey(key: string): string | null {
  return /^([^\s/#@]+\/[^\s/#@]+\/[^\s/#@]+)[#@]/.exec(key)?.[1] ?? null;
}

/** Jobs that belong to no repository are visible to local users only. */
export async function jobRight({ site, visitor }: Visit, repository: string | null): Promise<Right> {
  if (repository === null) return site.where === "local" ? "steer" : "none";
  return await visitor.may(repository);
}

function rightsOf(visit: Visit): (repository: string | null) => Promise<Right> {
  const asked = new Map<string | null, Promise<Right>>();
  return (repository) => {
    const known = asked.get(repository) ?? jobRight(visit, repository);
    asked.set(repository, known);
    return known;
  };
}

async function seenHolds(
  { site }: Visit,
  holds: readonly RateLimitHold[],
  rightTo: (repository: string) => Promise<Right>,
): Promise<SeenJobs["held"]> {
  const all = await Promise.all(
    holds.map(async (hold) => {
      const names = await site.store.installations.of(hold.installation);
      const rights = await Promise.all(names.map(async (name) => ({ name, right: await rightTo(name) })));
      return { ...hold, repositories: rights.filter(({ right }) => right !== "none").map(({ name }) => name) };
    }),
  );
  return all.filter(({ repositories }) => repositories.length > 0);
}

function holdOf({ key, state }: ListedJob, held: SeenJobs["held"]): RateLimitHold | null {
  if (state === "failed") return null;
  const repository = repositoryOfJobKey(key);
  return held.find(({ repositories }) => repository !== null && repositories.includes(repository)) ?? null;
}
