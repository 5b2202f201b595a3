// Selects the sentences of a description that state the reason, the goal and the behaviour of a change.
import { readDescription, type DescriptionBlock } from "../change/description.ts";
import { sentencesOf } from "./words/sentences.ts";
import { shorten } from "./words/text.ts";

export interface AuthorStatements {
  why: string | null;
  goal: string | null;
  /** One sentence on what changes that says more than the title. */
  what: string | null;
  /** How the description goes on or begins, without those; only where it states no reason. */
  opening: string | null;
}

const longest = 300;
/** Later paragraphs are about details. */
const mostParagraphs = 2;
/** A title of this length may be the first line of a wrapped sentence. */
const wrappedTitle = 65;

export function readStatements(title: string, body: string): AuthorStatements {
  const written = readDescription(body);
  const blocks = listsCommits(written) ? [] : written;
  const paragraphs = paragraphsOf(blocks, title);
  const start = withoutFragment(paragraphs[0] ?? [], title);
  // What the next paragraph turns against is background, and a sentence on what the title adds describes it.
  const isBackground = turningPoint.test(paragraphs[1]?.[0] ?? "") || isOnAddition(start[0] ?? "", title);
  const why = underHeading(blocks, "reason", title) ?? (isBackground ? null : reasonIn(start, isRevert(title)));
  // No sentence is quoted twice.
  const isFree = (sentence: string) => isQuotable(sentence) && !why?.includes(sentence);
  const goal = underHeading(blocks, "goal", title) ?? goalIn(paragraphs.flat().filter(isFree));
  const what = behaviourIn(paragraphs, title, (sentence) => isFree(sentence) && sentence !== goal);
  const isQuoted = (sentence: string) => [goal, what].includes(shorten(sentence, longest));
  const opening = why === null ? openingIn(blocks, title, isQuoted) : null;
  return { why, goal, what, opening };
}

/** "The page lists unused carts" below "Add a page" states no problem. */
function isOnAddition(sentence: string, title: string): boolean {
  const [, added] = /\b(?:adds?|added|adding|introduces?d?|feat|feature)\b(.*)/i.exec(title) ?? [];
  const [subject] = /[\p{L}\p{N}][\p{L}\p{N}_.-]{3,}/u.exec(sentence.replace(/^(?:the|this|an?) /i, "")) ?? [];
  return added !== undefined && subject !== undefined && added.toLowerCase().includes(subject.toLowerCase());
}

const isMain = ({ section }: DescriptionBlock) => section === "plain" || section === "summary";

/** The sentences of the first paragraphs that say more than the title. */
function paragraphsOf(blocks: readonly DescriptionBlock[], title: string): string[][] {
  return blocks
    .filter((block) => !block.isItem && isMain(block))
    .map(({ text }) => sentencesOf(text).filter((sentence) => !repeatsWords(sentence, title)))
    .filter((sentences) => sentences.length > 0)
    .slice(0, mostParagraphs);
}

/** Text behind a list is about the list. */
function openingIn(
  blocks: readonly DescriptionBlock[],
  title: string,
  isQuoted: (sentence: string) => boolean,
): string | null {
  const main = blocks.filter(isMain);
  const to = main.findIndex(({ isItem }) => isItem);
  const [first = [], ...others] = paragraphsOf(to === -1 ? main : main.slice(0, to), title);
  if (first.length === 0) return summaryItems(main, title);
  const start = openingOf(withoutFragment(first, title), to !== -1, isQuoted);
  // The next paragraph is what this one announces.
  if (start === null && (unfinished.test(first.at(-1)!) || /[:,]$/.test(first.at(-1)!))) return null;
  const next = others.map((sentences) => openingOf(sentences, to !== -1, isQuoted)).find((text) => text !== null);
  return start ?? (next === undefined || refersBack.test(next) ? null : next);
}

/** The first items of a summary that is a list. */
function summaryItems(main: readonly DescriptionBlock[], title: string): string | null {
  const items = main
    .filter(
      ({ section, isItem, text }) => isItem && section === "summary" && isQuotable(text) && !repeatsWords(text, title),
    )
    .map(({ text }) => text.replace(/[.;]$/, ""));
  const fits = items.filter((_item, index) => items.slice(0, index + 1).join("; ").length <= longest);
  return fits.length === 0 ? null : fits.join("; ");
}

