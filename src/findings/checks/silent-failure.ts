// Finds added code that swallows errors: empty handlers, silent defaults, dropped rejections and ignored results.
import { hasAddedText, readText } from "../changed-text.ts";
import type { Change, Code } from "../../change/change.ts";
import { addedLines, pathOf, removedLines, type FileDiff } from "../../change/diff.ts";
import { othersCode } from "../others-code.ts";
import { buildFinding, type RawFinding } from "../build-finding.ts";
import { notCovered } from "../not-covered.ts";
import { checked, whenAnyFile } from "../read-all.ts";
import type { Check } from "../report.ts";
import { languageFor } from "../text/languages.ts";
import { scan } from "../text/scan.ts";
import { isExample, isFixture, isNotHandWritten, isTest, programmingLanguageOf } from "../../change/file-kinds.ts";
import { folderPattern } from "../../change/word-patterns.ts";
import { examples } from "./silent-failure/examples.ts";
import { findHandlers, handlerFamilies } from "./silent-failure/handlers.ts";
import { findIgnoredErrors, ignoredErrorFamilies } from "./silent-failure/ignored-errors.ts";
import { findSilentHandlers } from "./silent-failure/silent-handlers.ts";
import { findSwallowedPromises } from "./silent-failure/swallowed-promises.ts";
import {
  advisoryConfidence,
  blankNonCode,
  textOfLine,
  type ScannedSource,
  type SwallowedError,
} from "./silent-failure/scanned-source.ts";

