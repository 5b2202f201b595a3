// What a pull request is told when it is not reviewed (INT-14): a tag's skip is never silent.
import type { Skip } from "../../change/skip.ts";
import { codeText } from "./code-text.ts";

export function noticeOf(skip: Skip): string {
  return [
    `### Crosscheck skipped this pull request`,
    "",
    `Its title says ${codeText(skip.shown)}. To have it reviewed, take the tag out of the title.`,
  ].join("\n");
}

export const mergeQueueTitle = "Merge queue: reviewed in its pull requests";

export function skipTitle(skip: Skip): string {
  return {
    "no-review-tag": `Skipped: ${skip.shown} in the title`,
    draft: "Skipped: a draft",
    closed: "Skipped: closed",
    disabled: "Not reviewed: the repository's configuration says so",
    "no-trigger": `Not reviewed: ${skip.shown} is not among its review.triggers`,
  }[skip.why];
}
