// Loads the data of the lessons page.
import { patternId } from "../../../findings/lessons/patterns.ts";
import type { SeenPattern } from "../../../change/stored-knowledge.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import { readLearned } from "../../threads/lessons/learned.ts";
import type { Visit } from "../page.ts";
import type { SeenRepository } from "../visible.ts";

/** A rejected rule, shown next to the field it was typed into. */
export interface RefusedLesson {
  /** The lesson's id; `add` for a new one. */
  field: string;
  rule: string;
  /** The faults of the rule. */
  why: readonly string[];
}

export interface ShownPattern extends SeenPattern {
  id: string;
  /** The pattern was promoted, here or in another repository, so all repositories use it. */
  everywhere: boolean;
}

export interface LessonsView {
  visit: Visit;
  repository: SeenRepository;
  lessons: readonly KeptLesson[];
  patterns: readonly ShownPattern[];
  /** Whether the visitor may promote patterns to all repositories. */
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

/** True only for visitors with write access to every repository in the store. */
export async function isOverAll({ site }: Visit, seen: readonly SeenRepository[]): Promise<boolean> {
  const names = await site.store.drafts.repositories();
  return seen.length === names.length && seen.every(({ right }) => right === "steer");
}