/** A file is read only if an added line contains one of these. */
const handlerWords =
  /\b(?:catch|except|rescue|pass|continue|break|next)\b|\breturn(?: (?:null|nil|None|false|true|False|True|undefined|\[\]|\{\}|''|""|0|-1))?[;\s]*$|!= nil|\b_ :?= |\.ok\(\);|\|\| (?:true|:|exit 0)|^\s*@\w+\s?\(/;

export const silentFailure: Check = {
  id: "silent-failure",
  title: "Swallowed errors",
  passes: ["error-handling"],
  searches: true,
  unproven: true,
  explains:
    "Checks every error handler that the change adds or empties: a catch that does nothing, a default that is " +
    "returned for every error, a promise whose rejection is swallowed, an error result that is discarded. A " +
    "comment with a reason, a log line, a narrow error type, a cleanup, a probe that may fail or a function name " +
    "that promises not to throw is accepted. Tests, scripts and examples are ignored.",
  kinds: {
    "empty-handler": {
      severity: "medium",
      category: "error-handling",
      says: "a handler for every error is empty and has no explanation",
    },
    "silent-default": {
      severity: "medium",
      category: "error-handling",
      says: "for every error, a default is returned or the loop continues",
    },
    "swallowed-promise": {
      severity: "medium",
      category: "error-handling",
      says: "a promise's rejection is swallowed",
    },
    "ignored-error": {
      severity: "medium",
      category: "error-handling",
      says: "an error result is discarded",
    },
  },
  examples,

  when: whenAnyFile(
    (file) => isMeant(file) && (isChecked(file) || programmingLanguageOf(pathOf(file)) !== null),
    "no added lines of code",
  ),

  async run(change, { code }, stop) {
    const others = othersCode(change);
    const files = change.files.filter((file) => isChecked(file) && !others.has(pathOf(file)));
    const removed = removedLineTexts(change);
    const errors: { source: ScannedSource; error: SwallowedError }[] = [];
    for (const file of files) {
      stop.throwIfAborted();
      const source = await readSource(file, code, removed);
      if (source) errors.push(...findSwallowedErrors(source).map((error) => ({ source, error })));
    }
    const isHabit = await isRepositoryHabit(
      errors.map(({ error }) => error),
      code,
    );
    const findings = errors.map(({ source, error }) =>
      toFinding(
        source,
        isHabit && error.kind === "swallowed-promise" ? { ...error, confidence: advisoryConfidence } : error,
      ),
    );
    const evidence = `changed files checked for error handlers: ${files.length}`;
    return {
      ...checked("error-handling", findings, files, evidence),
      ...notCovered("error handling", change.files.filter(isMeant), canJudgeErrors),
    };
  },
};

/** Folders where an error only ends a script or is provoked by a test. */
const supportFolder = folderPattern(`
  scripts? tools? tooling ci dev hack bench benches benchmarks? playgrounds? demos? samples? sandbox stories notebooks?
  playwright \\.[^/]+
`);
const supportFile =
  /[._-](?:config|stories|bench|mocks?|fixtures?|fakes?)\.[a-z]+$|(?:^|\/)(?:gulpfile|noxfile|fabfile|setup|tasks)\.[a-z]+$/;

function isChecked(file: FileDiff): boolean {
  return isMeant(file) && languageFor(pathOf(file)) !== null;
}

function isMeant(file: FileDiff): boolean {
  if (!hasAddedText(file)) return false;
  const path = file.newPath;
  if (isNotHandWritten(path) || isFixture(path) || isTest(path)) return false;
  // A shell script can hide the exit code of a check in any folder.
  const isShell = languageFor(path)?.family === "shell";
  return isShell || !(isExample(path) || supportFolder.test(path) || supportFile.test(path));
}

function canJudgeErrors(path: string): boolean {
  const family = languageFor(path)?.family;
  return family !== undefined && (handlerFamilies.has(family) || ignoredErrorFamilies.has(family));
}

function removedLineTexts(change: Change): ReadonlySet<string> {
  return new Set(change.files.flatMap((file) => [...removedLines(file)].map(({ text }) => text.trim())));
}

async function readSource(file: FileDiff, code: Code, removed: ReadonlySet<string>): Promise<ScannedSource | null> {
  const path = pathOf(file);
  const language = languageFor(path);
  const added = [...addedLines(file)];
  if (!language || !added.some(({ text }) => text.length <= 1000 && handlerWords.test(text))) return null;
  const text = await readText(code.head, path);
  if (text === null) return null;
  const scanned = scan(text, language);
  const lines = added
    .filter(({ line, text: addedText }) => scanned.lines[line - 1] === addedText)
    .map(({ line }) => line);
  const removedHere = [...removedLines(file)].map((line) => line.text);
  return {
    path,
    language,
    scanned,
    text,
    code: blankNonCode(text, scanned),
    added: new Set(lines),
    removed,
    removedHere,
  };
}

function findSwallowedErrors(source: ScannedSource): SwallowedError[] {
  return [
    ...findSilentHandlers(source, findHandlers(source)),
    ...findSwallowedPromises(source),
    ...findIgnoredErrors(source),
  ].toSorted((a, b) => a.line - b.line);
}

/** From this many swallowed promises on, the repository does it deliberately. */
const fewestForHabit = 10;
const emptyCatch = "catch(() => {})";

async function isRepositoryHabit(errors: readonly SwallowedError[], code: Code): Promise<boolean> {
  if (!errors.some(({ kind, confidence }) => kind === "swallowed-promise" && confidence > advisoryConfidence))
    return false;
  const uses = (await code.uses([emptyCatch])).get(emptyCatch)?.at ?? [];
  return uses.filter(({ path }) => !isTest(path)).length >= fewestForHabit;
}

/** Quotes the whole handler, because its first line alone may occur many times in the file. */
function toFinding(
  source: ScannedSource,
  { kind, line, end, title, explanation, confidence }: SwallowedError,
): RawFinding {
  const lines = Array.from({ length: end - line + 1 }, (_, index) => textOfLine(source, line + index));
  const finding = buildFinding(silentFailure, {
    kind,
    path: source.path,
    line,
    text: lines.join("\n"),
    title,
    explanation,
    confidence,
  });
  const [first] = finding.evidence;
  return { ...finding, at: { ...finding.at, end }, evidence: [{ ...first, end }] };
}
