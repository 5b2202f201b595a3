// Results that say whether something failed, and that nobody looks at. Only calls whose failing matters, by name: an
// author who writes `_ =` has thought of it, and is asked only where the loss would be felt.
import type { Family } from "../../text/languages.ts";
import { oneOf } from "../../../change/word-patterns.ts";
import { codeOn, commentOn, isOnlyComment, stringsOn } from "../../text/scan.ts";
import { functionAround, isInCleanup } from "./meant.ts";
import { advisory, isNew, lineText, type Source, type Spot } from "./source.ts";

interface Form {
  /** On the code of one line; the group `call` is what is shown. */
  pattern: RegExp;
  says(call: string): Pick<Spot, "title" | "explanation">;
  confidence: number;
  unless?(source: Source, line: number): boolean;
}

/** What is written is lost, or what is returned is nil and is used all the same. */
const goMatters = oneOf(`
  os\\.(?:WriteFile|Open|OpenFile|Create|Mkdir|MkdirAll|Rename|Symlink|Link|Truncate) ioutil\\.WriteFile
  http\\.(?:Get|Post) url\\.Parse rand\\.Read \\w{1,30}\\.Commit
`);
/** Empty, zero or half read: often what the author wants of a bad input. */
const goMayMatter = oneOf(`
  os\\.(?:ReadFile|ReadDir) ioutil\\.(?:ReadAll|ReadFile|ReadDir) io\\.(?:ReadAll|ReadFull)
  json\\.(?:Unmarshal|NewDecoder\\([^()]{0,60}\\)\\.Decode) yaml\\.Unmarshal xml\\.Unmarshal toml\\.Unmarshal
  http\\.(?:NewRequest|NewRequestWithContext) strconv\\.(?:Atoi|Parse\\w+) time\\.(?:Parse|ParseDuration|LoadLocation)
  url\\.(?:ParseQuery|QueryUnescape|PathUnescape) hex\\.DecodeString base64\\.\\w+\\.DecodeString
`);
const rustMatters = oneOf(`
  (?:std::|tokio::|fs_err::)?fs::(?:write|create_dir\\w*|copy|rename|hard_link|set_permissions)
  (?:std::|tokio::)?io::copy File::create \\w{1,40}\\.(?:commit|sync_all|sync_data|persist|write_all)
`);
const checking = oneOf(`
  (?:npm|pnpm|yarn|bun)\\s(?:run\\s)?(?:test|lint|build|typecheck|type-check|check|ci)\\b[\\w:-]* (?:npx\\s)?(?:tsc|eslint|vitest|jest|mocha)\\b
  (?:python\\d?\\s-m\\s)?pytest\\b mypy\\b ruff\\scheck cargo\\s(?:test|build|check|clippy)\\b go\\s(?:test|build|vet)\\b
  make\\s(?:test|check|build|lint)\\b (?:\\./)?(?:mvnw?|gradlew?)\\s[\\w:\\s-]{0,40}(?:test|verify|build|check)\\b dotnet\\s(?:test|build)\\b
  bundle\\sexec\\s(?:rspec|rubocop|rake\\stest) rspec\\b phpunit\\b (?:\\./)?vendor/bin/phpunit terraform\\sapply kubectl\\sapply
  helm\\supgrade docker\\s(?:build|push)\\b
`);

const unchecked = (call: string): Pick<Spot, "title" | "explanation"> => ({
  title: `The error of \`${call}\` is thrown away`,
  explanation:
    "If it fails, the code goes on with an empty result, and nobody is told. Check the error, or say in a comment " +
    "why it cannot fail or does not matter.",
});

function goIgnores(calls: string): RegExp {
  return new RegExp(`^\\s*(?:\\w{1,40}, _ :?=|_(?:, _)? =) (?<call>${calls})\\(`);
}

