// Finds calls whose error result is discarded although a failure matters.
import type { Family } from "../../text/languages.ts";
import { oneOf } from "../../../change/word-patterns.ts";
import { codeOn, commentOn, isOnlyComment, stringsOn } from "../../text/scan.ts";
import { enclosingFunctionLine, isInCleanup } from "./deliberate-handling.ts";
import {
  advisoryConfidence,
  isNewHandler,
  textOfLine,
  type ScannedSource,
  type SwallowedError,
} from "./scanned-source.ts";

interface IgnoredCallForm {
  /** Applied to the code of one line; findings show the group `call`. */
  pattern: RegExp;
  describe(call: string): Pick<SwallowedError, "title" | "explanation">;
  confidence: number;
  unless?(source: ScannedSource, line: number): boolean;
}

/** Written data is lost, or a nil result is used. */
const goCriticalCalls = oneOf(`
  os\\.(?:WriteFile|Open|OpenFile|Create|Mkdir|MkdirAll|Rename|Symlink|Link|Truncate) ioutil\\.WriteFile
  http\\.(?:Get|Post) url\\.Parse rand\\.Read \\w{1,30}\\.Commit
`);
/** The result is empty, zero or incomplete, which is often intended for bad input. */
const goOtherCalls = oneOf(`
  os\\.(?:ReadFile|ReadDir) ioutil\\.(?:ReadAll|ReadFile|ReadDir) io\\.(?:ReadAll|ReadFull)
  json\\.(?:Unmarshal|NewDecoder\\([^()]{0,60}\\)\\.Decode) yaml\\.Unmarshal xml\\.Unmarshal toml\\.Unmarshal
  http\\.(?:NewRequest|NewRequestWithContext) strconv\\.(?:Atoi|Parse\\w+) time\\.(?:Parse|ParseDuration|LoadLocation)
  url\\.(?:ParseQuery|QueryUnescape|PathUnescape) hex\\.DecodeString base64\\.\\w+\\.DecodeString
`);
const rustCriticalCalls = oneOf(`
  (?:std::|tokio::|fs_err::)?fs::(?:write|create_dir\\w*|copy|rename|hard_link|set_permissions)
  (?:std::|tokio::)?io::copy File::create \\w{1,40}\\.(?:commit|sync_all|sync_data|persist|write_all)
`);
const checkCommands = oneOf(`
  (?:npm|pnpm|yarn|bun)\\s(?:run\\s)?(?:test|lint|build|typecheck|type-check|check|ci)\\b[\\w:-]* (?:npx\\s)?(?:tsc|eslint|vitest|jest|mocha)\\b
  (?:python\\d?\\s-m\\s)?pytest\\b mypy\\b ruff\\scheck cargo\\s(?:test|build|check|clippy)\\b go\\s(?:test|build|vet)\\b
  make\\s(?:test|check|build|lint)\\b (?:\\./)?(?:mvnw?|gradlew?)\\s[\\w:\\s-]{0,40}(?:test|verify|build|check)\\b dotnet\\s(?:test|build)\\b
  bundle\\sexec\\s(?:rspec|rubocop|rake\\stest) rspec\\b phpunit\\b (?:\\./)?vendor/bin/phpunit terraform\\sapply kubectl\\sapply
  helm\\supgrade docker\\s(?:build|push)\\b
`);

const uncheckedTexts = (call: string): Pick<SwallowedError, "title" | "explanation"> => ({
  title: `The error of \`${call}\` is discarded`,
  explanation:
    "If it fails, the code continues with an empty result. Check the error, or explain in a comment " +
    "why it cannot fail or does not matter.",
});

function goIgnorePattern(calls: string): RegExp {
  return new RegExp(`^\\s*(?:\\w{1,40}, _ :?=|_(?:, _)? =) (?<call>${calls})\\(`);
}

