// Finds debugger statements and debug prints on added lines.
import type { Family } from "../../text/languages.ts";
import { isDeliberateOutput } from "./deliberate-output.ts";
import {
  firstOfEachRun,
  isInlineTest,
  isMoved,
  scannedLines,
  type HygieneFile,
  type HygieneProblem,
} from "./hygiene-file.ts";
import { codeOn, commentOn, type Scanned } from "../../text/scan.ts";
import { isExample, isFixture, isNotHandWritten, mayPrint } from "../../../change/file-kinds.ts";

const debuggerStops: Partial<Record<Family, RegExp>> = {
  js: /^\s*debugger;?\s*$/,
  python: /^\s*(?:breakpoint\(\)|(?:i?pdb|pudb)\.set_trace\(\)|import (?:i?pdb|pudb)(?:; .{0,40})?)\s*$/,
  ruby: /^\s*(?:binding\.(?:pry|irb|b)|byebug|debugger)\s*$/,
  rust: /^(?:[^"]{0,200}[^\w:])?dbg!\(/,
  go: /^\s*spew\.Dump\(/,
  php: /^\s*(?:die\()?(?:var_dump|dd)\(/,
  other: /^\s*(?:require IEx; )?IEx\.pry/,
};

/** Prints that are legitimate in many places. */
const prints: Partial<Record<Family, { call: RegExp; inFile: RegExp }>> = {
  js: { call: /^\s*console\.(?:log|dir)\(/, inFile: /console\.(?:log|dir|info|table)\(/ },
  python: { call: /^\s*(?:print|pprint|pprint\.pprint|pp)\(/, inFile: /\b(?:print|pprint|pp)\(/ },
  ruby: { call: /^\s*pp[ (]\w/, inFile: /^\s*(?:pp|puts|print)[ (]/m },
  php: { call: /^\s*(?:print_r|dump)\(/, inFile: /\b(?:print_r|echo|dump)\b/ },
};

/** Command-line programs and files that print on purpose. */
const terminalProgram =
  /^#!|\bprocess\.(?:argv|exit|stdout)\b|\bparseArgs\b|\bif __name__ ==|\bargparse\b|\bimport click\b|\bsys\.argv\b/;
const printingAllowed = /eslint-disable(?! *-next| *-line)[^\n]{0,80}no-console/;

export function findDebugLeftovers(file: HygieneFile): HygieneProblem[] {
  const { scanned, language } = file;
  if (!scanned || !language || isFixture(file.path) || isExample(file.path) || isNotHandWritten(file.path)) return [];
  const stop = debuggerStops[language.family];
  const print = mayJudgePrints(file, scanned) ? prints[language.family] : undefined;
  const problems = scannedLines(file).flatMap(({ line, text }): HygieneProblem[] => {
    if (text.length > 400 || isMoved(file, text) || isInlineTest(file, line)) return [];
    const code = codeOn(scanned, line);
    if (stop?.test(code) && !isExpectedTool(file, code))
      return wasThereBefore(file, code) || isDeliberateOutput(scanned, line) ? [] : [toProblem(line, text, 9)];
    if (!print?.call.test(code) || print.inFile.test(file.before)) return [];
    return looksLikeDebugPrint(text) && !isGuarded(scanned, line) && !isDeliberateOutput(scanned, line)
      ? [toProblem(line, text, 7)]
      : [];
  });
  return firstOfEachRun(problems);
}

/** The same statement with another trailing comment. */
function wasThereBefore({ removed }: HygieneFile, code: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/\s*(?:\/\/|#).*$/, "")
      .replace(/;?\s*$/, "")
      .trim();
  return removed.some((one) => one.length <= 400 && bare(one) === bare(code));
}

/** Whether a new file prints on purpose is unknown, so only existing files are judged. */
function mayJudgePrints(file: HygieneFile, scanned: Scanned): boolean {
  if (file.before === "" || mayPrint(file.path)) return false;
  const text = scanned.lines.join("\n");
  return !terminalProgram.test(text) && !printingAllowed.test(text);
}

/** `dbg!` and `dd` are expected in tests and in the file that defines them. */
function isExpectedTool(file: HygieneFile, code: string): boolean {
  const family = file.language?.family;
  if (/macro_rules|function\s/.test(code)) return true;
  if (family === "js" || family === "rust" || family === "php") return mayPrint(file.path);
  return /(?:^|\/)(?:debug|debugger|pdb|breakpoint)[^/]*\.[a-z]+$/i.test(file.path);
}

const valuePattern = "[\\w$@][\\w$.?\\[\\]@]{0,80}(?:\\(\\))?";
const valueList = new RegExp(`^${valuePattern}(?:, ?${valuePattern}){0,5}$`);
const labelledValues = new RegExp(`^(["'\`])[\\w .:=>*#!()-]{0,30}\\1(?:, ?${valuePattern}){1,5}$`);
const debugWord =
  /^(["'`])(?:[=*#>!~-]{2,}|(?:here|debug|test|testing|foo|bar|xxx|asdf|wtf|hi|hello|got here|aaa+)\b)[^"'`]{0,40}\1/i;

/** Printing an error should use a logger, but it is not a debugging leftover. */
const errorValue = /^(?:["'`][^"'`]*["'`], ?)?(?:e|ex|err|error|exception|reason)(?:\.message|\.stack)?$/i;
const errorMessage = /^["'`][^"'`]*(?:error|fail|warn|could not|cannot)/i;

/** The arguments are bare values, a short label and a value, or a marker such as "here". */
function looksLikeDebugPrint(text: string): boolean {
  const call = /^\s*[\w.]+[ (](.{1,200}?)\)?;?\s*$/.exec(text)?.[1]?.trim();
  return (
    call !== undefined &&
    !errorValue.test(call) &&
    !errorMessage.test(call) &&
    (valueList.test(call) || labelledValues.test(call) || debugWord.test(call))
  );
}

/** The print is behind a switch, or a comment says that it is intended. */
function isGuarded(scanned: Scanned, line: number): boolean {
  if (commentOn(scanned, line).trim() !== "") return true;
  return [line - 1, line - 2].some((above) =>
    /\b(?:debug|verbose|trace|log|no-console|noqa|T201|env|development)\b/i.test(scanned.lines[above - 1] ?? ""),
  );
}

function toProblem(line: number, text: string, confidence: number): HygieneProblem {
  return {
    kind: "debug-leftover",
    line,
    text,
    title: "A debugging statement was left in",
    explanation:
      "It stops or prints wherever this code runs. " +
      "Remove it, or use the project's logger if the output is wanted.",
    confidence,
  };
}
