// Describes the recognized and the unrecognized signals of the author.
import type { Breaking, Intent, Tag } from "../../change/intent.ts";
import { oneLine } from "./text.ts";

/** The answer to who asks for the signals where there are none; a review leaves the line out. */
export const noKeywords = "No keywords detected";

/** Every signal and its location, one part each. A type that the convention does not know is none. */
export function intentBreakdown(intent: Intent): string[] {
  const parts: string[] = [];
  if (intent.failed !== null)
    parts.push(`the author's signals could not be read (${oneLine(intent.failed)}); the review went on without them`);
  if (intent.conventional?.known) parts.push(conventionalText(intent.conventional));
  parts.push(...intent.tags.map(tagText));
  parts.push(...distinctBreaking(intent).map(breakingText));
  if (intent.issues.length > 0) parts.push(`issue ${intent.issues.map(oneLine).join(", ")}`);
  if (intent.commitsScanned < intent.commitsTotal)
    parts.push(`${intent.commitsScanned} of ${intent.commitsTotal} commits scanned`);
  // The same tag in the title and in a commit is listed once.
  return [...new Set(parts)];
}

/** A squash merge says the same in its title and in its commit. */
function distinctBreaking({ breaking }: Intent): Breaking[] {
  return breaking.filter(({ excerpt }, index) => breaking.findIndex((other) => other.excerpt === excerpt) === index);
}

export function intentLine(intent: Intent): string | null {
  return intentBreakdown(intent).join("; ") || null;
}

function conventionalText({ rawType, scope, breaking }: NonNullable<Intent["conventional"]>): string {
  return `type ${oneLine(rawType)}${scope === null ? "" : ` (${oneLine(scope)})`}${breaking ? " with !" : ""}`;
}

function tagText(tag: Tag): string {
  const shown = `[${oneLine(tag.tag)}]`;
  const where = tag.source === "title" ? "in title" : `in commit ${tag.sha?.slice(0, 7)}`;
  if (tag.ignored === "no-review-in-commit") return `ignored ${shown} ${where}: only the title can skip a review`;
  if (tag.ignored === "not-allowed") return `ignored ${shown} ${where}: it is not in this repository's authorTags`;
  if (tag.recognised) return `${shown} ${where}`;
  return `ignored ${shown}${tag.suggestion === null ? "" : ` (did you mean [${tag.suggestion}]?)`}`;
}

function breakingText({ source, sha, excerpt }: Breaking): string {
  return `breaking change in ${source === "commit" ? `commit ${sha?.slice(0, 7)}` : source} ("${oneLine(excerpt)}")`;
}