const ignoredCallForms: Partial<Record<Family, readonly IgnoredCallForm[]>> = {
  go: [
    { pattern: goIgnorePattern(goCriticalCalls), describe: uncheckedTexts, confidence: 7 },
    {
      pattern: goIgnorePattern(goOtherCalls),
      describe: uncheckedTexts,
      confidence: advisoryConfidence,
      // A regular expression has already validated the text.
      unless: (source, line) => /\b(?:m|match|matches|sub\w*|groups?)\[/.test(textOfLine(source, line)),
    },
  ],
  rust: [
    { pattern: new RegExp(`^\\s*let _ = (?<call>${rustCriticalCalls})\\(`), describe: uncheckedTexts, confidence: 7 },
    {
      pattern: new RegExp(`^\\s*(?<call>${rustCriticalCalls})\\(.{0,300}\\)(?:\\.await)?\\.ok\\(\\);`),
      describe: uncheckedTexts,
      confidence: 7,
    },
  ],
  shell: [
    {
      pattern: new RegExp(`^\\s*(?:RUN |@)?(?<call>${checkCommands})[^|&;]{0,200}\\|\\| (?:true|:|exit 0)\\s*$`),
      describe: (call) => ({
        title: `A failing \`${call}\` passes: \`|| true\` hides its exit code`,
        explanation:
          "This command is run for its exit code. Let it fail, or explain in a comment why its result does not matter here.",
      }),
      confidence: 7,
    },
  ],
  ruby: [
    {
      pattern: /^\s*(?<call>[^#]{1,300}?) rescue (?:nil|false|true|\[\]|\{\}|""|''|0)\s*$/,
      describe: (call) => ({
        title: /\w/.test(call)
          ? `\`rescue nil\` after \`${shortenCall(call)}\` hides every error`
          : "`rescue nil` hides every error",
        explanation:
          "It rescues every StandardError, including misspelled names. Rescue the expected error, or explain in a " +
          "comment why every error may be ignored.",
      }),
      confidence: 7,
      // A conversion is a probe, and a line that had it in another form is not new.
      unless: (source, line) =>
        /\.to_\w+ rescue |\b(?:Integer|Float|Rational|BigDecimal|URI|parse|constantize|close|kill|reopen|unlink)\b/.test(
          textOfLine(source, line),
        ) || source.removedHere.some((text) => / rescue (?:nil|false|true|\[\])/.test(text)),
    },
  ],
  php: [
    {
      pattern:
        /^\s*@(?<call>(?:file_put_contents|fwrite|fputs|copy|rename|move_uploaded_file|mail|include|require|include_once|require_once|symlink|simplexml_load_\w+|unserialize))\s?\(/,
      describe: (call) => ({
        title: `\`@\` hides a failing \`${call}\`, and its result is not checked`,
        explanation: "If it fails, nothing reports it. Check the result, or remove the `@`.",
      }),
      confidence: 7,
    },
  ],
};

function shortenCall(call: string): string {
  const text = call.trim();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export const ignoredErrorFamilies: ReadonlySet<string> = new Set(Object.keys(ignoredCallForms));

export function findIgnoredErrors(source: ScannedSource): SwallowedError[] {
  const known = ignoredCallForms[source.language.family];
  if (!known) return [];
  const errors: SwallowedError[] = [];
  // Rust keeps a file's tests at its end.
  const tests = source.scanned.lines.findIndex((text) => text.startsWith("#[cfg(test)]"));
  for (const line of source.added) {
    if (tests >= 0 && line > tests) continue;
    const text = textOfLine(source, line);
    if (text.length > 1000) continue;
    const code = codeOn(source.scanned, line);
    for (const { pattern, describe, confidence, unless } of known) {
      const call = pattern.exec(code)?.groups?.["call"];
      if (call === undefined || !isNewHandler(source, line, line) || hasReason(source, line)) continue;
      if (unless?.(source, line) === true || isInCleanup(source, line)) continue;
      const callText = source.language.family === "ruby" ? text.slice(0, text.lastIndexOf(" rescue ")).trim() : call;
      errors.push({ kind: "ignored-error", line, end: line, ...describe(callText), confidence });
      break;
    }
  }
  return errors;
}

function hasReason(source: ScannedSource, line: number): boolean {
  const { scanned } = source;
  if (commentOn(scanned, line).trim() !== "" || isOnlyComment(scanned, line - 1)) return true;
  // A literal pattern, number or address: the author knows that it is valid.
  if (/\((?:"[^"]*"|\d+|'[^']*')[,)]/.test(codeOn(scanned, line)) && stringsOn(scanned, line).trim() !== "")
    return true;
  return /\b(?:Must|must|test|Test)\w*\s?\(/.test(enclosingFunctionLine(source, line));
}
