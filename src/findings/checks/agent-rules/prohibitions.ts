// Parses what a rule forbids, for the few sentence forms that are unambiguous.
import { oneOf } from "../../../change/word-patterns.ts";
import type { AgentRule } from "./parse-rules.ts";

export interface Prohibition {
  rule: AgentRule;
  /** The forbidden token as the rule writes it. */
  token: string;
  /** Whether importing it, using it or committing it is forbidden. */
  how: "import" | "use" | "commit";
  /** What to use instead; empty if the rule does not say. */
  instead: readonly string[];
  /** `only`: the rule is about tests; `never`: tests are exempt. */
  tests: "only" | "never" | "unsaid";
  /** Languages named by the rule or its headings; empty for any. */
  languages: readonly string[];
  /** Folders or files named by the rule; empty for any. */
  places: readonly string[];
  /** Exempt files. */
  exempt: readonly string[];
}

// Code in a sentence is replaced by a placeholder, so that the patterns match words only.
const open = "\uE000";
const close = "\uE001";
const code = `${open}\\d{1,3}${close}`;
const codes = `${code}(?:(?:,? ?(?:or|and|nor) |, ?| ?/ ?)${code}){0,9}`;
const adjectives = `(?:${oneOf("the a an any raw bare deprecated legacy old plain native explicit direct")} ){0,3}`;
const nouns = `(?: ${oneOf(`
  types? class classes functions? methods? hooks? components? calls? statements? decorators? keywords? macros? modules?
  packages? library helpers? imports? comments? directives? assertions? casts? property properties operator APIs? syntax
  anywhere directly objects? unions? queries
`)}){0,2}`;
const forbids = oneOf("never do\\snot don't must\\snot mustn't must\\snever should\\snever shall\\snot");
const usageVerb = `(?:(?:ever|be) )?${oneOf("use using used call calling import importing write add adding leave leaving keep keeping ship introduce include reach\\sfor rely\\son instantiate build building commit")}(?: from)?`;

/** `never use X` at the start or after another clause; the rest must be a known tail. */
const neverUse = new RegExp(
  `(?:^|[;:,.(] |[-\u2013\u2014] ?|\\b(?:and|but) )${forbids} (?<verb>${usageVerb}) ${adjectives}(?<what>${codes})${nouns}(?<tail>.*)$`,
  "i",
);
const insteadOf = new RegExp(
  `(?:^|[;:,.] |\\b(?:always|must) )use ${adjectives}(?<instead>${codes})${nouns}(?: (?:instead of|rather than|and never|and not)|, ?(?:not|never)|;? ?[-\u2013\u2014]? never) ${adjectives}(?<what>${codes})${nouns}(?<tail>.*)$`,
  "i",
);
const useNotThat = new RegExp(
  `^(?<instead>${codes}), (?:never|not) ${adjectives}(?<what>${codes})${nouns}(?<tail>.*)$`,
  "i",
);
const none = new RegExp(`^(?:[\\w -]{1,40}: )?no ${adjectives}(?<what>${codes})${nouns}(?<tail>.*)$`, "i");
const prescribed = new RegExp(
  `\\b(?:use|prefer|with|via|through|favou?r|instead:?|is|are) ${adjectives}(${codes})`,
  "gi",
);

/** Words that qualify a rule or allow some cases. */
const exceptionWords = new RegExp(
  `\\b${oneOf(`
    unless except excluding other\\sthan acceptable allowed fine okay ok exceptions? sparingly unnecessar(?:y|ily) usually
    generally rarely e\\.g for\\sexample such\\sas where\\spossible when\\spossible if\\spossible if\\sneeded
  `)}(?![\\w-])`,
  "i",
);
/** Words that narrow a rule to cases this check cannot decide. */
const narrowingWords = new RegExp(
  `\\b${oneOf(`
    if when whenever while during only where wherever until outside inside without within for in on at under to before after
  `)}\\b`,
  "i",
);
/** Rules about the way of working, not about code. */
const workflowWords =
  /\b(?:commit|commits|pull requests?|prs?|review|reviews|reviewing|git|branch(?:es)?|workflow|commands?|running|run|terminal|shell|description|deploy\w*|release|changelog|communication|response|agent output|chat)\b/i;

export function parseProhibitions(rule: AgentRule): Prohibition[] {
  if (rule.sentence.length > 600 || rule.hasException) return [];
  const { text, tokens } = markCode(rule.sentence);
  if (tokens.length === 0) return [];
  const scope = parseScope(rule, text, tokens);
  const shape = scope && parseShape(scope.rest);
  if (!scope || !shape) return [];
  const what = markNumbers(shape.what);
  const alternatives = [...scope.rest.matchAll(prescribed)]
    .flatMap(([, marks]) => markNumbers(marks!))
    .concat(markNumbers(shape.instead));
  const instead = [...new Set(alternatives.filter((mark) => !what.includes(mark)).map((mark) => tokens[mark]!))];
  return what
    .map((mark) => tokens[mark]!)
    .filter((token) => !instead.includes(token) && (!shape.bare || isCodeToken(token)))
    .map((token) => ({ rule, token, how: shape.how, instead, ...scope.where }));
}

function markNumbers(marks: string): number[] {
  return [...marks.matchAll(/\d+/g)].map(([index]) => Number(index));
}