const forms: Partial<Record<Family, readonly Form[]>> = {
  go: [
    { pattern: goIgnores(goMatters), says: unchecked, confidence: 7 },
    {
      pattern: goIgnores(goMayMatter),
      says: unchecked,
      confidence: advisory,
      // What a pattern has matched is known to be well-formed.
      unless: (source, line) => /\b(?:m|match|matches|sub\w*|groups?)\[/.test(lineText(source, line)),
    },
  ],
  rust: [
    { pattern: new RegExp(`^\\s*let _ = (?<call>${rustMatters})\\(`), says: unchecked, confidence: 7 },
    {
      pattern: new RegExp(`^\\s*(?<call>${rustMatters})\\(.{0,300}\\)(?:\\.await)?\\.ok\\(\\);`),
      says: unchecked,
      confidence: 7,
    },
  ],
  shell: [
    {
      pattern: new RegExp(`^\\s*(?:RUN |@)?(?<call>${checking})[^|&;]{0,200}\\|\\| (?:true|:|exit 0)\\s*$`),
      says: (call) => ({
        title: `A failing \`${call}\` passes: \`|| true\` hides its exit code`,
        explanation:
          "Its failing is what it is run for. Let it fail, or say in a comment why its result does not matter here.",
      }),
      confidence: 7,
    },
  ],
  ruby: [
    {
      pattern: /^\s*(?<call>[^#]{1,300}?) rescue (?:nil|false|true|\[\]|\{\}|""|''|0)\s*$/,
      says: (call) => ({
        title: /\w/.test(call)
          ? `\`rescue nil\` after \`${shortened(call)}\` hides every error`
          : "`rescue nil` hides every error",
        explanation:
          "It takes every StandardError, misspelt names included. Rescue the error that is expected, or say in a " +
          "comment why any may be ignored.",
      }),
      confidence: 7,
      // A conversion is a probe, and a line that had it in another form is not new.
      unless: (source, line) =>
        /\.to_\w+ rescue |\b(?:Integer|Float|Rational|BigDecimal|URI|parse|constantize|close|kill|reopen|unlink)\b/.test(
          lineText(source, line),
        ) || source.removedHere.some((text) => / rescue (?:nil|false|true|\[\])/.test(text)),
    },
  ],
  php: [
    {
      pattern:
        /^\s*@(?<call>(?:file_put_contents|fwrite|fputs|copy|rename|move_uploaded_file|mail|include|require|include_once|require_once|symlink|simplexml_load_\w+|unserialize))\s?\(/,
      says: (call) => ({
        title: `\`@\` hides a failing \`${call}\`, and its result is not looked at`,
        explanation: "If it fails, nothing tells. Look at what it returns, or let the warning through.",
      }),
      confidence: 7,
    },
  ],
};

function shortened(call: string): string {
  const text = call.trim();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export function ignoredErrors(source: Source): Spot[] {
  const known = forms[source.language.family];
  if (!known) return [];
  const spots: Spot[] = [];
  // Rust keeps a file's tests at its end.
  const tests = source.scanned.lines.findIndex((text) => text.startsWith("#[cfg(test)]"));
  for (const line of source.added) {
    if (tests >= 0 && line > tests) continue;
    const text = lineText(source, line);
    if (text.length > 1000) continue;
    const code = codeOn(source.scanned, line);
    for (const { pattern, says, confidence, unless } of known) {
      const call = pattern.exec(code)?.groups?.["call"];
      if (call === undefined || !isNew(source, line, line) || hasReason(source, line)) continue;
      if (unless?.(source, line) === true || isInCleanup(source, line)) continue;
      const shown = source.language.family === "ruby" ? text.slice(0, text.lastIndexOf(" rescue ")).trim() : call;
      spots.push({ kind: "ignored-error", line, end: line, ...says(shown), confidence });
      break;
    }
  }
  return spots;
}

function hasReason(source: Source, line: number): boolean {
  const { scanned } = source;
  if (commentOn(scanned, line).trim() !== "" || isOnlyComment(scanned, line - 1)) return true;
  // Text that says what the author knows cannot fail: a pattern, a number, an address written out.
  if (/\((?:"[^"]*"|\d+|'[^']*')[,)]/.test(codeOn(scanned, line)) && stringsOn(scanned, line).trim() !== "")
    return true;
  return /\b(?:Must|must|test|Test)\w*\s?\(/.test(functionAround(source, line));
}
