// Approves, rewords and removes lessons and patterns. A lesson takes effect only after a person approves it.
import { lessonFaults } from "../../../findings/lessons/actionable.ts";
import { lessonId } from "../../../findings/lessons/lessons-file.ts";
import { patternId } from "../../../findings/lessons/patterns.ts";
import { UserError } from "../../../errors.ts";
import { lessonDecisionTexts } from "../../../threads/words/lessons-command.ts";
import { lessonFaultsText } from "../../../review/words/lessons-texts.ts";
import { oneLine } from "../../../review/words/text.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import { readLearned, type LearningStore } from "./learned.ts";

export interface Deciding {
  store: LearningStore;
  repository: string;
  by: string;
  now: number;
  /** Asks for confirmation; with `--yes` it returns true. */
  confirm(question: string): Promise<boolean>;
  print(text: string): void;
}

/** Approves a candidate, as it is or reworded. Reviews use it from now on; `write` adds it to the file. */
export async function approve(id: string, rule: string | null, deciding: Deciding): Promise<number> {
  const lesson = await found(id, deciding);
  const wanted = checkedRule(rule ?? lesson.rule);
  if (!(await deciding.confirm(lessonDecisionTexts.question("approve", wanted))))
    return printAndSucceed(lessonDecisionTexts.left, deciding);
  await put({ ...lesson, rule: wanted, state: "approved" }, deciding);
  return printAndSucceed(lessonDecisionTexts.approved(wanted), deciding);
}

/** Adds a lesson written by a person. */
export async function add(rule: string, deciding: Deciding): Promise<number> {
  const wanted = checkedRule(rule);
  const { repository, now } = deciding;
  const id = lessonId(wanted);
  const lesson = { repository, id, state: "approved", rule: wanted, seen: 0, at: now } as const;
  await put({ ...lesson, unit: null, kind: null, pull: null, decidedBy: null }, deciding);
  return printAndSucceed(lessonDecisionTexts.approved(wanted), deciding);
}

export async function edit(id: string, rule: string, deciding: Deciding): Promise<number> {
  const lesson = await found(id, deciding);
  const wanted = checkedRule(rule);
  await put({ ...lesson, rule: wanted }, deciding);
  return printAndSucceed(lessonDecisionTexts.edited(wanted, lesson.state === "approved"), deciding);
}

/** Removes a lesson, which is then not proposed again, or a pattern, in all repositories if it was promoted. */
export async function removeLesson(id: string, deciding: Deciding): Promise<number> {
  const { store, repository } = deciding;
  const lesson = await store.lessons.get(repository, id);
  if (lesson !== null) {
    if (!(await deciding.confirm(lessonDecisionTexts.question("remove", lesson.rule))))
      return printAndSucceed(lessonDecisionTexts.left, deciding);
    await put({ ...lesson, state: "removed" }, deciding);
    return printAndSucceed(lessonDecisionTexts.removed(lesson.rule), deciding);
  }
  const pattern = await patternNamed(id, deciding);
  await store.lessons.forgetPattern(repository, pattern);
  return printAndSucceed(lessonDecisionTexts.forgotten(pattern), deciding);
}

/** Applies a pattern to all repositories of this store. A pattern contains no text of any change. */
export async function promote(id: string, deciding: Deciding): Promise<number> {
  const pattern = await patternNamed(id, deciding);
  const { store, by, now } = deciding;
  await store.lessons.promote(pattern, { times: pattern.times, by, at: now });
  return printAndSucceed(lessonDecisionTexts.promoted(pattern), deciding);
}

/** Discards the feedback on a check or reviewer in this repository. */
export async function reset(unit: string, { store, repository, by, now, print }: Deciding): Promise<number> {
  const { tallies } = await readLearned(store, repository);
  const before = tallies.find((one) => one.unit === unit);
  if (before === undefined) {
    const known = tallies.map((one) => one.unit);
    throw new UserError(
      `There is no feedback on "${oneLine(unit).slice(0, 60)}" in this repository`,
      known.length === 0 ? "There is nothing to reset." : `Give --unit one of ${known.join(", ")}.`,
    );
  }
  await store.feedback.reset(repository, unit, { by, at: now });
  print(lessonDecisionTexts.reset(before));
  return 0;
}

async function found(id: string, { store, repository }: Deciding): Promise<KeptLesson> {
  const lesson = await store.lessons.get(repository, id);
  if (lesson !== null) return lesson;
  throw new UserError(
    `There is no lesson "${oneLine(id).slice(0, 40)}" of this repository`,
    "List them with `crosscheck lessons`.",
  );
}

async function patternNamed(id: string, { store, repository }: Deciding) {
  const { patterns } = await readLearned(store, repository);
  const pattern = patterns.find((one) => patternId(one) === id);
  if (pattern !== undefined) return pattern;
  throw new UserError(
    `There is no lesson or pattern "${oneLine(id).slice(0, 40)}" of this repository`,
    "List them with `crosscheck lessons`.",
  );
}

/** Rejects vague rules. */
export function checkedRule(rule: string): string {
  const wanted = rule.trim().replace(/\s+/g, " ");
  const faults = lessonFaults(wanted);
  if (faults.length === 0) return wanted;
  throw new UserError(
    `"${oneLine(wanted).slice(0, 120)}" cannot be a lesson: ${lessonFaultsText(faults)}`,
    "Word it with --rule: name a place, a pattern or a command, and what to do, as in: Run `npm run generate` after changing `schemas/`.",
  );
}

async function put(lesson: KeptLesson, { store, by, now }: Deciding): Promise<void> {
  await store.lessons.put({ ...lesson, at: now, decidedBy: by });
}

function printAndSucceed(text: string, { print }: Deciding): number {
  print(text);
  return 0;
}
