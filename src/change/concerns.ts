// Extracts what people asked to verify, verbatim.
import { startOfText } from "../secrets/cut-text.ts";
import type { Concern, AuthorText } from "./change.ts";
import { prose, proseWithCode } from "./prose.ts";

const mostConcerns = 20;
const longestConcern = 300;

const harm = "break|affect|impact|change|alter|regress|lose|leak|touch|degrade|slow|disturb|interfere|introduce|cause";
const harmed =
  "broken|affected|impacted|changed|altered|lost|leaked|touched|degraded|slowed|disturbed|dropped|corrupted|overwritten|interrupted";
const loss = "break|affect|impact|regress|degrade|lose|leak";
const same = "unaffected|unchanged|untouched|intact|preserved|identical|compatible";
const verify = "verify|check|double-check|confirm|ensure|make sure|validate|test";
const works = "work|pass|be|function|compile|build|behave|run|load|parse|return|accept|support|respect";
const duty = "must|should|shall";
const need = `${duty}|needs? to|has to|have to`;

// Gaps are limited in words, so that matching time stays linear. The patterns are narrow because "we do not change it"
// or "to ensure that" describe what was done, while "must not change it" is a request.
const gap = String.raw`\s+(?:\S{1,40}\s+){0,3}?`;
const not = "(?:\\s+(?:not|never)|n['’]t)";
/** At the start of a statement, after the marks of a list or heading. */
const atStart = String.raw`(?<=^[\W\d]{0,12}(?:\[[xX]\] )?(?:(?:also|and|but|then|so),?\s+)?)`;
/** "Data that must not leak" describes the data. */
const unrelated = String.raw`(?<!\b(?:that|which|who|what)\s)`;
const phrase = new RegExp(
  `(?<![\\w-])(?:${[
    `${unrelated}(?:${duty})${not}${gap}(?:${harm})\\b`,
    `${unrelated}(?:${duty})${not}(?:\\s+ever)?\\s+(?:be|get)${gap}(?:${harmed})\\b`,
    `${atStart}do(?:\\s+not|n['’]t)\\s+(?:${loss})\\b`,
    `(?:(?:we|you)\\s+can(?:\\s*not|['’]t)|not allowed to|careful not to)\\s+(?:${loss})\\b`,
    `${unrelated}(?:${duty}|has to|have to)\\s+(?:be|remain|stay|keep|leave)${gap}(?:${same})\\b`,
    `${unrelated}(?:${need})\\s+(?:stay|remain)${gap}(?:${same}|working|usable|readable)\\b`,
    `(?:${duty})\\s+(?:be|remain|stay|keep)\\s+(?:\\S{1,40}\\s+)?the same(?! \\w)`,
    `${unrelated}(?:${need})\\s+(?:still|continue to|keep)\\s+(?:${works})(?:ing|s)?\\b`,
    `(?:${duty})\\s+(?:be|have|cause|introduce|see)\\s+no\\s+(?:\\S{1,40}\\s+)?(?:regressions?|changes?|impact)\\b`,
    `without\\s+(?:breaking|affecting|impacting|changing|altering|regressing)\\b(?<!\\b(?:can|could|easier|hard|difficult|possible|impossible|able|allows?|lets)\\s.{0,200})(?<!^[\\W\\d]{0,12}(?:this|it|\\w{2,20}(?:s|ed|ing))\\s.{0,300})`,
    `please\\s+(?:\\S{1,40}\\s+){0,2}?(?:${verify})\\b(?! out\\b)`,
    `(?:can|could|would)\\s+(?:you|someone|somebody|anyone|reviewers?)\\s+(?:\\S{1,40}\\s+){0,2}?(?:${verify})\\b`,
    `${atStart}(?:verify|double-check|confirm)\\s+(?:that|whether|if)\\b`,
    `(?<!\\bnot\\s)needs?\\s+to\\s+(?:be\\s+(?:verified|confirmed|validated)|verify|confirm|double-check)\\b`,
    `(?:still\\s+needs?|remains)\\s+to\\s+be\\s+(?:verified|checked|confirmed|validated|tested)\\b`,
    `${atStart}(?:we|you|reviewers?)\\s+(?:need to|must|have to)\\s+(?:make sure|ensure)\\b`,
    `${atStart}make sure${gap}(?:not|still|doesn['’]t|don['’]t|isn['’]t|aren['’]t|nothing)\\b`,
    `(?:\\bam|['’]m|\\bare|['’]re|bit|slightly|little)\\s+(?:\\S{1,20}\\s+)?(?:worried|concerned)\\s+(?:that|about)\\b`,
  ].join("|")})`,
  "i",
);

/**
 * "It should not depend on it, so ignore it" is the reason for what was done, "this should be unaffected" what its author
 * expects, and what a check says or something else would mean was so before; a colon introduces something else.
 */
const settled = new RegExp(
  [
    ":$",
    `\\b(?:${need}|shall|worried|concerned)\\b.{0,300}, (?:so|but|hence|thus|therefore)\\b`,
    "^\\W*n/?a\\b",
    `^\\W*(?:(?:this|these|it|that|those)\\s)?should\\s+(?:still\\s+)?be\\b`,
    "\\b(?:would mean|means? that|impl(?:y|ies))\\b",
    `\\b(?:checks?|rules?|requires?|requirement|expects?|assumes?|says?)\\s+that\\b.{0,300}\\b(?:${duty})\\b`,
  ].join("|"),
  "i",
);

/** Template text addresses the author; a concern is about the change. */
const toTheAuthor =
  /\b(?:your (?:pr|pull request|changes?|commits?|code)|you['’]ve|you have|contributing|code of conduct)\b/i;

/** The explicit concerns of the request, the body and the linked issues, each once. */
export function findConcerns(words: Pick<AuthorText, "body" | "issues" | "request">): Concern[] {
  // The request comes first, so that a long body cannot push it out.
  const concerns = [
    ...requestConcerns(words.request ?? "").map((text) => ({ text, source: "request" as const })),
    ...markdownConcerns(words.body).map((text) => ({ text, source: "body" as const })),
    ...words.issues.flatMap((issue) =>
      markdownConcerns(issue.body).map((text) => ({ text, source: "issue" as const })),
    ),
  ];
  return withoutRepeats(concerns)
    .slice(0, mostConcerns)
    .map(({ text, source }, index) => ({
      id: `V${index + 1}`,
      text,
      source,
      status: "open",
      how: null,
    }));
}

/** A request that contains no explicit concern is itself one. */
function requestConcerns(request: string): string[] {
  if (request.trim() === "") return [];
  const concerns = concernsIn(request, request);
  return concerns.length > 0 ? concerns : [formatConcern(request)];
}

function markdownConcerns(body: string): string[] {
  return concernsIn(prose(body), proseWithCode(body)).filter((text) => !settled.test(text));
}

/** `read` is searched, `shown` is the same text including its code; both have the same length. */
function concernsIn(read: string, shown: string): string[] {
  return splitStatements(read)
    .filter(({ start, end }) => isConcern(oneLine(read.slice(start, end))))
    .map(({ start, end }) => formatConcern(shown.slice(start, end)));
}

function isConcern(statement: string): boolean {
  return statement !== "" && phrase.test(statement) && !asksForNothing(statement) && !toTheAuthor.test(statement);
}

/** "Can you confirm, @ada?" names nothing to verify. */
function asksForNothing(statement: string): boolean {
  const [asked = ""] = new RegExp(`^.{0,60}?\\b(?:${verify})\\b`, "i").exec(statement) ?? [];
  return (
    asked !== "" &&
    !/\w{2}/.test(statement.slice(asked.length).replace(/[`@]?@[\w/-]+|\b(?:this|it|that|please|too)\b/gi, ""))
  );
}

