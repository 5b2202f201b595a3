// Selects the sentences of a description that state the reason, the goal and the behaviour of a change.
import { readDescription, type DescriptionBlock } from "../change/description.ts";
import { sentencesOf } from "./words/sentences.ts";
import { shorten } from "./words/text.ts";

export interface AuthorStatements {
  why: string | null;
  goal: string | null;
  /** One sentence on what changes that says more than the title. */
  what: string | null;
}

const longest = 300;
/** Later paragraphs are about details, whose reasons are not those of the change. */
const mostParagraphs = 4;

export function readStatements(title: string, body: string): AuthorStatements {
  const blocks = readDescription(body);
  const paragraphs = ofFirstCommit(blocks)
    .filter(({ section, isItem }) => !isItem && (section === "plain" || section === "summary"))
    .slice(0, mostParagraphs)
    .map(({ text }) => sentencesOf(text).filter((sentence) => !repeats(sentence, title)));
  const why = underHeading(blocks, "reason") ?? reasonIn(paragraphs);
  // No sentence is quoted twice.
  const others = paragraphs.flat().filter((sentence) => isQuotable(sentence) && !why?.includes(sentence));
  const goal = underHeading(blocks, "goal") ?? goalIn(others);
  return {
    why,
    goal,
    what: behaviourIn(
      others.filter((sentence) => sentence !== goal),
      title,
    ),
  };
}

/** A description that starts with an item lists the commits of a squash merge; the later ones are about details. */
function ofFirstCommit(blocks: readonly DescriptionBlock[]): readonly DescriptionBlock[] {
  const second = blocks[0]?.isItem ? blocks.findIndex(({ isItem }, index) => index > 0 && isItem) : -1;
  return second === -1 ? blocks : blocks.slice(0, second);
}

/** The start of a section: its first paragraph, else its items. */
function underHeading(blocks: readonly DescriptionBlock[], section: DescriptionBlock["section"]): string | null {
  const own = blocks.filter((block) => block.section === section);
  const paragraph = own.find(({ text, isItem }) => !isItem && !text.endsWith(":") && saysSomething(text));
  if (paragraph) return wholeSentences(sentencesOf(paragraph.text).filter((sentence) => !sentence.endsWith(":")));
  const items = own.filter(({ text, isItem }) => isItem && saysSomething(text));
  return items.length === 0 ? null : shorten(items.map(({ text }) => text.replace(/[.;]$/, "")).join("; "), longest);
}

