// Selects the lessons and patterns that apply to this change. Lessons are read at the base, where the change cannot
// have written them.
import type { SeenPattern } from "../change/stored-knowledge.ts";
import type { Change, Tree } from "../change/change.ts";
import { lessonsFiles, parseLessons, usualLessonsFile, type Lesson } from "./lessons/lessons-file.ts";
import { matchLessons, matchPatterns, touchedBy } from "./lessons/match.ts";
import { namedIn } from "./lessons/actionable.ts";
import { isPattern } from "./lessons/patterns.ts";

export type { Lesson } from "./lessons/lessons-file.ts";

export interface LessonsUsed {
  lessons: readonly Lesson[];
  patterns: readonly SeenPattern[];
  /** Spoke of the change too, and did not fit. */
  leftOut: number;
}

/** Where approved lessons that stand in no file yet are said to be from. */
export const approvedPlace = "approved lessons";

export async function lessonsFor(
  change: Pick<Change, "files" | "config" | "past">,
  base: Pick<Tree, "read">,
): Promise<LessonsUsed> {
  const { learned } = change.past;
  const inFiles = (await Promise.all(filesToRead(change.config).map((path) => readLessons(path, base)))).flat();
  const approved = (learned?.lessons ?? []).flatMap(({ rule, unit, pull }, index) =>
    parseLessons(`- ${rule}`, usualLessonsFile).map((lesson) => ({
      ...lesson,
      path: approvedPlace,
      line: index + 1,
      unit,
      pull,
      named: namedIn(rule),
    })),
  );
  const all = firstOfEach([...inFiles, ...approved]);
  const touched = touchedBy(change);
  const lessons = matchLessons(all, touched);
  const patterns = matchPatterns((learned?.patterns ?? []).filter(isPattern), touched);
  return { lessons: lessons.used, patterns: patterns.used, leftOut: lessons.leftOut + patterns.leftOut };
}

/** The file that the repository writes its lessons to, and the two that hold nothing else. */
function filesToRead({ lessons }: Change["config"]): string[] {
  return [...new Set([lessons.file, usualLessonsFile, ".claude/review-lessons.md"])].filter((path) =>
    (lessonsFiles as readonly string[]).includes(path),
  );
}

async function readLessons(path: string, base: Pick<Tree, "read">): Promise<Lesson[]> {
  const bytes = await base.read(path);
  return bytes === null ? [] : parseLessons(new TextDecoder().decode(bytes), path);
}

function firstOfEach(lessons: readonly Lesson[]): Lesson[] {
  const known = new Set<string>();
  return lessons.filter(({ id }) => !known.has(id) && known.add(id));
}
