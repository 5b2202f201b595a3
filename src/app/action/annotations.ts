// Chooses which findings become annotations of a workflow run.
import { reachesAuthor, type JudgedFinding } from "../../findings/finding.ts";
import type { Draft } from "../../review/draft.ts";
import { compareShown } from "../../review/posted-entries.ts";
import { findingTitle } from "../../review/words/finding-lines.ts";
import { messageParts } from "../../review/words/message-texts.ts";
import type { Annotation } from "./runner-commands.ts";

/** GitHub shows at most ten of each level for a step, and drops the rest. */
const mostPerLevel = 10;

/** Worst first. */
export function annotationsOf({ judged }: Pick<Draft, "judged">): Annotation[] {
  const all = judged.filter(reachesAuthor).toSorted(compareShown).map(annotationOf);
  return all.filter((one, index) => {
    const before = all.slice(0, index).filter(({ level }) => level === one.level);
    return before.length < mostPerLevel;
  });
}

const levels = { critical: "error", high: "error", medium: "warning", low: "notice", nit: "notice" } as const;

function annotationOf(one: JudgedFinding): Annotation {
  const { at } = one.finding;
  const [, ...more] = messageParts(one);
  return {
    level: levels[one.severity],
    title: findingTitle(one),
    message: more.join(" "),
    ...(at.side === "head" &&
      at.start > 0 && { at: { file: at.path, line: at.start, endLine: Math.max(at.start, at.end) } }),
  };
}
