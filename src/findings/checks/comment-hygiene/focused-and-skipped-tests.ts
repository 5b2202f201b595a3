// Finds focused tests and tests that are skipped without a reason.
import { commentOn, codeOn, isOnlyComment, stringsOn, type Scanned } from "../../text/scan.ts";
import { isMoved, scannedLines, type HygieneFile, type HygieneProblem } from "./hygiene-file.ts";
import { isFixture, isTest } from "../../../change/file-kinds.ts";
import type { Family } from "../../text/languages.ts";

// Applied to code with string contents blanked out, so a quote is followed by spaces.
const jsName = "(?:it|test|describe|context|suite|specify)";
const jsOnly = `${jsName}(?:\\.[a-z]{1,12}){0,3}\\.only(?:\\.each\\s?[(\`]|(?:\\.failing)?\\(\\s?(?:["'\`]|$))`;
const rubyName = "(?:it|describe|context|specify|scenario|feature|example)";
const focused: Partial<Record<Family, RegExp>> = {
  js: new RegExp(`^\\s*(?:${jsOnly}|f(?:it|describe|context)\\(\\s?["'\`])`),
  ruby: new RegExp(
    `^\\s*(?:RSpec\\.)?(?:f${rubyName}\\s?\\(?["']|${rubyName}\\b[^#]{0,200}, (?::focus\\b|focus: true))`,
  ),
  go: /^\s*(?:var _ = )?F(?:It|Describe|Context|When|Specify|Entry|DescribeTable)\("/,
  python: /^\s*@pytest\.mark\.(?:focus|only)\b/,
  php: /^\s*\}?\)->only\(\);/,
  c: /^\s*f(?:it|describe|context)\("/,
};

const skipped: Partial<Record<Family, RegExp>> = {
  // A first argument that is not a title is a condition, which explains the skip.
  js: new RegExp(
    `^\\s*(?:${jsName}(?:\\.[a-z]{1,12}){0,3}\\.skip(?:\\.each)?|x(?:it|test|describe|context))\\(\\s?["'\`]`,
  ),
  ruby: /^\s*(?:x(?:it|describe|context|specify|scenario)\s?\(?["']|skip\s*$)/,
  go: /^\s*[tb]\.(?:Skip|SkipNow)\(\)/,
  python: /^\s*(?:@pytest\.mark\.skip(?:\(\))?\s*$|pytest\.skip\(\)|@unittest\.skip\s*$)/,
  php: /^\s*\$this->markTest(?:Skipped|Incomplete)\(\)/,
  c: /^\s*@(?:Disabled|Ignore)\s*$/,
};

/** Tests of a test runner focus and skip on purpose, and setup files define their own variants. */
const aboutTests = /(?:^|[-_.])only[-_.]|Only[A-Z.]|skip|focused|^setup|^(?:helpers?|utils?)\.[a-z]+$/;
const titleAboutTests = /\.only\b|\b(?:fit|xit|focused)\b/i;
/** Titles that mention skipping or state the reason. */
const titleIsReason = /\b(?:skip(?:s|ped|ping)?|deprecated|flaky|broken|unsupported|disabled)\b/i;

const focusedProblem = {
  kind: "focused-test",
  title: "Only this test runs because it is focused",
  explanation: "All other tests of the file or the run are skipped silently. Remove the focus before merging.",
};
const skippedProblem = {
  kind: "skipped-test",
  title: "A test is skipped without a reason",
  explanation:
    "Nobody will know when it can run again. State the reason, with an issue if there is one, or fix or " +
    "remove the test.",
  confidence: 7,
};

export function findFocusedAndSkippedTests(file: HygieneFile): HygieneProblem[] {
  const { scanned, language } = file;
  if (!scanned || !language || !isTest(file.path) || isFixture(file.path)) return [];
  if (aboutTests.test(file.path.slice(file.path.lastIndexOf("/") + 1))) return [];
  const focus = focused[language.family];
  const skip = skipped[language.family];
  return scannedLines(file).flatMap(({ line, text }) => {
    if (text.length > 1000 || isMoved(file, text) || titleAboutTests.test(stringsOn(scanned, line))) return [];
    const code = codeOn(scanned, line);
    if (focus?.test(code)) return [{ ...focusedProblem, line, text }];
    if (titleIsReason.test(stringsOn(scanned, line))) return [];
    return skip?.test(code) && !wasSkipped(file, text, stringsOn(scanned, line)) && !hasReason(scanned, line)
      ? [{ ...skippedProblem, line, text }]
      : [];
  });
}

const wholeSkip =
  /^\s*(?:(?:describe|suite|context)\.skip\(|x(?:describe|context)\b|@(?:Disabled|Ignore)\b|@?pytestmark\b.{0,80}skip)/;
const anySkip = /\.skip\b|\bx(?:it|test|describe|context|specify|scenario)\b|\bskip|@(?:Disabled|Ignore)\b/i;

/** A test that was already skipped, in another form or with its suite, is not newly skipped. */
function wasSkipped(file: HygieneFile, text: string, title: string): boolean {
  if (isMoved(file, withoutSkip(text)) || file.removed.some((one) => wholeSkip.test(one))) return true;
  const name = title.trim();
  return name.length > 3 && file.removed.some((one) => one.includes(name) && anySkip.test(one));
}

function withoutSkip(text: string): string {
  return text.includes(".skip(")
    ? text.replace(/\b(it|test|describe)\.skip\(/, "x$1(")
    : text.replace(/\bx(it|test|describe)\(/, "$1.skip(");
}

/** A comment on the line, or alone on an adjacent line, gives the reason; so does a condition around the call. */
function hasReason(scanned: Scanned, line: number): boolean {
  if ([line - 1, line + 1].some((near) => isOnlyComment(scanned, near)) || commentOn(scanned, line).trim() !== "")
    return true;
  if (!skipsFromInside.test(codeOn(scanned, line))) return false;
  const opens = codeOn(scanned, line - 1);
  return (
    !/\b(?:func|def|function|it|test)\b/.test(opens) ||
    commentOn(scanned, line - 1).trim() !== "" ||
    isOnlyComment(scanned, line - 2)
  );
}

/** A statement in the test body skips unconditionally only as the first statement. */
const skipsFromInside = /^\s*(?:[tb]\.Skip|pytest\.skip|\$this->mark|skip\b)/;
