// What a visitor may know of. Everything that pages show of a repository comes through here.
import type { Draft } from "../../review/draft.ts";
import type { SavedDraft } from "../../world/store/store.ts";
import { NotHere, NotTheirs, type Right, type Visit } from "./page.ts";

export interface SeenRepository {
  name: string;
  right: Exclude<Right, "none">;
}

/** Of all repositories that there are reviews of, those that the visitor may see, by name. */
export async function repositoriesFor({ site, visitor }: Visit): Promise<SeenRepository[]> {
  const names = await site.store.drafts.repositories();
  const rights = await Promise.all(names.map(async (name) => ({ name, right: await visitor.may(name) })));
  return rights.flatMap(({ name, right }) => (right === "none" ? [] : [{ name, right }]));
}

/** The one that the address names, or the first; null where there is none at all. */
export async function chosenRepository(
  visit: Visit,
): Promise<{ all: SeenRepository[]; chosen: SeenRepository | null }> {
  const all = await repositoriesFor(visit);
  const named = visit.query("repository");
  if (named === null) return { all, chosen: all[0] ?? null };
  const chosen = all.find(({ name }) => name === named);
  if (!chosen) throw new NotHere();
  return { all, chosen };
}

/** To steer a repository is more than to see it; where it may not even be seen, there is nothing here. */
export async function steering({ visitor }: Visit, repository: string): Promise<void> {
  const right = await visitor.may(repository);
  if (right === "none") throw new NotHere();
  if (right !== "steer") throw new NotTheirs();
}

export interface SeenReview {
  draft: Draft;
  /** Null: shown, but not kept. */
  saved: Omit<SavedDraft, "draft"> | null;
  repository: string;
  right: Exclude<Right, "none">;
}

export async function reviewFor({ site, visitor }: Visit, id: string): Promise<SeenReview> {
  const { shown } = site.doing;
  if (shown && shown.draft.id === id) return { draft: shown.draft, saved: null, repository: "", right: "steer" };
  const kept = await site.store.drafts.load(id);
  if (kept === null) throw new NotHere();
  const { draft, ...saved } = kept;
  const repository = saved.place.split("#", 1)[0]!;
  const right = await visitor.may(repository);
  // What is not posted is not yet anybody's but theirs who may decide on it.
  if (right === "none" || (right === "see" && saved.state !== "posted")) throw new NotHere();
  return { draft: JSON.parse(draft) as Draft, saved, repository, right };
}
