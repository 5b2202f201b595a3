// Reads a finding's title as a claim: names of code become numbered slots, and phrasing is reduced to a few plain forms.

interface ClaimName {
  text: string;
  /** In backticks: certainly meant as code. */
  marked: boolean;
}

export interface ClaimText {
  /** The title with each name as `«0»`, contractions expanded, articles and fillers dropped. */
  plain: string;
  names: readonly ClaimName[];
  /** A title states the defect; sentences after it tell also of its causes and of other code. */
  isTitle: boolean;
}

/** What a text says, or what happens in some case, is no claim that the thing is absent. */
export const reported = /\b(?:says?|said|claims?|states?|promises|will not be)\b/i;

export const slot = "«\\d+»";

const codeLike = [
  "`[^`\\n]+`",
  "(?<![\\w'])'[A-Za-z_$][\\w$.:-]*(?:\\(\\))?'(?!\\w)",
  "--[a-z][\\w-]*",
  "@[A-Za-z]\\w*",
  '[\\w$]+="[^"]*"',
  "[\\w$]+(?:(?:\\.|::|->)[\\w$]+)+(?:\\(\\))?",
  "[\\w$]+\\([^()]*\\)",
  "[A-Za-z_$][\\w$]*(?:\\+\\+|[?!](?=\\s))",
  "[A-Za-z$]*[a-z\\d][A-Z][\\w$]*",
  "(?<!\\w)_*[A-Za-z\\d$]*[A-Za-z\\d]_\\w+|(?<!\\w)_[A-Za-z]\\w*",
  "[A-Z]{3,}(?=\\b)",
].join("|");
const nameIn = new RegExp(codeLike, "g");
/** Written like code, and words of English all the same. */
const abbreviations = /^(?:e\.g|i\.e|[A-Z]{2,4}|NULL|POST|JSON|HTTP|HTML|TODO|Node\.js|JavaScript|TypeScript|GitHub)$/;

/** Verbs whose "un-" form says that something is not done. */
const undoable =
  "await(?:ed|ing)|handled|checked|caught|guarded|protected|synchroni[sz]ed|locked|escaped|saniti[sz]ed|encoded|quoted|validated|verified|authenticated|authori[sz]ed|closed|released|freed|disposed|bounded|parameteri[sz]ed|trimmed|imported|cancelled|cleared|sorted|ordered|rounded|filtered|limited|capped|tested|masked|paginated|deduplicated|hashed|encrypted|logged|throttled";

/** "missing `import math`" names `math`. */
const importLine = /^(import |#include |using |use |require )?(.*)$/s;

const rewrites: readonly (readonly [RegExp, string])[] = [
  [/’/g, "'"],
  [/\bconsider (?:declaring|marking|making) («\d+»|\w+)(?: as)?\b/gi, "$1 should be declared"],
  [/\bremains? (?:undefined|unset|uninitiali[sz]ed)\b/gi, "is not initialized"],
  [/\*\*|__/g, ""],
  [/\b(marked|declared|flagged|made|registered|treated) as\b/gi, "$1"],
  [/\bcan(?:'t|not)\b/gi, "can not"],
  [/\bwon't\b/gi, "will not"],
  [/n't\b/gi, " not"],
  [/\b(there|it|that|what)'s\b/gi, "$1 is"],
  [/\b(?:has|have|had) (not |never )?been\b/gi, "is $1"],
  [/\b(?:appears?|seems?|happens?) to be\b/gi, "is"],
  [/\b(?:was|were|are|gets|remains)\b/gi, "is"],
  [/\b(this|the|same) (file|module|class|component|crate|model|scope|unit|script|package)\b/gi, "$1-$2"],
  [/\bthis-(\w+)'s file\b/gi, "this-file"],
  [
    /\b(?:actually|ever|currently|simply|apparently|even|really|just|also|still|here|explicitly|being|unfortunately|likely|probably|perhaps|possibly|immediately|directly|anywhere in)\b/gi,
    "",
  ],
  [/\b(?:does|do|did) not (?:appear|seem) to (?:be|have)\b/gi, "is not"],
  [/\b(?:fire-and-forget|floating promise|dangling promise)\b/gi, "un awaited"],
  [new RegExp(`\\b(?:un|non)-?(?=(?:${undoable})\\b)`, "gi"), "un "],
];
const articles = /(?<![\w-])(?:the|a|an|any|its|their|his|own)(?![\w-])/gi;

export function readClaim(text: string, isTitle = true): ClaimText {
  const names: ClaimName[] = [];
  let plain = text.slice(0, 400).replace(nameIn, (name) => {
    if (abbreviations.test(name)) return name;
    const marked = /^[`']/.test(name);
    const [, imports = "", bare = ""] = importLine.exec((marked ? name.slice(1, -1) : name).trim())!;
    names.push({ text: bare, marked });
    return `${imports && "import "}«${names.length - 1}»`;
  });
  for (const [from, to] of rewrites) plain = plain.replace(from, to);
  return {
    plain: plain
      // An aside is not the claim.
      .replace(/ \([^()]* [^()]*\)/g, "")
      .replace(articles, "")
      .replace(/\s+/g, " ")
      .replace(/ (?=[,;:.] )/g, "")
      .trim(),
    names,
    isTitle,
  };
}

/** The first sentences of the explanation, which often say what the title only names. */
export function explainedClaims({ explanation }: { explanation: string }): ClaimText[] {
  const sentences = explanation.slice(0, 600).split(/(?<=[.!?])\s+(?=[A-Z`"'(])/);
  return sentences.slice(0, 2).map((one) => readClaim(one, false));
}

/** The text of a slot, or of a plain word as it stands. */
export function nameAt(text: string, { names }: ClaimText): string {
  const index = /^«(\d+)»$/.exec(text)?.[1];
  return index === undefined ? text : (names[Number(index)]?.text ?? text);
}

/** An identifier without a call's parentheses and sigils. */
export function bareName(text: string): string {
  return text.replace(/\(.*\)$/s, "").replace(/^[$@&*]+|[(),;+]+$/g, "");
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Whether the name stands in the text as a whole word. */
export function hasWholeName(text: string, name: string, flags = ""): boolean {
  return new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`, flags).test(text);
}
