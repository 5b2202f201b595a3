// Commits approved lessons to the repository's file with minimal edits, on a branch of its own and only on request.
import { UserError } from "../../../errors.ts";
import { lessonId, withLesson, withoutLesson, withRuleChanged } from "../../../findings/lessons/lessons-file.ts";
import {
  lessonRewriteMessage,
  lessonsCommitMessage,
  nothingToWrite,
  writeQuestion,
  writtenText,
} from "../../../threads/words/lessons-command.ts";
import { commitFile } from "../../../world/git/commit-file.ts";
import type { KeptLesson } from "../../../world/store/kept/learning.ts";
import type { Store } from "../../../world/store/store.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { checkedRule } from "./decide.ts";
import type { LessonsPlace } from "./repository.ts";

export interface WriteLessonsOptions {
  /** Null: named after the pull requests of the lessons. */
  branch: string | null;
  confirm(question: string): Promise<boolean>;
}

export async function writeLessons(
  { lessons }: Pick<Store, "lessons">,
  { repository, git, head, config, text, lessons: inFile }: LessonsPlace,
  { branch, confirm }: WriteLessonsOptions,
  outside: Pick<ProcessEnvironment, "env" | "stop" | "print">,
): Promise<number> {
  const { file } = config.lessons;
  const known = new Set(inFile.map(({ id }) => id));
  const approved = (await lessons.of(repository)).filter(({ state }) => state === "approved");
  const waiting = approved.filter(({ rule }) => !known.has(lessonId(rule))).toReversed();
  if (waiting.length === 0) {
    outside.print(nothingToWrite(file));
    return 0;
  }
  if (head === null) throw new UserError("The repository has no commit yet", "Commit something first.");
  const message = lessonsCommitMessage(waiting);
  const name = branch ?? branchName(waiting);
  if (!(await confirm(writeQuestion(message, file, name)))) return 0;
  const commit = await commitFile(
    git.shown,
    { parent: head, branch: name, path: file, text: withAll(text, file, waiting), message: `${message}\n` },
    outside.env,
    outside.stop,
  );
  outside.print(writtenText(waiting.length, file, name, commit));
  return 0;
}

/** Changes or removes a lesson that is already in the file; a null `rule` removes it. */
export async function rewriteLesson(
  id: string,
  rule: string | null,
  { lessons }: Pick<Store, "lessons">,
  { repository, git, head, config, text, lessons: inFile }: LessonsPlace,
  { branch, confirm }: WriteLessonsOptions,
  outside: Pick<ProcessEnvironment, "env" | "stop" | "print" | "now">,
): Promise<number> {
  const { file } = config.lessons;
  const lesson = inFile.find((one) => one.id === id)!;
  const wanted = rule === null ? null : checkedRule(rule);
  const message = lessonRewriteMessage(rule === null);
  const name = branch ?? `crosscheck/lesson-${id}`;
  if (!(await confirm(writeQuestion(message, file, name)))) return 0;
  const after = wanted === null ? withoutLesson(text!, file, id) : withRuleChanged(text!, file, id, wanted, lesson);
  const commit = await commitFile(
    git.shown,
    { parent: head!, branch: name, path: file, text: after, message: `${message}\n` },
    outside.env,
    outside.stop,
  );
  // The store is updated too, otherwise the next `write` would restore it.
  for (const one of await lessons.of(repository))
    if (lessonId(one.rule) === id)
      await lessons.put({ ...one, ...(wanted === null ? { state: "removed" } : { rule: wanted }), at: outside.now() });
  outside.print(writtenText(1, file, name, commit));
  return 0;
}

function withAll(text: string | null, file: string, lessons: readonly KeptLesson[]): string {
  return lessons.reduce<string>((before, { rule, unit, pull }) => {
    const after = withLesson(before, file, rule, { unit, pull });
    if (after !== null) return after;
    throw new UserError(
      `${file} cannot take a lesson: it is too long, or ends in an open code block`,
      "Fix the file first.",
    );
  }, text ?? "");
}

function branchName(lessons: readonly KeptLesson[]): string {
  const pulls = [...new Set(lessons.flatMap(({ pull }) => pull ?? []))].toSorted((a, b) => a - b);
  return `crosscheck/lessons${pulls.length === 0 ? "" : `-pr-${pulls.slice(0, 5).join("-")}`}`;
}
