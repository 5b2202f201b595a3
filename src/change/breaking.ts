// Detects breaking changes that the author states: a `!` in the prefix, a footer, or a phrase.
import { redactSecrets } from "../secrets/redact-secrets.ts";
import { parseConventional } from "./conventional.ts";
import { isDependencyUpdate } from "./description.ts";
import { prose, withoutCodeSpans } from "./prose.ts";

export interface Breaking {
  source: "title" | "body" | "commit";
  sha: string | null;
  excerpt: string;
}

/** One statement. `declared`: in the convention's capitals; otherwise a phrase in prose. */
export interface BreakingMention {
  start: number;
  end: number;
  declared: boolean;
}

const excerptLength = 80;
const around = 20;

/** At most one for the title, one for the body and one per commit subject. */
export function findBreaking(
  title: string,
  body: string,
  subjects: readonly { sha: string; subject: string }[],
): Breaking[] {
  const rows: Breaking[] = [];
  if (lineBreaks(title, "title"))
    rows.push({ source: "title", sha: null, excerpt: cutToExcerpt(redactSecrets(title), 0, excerptLength) });
  const safe = redactSecrets(body);
  const mention = isDependencyUpdate(safe) ? null : firstMention(prose(safe), safe);
  if (mention) {
    const start = Math.max(0, mention.start - around);
    const end = Math.min(mention.end + around, start + excerptLength);
    rows.push({ source: "body", sha: null, excerpt: cutToExcerpt(safe, start, end) });
  }
  for (const { sha, subject } of subjects)
    if (lineBreaks(subject, "commit"))
      rows.push({ source: "commit", sha, excerpt: cutToExcerpt(redactSecrets(subject), 0, excerptLength) });
  return rows;
}

function lineBreaks(line: string, source: "title" | "commit"): boolean {
  return parseConventional(line, source)?.breaking === true || firstMention(withoutCodeSpans(line)) !== null;
}

/** Cuts to one line without splitting a surrogate pair. */
function cutToExcerpt(text: string, start: number, end: number): string {
  const from = isLowHalf(text, start) ? start + 1 : start;
  const to = isLowHalf(text, end) ? end - 1 : end;
  return text.slice(from, to).replace(/\s/g, " ").trim();
}

function isLowHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

function firstMention(text: string, body = text): BreakingMention | null {
  return breakingMentions(text, body).next().value ?? null;
}

/** Mentions in prose that are neither negated, nor a question, nor an unfilled template section. */
export function* breakingMentions(text: string, body = text): Generator<BreakingMention, undefined> {
  let lineStart = 0;
  let lineEnd = text.indexOf("\n");
  for (const match of text.matchAll(/break(?:ing|s)/gi)) {
    const mention = mentionAt(text, match.index, match.index + match[0].length);
    if (!mention) continue;
    while (lineEnd !== -1 && lineEnd < mention.start) {
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf("\n", lineStart);
    }
    if (isUncheckedBox(text, lineStart) || isDeniedBefore(text, mention.start)) continue;
    if (!isDeniedAfter(text, body, lineStart, mention)) yield mention;
  }
}

/** "The breaking changes document" is a thing, not an announcement. */
const aboutBreaking =
  /^\s(?:documents?|guides?|sections?|lists?|polic(?:y|ies)|labels?|notes?|information|pages?|detection)\b/i;

