// Decides what a visitor may see. All repository data on pages goes through here.
import type { Draft } from "../../review/draft.ts";
import { parseDraft } from "../../review/parse-draft.ts";
import {
  repositoryOfDraft,
  type ListedReview,
  type ReviewFilter,
  type SavedDraft,
} from "../../world/store/kept/drafts.ts";
import { NotHere, NotTheirs, type Right, type Visit, type Visitor } from "./page.ts";

export interface SeenRepository {
  name: string;
  right: Exclude<Right, "none">;
}

/** The repositories with reviews that the visitor may see, by name. */
export async function repositoriesFor(visit: Visit): Promise<SeenRepository[]> {
  return await visibleRepositories(visit, await visit.site.store.drafts.repositories());
}

/** The same with the folders of local reviews. */
export async function reviewedPlacesFor(visit: Visit): Promise<SeenRepository[]> {
  const local = await visit.site.store.drafts.repositories("local");
  return [...(await repositoriesFor(visit)), ...(await visibleRepositories(visit, local))];
}

/** Of these, those that the visitor may see. */
export async function visibleRepositories({ visitor }: Visit, names: readonly string[]): Promise<SeenRepository[]> {
  const rights = await Promise.all(names.map(async (name) => ({ name, right: await visitor.may(name) })));
  return rights.flatMap(({ name, right }) => (right === "none" ? [] : [{ name, right }]));
}

/** Newest first. Those who may only see a repository see what is posted there. */
export async function visibleReviews(
  { site }: Visit,
  repositories: readonly SeenRepository[],
  filter: ReviewFilter,
): Promise<ListedReview[]> {
  const named = (wanted: SeenRepository["right"]) =>
    repositories.filter(({ right }) => right === wanted).map(({ name }) => name);
  const { drafts } = site.store;
  const [own, others] = await Promise.all([
    drafts.page({ ...filter, repositories: named("steer") }),
    filter.state === undefined || filter.state === "posted"
      ? drafts.page({ ...filter, state: "posted", repositories: named("see") })
      : [],
  ]);
  return [...own, ...others].toSorted((a, b) => b.savedAt - a.savedAt || (a.id < b.id ? -1 : 1)).slice(0, filter.limit);
}

/** The one named in the address, or the first; null if there is none. */
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

/** Requires steering access; an invisible repository is reported as missing. */
export async function steering({ visitor }: Visit, repository: string): Promise<void> {
  const right = await visitor.may(repository);
  if (right === "none") throw new NotHere();
  if (right !== "steer") throw new NotTheirs();
}

export interface SeenReview {
  draft: Draft;
  /** Null: shown, but not stored. */
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

/** Unposted reviews are visible only to people who may decide on them. */
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
  const repository = repositoryOfDraft(saved);
  const right = await rightTo(visitor, repository, saved.state);
  return { draft: parseDraft(draft), saved, repository, right };
}