/** "No `description`" can mean anything; "no `console.log`" and "no `any`" are about code. */
function isCodeToken(token: string): boolean {
  return /[.(!]|^any$|^as any$|^export default$/.test(token);
}

interface Shape {
  what: string;
  instead: string;
  how: Prohibition["how"];
  /** A lone "no X" without a verb. */
  bare: boolean;
}

/** A label or a clause that says what to use; a subject would limit whom the rule binds. */
const plainStart = /^(?:[^:;]{1,60}: ?)?(?:(?:always |must )?(?:use|prefer) [^.]*)?$/i;

function parseShape(text: string): Shape | null {
  if (exceptionWords.test(text)) return null;
  for (const pattern of [neverUse, insteadOf, useNotThat, none]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const { what = "", instead = "", tail = "", verb = "" } = match.groups ?? {};
    const before = text.slice(0, match.index);
    if (!plainStart.test(before) || narrowingWords.test(before) || !isKnownTail(tail)) return null;
    return { what, instead, how: usageOf(verb), bare: pattern === none };
  }
  return null;
}

function usageOf(verb: string): Prohibition["how"] {
  return /^import/i.test(verb) ? "import" : /^commit/i.test(verb) ? "commit" : "use";
}

/** The sentence ends, or continues after punctuation with an alternative or a reason. */
function isKnownTail(tail: string): boolean {
  if (/^ ?,/.test(tail)) return !narrowingWords.test(tail);
  return /^ ?(?:$|[.!]|[-\u2013\u2014;:(] ?\S|instead\b|as it\b|because\b|since\b)/i.test(tail);
}

/** Replaces code and quoted text with placeholders and strips emphasis and links. */
function markCode(sentence: string): { text: string; tokens: string[] } {
  const tokens: string[] = [];
  const mark = (token: string): string => `${open}${tokens.push(token.trim()) - 1}${close}`;
  const text = sentence
    .replace(/[\uE000\uE001]/g, "")
    .replace(/``?([^`]{1,200}?)``?/g, (_all, token: string) => mark(token))
    .replace(/\[([^\]]{1,200})\]\([^)]{0,300}\)/g, "$1")
    .replace(/(?<![\w"])"([\w$@./:()<>*-]{2,60})"(?!\w)/g, (_all, token: string) => mark(token))
    .replace(/\*{1,3}|__/g, "")
    .replace(/[’]/g, "'")
    .replace(/\s+/g, " ");
  return { text: text.trim(), tokens };
}

type RuleScope = Pick<Prohibition, "tests" | "languages" | "places" | "exempt">;

const languageWords: readonly (readonly [RegExp, string])[] = [
  [/\b(?:typescript|\bTS)\b/i, "TypeScript"],
  [/\b(?:javascript|\bJS)\b/i, "JavaScript"],
  [/\bpython\b/i, "Python"],
  [/\brust\b/i, "Rust"],
  [/\b(?:golang|Go code)\b|(?:^| \/ )Go(?=$|:)/, "Go"],
  [/\bjava\b/i, "Java"],
  [/\bruby\b/i, "Ruby"],
  [/\bphp\b/i, "PHP"],
  [/\b(?:c#|csharp)/i, "C#"],
  [/\b(?:css|scss)\b/i, "CSS"],
  [/\bvue\b/i, "Vue"],
  [/\bsvelte\b/i, "Svelte"],
];
const inTests =
  / ?\b(?:in|inside|within) (?:(?:the|your|our|all|any|new|unit|e2e|integration|\w+) ){0,2}tests?(?: (?:files?|code|suites?|cases?))?\b/i;
const exceptTests =
  / ?[(,]?\s?(?:except|unless|outside(?: of)?)(?: for)? (?:in )?(?:\w+ )?tests?(?: (?:files?|code|suites?))?(?: where [^)]{0,60})?\)?/i;
const inFolder = new RegExp(
  ` ?\\b(?:in|inside|within|under) (${codes})(?: (?:files?|folders?|directory|directories|package|packages|module))?(?=[,.;:]|$| [-\u2013\u2014]|$)`,
  "i",
);
const exceptFolder = new RegExp(` ?[(,]?\\s?(?:except|outside(?: of)?) (?:in |for )?(${codes})\\)?`, "i");
const inLanguage =
  / ?\b(?:in|for) (?:all |new |our )?(?:typescript|javascript|python|rust|go|java|ruby|php|c#|vue|svelte|css|scss|TS|JS)(?:\/\w+)?(?: (?:files?|code|sources?|components?))?(?=[,.;:]|$| [-\u2013\u2014])/i;
const everywhere =
  / ?\b(?:in|to|into) (?:(?:the|your|our|new|any|all|production|application|library|app|source|this|committed|merged|final) ){0,3}(?:code|codebase|source|sources|files?|repo|repository|project|queries|SQL)\b/i;

/** The scope of the rule, and the sentence without its scope words; null if the scope is not understood. */
function parseScope(
  rule: AgentRule,
  text: string,
  tokens: readonly string[],
): { rest: string; where: RuleScope } | null {
  const under = rule.headings.join(" / ");
  if (workflowWords.test(under)) return null;
  let rest = text;
  const cut = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
    return match;
  };
  const tokensOf = (match: RegExpExecArray | null): string[] =>
    markNumbers(match?.[1] ?? "").map((mark) => tokens[mark]!);
  const sparesTests = cut(exceptTests) !== null;
  const exempt = tokensOf(cut(exceptFolder));
  const onlyTests = cut(inTests) !== null || /\btest(?:s|ing)?\b/i.test(under);
  const languages = languageWords.flatMap(([word, language]) =>
    word.test(text) || word.test(under) ? [language] : [],
  );
  cut(inLanguage);
  const places = tokensOf(cut(inFolder));
  cut(everywhere);
  const isPath = (one: string): boolean => /^[\w@.*/-]{2,100}$/.test(one) && /[/.]/.test(one);
  if (![...places, ...exempt].every(isPath)) return null;
  return {
    rest: rest.trim(),
    where: { tests: onlyTests ? "only" : sparesTests ? "never" : "unsaid", languages, places, exempt },
  };
}