/** The sentences up to the first one that is quoted elsewhere or does not stand alone. */
function openingOf(
  sentences: readonly string[],
  leadsToList: boolean,
  isQuoted: (sentence: string) => boolean,
): string | null {
  const from = sentences.findIndex((sentence) => !isQuoted(sentence) && !saysNothing.test(sentence));
  const rest = from === -1 ? [] : sentences.slice(from);
  const standsAlone = (sentence: string) =>
    isQuotable(sentence) &&
    !commitHeading.test(sentence) &&
    !anecdote.test(sentence) &&
    !abbreviationMeaning.test(sentence) &&
    !logLine.test(sentence) &&
    !(leadsToList && /[^.!?)]$/.test(sentence));
  const to = rest.findIndex((sentence) => isQuoted(sentence) || !standsAlone(sentence));
  const own = to === -1 ? rest : rest.slice(0, to);
  const [first = ""] = own;
  return refersToMissing.test(first) || (from > 0 && refersBack.test(first)) ? null : wholeSentences(own);
}

function isRevert(title: string): boolean {
  return /\brevert/i.test(title);
}

/** In a squash merge, what is said of one commit need not hold for the change. */
function listsCommits([first, ...rest]: readonly DescriptionBlock[]): boolean {
  return first?.isItem === true && first.section === "plain" && rest.some(({ isItem }) => isItem);
}

/** Nothing of a paragraph that starts with the rest of the title's sentence: the others refer to it. */
function withoutFragment(sentences: readonly string[], title: string): readonly string[] {
  const goesOn = /^\p{Ll}/u.test(sentences[0] ?? "") || unfinished.test(title);
  return title.length >= wrappedTitle && goesOn ? [] : sentences;
}

/** The start of a section: its first paragraph, else its items. */
function underHeading(
  blocks: readonly DescriptionBlock[],
  section: DescriptionBlock["section"],
  title: string,
): string | null {
  const own = blocks.filter(
    (block) => block.section === section && saysSomething(block.text) && !block.text.startsWith("#"),
  );
  const paragraphs = own
    .filter(({ isItem }) => !isItem)
    .map(({ text }) =>
      sentencesOf(text).filter((sentence) => !sentence.endsWith(":") && !repeatsWords(sentence, title)),
    );
  // After code that is not quoted, a paragraph may go on with its sentence.
  const [first, ...rest] =
    paragraphs.find(([start]) => start !== undefined && !refersToMissing.test(start) && !hasAddress(start)) ?? [];
  // What is done is no reason, even below such a heading, nor is what was once meant.
  if (first !== undefined && section === "reason" && ((action.test(first) && !hasPurpose(first)) || isAside(first)))
    return null;
  if (first !== undefined) return wholeSentences([first, ...rest]);
  const items = own.filter(({ isItem, text }) => isItem && !/[:,]$/.test(text));
  return items.length === 0 ? null : shorten(items.map(({ text }) => text.replace(/[.;]$/, "")).join("; "), longest);
}

