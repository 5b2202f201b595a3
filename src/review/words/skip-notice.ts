// Writes the notice on a pull request that is not reviewed, so that a skip caused by a tag is never silent.
import type { Skip } from "../../change/skip.ts";
import type { ConfigFault } from "../../change/load-config.ts";
import { codeBlock, codeText } from "./code-text.ts";
import { oneLine } from "./text.ts";

export function noticeOf(skip: Skip): string {
  return [
    `### Crosscheck skipped this pull request`,
    "",
    `Its title says ${codeText(skip.shown)}. To have it reviewed, remove the tag from the title.`,
  ].join("\n");
}

const mostFaults = 20;

/** For an invalid configuration of the base branch: its faults, and what applies meanwhile. */
export function brokenConfigNotice(path: string, faults: readonly ConfigFault[]): string {
  const lines = faults.slice(0, mostFaults).map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`);
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more`] : [];
  return [
    `### ${codeText(path)} is not valid`,
    "",
    codeBlock([...lines, ...more].map((line) => oneLine(line)).join("\n")),
    "",
    "The defaults apply until it is fixed on the base branch.",
  ].join("\n");
}

/** For a check run that stays red: `head` is that of the last review. */
export function standingText(title: string, head: string): string {
  return `${title}. The review of ${head.slice(0, 7)} asks for changes, which stands until a later review finds nothing left of it or the findings are dismissed. Somebody with write access can ask for a review in a comment.`;
}

export const nothingStandsTitle = "Not reviewed: nothing is left of what the last review asked for";

export const mergeQueueTitle = "Merge queue: reviewed in its pull requests";

export function skipTitle(skip: Skip): string {
  return {
    "no-review-tag": `Skipped: ${skip.shown} in the title`,
    draft: "Skipped: a draft",
    closed: "Skipped: closed",
    disabled: "Not reviewed: the repository's configuration says so",
    "no-trigger": `Not reviewed: ${skip.shown} is not among its review.triggers`,
    "over-limit": `Not reviewed: reading it took more than ${skip.shown}`,
  }[skip.why];
}
