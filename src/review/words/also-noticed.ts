// Writes the folded list of findings that are posted in one line each.
import { placeFindings } from "../comment-limits.ts";
import type { Draft } from "../draft.ts";
import type { PostedEntry } from "../posted-entries.ts";
import { alsoLines } from "./card.ts";
import { codeText, folded } from "./code-text.ts";
import { findingLocation, findingTitle } from "./finding-lines.ts";
import { markdownProse } from "./markdown-text.ts";
import { shorten } from "./text.ts";

/** The list's share of GitHub's limit. */
const room = 8000;
const longestTitle = 200;

/** Empty when there is nothing to list. */
export function alsoNoticed(draft: Draft): string[] {
  const entries = listedEntries(draft);
  if (entries.length === 0) return [];
  const lines = fittingLines(entries);
  const left = entries.length - lines.length;
  const more = left === 0 ? [] : [`- and ${left} more, listed in the details comment`];
  return folded(`Also noticed (${entries.length})`, [...lines, ...more]);
}

/** Those that do not fit: the details comment lists them. */
export function leftOutOfList(draft: Draft): PostedEntry[] {
  const entries = listedEntries(draft);
  return entries.slice(fittingLines(entries).length);
}

/** In the summary, improvements are suggestions. */
function listedEntries({ judged, change }: Draft): PostedEntry[] {
  const { listed } = placeFindings(judged, change);
  return change.config.mode === "enhanced" ? [...listed] : listed.filter(({ one }) => !one.finding.improvement);
}

function fittingLines(entries: readonly PostedEntry[]): string[] {
  let left = room;
  const lines = entries.map(({ one, also }) =>
    [
      `- ${codeText(findingLocation(one))} ${one.severity}: ${markdownProse(shorten(findingTitle(one), longestTitle))}`,
      ...alsoLines(one, also).map((line) => `  ${line}`),
    ].join("\n"),
  );
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}
