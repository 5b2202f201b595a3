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
}

export const slot = "«\\d+»";

const codeLike = [
  "`[^`\\n]+`",
  "--[a-z][\\w-]*",
  "@[A-Za-z]\\w*",
  '[\\w$]+="[^"]*"',
  "[\\w$]+(?:(?:\\.|::|->)[\\w$]+)+(?:\\(\\))?",
  "[\\w$]+\\([^()]*\\)",
  "[A-Za-z_$][\\w$]*(?:\\+\\+|[?!](?=\\s))",
  "[A-Za-z$]*[a-z\\d][A-Z][\\w$]*",
  "[A-Za-z\\d$]*[A-Za-z\\d]_\\w+",
  "[A-Z]{3,}(?=\\b)",
].join("|");
const nameIn = new RegExp(codeLike, "g");
/** Written like code, and words of English all the same. */
const abbreviations = /^(?:e\.g|i\.e|[A-Z]{2,4}|NULL|POST|JSON|HTTP|HTML|TODO|Node\.js|JavaScript|TypeScript|GitHub)$/;

const rewrites: readonly (readonly [RegExp, string])[] = [
  [/’/g, "'"],
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
    /\b(?:actually|ever|currently|simply|apparently|even|really|just|also|still|here|explicitly|being|unfortunately|anywhere in)\b/gi,
    "",
  ],
  [/\bnever (?=\w+ed\b)/gi, "never "],
];
const articles = /(?<![\w-])(?:the|a|an|any|its|their|his|own)(?![\w-])/gi;

export function readClaim(title: string): ClaimText {
  const names: ClaimName[] = [];
  let plain = title.slice(0, 400).replace(nameIn, (text) => {
    if (abbreviations.test(text)) return text;
    const marked = text.startsWith("`");
    names.push({ text: (marked ? text.slice(1, -1) : text).trim(), marked });
    return `«${names.length - 1}»`;
  });
  for (const [from, to] of rewrites) plain = plain.replace(from, to);
  return { plain: plain.replace(articles, "").replace(/\s+/g, " ").trim(), names };
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
