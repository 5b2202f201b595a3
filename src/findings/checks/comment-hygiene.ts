// Finds conflict markers, hidden characters, debugging leftovers and stale notes on added lines.
import { hasAddedText } from "../changed-text.ts";
import type { Change, Code } from "../../change/change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import { othersCode } from "../others-code.ts";
import { buildFinding } from "../build-finding.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { findConflictMarkers } from "./comment-hygiene/conflict-markers.ts";
import { findCommentedOutCode } from "./comment-hygiene/commented-out-code.ts";
import { findDebugLeftovers } from "./comment-hygiene/debug-leftovers.ts";
import { examples } from "./comment-hygiene/examples.ts";
import { findHiddenCharacters, mayHoldHiddenCharacters } from "./comment-hygiene/hidden-characters.ts";
import { languageFor } from "../text/languages.ts";
import { findFocusedAndSkippedTests } from "./comment-hygiene/focused-and-skipped-tests.ts";
import type { HygieneFile, HygieneProblem } from "./comment-hygiene/hygiene-file.ts";
import { findUnfinishedNotes } from "./comment-hygiene/unfinished-notes.ts";
import { findStaleTodos } from "./comment-hygiene/stale-todos.ts";
import { scan } from "../text/scan.ts";
import { isNotHandWritten } from "../../change/file-kinds.ts";
import { oneOf } from "../../change/word-patterns.ts";

const finders: readonly ((file: HygieneFile) => HygieneProblem[])[] = [
  findConflictMarkers,
  findHiddenCharacters,
  findFocusedAndSkippedTests,
  findDebugLeftovers,
  findCommentedOutCode,
  findUnfinishedNotes,
];

// A file is read only if an added line starts as a comment or contains one of these.
const suspectWords = oneOf(`
  \\.only\\b \\bf(?:it|describe|context|specify|scenario|feature|example)\\b \\bF[A-Z] focus [sS]kip markTest
  \\bx(?:it|test|describe|context|specify|scenario) @Disabled @Ignore debugger console\\. print \\bpp\\b pdb pudb
  breakpoint binding\\. byebug dbg! [dD]ump \\bdd\\( IEx\\.pry XXX NOT DON NOCOMMIT before [pP]rior [tT]emporary
  [dD]o\\snot [dD]on't
`);
const worthReading = new RegExp(`^\\s*(?://|#|<{7} )|${suspectWords}`);

const skipWords = /\b(?:skip(?:s|ped|ping)?|disabl(?:e|es|ed|ing)|flak(?:y|e|es)|quarantine[ds]?|mute[ds]?)\b/i;

export const commentHygiene: Check = {
  id: "comment-hygiene",
  title: "Leftovers and hidden characters",
  passes: ["diff-specific"],
  // These can be deliberate; the other kinds never are.
  unproven: [
    "bidi-character",
    "invisible-character",
    "skipped-test",
    "debug-leftover",
    "commented-out-code",
    "unfinished-note",
    "stale-todo",
  ],
  explains:
    "Checks every added line for things that should not be committed: merge conflict markers, characters that " +
    "hide or reorder code, focused tests, tests skipped without a reason, debugging statements, commented-out " +
    "code, notes that say the line must not be merged, and TODOs that wait for something this change does. A " +
    "scanner for each language family separates comments, strings and code. Generated, vendored and fixture files " +
    "are ignored.",
  kinds: {
    "conflict-marker": { severity: "high", category: "correctness", says: "a merge conflict was committed unresolved" },
    "bidi-character": {
      severity: "high",
      category: "security",
      says: "a control character displays code in another order than it runs",
    },
    "invisible-character": {
      severity: "high",
      category: "security",
      says: "an invisible character is in a name, a string or hidden text",
    },
    "focused-test": {
      severity: "medium",
      category: "tests",
      says: "a focused test keeps every other test from running",
    },
    "skipped-test": { severity: "low", category: "tests", says: "a test is skipped without a reason" },
    "debug-leftover": { severity: "low", category: "style", says: "a debugging statement was left in" },
    "commented-out-code": { severity: "low", category: "style", says: "code was commented out instead of removed" },
    "unfinished-note": {
      severity: "low",
      category: "docs",
      says: "a note says that the line must not be merged as it is",
    },
    "stale-todo": { severity: "low", category: "docs", says: "a TODO waits for something that has already happened" },
  },
  examples,

  when: whenAnyFile(isChecked, "no added lines of text"),

  async run(change, { code }, stop) {
    const others = othersCode(change);
    const files = change.files.filter((file) => isChecked(file) && !others.has(pathOf(file)));
    const moved = removedLineTexts(change);
    const stale = Map.groupBy(await findStaleTodos(files, change, code, stop), ({ path }) => path);
    const findings = [];
    for (const file of files) {
      stop.throwIfAborted();
      const path = pathOf(file);
      const hygieneFile = await readHygieneFile(file, change, code, moved);
      const problems = [...(hygieneFile ? findProblems(hygieneFile) : []), ...(stale.get(path) ?? [])].filter(
        // A title that mentions the skipped test explains it.
        ({ kind }) => kind !== "skipped-test" || !skipWords.test(change.words.title),
      );
      findings.push(
        ...problems
          .toSorted((a, b) => a.line - b.line)
          .map((problem) => buildFinding(commentHygiene, { path, ...problem })),
      );
    }
    const lines = files.reduce((sum, file) => sum + file.additions, 0);
    return checked("diff-specific", findings, files, `added lines checked: ${lines}`);
  },
};

