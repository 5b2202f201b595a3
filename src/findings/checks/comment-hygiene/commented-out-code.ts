// Finds comments of two or more lines that consist of code only.
import type { Family } from "../../text/languages.ts";
import { scannedLines, type HygieneFile, type HygieneProblem } from "./hygiene-file.ts";
import { beginsInside, commentOn, isOnlyComment, type Scanned } from "../../text/scan.ts";
import { isExample, isFixture, isTest } from "../../../change/file-kinds.ts";

/** Lines that accompany statements but are not statements. */
const bracket = /^(?:[{}()[\];,]+|\} else \{|else:|end|try \{|try:|finally:)$/;
const listElement = /^(?:['"][^'"]*['"],?|[\w$]+: [\w$'".]+,|[\w$]+,)$/;

const curlyStatements: readonly RegExp[] = [
  /^(?:const|let|var|final|auto|int|bool|string|String|double|float)\s+[\w$]+(?:\s?:\s?[\w<>[\]|]+)? = \S.*$/,
  /^(?:const|let) [{[][\w$, :]+[}\]] = \S.*$/,
  /^(?:return|throw|await|yield|delete) [^.]*[\w$).\]'"]\(?[^ ]*;$/,
  /^return(?: \S+)?;$/,
  /^(?:(?:\} )?else )?(?:if|for|while|switch|foreach) ?\(.*\) ?(?:\{|[\w$.]+\(.*\);|return.*;)$/,
  /^(?:async )?(?:function|func|fn|class|interface|struct|enum) [\w$]+.*\{$/,
  /^import (?:[\w${}*, ]+ from )?['"][^'"]+['"];?$/,
  /^[\w$]+(?:(?:\.|->|::|\?\.)[\w$]+)*!?\([^ ].*\);$/,
  /^[\w$]+(?:(?:\.|->|::|\?\.)[\w$]+)*\(\);?$/,
  /^[\w$]+(?:(?:\.|->|::|\?\.)[\w$]+)+\((?:.*\)|.*[{([,])$/,
  /^[\w$.[\]>-]+ [-+*/|&]?= \S.*;$/,
  /^(?:this|self)\.[\w$.]+ = \S+$/,
  /^[\w$, ]+ := \S+\(.*\)$/,
  /^[\w.$]+\(.*(?:=> ?\{|\(\{)$/,
];
const pythonStatements: readonly RegExp[] = [
  /^(?:import [\w.]+|from [\w.]+ import [\w, *]+)$/,
  /^(?:async )?def \w+\(.*:$/,
  /^class \w+(?:\(.*\))?:$/,
  /^(?:if|elif|while|for|with|except) [^,;]*[\w)\]"']:$/,
  /^(?:return|raise|yield|await|assert|del) [\w.]+(?:\(.*\))?$/,
  /^[a-z_][\w.]*(?:\[[^\]]*\])? [-+*/|]?= \S+(?:\(.*\))?$/,
  /^[a-z_][\w.]*\(.*\)$/,
];
const rubyStatements: readonly RegExp[] = [
  /^(?:def|class|module) [\w.?!=<:( ]+\)?$/,
  /^(?:if|unless|while|until) [\w.?!@]+$/,
  /^@?[a-z_][\w.]* (?:\|\|)?= \S+(?:\(.*\))?$/,
  /^[a-z_]\w*(?:\.[a-z_]\w*[?!]?)+(?:\(.*\))?$/,
  /^(?:require|include|validates|assert_\w+) \S+.*$/,
];
const statements: Partial<Record<Family, readonly RegExp[]>> = {
  js: curlyStatements,
  c: curlyStatements,
  go: curlyStatements,
  rust: curlyStatements,
  php: curlyStatements,
  python: pythonStatements,
  ruby: rubyStatements,
};

/** Config files show their options as comments. */
const settingsFile =
  /(?:^|\/)(?:settings|conf|config|configuration)[^/]*\.[a-z]+$|\.config\.[a-z]+$|(?:^|\/)(?:config|\.[^/]+)\//i;

export function findCommentedOutCode(file: HygieneFile): HygieneProblem[] {
  const { scanned, language } = file;
  const patterns = language ? statements[language.family] : undefined;
  if (!scanned || !patterns || isFixture(file.path) || isExample(file.path) || settingsFile.test(file.path)) return [];
  return addedRuns(file, scanned).flatMap((run) => {
    const code = run.map((line) => commentContent(scanned, line));
    if (!code.every((text) => text !== null)) return [];
    const strong = code.filter((text) => readsAsStatement(text, patterns)).length;
    if (
      strong < 2 ||
      code.some((text) => !bracket.test(text) && !listElement.test(text) && !readsAsStatement(text, patterns))
    )
      return [];
    if (wasComment(file, run)) return [];
    const wasCode = code.filter((text) => file.removedAnywhere.has(text)).length >= 2;
    // In tests a comment often shows an expected value, so only code that the change removed counts.
    return isTest(file.path) && !wasCode ? [] : [toProblem(scanned, run, wasCode)];
  });
}

/** The text was already a comment, in another file or with other indentation. */
function wasComment({ scanned, removedAnywhere: moved, before }: HygieneFile, run: readonly number[]): boolean {
  const known = (text: string) => moved.has(text) || before.includes(text);
  return run.filter((line) => known((scanned?.lines[line - 1] ?? "").trim())).length * 2 > run.length;
}

/** Comments made only of adjacent added lines; one with an old line in it existed before. */
function addedRuns(file: HygieneFile, scanned: Scanned): number[][] {
  const lines = scannedLines(file).filter(({ line }) => isOnlyComment(scanned, line) && !beginsInside(scanned, line));
  const runs: number[][] = [];
  for (const { line } of lines) {
    const last = runs.at(-1);
    if (last?.at(-1) === line - 1) last.push(line);
    else runs.push([line]);
  }
  return runs.filter(
    (run) => run.length >= 2 && !isOnlyComment(scanned, run[0]! - 1) && !isOnlyComment(scanned, run.at(-1)! + 1),
  );
}

/** The comment's content; null for documentation comments and for lines that are too long. */
function commentContent(scanned: Scanned, line: number): string | null {
  const match = /^(?:\/\/|#)(?![/!:#+|])\s?(.*)$/.exec(commentOn(scanned, line).trim());
  const text = match?.[1]?.trim();
  return text === undefined || text === "" || text.length > 200 ? null : text;
}

function readsAsStatement(text: string, patterns: readonly RegExp[]): boolean {
  return (
    patterns.some((pattern) => pattern.test(text)) &&
    !/\.\.\.$|\u2026|^\w+ (?:is|are|the|an|to|of|a(?= \w)) /.test(text)
  );
}

function toProblem(scanned: Scanned, run: readonly number[], wasCode: boolean): HygieneProblem {
  const line = run[0]!;
  return {
    kind: "commented-out-code",
    line,
    text: scanned.lines[line - 1] ?? "",
    title: `${run.length} lines of code are commented out`,
    explanation:
      "It is unclear whether they are still needed. Remove them, since git keeps them, or explain in a sentence " +
      "why they are kept.",
    confidence: wasCode ? 9 : 7,
  };
}
