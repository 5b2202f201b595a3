// Prints lessons and patterns, as text or JSON.
import { lessonId } from "../../../findings/lessons/lessons-file.ts";
import { patternId } from "../../../findings/lessons/patterns.ts";
import { noiseOf } from "../../../findings/gates/noise-gate.ts";
import { exportedLessons, lessonsText, type LessonsShown } from "../../../threads/words/lessons-command.ts";
import { plainJson } from "../../../review/words/text.ts";
import type { ProcessEnvironment } from "../../process-environment.ts";
import { readLearned, type LearningStore } from "./learned.ts";
import type { LessonsPlace } from "./repository.ts";

export const showLessons = showing(lessonsText);

/** All approved lessons in the format of the file: those in the file first, then those not yet written. */
export const exportLessons = showing(exportedLessons);

function showing(text: (shown: LessonsShown) => string) {
  return async (
    store: LearningStore,
    { repository, config, lessons }: LessonsPlace,
    { json }: { json: boolean },
    outside: Pick<ProcessEnvironment, "print">,
  ): Promise<number> => {
    const shown = await gather(store, repository, config, lessons);
    outside.print(json ? `${plainJson(JSON.stringify(shown, null, 2))}\n` : text(shown));
    return 0;
  };
}

async function gather(
  store: LearningStore,
  repository: string,
  config: LessonsPlace["config"],
  inFile: LessonsPlace["lessons"],
): Promise<LessonsShown> {
  const [kept, patterns, learned] = await Promise.all([
    store.lessons.of(repository),
    store.lessons.patterns(repository),
    readLearned(store, repository),
  ]);
  const written = new Set(inFile.map(({ id }) => id));
  const of = (state: string) =>
    kept.filter((one) => one.state === state).map(({ id, rule, unit, pull, seen }) => ({ id, rule, unit, pull, seen }));
  return {
    repository,
    file: config.lessons.file,
    inFile: inFile.map(({ id, rule, line, unit, pull }) => ({ id, rule, line, unit, pull })),
    approved: of("approved").filter(({ rule }) => !written.has(lessonId(rule))),
    candidates: of("candidate"),
    patterns: learned.patterns.map((pattern) => ({
      ...pattern,
      id: patternId(pattern),
      everywhere: patterns.some((one) => one.promoted && isSame(one, pattern)),
    })),
    tallies: learned.tallies.map((tally) => ({ ...tally, noise: noiseOf(tally, config.noiseBudget) })),
    budget: config.noiseBudget,
  };
}

type Fields = { unit: string; category: string; language: string | null; look: string };

function isSame(a: Fields, b: Fields): boolean {
  return a.unit === b.unit && a.category === b.category && a.language === b.language && a.look === b.look;
}