/** "How to format breaking changes", "when we make breaking changes" and "reverts a breaking change" announce none. */
const inGeneral =
  /(?:["'“‘]|\b(?:on|for|about|against|how to \w{1,20}|reverts? (?:the |a )?(?:previous |last )?|when(?:ever)? \w{1,20} \w{1,20}))\s{0,2}$/i;

function mentionAt(text: string, start: number, end: number): BreakingMention | null {
  if (isLetter(text[start - 1])) return null;
  if (end - start === "breaks".length) {
    const subject = /(?<![\p{L}\p{N}])this[\s*_]{1,8}$/iu.exec(text.slice(Math.max(0, start - 16), start));
    return subject && !isLetter(text[end])
      ? { start: start - subject[0].trimStart().length, end, declared: false }
      : null;
  }
  // Marks alone join no words: `BREAKING_CHANGES.md` is a name.
  const object = /^(?:[*_]{0,3}\s[\s*_]{0,6}(?:changes?|apis?)|-CHANGE)(?![\p{L}\p{N}]|[._]\p{L})/iu.exec(
    text.slice(end, end + 20),
  );
  if (!object) return null;
  const written = text.slice(start, end + object[0].length);
  if (aboutBreaking.test(text.slice(start + written.length, start + written.length + 16))) return null;
  // A hyphen is allowed only in the footer's token.
  if (object[0].startsWith("-") && written !== "BREAKING-CHANGE") return null;
  const declared = /^BREAKING[- ]CHANGES?$/.test(written);
  if (!declared && inGeneral.test(text.slice(Math.max(0, start - 60), start))) return null;
  return { start, end: start + written.length, declared };
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function isUncheckedBox(text: string, lineStart: number): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s{1,4}\[ ?\]/.test(text.slice(lineStart, lineStart + 40));
}

const negators = new RegExp(
  "^(?:no|non|not|never|without|neither|nor|zero|cannot|(?:avoid|prevent)(?:s|ed|ing)?" +
    "|.*n['’]t|(?:do|does|did|is|are|was|wo|ca)nt)$",
);
const otherClause: ReadonlySet<string> = new Set(
  "and but which so because since however although though if when while".split(" "),
);
const wordsBack = 6;

/** "no known breaking changes", "isn't a breaking change"; but not "not only a breaking change". */
function isDeniedBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 100), start);
  // A line that starts with a capital is a new statement, and so is a list item.
  if (/\p{Lu}/u.test(text[start]!) && /\n[\s*_#>|]*$/.test(before)) return false;
  const clause = before.split(/[,;:!?()|]|\.\s|\n\s*(?=[\p{Lu}\n#*+-])/u).at(-1)!;
  const words = (clause.toLowerCase().match(/[\p{L}\p{N}'’-]{1,40}/gu) ?? []).map((word) => word.replace(/-$/, ""));
  let denials = 0;
  for (let back = 1; back <= Math.min(wordsBack, words.length); back++) {
    const word = words.at(-back)!;
    if (otherClause.has(word)) break;
    const next = words.at(1 - back);
    if (!negators.test(word) || (back > 1 && (next === "only" || next === "just"))) continue;
    // "no longer supports it, a breaking change" negates something else.
    if (word === "no" && back > 3 && next === "longer") continue;
    denials++;
  }
  // A double negation affirms: "not a non-breaking change".
  return denials % 2 === 1;
}

/** "Breaking changes: none", an empty template section, or a question that is not answered with yes. */
function isDeniedAfter(text: string, body: string, lineStart: number, mention: BreakingMention): boolean {
  if (
    /breaks$/i.test(text.slice(mention.start, mention.end)) &&
    /^\s{1,4}no(?:ne|thing)?\b/i.test(text.slice(mention.end, mention.end + 14))
  )
    return true;
  const next = skipMarks(text, mention.end);
  const isHeading = text
    .slice(lineStart, lineStart + 10)
    .trimStart()
    .startsWith("#");
  // Blanked code counts as content below the heading; a blanked comment does not.
  if (isHeading && (next === text.length || text[next] === "#") && !/[`~]/.test(body.slice(mention.end, next)))
    return true;
  const between = text.slice(mention.end, Math.min(next, mention.end + 4));
  const lineSoFar = text.slice(Math.max(lineStart, mention.start - 40), mention.start);
  const isLabel = isHeading || /[:?|]/.test(between) || !/\p{L}/u.test(lineSoFar);
  const isSameLine = !text.slice(mention.end, next).includes("\n");
  const answer = isLabel || isSameLine ? answerAt(text, next) : null;
  return between.includes("?") ? answer !== "yes" : answer === "no";
}

/** Skips whitespace, list markers, emphasis and the punctuation between a label and its answer. */
function skipMarks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s:?*_|=)–—+-]/.test(text[at]!)) at++;
  return at;
}

const answers = /(?:\[([ x])\][ \t]{0,3})?(yes|none|nothing|nil|no|n\/a|not applicable|false)(?![\p{L}\p{N}])/iuy;
const mostChoices = 4;

function answerAt(text: string, from: number): "yes" | "no" | null {
  let at = from;
  for (let choice = 0; choice < mostChoices; choice++) {
    answers.lastIndex = at;
    const match = answers.exec(text);
    if (!match) return null;
    const after = text.slice(answers.lastIndex, answers.lastIndex + 200);
    if (match[1] !== " ") return meaning(match[2]!.toLowerCase(), after);
    // An unchecked option means nothing; the next one may be checked.
    const lineEnd = after.indexOf("\n");
    if (lineEnd === -1) return null;
    at = skipMarks(text, answers.lastIndex + lineEnd);
  }
  return null;
}

function meaning(word: string, after: string): "yes" | "no" | null {
  if (word === "yes") return "yes";
  if (/^no(?:ne|thing)$|^nil$/.test(word)) return /^\s{1,3}of\b/i.test(after) ? null : "no";
  // "Breaking change: no longer reads the old file" is not a denial.
  return /^[*_ \t]{0,8}(?:$|[\r\n.,;!|()]|[-–—] |breaking|changes?\b)/i.test(after) ? "no" : null;
}