/** One per sentence of each line or list item. */
function splitStatements(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!endsStatement(text, at)) continue;
    ranges.push({ start, end: at + 1 });
    start = at + 1;
  }
  return [...ranges, { start, end: text.length }];
}

function endsStatement(text: string, at: number): boolean {
  const character = text[at]!;
  // A line that starts in lower case continues the previous one.
  if (character === "\n") return !/^[ \t]{0,8}\p{Ll}/u.test(text.slice(at + 1, at + 11));
  // The full stops in "e.g. this" and "v1.2" do not end a sentence.
  return ".!?".includes(character) && /^["'”’)*_]{0,3}[ \t]{1,8}[^\s\p{Ll}]/u.test(text.slice(at + 1, at + 14));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** One line, without list, checkbox or heading markers, and cut to a maximum length. */
function formatConcern(statement: string): string {
  const line = startOfText(oneLine(statement), 2 * longestConcern);
  const text = line.replace(/^(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)]) )+/, "").replace(/^\[[ xX]?\] ?/, "");
  if (text.length <= longestConcern) return text;
  return `${startOfText(text, longestConcern - 1).trimEnd()}…`;
}

function withoutRepeats<T extends { text: string }>(items: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of items) {
    const key = one.text.toLowerCase().replace(/[.!?]$/, "");
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}
