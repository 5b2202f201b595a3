// Creates line matchers for the code that a rule forbids.
import type { Family, Language } from "../../text/languages.ts";
import { codeOn, commentOn, stringsOn, type Scanned } from "../../text/scan.ts";
import { hasWord, oneOf } from "../../../change/word-patterns.ts";

export interface Matcher {
  /** Language families it applies to; empty for any code. */
  families: readonly Family[];
  /** Limits the matcher to files whose name ends like this. */
  files?: RegExp;
  /** Tests are exempt unless the rule mentions them. */
  matches(scanned: Scanned, line: number): boolean;
}

const js: readonly Family[] = ["js"];
const typescript = /\.(?:[cm]?ts|tsx|vue|svelte|astro)$/;

const inCode = (pattern: RegExp, families: readonly Family[] = [], files?: RegExp): Matcher => ({
  families,
  ...(files && { files }),
  matches: (scanned, line) => pattern.test(codeOn(scanned, line)),
});
const inComment = (pattern: RegExp): Matcher => ({
  families: [],
  matches: (scanned, line) => pattern.test(commentOn(scanned, line)),
});

const anyType = inCode(
  /(?::\s?|<|\bas |\|\s?|=> )any(?:\[\])?(?=\s?(?:[\])>;,|=){&]|$))|, any(?:\[\])?\s?>/,
  js,
  typescript,
);

