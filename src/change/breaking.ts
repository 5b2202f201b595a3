// Detects breaking changes that the author states: a `!` in the prefix, a footer, or a phrase.
import { redactSecrets } from "../secrets/redact-secrets.ts";
import { breakingExcerpt, shortenAtWord } from "./breaking-excerpt.ts";
import { parseConventional } from "./conventional.ts";
import { isDependencyUpdate } from "./description.ts";
import { prose, proseWithCode, withoutCodeSpans } from "./prose.ts";

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

/** At most one for the title, one for the body and one per commit subject. */
export function findBreaking(
  title: string,
  body: string,
  subjects: readonly { sha: string; subject: string }[],
): Breaking[] {
  const rows: Breaking[] = [];
  if (lineBreaks(title, "title")) rows.push({ source: "title", sha: null, excerpt: lineExcerpt(title) });
  const safe = redactSecrets(body);
  // The description of a revert is about the commit that it reverts.
  const isAnother = isDependencyUpdate(safe) || parseConventional(title, "title")?.type === "revert";
  const mention = isAnother ? null : firstMention(prose(safe), safe);
  if (mention) rows.push({ source: "body", sha: null, excerpt: breakingExcerpt(proseWithCode(safe), mention) });
  for (const { sha, subject } of subjects)
    if (lineBreaks(subject, "commit")) rows.push({ source: "commit", sha, excerpt: lineExcerpt(subject) });
  return rows;
}

function lineExcerpt(line: string): string {
  return shortenAtWord(redactSecrets(line));
}

function lineBreaks(line: string, source: "title" | "commit"): boolean {
  return parseConventional(line, source)?.breaking === true || firstMention(withoutCodeSpans(line)) !== null;
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

/** What may stand before "breaking change" in a statement that this change is one. */
const ownSubject = "(?:this|these|it|i|we|(?:this|the) (?:pr|pull request|commit|patch|change|changes))";
const verb = "(?:(?:is|are|makes?|introduces?|contains|includes|has)|['’](?:s|m making|re making)|(?:am|are) making)";
const adverb = "(?:technically|strictly|therefore|thus|also|still|just|only|not only|unfortunately|not|no|non)";
const adjective = "(?:an?|the|some|one|two|few|several|small|minor|tiny|slight|large|major|silent|semver|known|api)";
const connective = "(?:that|but|and|so|since|as|while|because|hence|although|technically|however)";
const announcements = new RegExp(
  [
    `(?:^|[,;:(–—] ?|\\b${connective},? )${ownSubject}(?: ${adverb})* ?${verb}(?: ${adverb})*(?: ${adjective})*(?: non)?[ -]$`,
    `\\b(?:and|which) (?:${adverb} )?(?:is|are)(?: ${adverb})*(?: ${adjective})* $`,
    `[,;(–—] ?(?:${adjective} )*$`,
    // A question is decided by its answer.
    `^[^\\p{L}]*(?:is|are|does|do|will|has|have)\\b.*\\b(?:this|these|there|you|it)\\b`,
  ].join("|"),
  "iu",
);
/** The statement may be about something else, or about what did not happen. */
const doubts =
  /\b(?:would|could|might|may|should|if|unless|when|will|later|until|before|had|was|were|potentially|theoretically|upstream)\b|https?:|#\d|\d\.\d/i;

/** What follows a label: a colon, a list or an explanation. */
const afterLabel = /^[*_)]{0,3}(?:\s*(?:$|[:?([{|–—\n-])|\s+(?:in|for|to|of)\b)/;
/** Starts a line or an item. In lower case, it may also be the rest of a sentence. */
const beforeLabel = /^\s*(?:[-*+#>|\d.)\s]*(?:\[[xX ]\]\s)?[*_("]{0,3})$/;

/** "We may make breaking changes later" and "how to format breaking changes" announce none. */
function isAnnounced(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start);
  const [line = "", previous = ""] = before.split("\n").toReversed();
  const startsLine = beforeLabel.test(line) && (/\S/.test(line) || text[start] === "B" || previous.trim() === "");
  if (startsLine && afterLabel.test(text.slice(end, end + 12))) return true;
  const [sentence = "", context = ""] = before.split(/[.!?]\s+|\n\s*\n|\n\s*(?=[-*#\p{Lu}])/u).toReversed();
  const head = sentence.replace(/[*_#\s]+/g, " ").replace(/^ /, "");
  if (!announcements.test(head) || doubts.test(head)) return false;
  // "This" may then be the change of another project.
  return !(/^(?:this|it) (?:is|are)\b/i.test(head) && /https?:|#\d/.test(context));
}

/** "This breaks" announces something only of those who use the code; elsewhere it describes the problem. */
const brokenUsers = new RegExp(
  `^\\s+(?!no\\b)(?:[\\w-]{1,20}\\s+){0,3}?(?:${[
    "(?:backwards?[ -])?compat\\w{0,10}",
    "[aA][pPbB][iI]s?",
    "clients?",
    "callers?",
    "consumers?",
    "users?",
    "existing",
    "older",
  ].join("|")})\\b`,
);

function mentionAt(text: string, start: number, end: number): BreakingMention | null {
  if (isLetter(text[start - 1])) return null;
  if (end - start === "breaks".length) {
    const subject = /(?<![\p{L}\p{N}])this[\s*_]{1,8}$/iu.exec(text.slice(Math.max(0, start - 16), start));
    return subject && brokenUsers.test(text.slice(end, end + 100))
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
  if (!declared && !isAnnounced(text, start, start + written.length)) return null;
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
  return /^[*_ \t]{0,8}(?:$|[\r\n.,:;!|()]|[-–—] |breaking|changes?\b)/i.test(after) ? "no" : null;
}
