// Finds comments in which the author says that the line must not be merged as it is.
import { scannedLines, type HygieneFile, type HygieneProblem } from "./hygiene-file.ts";
import { commentOn, type Scanned } from "../../text/scan.ts";
import { isExample, isFixture } from "../../../change/file-kinds.ts";
import { oneOf } from "../../../change/word-patterns.ts";

// Without an object: "do not merge these cells" describes the code, "DO NOT MERGE" instructs people.
const notYet = /\b(?:DO[ -]NOT|DON'?T)[ -](?:MERGE|SUBMIT|LAND|SHIP|COMMIT)\b(?! [A-Za-z])/;
const notYetWord = /\b(?:NOCOMMIT|DONOT(?:MERGE|SUBMIT|COMMIT))\b/;
const notYetSentence =
  /^\W*(?:todo|fixme|hack|xxx|wip)\b.{0,40}\b(?:do not|don't) (?:merge|submit|land|ship)\b(?! [a-z])/i;
const it = oneOf("this it these that me lines? block hack logs? logging code all");
const before = new RegExp(
  [
    `\\b${oneOf("remove delete revert undo drop")}(?: ${it}){0,3}`,
    `(?:before|prior to) (?:the )?${oneOf("merge merging landing submit submitting shipping review release")}\\b`,
  ].join(" "),
  "i",
);
const hack = /\btemporary hack\b/i;
/** Many projects write XXX before any remark; it is a leftover only if it stands alone or asks for a removal. */
const leftOver = oneOf(
  "remove delete drop revert debug\\w* temp temporary temporarily hacky? testing fixme fix\\s(?:this|me|it)",
);
const marker = new RegExp(`^\\W{1,6}XXX\\W*(?:$|\\b${leftOver}\\b)`, "i");
/** The note names a person, an issue or a date, so it can be followed up. */
const traceable = /https?:|#\d|\b[A-Z][A-Z0-9]+-\d+|\([@\w][\w .@-]*\)|@\w|\b20\d\d\b/;

export function findUnfinishedNotes(file: HygieneFile): HygieneProblem[] {
  const { scanned } = file;
  if (!scanned || isFixture(file.path) || isExample(file.path)) return [];
  return scannedLines(file).flatMap(({ line, text }) => {
    const comment = text.length > 1000 ? "" : commentOn(scanned, line).trim();
    const note = comment === "" ? null : judgeNote(comment, () => commentsAround(scanned, line));
    // The comment may have moved, or its line may have been reformatted.
    return note && ![...file.removedAnywhere].some((gone) => gone.includes(comment))
      ? [{ kind: "unfinished-note", line, text, ...note }]
      : [];
  });
}

/** The comment may continue on adjacent lines and name something there. */
function commentsAround(scanned: Scanned, line: number): string {
  return [line - 2, line - 1, line, line + 1, line + 2].map((near) => commentOn(scanned, near)).join(" ");
}

function judgeNote(
  comment: string,
  near: () => string,
): Pick<HygieneProblem, "title" | "explanation" | "confidence"> | null {
  if (notYet.test(comment) || notYetWord.test(comment) || notYetSentence.test(comment) || before.test(comment))
    return mustNotMergeNote;
  if (traceable.test(near())) return null;
  if (hack.test(comment)) return { ...untracedNote, confidence: 6 };
  return marker.test(comment) ? untracedNote : null;
}

const mustNotMergeNote = {
  title: "A note says that this must not be merged as it is",
  explanation: "The author's own note is still there. Do what it asks, then remove it.",
  confidence: 8,
};
const untracedNote = {
  title: "A note about unfinished work names no person, issue or date",
  explanation: "Notes like this stay for years. Resolve it now, or name an issue.",
  confidence: 5,
};