/** Tokens whose meaning depends on the language. */
const knownTokens: Readonly<Record<string, Matcher>> = {
  any: anyType,
  "any type": anyType,
  ": any": anyType,
  "as any": inCode(/\bas any\b/, js, typescript),
  var: inCode(/(?:^|[;({]\s?)\s*var [\w$[{]/, js),
  enum: inCode(/^\s*(?:export )?(?:declare )?(?:const )?enum \w/, js, typescript),
  "SELECT *": {
    families: ["python", "js", "ruby", "php", "go", "rust", "c"],
    matches: (scanned, line) => /\bselect\s{1,10}\*/i.test(stringsOn(scanned, line)),
  },
  fetch: inCode(/(?<![\w$.])fetch\(/, js),
  eval: inCode(/(?<![\w$.])eval\(/),
  print: inCode(/^\s*print\(/, ["python"]),
  debugger: inCode(/^\s*debugger\b/, js),
  unwrap: inCode(/\.unwrap\(\)/, ["rust"]),
  "unwrap()": inCode(/\.unwrap\(\)/, ["rust"]),
  "expect()": inCode(/\.expect\(/, ["rust"]),
  panic: inCode(/(?<![\w.])panic!?\(/, ["go", "rust"]),
  "except:": inCode(/^\s*except\s*:/, ["python"]),
  "hex colour": inCode(/#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])[^{]*$/i, ["css"]),
  "SQL with values in its text": {
    families: ["python", "js", "ruby", "php"],
    matches: (scanned, line) =>
      /\b(?:execute|query|raw|exec)\w*\(\s*(?:f["'`]|["'`][^"'`]*["'`]\s*(?:%|\+|\.format))|\b(?:execute|query|raw)\w*\(\s*`[^`]*\$\{/i.test(
        scanned.lines[line - 1] ?? "",
      ) && /\b(?:select|insert|update|delete)\b/i.test(scanned.lines[line - 1] ?? ""),
  },
  "export default": inCode(/^\s*export default\b/, js),
  "non-null assertion": inCode(/[\w$\])]!(?:\.|\[|;|,|\)|$)(?!=)/, js, typescript),
  "@ts-ignore": inComment(/@ts-ignore\b/),
  "@ts-expect-error": inComment(/@ts-expect-error\b/),
  "@ts-nocheck": inComment(/@ts-nocheck\b/),
  "eslint-disable": inComment(/\beslint-disable(?:-next-line|-line)?\b/),
  "# type: ignore": inComment(/# type: ignore\b/),
  "type: ignore": inComment(/# type: ignore\b/),
  "# noqa": inComment(/# noqa\b/),
  "#region": {
    families: ["c"],
    files: /\.cs$/,
    matches: (scanned, line) => /^\s*#region\b/.test(scanned.lines[line - 1] ?? ""),
  },
};

/** A shell command. */
const shellCommand = new RegExp(
  `^(?:\\$ )?${oneOf("git npm pnpm yarn bun bunx npx uv uvx pip pip3 poetry cargo make docker gh go node python python3 pytest tsc rm sudo brew apt just nx turbo cd sed curl vitest jest")}(?: |$)`,
);
const identifier = /^[.@]?[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:\((?:\.\.\.|\u2026)?\)|!)?$/;

/** Two or three words of code that start with a keyword. */
const codePhrase = new RegExp(
  `^${oneOf("as except import new throw raise catch private static let from")}(?: [\\w$.*]{1,40}){1,3}(?:\\(\\))?$`,
);

/** Returns null if the token is too common a word or not code; `isCall`: the rule forbids to call it. */
export function createMatcher(token: string, how: "import" | "use" | "commit", isCall = false): Matcher | null {
  if (token.length < 2 || token.length > 80 || how === "commit") return null;
  if (how === "import") return importMatcher(token);
  const named = token.replace(/\($/, "");
  const special = Object.hasOwn(knownTokens, named) ? knownTokens[named]! : null;
  if (special) return special;
  if (shellCommand.test(token)) return null;
  const tag = /^<([A-Za-z][\w.]*)\s?\/?>$/.exec(token)?.[1];
  // Generic elements occur everywhere.
  if (tag === "div" || tag === "span") return null;
  if (tag)
    return inCode(
      new RegExp(`<${escapeRegExp(tag)}(?=[\\s/>]|$)`),
      ["js", "markup"],
      /\.(?:[jt]sx|vue|svelte|astro|html)$/,
    );
  if (/^#\[\w+/.test(token)) return inCode(new RegExp(escapeRegExp(token.replace(/[()\]].*$/, ""))), ["rust"]);
  if (codePhrase.test(token))
    return inCode(
      new RegExp(`(?<![\\w$.])${token.replace(/\(\)$/, "").split(" ").map(escapeRegExp).join("\\s+")}(?![\\w$])`),
    );
  if (!identifier.test(token)) return null;
  // A plain word can be a name of anything, so only a call or a member of it counts.
  if (!isDistinctive(token) && !isCall) return null;
  const pattern = isDistinctive(token)
    ? tokenPattern(token)
    : new RegExp(`(?<![\\w$.#-])${escapeRegExp(token)}(?:\\(|\\.[a-z]\\w*\\()`);
  return inCode(pattern, familiesOf(token));
}

/** More than an English word: it has a dot, an underscore or inner capitals, or is a call. */
function isDistinctive(token: string): boolean {
  return /[._$:>(!]/.test(token) || /[a-z][A-Z]/.test(token);
}

function tokenPattern(token: string): RegExp {
  const called = token.replace(/\((?:\.\.\.|\u2026)?\)$/, "");
  const before = token.startsWith(".") ? "" : "(?<![\\w$.])";
  const after = called === token ? "(?![\\w$])" : "\\s?(?:<[^<>()]{0,80}>)?\\(";
  return new RegExp(`${before}${escapeRegExp(called)}${after}`);
}

const ownLanguage: readonly (readonly [RegExp, readonly Family[]])[] = [
  [/^(?:console|document|window|process|Math|JSON|React|jest|vi)\./, js],
  [/^(?:fmt|ioutil)\.[A-Z]/, ["go"]],
  [/^\.?(?:unwrap|expect)\(\)$|!$|::/, ["rust", "c"]],
];

function familiesOf(token: string): readonly Family[] {
  return ownLanguage.find(([pattern]) => pattern.test(token))?.[1] ?? [];
}

/** Matches a module specifier in an import; a star matches one segment. */
function importMatcher(token: string): Matcher | null {
  if (
    !/^[@\w./*-]{2,80}$/.test(token) ||
    (/^[.*/]+$/.test(token) && !/^(?:\.\.\/?){2,}$/.test(token)) ||
    token.split("*").length > 3
  )
    return null;
  const module = token
    .replace(/\/\*\*?$/, "")
    .split("*")
    .map(escapeRegExp)
    .join("[^/]{1,80}");
  const quoted = new RegExp(`^\\s*${module}(?:/\\S*)?\\s*$`);
  const dotted = new RegExp(`^\\s*(?:from|import|use) ${module}(?:[.:;\\s]|$)`);
  return {
    families: ["js", "python", "go", "c", "php", "ruby"],
    matches(scanned, line) {
      const code = codeOn(scanned, line);
      if (/^\s*(?:import|from|use)\b/.test(code) && dotted.test(code)) return true;
      return /\b(?:from|import|require)\b/.test(code) && quoted.test(stringsOn(scanned, line).trim());
    },
  };
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

/** Code families; in data, styles and markup the same characters mean something else. */
const codeFamilies: readonly Family[] = ["js", "python", "ruby", "php", "rust", "go", "c"];

export function matcherApplies({ families, files }: Matcher, language: Language, path: string): boolean {
  if (files && !files.test(path)) return false;
  return (families.length > 0 ? families : codeFamilies).includes(language.family);
}

/** Things that rules name in words, without backticks. */
const vocabulary: readonly (readonly [RegExp, string])[] = [
  [/\bdefault exports?\b/i, "export default"],
  [/\bnon-null assertions?(?: operators?)?\b/i, "non-null assertion"],
  [/\bany types?\b|\bthe any type\b/i, "any"],
  [/\bbare `except:?`|\bbare excepts?\b/i, "except:"],
  [/\bhex(?:adecimal)? (?:literals?|colou?rs?|colou?r (?:literals?|values?|codes?))\b/i, "hex colour"],
  [/\b(?:typescript )?enums\b/i, "enum"],
  [
    /\b(?:queries|query|SQL)(?: strings?)? (?:with|by|from|using) (?:f-strings?|string (?:interpolation|concatenation|formatting)|template (?:literals?|strings?))/i,
    "SQL with values in its text",
  ],
  [/(?<![\w`])#region(?:\/#endregion)?\b/i, "#region"],
];

/** The sentence with these things in backticks. */
export function markVocabulary(sentence: string): string {
  let text = sentence;
  for (const [words, token] of vocabulary)
    if (!hasWord("instead prefer").test(text.split(words)[0] ?? ""))
      text = text.replace(words, (all) => (isInCode(text, all) ? all : `\`${token}\``));
  return text;
}

function isInCode(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at >= 0 && (text.slice(0, at).split("`").length - 1) % 2 === 1;
}
