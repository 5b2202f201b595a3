// Defines the texts of the page of a repository's lessons.
import { count, oneLine, shorten } from "../text.ts";

export const lessonsWords = {
  title: "Lessons",
  lead: "Lessons from reviews of a repository. No lesson applies until someone approves it.",
  repository: "Repository",
  show: "Show",
  noRepository: "There are no reviews yet, so there are no lessons.",
  noRepositoryHint: "Review a pull request with `crosscheck review 123`, or install the App on a repository.",
  readers: "People with write access to the repository decide on lessons.",

  candidates: "Pending approval",
  noCandidates: "Nothing is pending. Posted reviews propose a lesson when they find the same kind of problem again.",
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
    "An approved lesson applies to reviews at once. Run `crosscheck lessons write` in the repository to put it into the repository's lessons file. Lessons that are only in that file apply too; they are not listed here.",
  edit: "Edit",
  save: "Save",

  add: "Add one",
  addButton: "Add",

  removed: (n: number) => `${count(n, "lesson")} removed, and not proposed again`,
  approveAfterAll: "Approve after all",

  patterns: "Patterns",
  aboutPatterns:
    "The kind of problem found, by language. A pattern contains no text of any change. It applies to this repository only, until someone promotes it.",
  noPatterns: "None yet.",
  promote: "Look for it in all repositories",
  forget: "Forget",
  everywhere: "in all repositories",
  fromElsewhere: "learned elsewhere",
  needsAll: "Only people with write access to every repository here can change patterns of all repositories.",

  more: (n: number) => `${n} more: \`crosscheck lessons\` lists them.`,

  done: {
    add: "Added. Reviews of this repository use it from now on.",
    approve: "Approved. Reviews of this repository use it from now on.",
    edit: "Saved.",
    remove: "Removed. It is not proposed again.",
    promote: "Reviews of all repositories look for it now.",
    forget: "Forgotten.",
  },

  refused: "This cannot be a lesson yet:",
  meanwhile: "Someone else has decided on this lesson in the meantime",
  meanwhileHint: "Look at its current state, then try again.",
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