function isChecked(file: FileDiff): boolean {
  return hasAddedText(file) && !isNotHandWritten(file.newPath);
}

function removedLineTexts(change: Change): ReadonlySet<string> {
  return new Set(change.files.flatMap((file) => [...removedLines(file)].map(({ text }) => text.trim())));
}

/** null if no added line is suspect, so that most files are not read. */
async function readHygieneFile(
  file: FileDiff,
  change: Change,
  code: Code,
  moved: ReadonlySet<string>,
): Promise<HygieneFile | null> {
  const path = pathOf(file);
  const added = [...addedLines(file)];
  if (!added.some(({ text }) => worthReading.test(text) || mayHoldHiddenCharacters(text))) return null;
  const language = languageFor(path);
  const head = language && decodeWithBom(await code.head.read(path));
  const old = file.oldPath === null ? findRenamedExtension(path, change) : file;
  const before = old ? decodeWithBom(await code.base.read(old.oldPath!)) : "";
  const removed = old ? [...removedLines(old)].map(({ text }) => text) : [];
  return {
    path,
    added,
    language,
    scanned: language && head ? scan(head, language) : null,
    before,
    removed,
    removedAnywhere: moved,
  };
}

/** Finds `db.js` that became `db.ts` and changed too much for git to detect the rename. */
function findRenamedExtension(path: string, change: Change): FileDiff | undefined {
  const stem = (of: string) => of.replace(/\.\w+$/, "");
  return change.files.find(
    ({ status, oldPath }) => status === "deleted" && oldPath !== null && stem(oldPath) === stem(path),
  );
}

function decodeWithBom(bytes: Uint8Array | null): string {
  // This check must see a byte order mark.
  return bytes === null ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function findProblems(file: HygieneFile): HygieneProblem[] {
  const problems = finders.flatMap((finder) => finder(file));
  const grouped = Map.groupBy(problems, (problem) => (groupedKinds.has(problem.kind) ? problem.kind : problem));
  return [...grouped.values()].map(([first, ...more]) => (more.length > 0 ? mergeProblems(first!, more) : first!));
}

/** Kinds that are reported once per file. */
const groupedKinds = new Set(["skipped-test", "commented-out-code"]);

function mergeProblems(first: HygieneProblem, more: readonly HygieneProblem[]): HygieneProblem {
  const lines = more.slice(0, 8).map(({ line }) => line);
  const rest = more.length - lines.length;
  const left = rest > 0 ? ` and ${rest} more` : "";
  return {
    ...first,
    explanation: `${first.explanation} Also on ${lines.length === 1 && left === "" ? "line" : "lines"} ${lines.join(", ")}${left}.`,
  };
}
