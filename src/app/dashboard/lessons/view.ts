// All that the page of lessons is made of.
import { patternId } from "../../../findings/lessons/patterns.ts";
import type { SeenPattern } from "../../../change/stored-knowledge.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import { readLearned } from "../../threads/lessons/learned.ts";
import type { Visit } from "../page.ts";
import type { SeenRepository } from "../visible.ts";

/** A rule that was refused: why, and as it was written, beside the field that it was written in. */
export interface RefusedLesson {
  /** The lesson's id; `add` for a new one. */
  field: string;
  rule: string;
  /** Each thing that is wrong with it. */
  why: readonly string[];
}

export interface ShownPattern extends SeenPattern {
  id: string;
  /** Promoted here or elsewhere: other repositories look for it too. */
  everywhere: boolean;
}

export interface LessonsView {
  visit: Visit;
  repository: SeenRepository;
  lessons: readonly KeptLesson[];
  patterns: readonly ShownPattern[];
  /** Whether the visitor may decide what all repositories look for. */
  overAll: boolean;
  refused: RefusedLesson | null;
}

export async function viewOf(
  visit: Visit,
  repository: SeenRepository,
  all: readonly SeenRepository[],
  refused: RefusedLesson | null = null,
): Promise<LessonsView> {
  const { store } = visit.site;
  const [lessons, patterns, overAll] = await Promise.all([
    store.lessons.of(repository.name),
    patternsOf(visit, repository.name),
    isOverAll(visit, all),
  ]);
  return { visit, repository, lessons, patterns, overAll, refused };
}

export async function patternsOf({ site }: Visit, repository: string): Promise<ShownPattern[]> {
  const [{ patterns }, kept] = await Promise.all([
    readLearned(site.store, repository),
    site.store.lessons.patterns(repository),
  ]);
  const promoted = new Set(kept.filter((one) => one.promoted).map(keyOf));
  return patterns.map((one) => ({ ...one, id: patternId(one), everywhere: promoted.has(keyOf(one)) }));
}

function keyOf({
  unit,
  category,
  language,
  look,
}: Omit<SeenPattern, "times" | "promoted" | "category" | "look"> & {
  category: string;
  look: string;
}): string {
  return JSON.stringify([unit, category, language, look]);
}

/** What reaches every repository is for those to decide who may write to every one of them. */
export async function isOverAll({ site }: Visit, seen: readonly SeenRepository[]): Promise<boolean> {
  const names = await site.store.drafts.repositories();
  return seen.length === names.length && seen.every(({ right }) => right === "steer");
}
