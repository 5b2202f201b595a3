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

export function skipTitle(skip: Skip): string {
  return {
    "no-review-tag": `Skipped: ${skip.shown} in the title`,
    draft: "Skipped: a draft",
    closed: "Skipped: closed",
  }[skip.why];
}
