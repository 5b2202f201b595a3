// What kind of text a line at head stands in, as far as that decides whether an old name in it is stale.
import { scanFile } from "../../text/scan-file.ts";
import type { Code } from "../../../change/change.ts";
import { categoryOf } from "../../../change/kinds-of-file.ts";
import { languageFor } from "../../text/languages.ts";
import { part, type Scanned } from "../../text/scan.ts";
import { isFixture, isLocale, isProse, isSkipped } from "../../text/skip.ts";
import { hasWord, inFolder } from "../../text/words.ts";

export type Where = "docs" | "comment" | "string" | "code" | "config" | "list" | "none";

export interface Places {
  /** What the character at `column` (from 0) of a line is. */
  at(path: string, line: number, column: number): Promise<Where>;
}

/** What was true when it was written, and stays as it is. */
const historyFile =
  /(?:^|\/)[^/]*\d{4}-\d{2}-\d{2}[^/]*\.\w+$|(?:^|\/)[^/]*(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE|UPGRAD|MIGRAT|BREAKING|AUDIT)[^/]*$|(?:^|\/)[\w.-]*v?\d+\.\d+(?:\.\w+)?[\w.-]*\.(?:md|mdx|rst|txt)$/i;
const historyFolder = inFolder(`
  changelogs? \\.?changesets? release-?notes releases? news blog posts adrs? rfcs? decisions proposals plans archived?
  notes proposed implemented audits? reports? scratch drafts? whatsnew upgrad[^/]* migrat[^/]* changes \\.changes unreleased postmortems? history newsfragments
`);
/** Lists of what to leave alone: an entry for a file that is not there does no harm. */
const list = /(?:^|\/)\.[\w-]*ignore$|(?:^|\/)\.git-blame-ignore-revs$/;
/** Written by a tool from what it found, and written anew by it. */
const baseline = /(?:^|\/)[\w.-]*baseline[\w.-]*$/;
const gitList = /(?:^|\/)\.(?:gitignore|gitattributes|hgignore|mailmap)$/;

export function isHistory(path: string): boolean {
  return historyFolder.test(path) || (historyFile.test(path) && categoryOf(path) === "docs");
}

export function isLeftAlone(path: string): boolean {
  return (
    isHistory(path) || isSkipped(path) || isFixture(path) || isLocale(path) || gitList.test(path) || baseline.test(path)
  );
}

export function placesOf(code: Code): Places {
  const scans = new Map<string, Promise<Scanned | null>>();
  const scanned = (path: string) => {
    const known = scans.get(path);
    if (known) return known;
    const made = scanFile(code.head, path);
    scans.set(path, made);
    return made;
  };
  return {
    async at(path, line, column) {
      if (isLeftAlone(path)) return "none";
      if (list.test(path)) return "list";
      if (isProse(path)) return "docs";
      // Data beside tests is recorded, and recorded anew.
      if (categoryOf(path) === "test" && isData(path)) return "none";
      const text = await scanned(path);
      if (!text) return categoryOf(path) === "docs" ? "docs" : "config";
      const kind = text.parts[(text.starts[line - 1] ?? 0) + column];
      if (kind === part.comment) return "comment";
      if (isData(path)) return "config";
      return kind === part.string || kind === part.quote ? "string" : "code";
    },
  };
}

function isData(path: string): boolean {
  const family = languageFor(path)?.family;
  return family === "data" || family === "markup" || categoryOf(path) === "infra";
}

const past = hasWord(`
  moved? renamed removed? removes deleted? deletes formerly previously replaced dropped obsolete old equivalent used\\sto no\\slonger
  was\\sin instead\\sof
`);

/** The line speaks of the past, where old names belong. */
export function tellsOfThePast(text: string): boolean {
  return past.test(text) || /→|=>\s*`|->\s*`/.test(text);
}
