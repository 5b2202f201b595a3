// Classifies text at head as docs, comment, string, code, config or ignore list.
import { readText } from "../../changed-text.ts";
import { scanFile } from "../../text/scan-file.ts";
import type { Code } from "../../../change/change.ts";
import {
  categoryOf,
  isDocumentation,
  isFixture,
  isLocale,
  isNotHandWritten,
  isProse,
  isTest,
} from "../../../change/file-kinds.ts";
import { languageFor } from "../../text/languages.ts";
import { part, type Scanned } from "../../text/scan.ts";
import { hasWord, folderPattern } from "../../../change/word-patterns.ts";
import { createRecordLookup, type RecordStatus } from "./records.ts";

export type TextKind = "docs" | "comment" | "string" | "code" | "config" | "list" | "none";

export interface LineClassifier {
  /** The kind of text at `column` (from 0) of a line. A link counts as docs even in a record. */
  kindAt(path: string, line: number, column: number, link?: boolean): Promise<TextKind>;
  /** Whether it is a comment, a string or code, in whatever folder the file is; null for other files. */
  kindOfCode(path: string, line: number, column: number): Promise<"comment" | "string" | "code" | null>;
  /** Whether the line may be part of a record of a moment, which need not be true now. */
  mayBeRecord(path: string, line: number): Promise<boolean>;
  /** The file at head with comments and strings identified; null for unsupported languages. */
  scan(path: string): Promise<Scanned | null>;
}

/** History files, which were true when written and stay unchanged. */
const historyFile =
  /(?:^|\/)[^/]*\d{4}-\d{2}-\d{2}[^/]*\.\w+$|(?:^|\/)[^/]*(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE|UPGRAD|MIGRAT|BREAKING|AUDIT)[^/]*$|(?:^|\/)[\w.-]*v?\d+\.\d+(?:\.\w+)?[\w.-]*\.(?:md|mdx|rst|txt)$/i;
const historyFolder = folderPattern(`
  changelogs? \\.?changesets? release-?notes releases? news blog posts adrs? rfcs? decisions proposals plans archived?
  notes proposed implemented audits? reports? scratch drafts? whatsnew upgrad[^/]* migrat[^/]* changes \\.changes unreleased postmortems? history newsfragments
`);
/** Temporary notes and design documents, which nobody keeps up to date. */
const passingFolder = folderPattern("temp tmp wip [^/]*[-_](?:temp|tmp|wip) designs? design-docs?");
/** Ignore lists: an entry for a missing file does no harm. */
const ignoreList = /(?:^|\/)\.[\w-]*ignore$|(?:^|\/)\.git-blame-ignore-revs$/;
/** Files that a tool generates and regenerates. */
const toolWritten =
  /(?:^|\/)(?:[\w.-]*(?:baseline|durations?|timings?|snapshots?)(?:\.\w+)?|PKG-INFO|SOURCES\.txt|METADATA|RECORD|[\w.-]+\.(?:snap|tsbuildinfo|lcov|ipynb))$/i;
/** Hand-written data files are shorter. */
const mostByHand = 3000;
const gitFile = /(?:^|\/)\.(?:gitignore|gitattributes|hgignore|mailmap)$/;

function isHistoryPath(path: string): boolean {
  return historyFolder.test(path) || (historyFile.test(path) && isDocumentation(path));
}

export function isExcludedPath(path: string): boolean {
  return (
    isHistoryPath(path) ||
    isNotHandWritten(path) ||
    isFixture(path) ||
    isLocale(path) ||
    gitFile.test(path) ||
    toolWritten.test(path)
  );
}

export function createLineClassifier(code: Code): LineClassifier {
  const scanned = oncePerPath((path) => scanFile(code.head, path));
  const lines = oncePerPath(async (path) => {
    return (await readText(code.head, path))?.split("\n") ?? [];
  });
  const recordLookups = oncePerPath(async (path) => createRecordLookup(await lines(path)));
  const recordStatus = async (path: string, line: number): Promise<RecordStatus> =>
    isProse(path) ? (await recordLookups(path))(line) : "now";
  const kindIn = ({ parts, starts }: Scanned, line: number, column: number) => {
    const kind = parts[(starts[line - 1] ?? 0) + column];
    if (kind === part.comment) return "comment";
    return kind === part.string || kind === part.quote ? "string" : "code";
  };
  return {
    scan: scanned,
    async kindOfCode(path, line, column) {
      const text = isProse(path) || isData(path) ? null : await scanned(path);
      return text && kindIn(text, line, column);
    },
    mayBeRecord: async (path, line) =>
      (isProse(path) && passingFolder.test(path)) || (await recordStatus(path, line)) === "unsure",
    async kindAt(path, line, column, link = false) {
      if (isExcludedPath(path)) return "none";
      if (ignoreList.test(path)) return "list";
      if (isProse(path)) return !link && (await recordStatus(path, line)) === "then" ? "none" : "docs";
      // Test data is recorded by tools and recorded again.
      if (isTest(path) && (isData(path) || languageFor(path) === null)) return "none";
      const text = await scanned(path);
      if ((text === null || isData(path)) && (await lines(path)).length > mostByHand) return "none";
      if (!text) return isDocumentation(path) ? "docs" : "config";
      const kind = kindIn(text, line, column);
      return isData(path) && kind !== "comment" ? "config" : kind;
    },
  };
}

function oncePerPath<T>(read: (path: string) => Promise<T>): (path: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
}

function isData(path: string): boolean {
  const family = languageFor(path)?.family;
  return family === "data" || family === "markup" || categoryOf(path) === "infra";
}

const pastWords = hasWord(`
  moved? renamed removed? removes deleted? deletes formerly former previously originally replaced superseded retired migrated dropped obsolete deprecated old equivalent used\\sto no\\slonger
  was\\sin instead\\sof
`);

/** The line is about the past, where old names belong. */
export function mentionsPast(text: string): boolean {
  return pastWords.test(text) || /→|=>\s*`|->\s*`/.test(text);
}
