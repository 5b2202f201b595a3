// Proposes a rule from someone with write access: a candidate until approved; vague rules are rejected.
import { lessonFaults } from "../../../../findings/lessons/actionable.ts";
import { lessonId } from "../../../../findings/lessons/lessons-file.ts";
import { lessonFaultsText } from "../../../../review/words/lessons-texts.ts";
import type { LessonCandidate, LessonProposalResult } from "../../../../threads/replies/command-reply.ts";
import type { Store } from "../../../../world/store/store.ts";

export async function proposeLesson(
  { repository, rule, pull }: LessonCandidate,
  { lessons }: Pick<Store, "lessons">,
  at: number,
): Promise<LessonProposalResult> {
  const wanted = rule.trim().replaceAll(/\s+/g, " ");
  const faults = lessonFaults(wanted);
  if (faults.length > 0) return { is: "refused", why: lessonFaultsText(faults) };
  const lesson = { repository, id: lessonId(wanted), rule: wanted, unit: null, kind: null };
  await lessons.propose({ ...lesson, pull, seen: 1, at });
  return { is: "proposed" };
}
