// What a visitor may know of. Everything that pages show of a repository comes through here.
import type { Draft } from "../../review/draft.ts";
import type { SavedDraft } from "../../world/store/kept/drafts.ts";
import { NotHere, NotTheirs, type Right, type Visit, type Visitor } from "./page.ts";

export interface SeenRepository {
  name: string;
  right: Exclude<Right, "none">;
}

/** Of all repositories that there are reviews of, those that the visitor may see, by name. */
export async function repositoriesFor(visit: Visit): Promise<SeenRepository[]> {
  return await visibleRepositories(visit, await visit.site.store.drafts.repositories());
}

/** Of these, those that the visitor may see. */
export async function visibleRepositories({ visitor }: Visit, names: readonly string[]): Promise<SeenRepository[]> {
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

/** Whether it may be seen, and what lists know of it, without reading the draft itself. */
export async function aboutFor({ site, visitor }: Visit, id: string): Promise<Omit<SeenReview, "draft">> {
  const { shown } = site.doing;
  if (shown && shown.draft.id === id) return { saved: null, repository: "", right: "steer" };
  const about = await site.store.drafts.about(id);
  if (about === null) throw new NotHere();
  const { repository, ...saved } = about;
  return { saved, repository, right: await rightTo(visitor, repository, saved.state) };
}

/** What is not posted is not yet anybody's but theirs who may decide on it. */
async function rightTo(visitor: Visitor, repository: string, state: SavedDraft["state"]) {
  const right = await visitor.may(repository);
  if (right === "none" || (right === "see" && state !== "posted")) throw new NotHere();
  return right;
}

export async function reviewFor({ site, visitor }: Visit, id: string): Promise<SeenReview> {
  const { shown } = site.doing;
  if (shown && shown.draft.id === id) return { draft: shown.draft, saved: null, repository: "", right: "steer" };
  const kept = await site.store.drafts.load(id);
  if (kept === null) throw new NotHere();
  const { draft, ...saved } = kept;
  const repository = saved.place.split("#", 1)[0]!;
  const right = await rightTo(visitor, repository, saved.state);
  return { draft: JSON.parse(draft) as Draft, saved, repository, right };
}
