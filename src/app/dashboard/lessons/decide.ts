// Handles the forms of the lessons page with the same functions as `crosscheck lessons`.
import { UserError } from "../../../errors.ts";
import { lessonFaults } from "../../../findings/lessons/actionable.ts";
import { lessonId } from "../../../findings/lessons/lessons-file.ts";
import { lessonFaultText } from "../../../review/words/lessons-texts.ts";
import { lessonsWords as words } from "../../../review/words/pages/lessons-page-texts.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import { add, approve, edit, promote, removeLesson, type Deciding } from "../../threads/lessons/decide.ts";
import { NotHere, NotTheirs, type Visit } from "../page.ts";
import type { SeenRepository } from "../visible.ts";
import { mayForget } from "./pattern-list.ts";
import { isOverAll, patternsOf, type RefusedLesson } from "./view.ts";

export type LessonAction = keyof typeof words.done;

export function parseLessonAction(text: string): LessonAction | null {
  return Object.hasOwn(words.done, text) ? (text as LessonAction) : null;
}

/** Returns null on success. */
export async function decideLessonFromForm(
  visit: Visit,
  deed: LessonAction,
  repository: string,
  all: readonly SeenRepository[],
): Promise<RefusedLesson | null> {
  const deciding = decidingFor(visit, repository);
  switch (deed) {
    case "add":
      return await added(visit, deciding);
    case "approve":
    case "edit":
      return await worded(visit, deed, deciding);
    case "remove":
      await removeLesson((await lessonOf(visit, deciding)).id, deciding);
      return null;
    case "promote":
    case "forget":
      await aboutPattern(visit, deed, deciding, all);
      return null;
  }
}

export function decidingFor({ site, visitor }: Visit, repository: string): Deciding {
  return {
    store: site.store,
    repository,
    by: visitor.name,
    now: site.now(),
    confirm: async () => true,
    print() {},
  };
}

/** If a review has proposed the same rule, that candidate is approved, so that its origin is kept. */
async function added(visit: Visit, deciding: Deciding): Promise<RefusedLesson | null> {
  const rule = visit.field("rule");
  const refused = refusedFor("add", rule);
  if (refused) return refused;
  const known = await deciding.store.lessons.get(deciding.repository, lessonId(inOneLine(rule)));
  await (known ? approve(known.id, rule, deciding) : add(rule, deciding));
  return null;
}

async function worded(visit: Visit, deed: "approve" | "edit", deciding: Deciding): Promise<RefusedLesson | null> {
  const lesson = await lessonOf(visit, deciding);
  const rule = visit.field("reworded") === "" ? lesson.rule : visit.field("rule");
  const refused = refusedFor(lesson.id, rule);
  if (refused) return refused;
  await (deed === "approve" ? approve(lesson.id, rule, deciding) : edit(lesson.id, rule, deciding));
  return null;
}

function refusedFor(field: string, rule: string): RefusedLesson | null {
  const faults = lessonFaults(inOneLine(rule));
  return faults.length === 0 ? null : { field, rule, why: faults.map(lessonFaultText) };
}

/** Normalises whitespace as the store does. */
function inOneLine(rule: string): string {
  return rule.trim().replace(/\s+/g, " ");
}

/** Fails if the lesson changed since the page was rendered, so that nobody decides on text they have not read. */
async function lessonOf({ field }: Visit, { store, repository }: Deciding): Promise<KeptLesson> {
  const lesson = await store.lessons.get(repository, field("id"));
  if (lesson === null) throw new NotHere();
  if (String(lesson.at) !== field("at")) throw new UserError(words.meanwhile, words.meanwhileHint);
  return lesson;
}

async function aboutPattern(
  visit: Visit,
  deed: "promote" | "forget",
  deciding: Deciding,
  all: readonly SeenRepository[],
): Promise<void> {
  const id = visit.field("id");
  const pattern = (await patternsOf(visit, deciding.repository)).find((one) => one.id === id);
  if (pattern === undefined) throw new NotHere();
  const overAll = await isOverAll(visit, all);
  const may = deed === "promote" ? overAll : mayForget({ overAll }, pattern);
  if (!may) throw new NotTheirs();
  await (deed === "promote" ? promote(id, deciding) : removeLesson(id, deciding));
}
