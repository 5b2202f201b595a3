// Texts of the page of a repository's lessons.
import { count, oneLine, shorten } from "../text.ts";

export const lessonsWords = {
  title: "Lessons",
  lead: "What reviews of a repository taught. Nothing becomes a rule of it without somebody's yes.",
  repository: "Repository",
  show: "Show",
  noRepository: "There are no reviews yet, and so nothing was learned.",
  noRepositoryHint: "Review a pull request with `crosscheck review 123`, or install the App on a repository.",
  readers: "Who may write to the repository decides on lessons.",

  candidates: "Wait for a yes",
  noCandidates: "Nothing waits. Posted reviews propose lessons where they find the same kind of problem again.",
  approve: "Approve",
  reword: "Reword",
  approveReworded: "Approve this wording",
  saveReworded: "Only save this wording",
  remove: "Remove",
  rule: "Rule",
  ruleHint:
    "It names a place, a pattern or a command, and says what to do: Run `npm run generate` after changing `schemas/`.",

  approved: "Approved",
  noApproved: "None yet.",
  aboutFile:
    "An approved lesson counts in reviews at once. Run `crosscheck lessons write` in the repository to put it into the repository's lessons file. Lessons that stand only in that file count too; they are not listed here.",
  edit: "Edit",
  save: "Save",

  add: "Add one",
  addButton: "Add",

  removed: (n: number) => `${count(n, "lesson")} removed, and not proposed again`,
  approveAfterAll: "Approve after all",

  patterns: "Patterns",
  aboutPatterns:
    "What kind of problem was found in which language: no text of any change is in one. They are looked for in this repository only, until somebody promotes one.",
  noPatterns: "None yet.",
  promote: "Look for it in all repositories",
  forget: "Forget",
  everywhere: "in all repositories",
  fromElsewhere: "learned elsewhere",
  needsAll: "Patterns of all repositories are for those to change who may write to every repository here.",

  more: (n: number) => `${n} more: \`crosscheck lessons\` lists them.`,

  done: {
    add: "Added. Reviews of this repository use it from now on.",
    approve: "Approved. Reviews of this repository use it from now on.",
    edit: "Saved.",
    remove: "Removed. It is not proposed again.",
    promote: "Reviews of all repositories look for it now.",
    forget: "Forgotten.",
  },

  refused: "This is no lesson yet:",
  meanwhile: "Somebody else decided on this lesson meanwhile",
  meanwhileHint: "Look at it as it is now, then repeat what you wanted.",
} as const;

export function timesSeen(number: number): string {
  return `seen ${number === 1 ? "once" : number === 2 ? "twice" : `${number} times`}`;
}

/** Who decided last, and when. */
export function decidedText(
  { state, decidedBy }: { state: "candidate" | "approved" | "removed"; decidedBy: string | null },
  when: string,
): string {
  if (decidedBy === null) return `proposed ${when}`;
  const verb = { candidate: "worded", approved: "approved", removed: "removed" }[state];
  return `${verb} by ${shorten(oneLine(decidedBy), 60)} ${when}`;
}