/** Not `N/A`, `None` or "See the issue". */
function saysSomething(text: string): boolean {
  return text.split(" ").length >= 3 && !/^(?:n\/?a\b|none\b|see (?:the |above|below|title|issue|#))/i.test(text);
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

/** They give the reason for what stands before them. */
const purposeWords = [
  "because",
  "due to",
  String.raw`so that (?!(?:is|was|would|should|will|can)\b|\w+n['’]t)`,
  "in order (?:to|for)",
  String.raw`to (?:avoid|prevent|ensure|make sure|make it (?:easier|possible)|allow|enable|reduce)(?! (?:this|that|it)\b)`,
];
const causeWords = [
  ...purposeWords,
  String.raw`to help(?! (?:this|that|it)\b)`,
  "caused by",
  "as a result",
  "leads? to",
  "led to",
  "result(?:s|ing)? in",
  "the idea (?:here )?is",
  "(?:the|this|our) (?:problem|issue|reason|root cause|motivation) (?:is|was|here|comes)",
  "(?:is|are|was) (?:needed|necessary|required|useful|helpful) (?:for|to|when|if|because|in)",
  "(?:would|will|could) be (?:useful|helpful|nice|good|better)",
  "(?:we|i) (?:need|want|would like|'d like) (?:to|this|it|a|the)",
];
/** "Since" and "as" may also be about time. */
const sinceOrAs = [
  String.raw`^since (?!v?\d)`,
  String.raw`, (?:since|as) (?:it|we|this|they|there|that|these|the|i)\b`,
  String.raw`\bas (?:it|we|this|they|there|these) (?:is|are|was|were|has|have|had|can|could|does|do|did|would|will|may|might)\b`,
  String.raw`\bsince (?:it|we|this|they|there|these|i) (?!was (?:released|introduced))`,
];
const purposes = new RegExp(`\\b(?:${purposeWords.join("|")})\\b`, "i");
const causes = new RegExp(
  [`\\b(?:${causeWords.join("|")})\\b`, String.raw`(?:^|[,;(] )otherwise\b`, ...sinceOrAs].join("|"),
  "i",
);

const troubles =
  /\b(?:currently|previously|before this|until now|used to|at the moment|right now|fails?|failed|failing|failures?|breaks|broke|broken|breakage|crash(?:e[sd]|ing)?|panics|panicked|panicking|hangs|leak(?:s|ed|ing)?|race condition|races|deadlocks?|bugs?|regression|regressed|wrong(?:ly)?|incorrect(?:ly)?|(?:is|are|was|were) (?:missing|invalid|lost|ignored|reverted|slow)|misleading|confusing|ambiguous|flaky|unnecessar(?:y|ily)|redundant|duplicates|duplicated|unused|outdated|obsolete|no longer|turns? out|turned out|making it|unfortunate(?:ly)?|expensive|silently|however|forgot|forgotten|overlooked|oversight|too (?:many|much|large|long|big|strict)|hard to|difficult|impossible|tedious|inconsistent(?:ly)?|inconsistency|undocumented|untested|caus(?:es|ed|ing)|slowing|even though|although|undefined|clobbers?|unblocks|overly|accidental(?:ly)?|unable|forces|current (?:check|behaviou?r|implementation|code|approach|logic))\b/i;

/** Alone, it may also describe a limit of the change. */
const negation = /\b(?:(?:is|are|was|were|do|does|did|can|has|have|had)(?: not|n['’]t)|cannot)\b/i;

const verbs =
  "add|allow|adjust|adapt|address|avoid|bring|bump|change|check|clarify|clean|collapse|consolidate|convert|correct|create|delete|deprecate|detect|disable|distinguish|document|drop|emit|enable|ensure|expand|expose|extend|extract|factor|fix|format|forward|give|handle|implement|improve|include|increase|inline|introduce|keep|let|limit|make|mark|mention|merge|migrate|modify|move|optimi[sz]e|pass|pick|port|prefer|prevent|provide|rearrange|reduce|refactor|reject|remove|rename|reorder|replace|report|reset|restore|restrict|rework|rewrite|return|revert|run|set|show|simplify|skip|sort|split|stop|store|support|switch|teach|tweak|turn(?!(?:s|ed)? out)|update|upgrade|use|wire|wrap|write";
const stems =
  "fixe|teache|switche|passe|replac|chang|mov|renam|remov|updat|us|mak|introduc|improv|creat|delet|merg|enabl|disabl|handl|includ|reduc|expos|simplif(?:ie)?|clarif(?:ie)?|modif(?:ie)?|stopp|dropp|skipp|splitt|sett";
const ownName =
  "(?:this|the) (?:pr|pull request|mr|merge request|commit|patch|change|changeset|diff|series|branch|fix)";
const adverbs =
  "(?:(?:now|also|just|simply|only|therefore|thus|then|will|should|aims to|attempts to|tries to|intends to) )*";
const opening = String.raw`(?:\[[^\]]{1,30}\] ?|[\w-]{1,20}(?:\([^)]{1,30}\))?!?: ){0,2}`;
const transition =
  "(?:(?:first|second|third|next|finally|so|now|instead|thus|therefore|hence|also|then|here|to (?:fix|address|solve|resolve|avoid|do) (?:this|that|it)|(?:with|in) this (?:pr|change|commit|patch)),? )?";
const actor = `(?:let's |let us |i(?: have|['’]ve)? (?:also |now )?|${ownName} ${adverbs}|this (?!change\\b)${adverbs}|it (?:also |now ))?`;
/**
 * A gerund at the start is a noun ("Using an event is safer"), a participle may belong to one ("Reported sums were
 * wrong"), and "we added" is about the past.
 */
const action = new RegExp(
  `^(?!\\w+ed \\w+ (?:is|are|was|were)\\b)${opening}${transition}(?:do not|don['’]t|${actor}(?:${verbs}|${stems})(?:s|d|ed)?|we (?:now |can |should |will |just )?(?!do|don)(?:${verbs}))\\b`,
  "i",
);
const ownSubject = new RegExp(`^${ownName}\\b`, "i");

/** Remarks to reviewers and about the work itself are neither reasons nor behaviour. */
const remark =
  /^(?:\(|doesn['’]t|does not|didn['’]t|did not|see\b|also\b|in particular|importantly|notably|specifically|(?:this|it|the) (?:\w+ )?also\b|per\b|for example|e\.g|in (?:this|that) case|note|nb\b|n\.b|please|thanks|thank you|sorry|hopefully|feel free|cc\b|fyi|todo|disclaimer|no functional|not sure|let me know|tested|verified|reviewed|ps\b|p\.s|edit:|update:|credit|co-?authored|hi\b|hello|hey\b|i(?:['’]m| am| was)? (?:not sure|unsure|think|guess|believe|hope|tried|tested|checked|left|have also|also|didn|don|couldn|can['’]t|am not|have not|haven|ran\b(?! into)))|\b(?:in (?:a|another|the) (?:follow[- ]?up|separate|next|later|future)|follow[- ]?up|reviewers?|remains? the same|makes? sense|(?:this|the|it) (?:pr|patch|commit|change)? ?does(?: not|n['’]t)|let me know|first contribution|i (?:did|have|do|could)(?: not|n['’]t)|might (?:also )?be worth|my first|happy to|out of scope|for reviewers|no (?:functional|user-facing|behaviou?r(?:al)?) changes?|not (?:a )?breaking|(?:would|will|should|does|do)(?: not|n['’]t) (?:break|affect|change)|once i|later on|seems? to work|works (?:fine|for me)|let['’]s|one consequence|i decided|so (?:this|it) is (?:\w+ )?(?:ok|okay|fine|safe)|could (?:likely|probably|also) be)\b/i;

/** Refers to the sentence before it, which is therefore quoted with it. */
const refersBack =
  /^(?:this|that|these|those|it|they|so|thus|hence|therefore|however|but|otherwise|such|as (?:a result|such)|in fact|moreover|additionally|furthermore|worse|consequently|instead|in (?:that|this|these|those) cases?|to do (?:that|this|so)|which|then|here)\b/i;

function isQuotable(sentence: string): boolean {
  const words = sentence.split(" ").filter((word) => !/^\W*https?:|#\d+\W*$/.test(word));
  const isLong = words.length >= (/https?:/.test(sentence) ? 7 : 4);
  return isLong && !/[?:]$/.test(sentence) && !remark.test(sentence);
}

/** Introduces the problem after the background. */
const turningPoint = /^(?:however|but|unfortunately|the (?:problem|issue|trouble)) /i;
/** Describes the behaviour after the change. */
const afterwards = /\b(?:will|(?<!until |right )now)\b/i;

interface Sentence {
  text: string;
  paragraph: number;
}

function reasonIn(paragraphs: readonly (readonly string[])[]): string | null {
  const sentences: Sentence[] = paragraphs.flatMap((own, paragraph) => own.map((text) => ({ text, paragraph })));
  const firstAction = sentences.findIndex(({ text }) => action.test(text));
  const isClear = ({ text, paragraph }: Sentence) => isClearIn(paragraphs[paragraph]!, text);
  const start = sentences.filter(({ paragraph }) => paragraph === 0);
  // What is wrong is said before what is done about it; after that, it may be a limit or a detail of the change.
  const before = firstAction === -1 ? sentences : sentences.slice(0, firstAction);
  const at =
    before.find(({ text }) => turningPoint.test(text) && (isProblem(text) || isProblem(text, negation))) ??
    before.find((one) => (isProblem(one.text) || isCause(one.text)) && isClear(one)) ??
    before.find((one) => one.paragraph === 0 && isProblem(one.text, negation) && isClear(one)) ??
    start.find((one) => one.text === sentences[firstAction]?.text && hasPurpose(one.text)) ??
    start.find((one) => isProblem(one.text) && !turningPoint.test(one.text) && isClear(one)) ??
    null;
  return at === null ? null : quote(paragraphs[at.paragraph]!, at.text);
}

function isCause(sentence: string): boolean {
  return isQuotable(sentence) && causes.test(sentence) && !isOfChange(sentence);
}

function isProblem(sentence: string, pattern = troubles): boolean {
  return isQuotable(sentence) && pattern.test(sentence) && !isOfChange(sentence);
}

/** About the change or the behaviour after it. */
function isOfChange(sentence: string): boolean {
  return action.test(sentence) || ownSubject.test(sentence) || afterwards.test(sentence);
}

/** What is done, with the reason for it. */
function hasPurpose(sentence: string): boolean {
  return isQuotable(sentence) && purposes.test(sentence);
}

/** Says what follows from the sentence before it. */
const effect =
  /^(?:this|it|that) (?:will|now|should|makes|helps|lets|allows|means|gives|simplifies|improves|enables)\b/i;

/** Not about a remark, and not the effect of what is done. */
function isClearIn(sentences: readonly string[], sentence: string): boolean {
  const before = sentences[sentences.indexOf(sentence) - 1];
  if (before === undefined || !refersBack.test(sentence)) return true;
  return isQuotable(before) && !(effect.test(sentence) && action.test(before));
}

/** The sentence with those it refers to, and as many after it as belong to it and fit. */
function quote(sentences: readonly string[], sentence: string): string | null {
  const at = sentences.indexOf(sentence);
  const after = sentences.slice(at + 1).findIndex((next) => !isQuotable(next) || action.test(next));
  const end = after === -1 ? sentences.length : at + 1 + after;
  const from = startOfReference(sentences, at);
  // The reason itself must not be the part that is cut off.
  const isShort = sentences.slice(from, at + 1).join(" ").length <= longest;
  return wholeSentences(sentences.slice(isShort ? from : at, end));
}

function startOfReference(sentences: readonly string[], at: number): number {
  let from = at;
  while (from > 0 && refersBack.test(sentences[from]!) && isQuotable(sentences[from - 1]!)) from--;
  return from;
}

const aim =
  /\b(?:the (?:goal|aim|purpose|objective|intent|intention) (?:of (?:this|the) [\w ]{1,20} )?is|(?:this|the) (?:pr|pull request|commit|patch|change) (?:aims|is intended|intends|is meant|attempts|tries) to)\b/i;
const bringsAbout =
  /^(?:(?:this|the) (?:pr|pull request|mr|commit|patch|change) (?:now |also )?(?:fixes|makes|lets|allows|enables|prevents|ensures|improves)|this fixes)\b/i;
/** Without a noun, these may be about the problem that an earlier sentence states. */
const bringsAboutAtStart = /^this (?:makes|lets|allows|enables|prevents|ensures|improves)\b/i;
/** "This PR fixes that" is clear only beside the sentence before it. */
const namesNothing =
  /^[\w ]{0,40}\b\w{2,15}(?:s|x|d) (?:that|this|it|these|those|such|both|the (?:issue|problem|bug|situation))\b|\baccordingly\.?$/i;

function goalIn(sentences: readonly string[]): string | null {
  const [first = ""] = sentences;
  const named = sentences.filter((sentence) => !namesNothing.test(sentence));
  const start = bringsAboutAtStart.test(first) ? first : undefined;
  const goal =
    named.find((sentence) => aim.test(sentence)) ?? start ?? named.find((sentence) => bringsAbout.test(sentence));
  return goal === undefined ? null : shorten(goal, longest);
}

const sideEffect = /\b(?:tests?|snapshots?|changelogs?|docs|documentation|comments?|fixtures?|lint)\b/i;

function behaviourIn(sentences: readonly string[], title: string): string | null {
  const [first = ""] = sentences;
  const actions = sentences.filter(
    (sentence) =>
      action.test(sentence) &&
      !/^(?:i|we|let)\b/i.test(sentence) &&
      (ownSubject.test(sentence) || !refersBack.test(sentence) || sentence === first) &&
      !namesNothing.test(sentence) &&
      (sideEffect.test(title) || !sideEffect.test(sentence)),
  );
  const what = actions.find((sentence) => ownSubject.test(sentence)) ?? actions[0];
  return what === undefined ? null : shorten(what, longest);
}

/** Whether nearly every word of the sentence is in the title, or it only names a commit. */
function repeats(sentence: string, title: string): boolean {
  if (/^this reverts commit/i.test(sentence)) return true;
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const known = new Set(words(title));
  const own = words(sentence).filter(
    (word) => !["this", "pull", "request", "commit", "patch", "change"].includes(word),
  );
  return own.filter((word) => known.has(word)).length >= 0.75 * own.length;
}