/** Not `N/A`, `None`, "See the issue" or "This is caused by" a link. */
function saysSomething(text: string): boolean {
  if (/^(?:n\/?a\b|none\b|see (?:the |above|below|title|issue|#))/i.test(text)) return false;
  return text.split(" ").length >= 3 && !endsWithLink(text);
}

/** A sentence whose content is behind a link. */
function endsWithLink(sentence: string): boolean {
  return /\b(?:by|in|at|see|to|of|from|with|is|was)\s(?:<?https?:\S+|[\w./-]{0,80}#\d+)\W*$/i.test(
    sentence.slice(-300),
  );
}

/** As many sentences as fit; the first is shortened if it is too long itself. */
function wholeSentences(sentences: readonly string[]): string | null {
  const [first, ...rest] = sentences;
  if (first === undefined) return null;
  let text = shorten(first, longest);
  for (const sentence of rest) {
    if (text.length + 1 + sentence.length > longest) break;
    text += ` ${sentence}`;
  }
  return text;
}

/** Whether a title says what is done; that of a fix may also name what was wrong. */
export function startsWithVerb(title: string): boolean {
  return new RegExp(`^(?:do not|don['’]t|(?:${verbs}|${stems})(?:s|d|ed|ing)?)\\b`, "i").test(title);
}

function anyOf(phrases: readonly string[]): string {
  return `(?:${phrases.join("|")})`;
}

function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** One of the phrases, as whole words. */
function words(phrases: readonly string[]): RegExp {
  return new RegExp(`\\b${anyOf(phrases)}\\b`, "i");
}

/** One of the phrases at the start of the sentence. */
function startingWith(phrases: readonly string[]): RegExp {
  return new RegExp(`^${anyOf(phrases)}\\b`, "i");
}

/** They give the aim of what stands before them. */
const aims = [
  String.raw`(?<!it )so that (?!(?:is|was|would|should|will|can)\b|\w+n['’]t)`,
  "in order (?:to|for)",
  String.raw`to (?:avoid|prevent|ensure|make sure|make it (?:easier|possible)|allow|enable|reduce|help)(?! (?:this|that|it)\b)`,
];
/** Otherwise, an aim belongs to the code that the sentence describes. */
const ownAim = new RegExp(
  `^${anyOf(aims)}\\b|\\b(?:we|i|should|needs?|must|this|done)\\b.{0,200}?\\b${anyOf(aims)}\\b`,
  "i",
);
/** "Since" and "leads to" would find more, and as often what explains a detail. */
const causes = words([
  "because",
  "due to",
  "caused by",
  "(?:the|this|our) (?:problem|issue|reason|root cause|motivation) (?:is|was|comes)",
]);
/** "Add a setting to allow it" says what is done; the reason for that takes another word. */
const plainPurposes = [...aims.slice(1, 2), "because", "due to"];
const ofOwnSubject = words(plainPurposes);
const purposes = words([...plainPurposes, ...aims.slice(0, 1), "to (?:avoid|prevent)"]);
/** The reason for a case that the sentence describes, not for the change. */
const causeOfCase =
  /\b(?:if|when|whenever|where|which|who|that)\b[^,;]{0,200}\b(?:because|due to|caused by|in order (?:to|for))\b/i;

/** What is wrong with the code. */
const defects = words([
  "fail(?:s|ed|ing|ures?)?",
  "br(?:eaks|oke|oken|eakage|eaking)",
  "crash(?:es|ed|ing)?",
  "panic(?:s|ked|king)",
  "hangs",
  "leak(?:s|ed|ing)?",
  "races?(?: condition)?",
  "deadlocks?",
  "bugs?",
  "regression|regressed",
  "wrong(?:ly)?",
  "incorrect(?:ly)?",
  "(?:is|are|was|were) (?:missing|invalid|lost|ignored|slow)",
  "quite slow|slowing|expensive",
  "misleading|confusing|ambiguous|baffled",
  "flaky",
  "unnecessar(?:y|ily)",
  "redundant|duplicates|duplicated",
  "unused|outdated|obsolete",
  // Alone, it may also say what the change removes.
  "no longer (?:works?|compiles?|builds?|pass(?:es)?|exists?|supports?|supported|needed|necessary|required|used|valid|available|possible|true|correct|maintained|appl(?:y|ies)|runs?)",
  "silently",
  "forgot|forgotten|overlooked|oversight",
  "too (?:many|much|large|long|big|strict)",
  "hard to|difficult|impossible|tedious|unable",
  "inconsistent(?:ly)?|inconsistency",
  "undocumented|untested|undefined",
  "caus(?:es|ed|ing)",
  "clobbers?",
  "unblocks",
  "overly|accidental(?:ly)?",
  "undesirable|unexpected(?:ly)?",
]);
/** Alone, it may also describe a limit of the change. */
const negation = words(["(?:is|are|was|were|do|does|did|can|has|have|had)(?: not|n['’]t)", "cannot"]);
/** The old behaviour: a problem only together with what is wrong with it. */
const beforeChange = words([
  "currently",
  "until now",
  "at the moment",
  "right now",
  "previously",
  "before this",
  "used to",
]);
const inThePast = words(["previously", "before this", "used to"]);
const contrast = words(["but", "however", "even though", "although", "only", "always", "every ?time", "so"]);

const verbs = [
  String.raw`turn(?!(?:s|ed)? out)`,
  "optimi[sz]e",
  ...wordList(`
    adapt add address adjust align allow apply avoid bring bump change check clarify clean collapse
    consolidate convert correct create defer delete deprecate detect disable display distinguish document downgrade drop
    emit enable ensure expand expose extend extract factor fetch fix format forward give handle ignore
    implement improve include increase inline introduce keep let limit lock make mark mention merge
    migrate modify move pass pick pin port prefer preserve prevent propagate provide rearrange reduce
    refactor register reject remove rename reorder replace report reset resolve restore restrict return
    revert rework rewrite run sanitize set show simplify skip sort split stop store support switch teach tweak
    unify update upgrade use validate wire wrap write
  `),
].join("|");
/** Before "s", "d" or "ed", where that changes the verb. */
const stems = [
  "appl(?:ie)?|simplif(?:ie)?|clarif(?:ie)?|modif(?:ie)?",
  ...wordList(`
    chang creat delet disabl dropp enabl expos fetche fixe handl improv includ introduc mak merg mov passe
    reduc remov renam replac sett skipp splitt stopp switche teache updat us
  `),
].join("|");
const ownName =
  "(?:this|the) (?:pr|pull request|mr|merge request|commit|patch|change|changeset|diff|series|branch|fix)";
const adverbs = `(?:${anyOf([
  "now|also|just|simply|only|therefore|thus|then|will|should",
  "aims to|attempts to|tries to|intends to",
])} )*`;
const opening = String.raw`(?:re-)?(?:\[[^\]]{1,30}\] ?|[\w-]{1,20}(?:\([^)]{1,30}\))?!?: ){0,2}`;
const transition = `(?:${anyOf([
  "first|second|third|next|finally",
  "so|now|instead|thus|therefore|hence|also|then|here",
  "to (?:fix|address|solve|resolve|avoid|do) (?:this|that|it)",
  "(?:with|in) this (?:pr|change|commit|patch)",
])},? )?`;
const actor = `${anyOf([
  "let's |let us ",
  "i(?: have|['’]ve)? (?:also |now )?",
  `${ownName} ${adverbs}`,
  `this (?!change\\b)${adverbs}`,
  "it (?:also |now )",
])}?`;
const changedPassively =
  /\b(?:was|were|has been|have been) (?:changed|added|renamed|moved|migrated|updated|replaced|fixed|reworked|rewritten)\b/i;
/** "Completes the move of carts", whatever the verb. */
const verbWithObject = /^\p{Lu}\p{Ll}+s (?:the|an?|all|some)\b/u;
/** "Included builds of the plug-in do not inherit it": the words up to the verb are its subject. */
const participleOfNoun = String.raw`(?:\w+ed|set) (?:(?!(?:that|which|who|where|when|if|because|since|so|as|and|but|to|how|what)\b)[^\s,.;:]{1,60} ){1,6}(?:is|are|was|were|do|does|did|has|have|can|cannot|will)(?: not|n['’]t)?\b`;
/**
 * A gerund at the start is a noun ("Using an event is safer"), a participle may belong to one ("Reported sums were
 * wrong"), and "we added" is about the past.
 */
const action = new RegExp(
  `^(?!${participleOfNoun})${opening}${transition}(?:do not|don['’]t|${actor}(?:${verbs}|${stems})(?:s|d|ed)?|we (?:now |can |should |will |just )?(?!do|don)(?:${verbs}))\\b`,
  "i",
);
const ownSubject = new RegExp(`^(?:${ownName}|this)\\b`, "i");
const ownNameInside = /(?:, |^[\w-]{1,20} )this (?:pr|pull request|commit|patch|change)\b/i;

/** Remarks to reviewers and about the work itself are neither reasons nor behaviour. */
const remarkStart = startingWith([
  "does(?:n['’]t| not)|did(?:n['’]t| not)|still|not (?:yet )?(?:complete|finished|done)",
  "(?:try|trying|attempt|attempts) to (?:close|fix|resolve|address)",
  "see|per|also|related|note|nb|n\\.b|fyi|cc|todo|ps|p\\.s",
  "especially|in particular|importantly|notably|specifically",
  String.raw`(?:this|it|the) (?:\w+ )?also`,
  "for example|e\\.g|in (?:this|that) case",
  "of course|please|thanks|thank you|sorry|hopefully|feel free|credit|co-?authored|hi|hello|hey",
  "disclaimer|(?:edit|update)(?=:)",
  String.raw`(?:pr|part|stack|step) #?\d+`,
  `if (?:this|the) (?:pr|pull request|change) (?:is|gets)`,
  "no functional|not sure|let me know|third time|will have another",
  "tested|verified|reviewed|checked",
  `i(?:['’]m| am| was)? ${anyOf([
    "not sure|unsure|think|guess|believe|hope|tried|tested|checked|left|also|have also",
    "didn|don|couldn|can['’]t|am not|have not|haven",
    "ran\\b(?! into)|should have",
  ])}`,
]);
const remarkWords = words([
  "in (?:a|another|the) (?:follow[- ]?up|separate|next|later|future)",
  "follow[- ]?up|out of scope|later on|once i|let['’]s",
  "reviewers?|let me know|happy to|my first|first contribution|first time i|i['’]?m not sure|i decided",
  "remains? the same|makes? sense|seems? to work|works (?:fine|for me)|one consequence",
  "(?:this|the|it) (?:pr|patch|commit|change)? ?does(?: not|n['’]t)",
  "i (?:did|have|do|could)(?: not|n['’]t)",
  "might (?:also )?be worth|could (?:likely|probably|also) be",
  "no (?:functional|user-facing|behaviou?r(?:al)?) changes?|not (?:a )?breaking",
  "(?:would|will|should|does|do)(?: not|n['’]t) (?:break|affect|change)",
  String.raw`so (?:this|it|that)(?: is|['’]s) (?:\w+ )?(?:ok|okay|fine|safe)`,
]);

/** The list or the code that follows it is not quoted. */
const unfinished =
  /\b(?:(?:below|following|these) steps|like|as|in|into|to|by|of|for|with|that|when|if|either|from|and|or|the|an?|(?:resolving|fixing|closing)|(?:the|this|an?|following) (?:errors?|exception|warning|message|output)|you (?:\w+ )?(?:get|see)|by running)$|\b(?:like|as) (?:this|these) below\W*$|\bwith an? \w+ like this\b/i;

function isQuotable(sentence: string): boolean {
  const own = sentence.split(" ").filter((word) => !/^\W*https?:|#\d+\W*$/.test(word));
  // A link or a code span was dropped, or a tag is the subject.
  if (/\b(?:in|at|of|from|to) \(|^#|^\[\d+\]|^\[[^\]]{1,30}\] \w+s\b/.test(sentence)) return false;
  if (
    own.length < 4 ||
    sentence.split("`").length % 2 === 0 ||
    hasAddress(sentence) ||
    runOn.test(sentence) ||
    // Only code, or what leads to something that is not quoted.
    /^(?:`[^`]*`\W*)+$|[?:,;]$/.test(sentence) ||
    unfinished.test(sentence) ||
    endsWithLink(sentence)
  )
    return false;
  // Not in brackets or crossed out.
  return !/^(?:\(|~|\*\S)/.test(sentence) && !remarkStart.test(sentence) && !remarkWords.test(sentence);
}

/** Lines of a list without marks, as one sentence. */
const runOn = new RegExp(
  `\\p{Ll}[)\`]? (?:${verbs.replace(/(?<=^|\||\()[a-z]/g, (letter) => letter.toUpperCase())})s? \\p{Ll}`,
  "u",
);

function hasAddress(sentence: string): boolean {
  return /https?:/.test(withoutQuotes(sentence));
}

/** Refers to the sentence before it, which is therefore quoted with it. */
const refersBack = startingWith([
  "this|that|these|those|it|they|such|which|here|then",
  "so|thus|hence|therefore|consequently|as (?:a result|such)",
  "however|but|otherwise|instead|unfortunately|worse",
  "in fact|in contrast|moreover|additionally|furthermore",
  "in (?:that|this|these|those) cases?|to do (?:that|this|so)|during this time",
]);
/** Other than "this", which may be what the title says. */
const refersToMissing = new RegExp(
  [
    "^(?:that|those|they|both|one (?:is|was)|such|then|which|where|and|or|but|however|in contrast|additionally|moreover|furthermore)\\b",
    "\\b(?:such an?|the (?:above|former|latter))\\b",
  ].join("|"),
  "i",
);
const turningPoint = startingWith(["however", "but", "unfortunately"]);
/** Describes the behaviour after the change. */
const afterwards =
  /^(?:we|these \w+(?: \w+)?) no longer\b|\b(?:will(?! (?:fail|crash|break|panic|hang)\b)|(?<!until |right )now)\b/i;

/** A guess, a wish, an exception, a later step, an earlier attempt or a side fix is not the reason for this change. */
const notTheReason = words([
  "^(?:(?:since|as|while|when|after) )?i(?:['’]\\w+)?",
  "(?:i|we) (?:think|guess|believe|suspect|hope|wonder|proposed?|noticed|fixed)",
  "probably|likely|unlikely|perhaps|maybe|unclear|not sure|hard to say|suggests?",
  "we (?:added|introduced|started)",
  "figure out|follow[- ]?ups?|eventually|in the future|for now|after this|once this",
  "(?:is|are) preserved|except(?: for)?|not (?:reported|covered|supported yet)",
  "revert(?:ed|ing)? this|was reverted|originally|initially|historically|was written|at (?:the|that) time",
  "anyways?|drawbacks?|downsides?",
  "while (?:at it|here|i was)|along the way|(?:that|this) too",
  "in this (?:pr|pull request|patch|commit)",
]);
/** A scope, a condition, a means or a side effect, which is no reason by itself. */
const asideStart = startingWith([
  "after",
  "if",
  "only",
  "using",
  "whenever",
  "will",
  "with",
  "(?:the |this |my )?(?:current )?implementation is",
  "(?:this|it|that) (?:may|might|should|could)",
]);
/** General background: what may happen, and what something needs. */
const background = words([
  "^when\\b[^,]{0,200} needs? to",
  "(?:can|may|might) (?:occur|happen|reuse)",
  "(?:is|are) required because",
  "should automatically",
]);

const formerMotive = words(["originally", "initially", "is tracked"]);

function isAside(sentence: string): boolean {
  return [asideStart, background, formerMotive].some((pattern) => pattern.test(sentence));
}

/** How the author came to it, or what an abbreviation stands for: nothing about the change. */
const anecdote =
  /\b(?:trial and error|came here to|with (?:some |the )?help (?:from|of) @?\p{L}+)\b|^i (?:found|saw|read|ran into|came across|was)\b.{0,200}\b(?:and|so) (?:i|came|then)\b/iu;
const abbreviationMeaning = /^\p{Lu}{2,8} (?:is|are|means|stands for)\b/u;

/** Output of a tool. */
const logLine = /^[✓✔✖✗×]/u;

/** A heading of a commit, whose words are not a sentence. */
const commitHeading = /^[a-z]{2,12}(?:\([^)]{1,40}\))?!?: /;

/**
 * A reason opens the description: further on, "because" explains a detail, a limit or an earlier attempt. A background
 * in the first sentence is quoted with the problem in the second.
 */
function reasonIn([first, second]: readonly string[], revert: boolean): string | null {
  if (first === undefined || refersToMissing.test(first)) return null;
  const isReason = (sentence: string) =>
    isCandidate(sentence, revert) && (isProblem(sentence) || isCause(sentence) || hasPurpose(sentence));
  const isContinued = second !== undefined && refersBack.test(second) && !action.test(second);
  const isLeftOpen = second !== undefined && /\bstill\b/i.test(second);
  const both = isContinued && !isLeftOpen && isCandidate(second, revert) ? `${first} ${second}` : null;
  const fits = both !== null && both.length <= longest;
  if (isReason(first)) {
    // What "however" turns against is not the reason.
    if (second !== undefined && turningPoint.test(second)) return fits ? both : null;
    return fits ? both : shorten(first, longest);
  }
  if (second === undefined || !isReason(second) || !(isProblem(second) || turningPoint.test(second))) return null;
  if (/^(?:currently|right now|at the moment|previously|without)\b/i.test(second)) return shorten(second, longest);
  return fits && isCandidate(first, revert) && !isOfChange(first) ? both : null;
}

function isCandidate(sentence: string, revert: boolean): boolean {
  if (!isQuotable(sentence) || notTheReason.test(sentence) || commitHeading.test(sentence)) return false;
  if (/\b(?:e\.g|i\.e)\.$/i.test(sentence)) return false;
  if (isAside(sentence) || /^#|\p{Extended_Pictographic}$/u.test(sentence)) return false;
  // What is unfortunate is an exception, except in what was reverted.
  return revert || !/\bunfortunately\b/i.test(sentence);
}

/** A limit of the change, or the background. */
const describes = startingWith(["this|it|these|they|new", "in general|generally|usually|normally|typically"]);

function isProblem(sentence: string): boolean {
  if (isOfChange(sentence)) return false;
  const said = mainClause(withoutQuotes(sentence));
  if (defects.test(said.replace(conditionAtEnd, ""))) return true;
  if (beforeChange.test(said) && contrast.test(said)) return !/\bthis \w+(?:s|ed)\b/i.test(said);
  // Without another sign, a negation may describe anything; at present it is what is missing.
  if (!beforeChange.test(said)) return false;
  const [statement = ""] = said.split(/ (?:if|when|unless|whether|in case) /);
  return negation.test(statement) && !describes.test(statement) && !/\bnot (?:exhaustive|complete|final)\b/i.test(said);
}

/** "It is the default if the field is undefined" states no problem. */
const conditionAtEnd = / (?:if|unless|in case)\b.*$/i;

/** "If a request fails, it is repeated" is no problem; "if it is repeated, a request fails" is one. */
function mainClause(sentence: string): string {
  const [start, clause] =
    /^(?:if|when|whenever|in case|while|although|even though|though|despite)\b[^,]{0,200}(?:,(.*))?$/i.exec(sentence) ??
    [];
  if (start === undefined) return sentence;
  return clause ?? (/^(?:if|when)/i.test(sentence) ? sentence : "");
}

function isCause(sentence: string): boolean {
  const said = withoutQuotes(sentence);
  // "Previously, we did it because" is the reason for the old behaviour.
  if (causeOfCase.test(said) || inThePast.test(said) || isOfChange(said)) return false;
  return causes.test(said) || ownAim.test(said);
}

/** Words in quotes and code are not the author's. */
function withoutQuotes(sentence: string): string {
  return sentence.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "x");
}

/** About the change or the behaviour after it. */
function isOfChange(sentence: string): boolean {
  return (
    [action, verbWithObject, changedPassively, ownSubject, ownNameInside, afterwards].some((pattern) =>
      pattern.test(sentence),
    ) || action.test(mainClause(sentence).trim())
  );
}

/** What is done, with the reason for it. */
function hasPurpose(sentence: string): boolean {
  const said = withoutQuotes(sentence);
  const given = ownSubject.test(sentence) ? ofOwnSubject : purposes;
  return action.test(sentence) && given.test(said) && !causeOfCase.test(said);
}

const aim = new RegExp(
  `^(?:${[
    `the (?:goal|aim|purpose|objective|intent|intention) (?:of ${ownName} |here )?is`,
    `${ownName} (?:aims|is intended|intends|is meant|attempts|tries) to`,
  ].join("|")})\\b`,
  "i",
);
const bringsAbout =
  /^(?:(?:this|the) (?:pr|pull request|mr|commit|patch|change) (?:now |also )?(?:fixes|makes|lets|allows|enables|prevents|ensures|improves)|this fixes)\b/i;
/** Without a noun, these may be about the problem that an earlier sentence states. */
const bringsAboutAtStart = /^this (?:makes|lets|allows|enables|prevents|ensures|improves)\b/i;
/** "Fixed a bug I found" */
const vagueObject = String.raw`(?:(?:an?|the|some) )?(?:[\w-]{1,20} )?(?:bugs?|errors?|issues?|problems?|situations?|things)(?: (?:i|we) \w+)?\W*$`;
/** Without what it is about. */
const namesIssue = /\b(?:fix(?:es)?|close[sd]?|resolves?|solves?|address(?:es)?) \S{0,60}#\d+\W*$/i;
const saysNothing = new RegExp(String.raw`^[\w ]{0,40}\b\w{2,15}(?:s|x|d) ${vagueObject}`, "i");
/** "This PR fixes that" is clear only beside the sentence before it. */
const namesNothing = new RegExp(
  String.raw`^[\w ]{0,40}\b\w{2,15}(?:s|x|d) (?:(?:that|this|it|these|those|such|both|the (?:issue|problem|bug|situation))\b|${vagueObject})|\baccordingly\.?$`,
  "i",
);

function goalIn(sentences: readonly string[]): string | null {
  const [first = ""] = sentences;
  const named = sentences.filter((sentence) => !namesNothing.test(sentence) && !namesIssue.test(sentence));
  const start = bringsAboutAtStart.test(first) ? first : undefined;
  const goal =
    named.find((sentence) => aim.test(sentence)) ?? start ?? named.find((sentence) => bringsAbout.test(sentence));
  return goal === undefined ? null : shorten(goal, longest);
}

const sideEffect = /\b(?:tests?|snapshots?|changelogs?|docs|documentation|comments?|fixtures?|lint)\b/i;

/** Of a sentence on what changes, besides its subject. */
const fewestWords = 5;
const inOwnName = new RegExp(`^(?:with |in )?${ownName}\\b`, "i");
/** Effects and advice to users are not what the change does. */
const effectOrAdvice = startingWith([
  "(?:this|it) (?:should|will|would|could|may)",
  "(?:this|it) (?:makes?|provides|gives|brings|keeps|saves|helps|means|does|reduces|simplifies)",
  String.raw`use\b.{0,100} instead(?! of)`,
  "don['’]t|do not",
]);
/** Names something in a sentence that is not quoted. */
const dangling = new RegExp(
  [
    String.raw`^(?:second|third|next|finally|then),? `,
    String.raw`\b(?:this|that|these|those|such|the same) (?:pattern|approach|case|issue|problem|behaviou?r|bug|method|situation|way)s?\b`,
    String.raw`\b(?:the|as) (?:above|below|former|latter|following)\b`,
    String.raw`\bthe (?:new|old|other|same) [\w-]{1,20}\W*$`,
    String.raw`^\w+ (?:it|this|that|them|these|those|both)\b`,
    String.raw`\b(?:it|them|(?:do|does|doing|to|for|of|with|from) (?:this|that|so))\W*$`,
  ].join("|"),
  "i",
);
/** "Support for carts was restored": a noun. */
const nounAtStart = /^(?:\w+ (?:for|of|was|were|is|are|has|have)\b(?<!^check for\b)|changes? (?:in|to)\b)/i;

function behaviourIn(
  paragraphs: readonly (readonly string[])[],
  title: string,
  isFree: (sentence: string) => boolean,
): string | null {
  const isAction = (sentence: string) =>
    isFree(sentence) &&
    action.test(sentence) &&
    ![/^(?:i|we|let)\b/i, effectOrAdvice, dangling, nounAtStart, namesNothing, commitHeading, inThePast].some((other) =>
      other.test(sentence),
    ) &&
    saysMuch(sentence) &&
    (sideEffect.test(title) || !sideEffect.test(sentence));
  const [first] = paragraphs[0] ?? [];
  // Later sentences of a paragraph explain the first; the later paragraphs of a revert are about the next attempt.
  // A paragraph goes on after one without an end.
  const starts = paragraphs
    .filter((_, index) => index === 0 || /[.!?)…]["'”’`]*$/.test(paragraphs[index - 1]!.at(-1)!))
    .flatMap((sentences) => sentences.slice(0, 1))
    .slice(0, isRevert(title) ? 1 : undefined);
  const what =
    paragraphs.flat().find((sentence) => inOwnName.test(sentence) && isAction(sentence)) ??
    starts.find(
      (sentence) =>
        isAction(sentence) && (sentence === first || (/^\P{Ll}/u.test(sentence) && !refersBack.test(sentence))),
    );
  return what === undefined ? null : shorten(what, longest);
}

/** "This PR cleans things up" says nothing. */
function saysMuch(sentence: string): boolean {
  return (sentence.replace(inOwnName, "").match(/\S*\p{L}{2}\S*/gu) ?? []).length >= fewestWords;
}

/** Whether nearly every word of the sentence is in the title, or it only names a commit. */
export function repeatsWords(sentence: string, title: string): boolean {
  if (/^this reverts commit/i.test(sentence)) return true;
  const longWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = new Set(longWords(title));
  const own = longWords(sentence).filter(
    (word) => !["this", "pull", "request", "commit", "patch", "change"].includes(word),
  );
  return own.filter((word) => known.has(word)).length >= 0.75 * own.length;
}
