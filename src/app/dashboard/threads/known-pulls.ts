// Finds known pull requests in repositories that the visitor may see, newest first.
import type { ListedReview } from "../../../world/store/kept/drafts.ts";
import type { Right, Visit } from "../page.ts";
import { repositoriesFor, visibleReviews } from "../visible.ts";
import { type PullRequestRef, parsePullRequestKey } from "../../../pull-request.ts";

export const maxKnownPulls = 50;
/** Higher than the number of pull requests shown, because each push has its own review. */
const mostReviews = 400;
/** Limited, because access is checked for each repository. */
const mostLooks = 200;

export interface KnownPull {
  pull: PullRequestRef;
  place: string;
  /** Null if it was never reviewed. */
  title: string | null;
  /** The number of our findings that are open, and of those answered as fixed. */
  open: number;
  fixed: number;
  reviewedAt: number | null;
  lookedAt: number | null;
}

type Known = Omit<KnownPull, "open" | "fixed">;

export async function knownPulls(visit: Visit): Promise<KnownPull[]> {
  const found = new Map<string, Known>();
  for (const { place, facts, savedAt } of await reviews(visit)) {
    const pull = found.has(place) ? null : parsePullRequestKey(place);
    if (pull) found.set(place, { pull, place, title: facts?.title ?? null, reviewedAt: savedAt, lookedAt: null });
  }
  for (const { place, at } of await looks(visit)) {
    const known = found.get(place);
    const pull = parsePullRequestKey(place);
    if (known) known.lookedAt = at;
    else if (pull) found.set(place, { pull, place, title: null, reviewedAt: null, lookedAt: at });
  }
  const latest = ({ reviewedAt, lookedAt }: Known) => Math.max(reviewedAt ?? 0, lookedAt ?? 0);
  const newest = [...found.values()].toSorted((a, b) => latest(b) - latest(a)).slice(0, maxKnownPulls);
  return await Promise.all(newest.map(async (known) => ({ ...known, ...(await standing(known.place, visit)) })));
}

async function reviews(visit: Visit): Promise<readonly ListedReview[]> {
  return await visibleReviews(visit, await repositoriesFor(visit), { limit: mostReviews });
}

async function looks({ site, visitor }: Visit): Promise<{ place: string; at: number }[]> {
  const all = (await site.store.threads.list()).slice(0, mostLooks);
  const repositories = [...new Set(all.map(({ place }) => repositoryIn(place)))];
  const rights = new Map(
    await Promise.all(repositories.map(async (name) => [name, await visitor.may(name)] as [string, Right])),
  );
  return all.filter(({ place }) => rights.get(repositoryIn(place)) !== "none");
}

function repositoryIn(place: string): string {
  return place.split("#", 1)[0]!;
}

async function standing(place: string, { site }: Visit): Promise<{ open: number; fixed: number }> {
  const findings = await site.store.findings.of(place);
  const inThreads = findings.filter(({ thread, comment }) => thread !== null || comment !== null);
  return {
    open: inThreads.filter(({ state }) => state === "open").length,
    fixed: inThreads.filter(({ state }) => state === "fixed").length,
  };
}
