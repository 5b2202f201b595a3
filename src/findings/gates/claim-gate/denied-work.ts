// Doubts claims that code leaves something undone, where the quoted lines seem to do it: code is put into the words that
// a reviewer would use for it, and these are compared with the words of what is denied.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { stem } from "../../same-issue/stem.ts";
import type { ClaimContradiction } from "../claim-gate.ts";
import { bareName, escapePattern, nameAt, type ClaimText } from "./claim-text.ts";
import { codeLines, enclosingLines } from "./code-lines.ts";

/** What a piece of syntax does, in the words of reviewers. */
const meanings: readonly (readonly [code: RegExp, words: string])[] = [
  [
    /\b(?:if|elif|elsif|unless|guard|assert\w*|require\w*|while|when|until|where|switch|match(?:es)?!?)\b|\?\?|\?\.|&\.|\?:|&&|\|\||\?\s[^:]+:|\b(?:and|or)\b|requireNonNull|check[A-Z_]\w*\(/,
    "check assertion verify validate guard protect ensure consult examine inspect honour honor respect consider look account restrict limit prevent compare distinguish condition test case handle deal cover support treat special separate unconditional sure differentiate branch range bound early detect safe",
  ],
  [
    /[!=]==?\s*(?:null|nil|None|NULL|nullptr|undefined)\b|\b(?:null|nil|NULL)\s*[!=]=|\bis (?:not )?(?:None|null|nil)\b|\?\?|\?\.|&\.|\?:|[rR]equireNonNull|[cC]heckNotNull|\blet (?:Some|Ok)\b|\bif\s*\(?\s*!?[\w.$@>-]+\s*(?:[){:]|$|&&|\|\|)|\bunless\b|\.(?:nil|present|blank|empty|any)\?|is_?(?:null|nil|some|none)|mapNotNull|getOrDefault|\bor\b|\|\|/i,
    "null nil none undefined unset absent nothing dereference missing exist present safe",
  ],
  [
    /[!=]==?\s*(?:0\b|""|''|\[\]|\{\})|\.(?:len|length|size|count|isEmpty|is_empty|empty)\b|\blen\(|empty/i,
    "empty zero blank length size bound",
  ],
  [/\bsizeof\b|\b(?:min|max)\w*\(|\s[<>]=?\s/, "size limit bound range length"],
  [
    /\breturn\b|\byield\b|=>|->|^\s*(?:Ok|Some|Err)\(|^\s*[\w.!?]+\s*$|^\s*\w[\w.]*\([^;]*\)\s*$|\)\s*=\s*\w+/,
    "return result give yield back produce",
  ],
  [
    /\breturn\b|\bbreak\b|\bcontinue\b|\bnext\b|\bexit\b|\babort|\bthrow\b|\braise\b/,
    "exit stop bail early abort skip terminate end leave break continue",
  ],
  [
    /\b(?:throw|throws|raise|panic!?|abort|fatal|reject|assert\w*|bail!?|die)\b|\w*(?:Error|Exception|Errorf)\w*\s*\(|\berror\w*\s*\(|\breturn\b.*\b(?:err\w*|NULL|ERROR\w*)\b|\bErr\(/,
    "throw raise reject exception error fail report complain propagate message",
  ],
  [
    /\bcatch\b|\bexcept\b|\brescue\b|\btry\s*[{:]|\berr\w*\s*!=\s*nil|\?\s*[;)]|\)\?|\breturn\b.*\berr\w*\b|[!=]=\s*(?:NULL|nullptr|\w+_OK|0)\b|<\s*0\b|\berr(?:or)?\w*\s*:?=|map_err|\bon_?error|\bErr\(|\bif\s*\(?\s*!|\bif\s*\(\w+\(|\b(?:s|status)\.ok\(\)/i,
    "catch handle error exception failure fail check propagate try swallow ignore discard detect",
  ],
  [
    /\w[!?]?\s*[({]|^\s*\w[\w.?!]*\s*$/,
    "call invoke run execute trigger start perform use apply read fetch delegate enqueue publish schedule fire do consult convert",
  ],
  [
    /[\w$>\])]\s*\(\s*[^)\s]|[({[,]\s*$|<\w|^\s*[\w.&*]+,?\s*$|:\s/,
    "pass forward hand give supply propagate receive provide accept take capture include contain parameter argument get deliver consider",
  ],
  [
    /[^=!<>]=(?!=)|:=|<-|\b(?:def|fn|fun|func|function|class|struct|const|let|var|val|define|interface|type)\b|\.(?:set|add|append|push|insert|put|store|save|record|register)\w*\(|\w:\s/i,
    "set assign store save record initialise initialize define declare update populate configure compute create default exist keep track provide value remember register contain include",
  ],
  [
    /=\s*[^=\s]|\?\?|\|\||\bor\b|\bdefault\b|\?:|\.get\([^)]*,|getattr\([^)]*,[^)]*,|unwrap_or|\belse\b|emptyList|^\s*return\b/i,
    "default fallback fall alternative otherwise optional value require",
  ],
  [/\?\s*[:,)]|\?:|Optional|Option<|=\s*\S/, "optional require"],
  [
    /^\s*(?:\/\/|\/?\*|#(?!\s*(?:if|else|endif|include|define|pragma|undef|\[))|--|"""|'''|<!--)|\/\*|\*\/|\s(?:\/\/|#)\s|"""/,
    "comment doc document docstring documentation javadoc kdoc jsdoc phpdoc xml explain explanation describe description mention note annotate todo justify undocumented accompany",
  ],
  [
    /^\s*(?:import|#\s*include|include|using|use|require)\b|\bfrom\s+["']|^\s*from\b|\brequire\(/,
    "import include use require directive scope",
  ],
  [
    /:\s*\w|\bextends\b|\bimplements\b|<\s*\w|\bsatisfies\b|\(\w+\)\s*:/,
    "derive inherit extend implement subclass satisfy conform type annotation hint",
  ],
  [/:\s*\w|->|\bwhere\b|=>|<\w/, "constraint restrict type return declare annotation hint specialization generic"],
  [
    /^\s*@\w|#\[|^\s*\[\w|`\w|^\s*#\s*\w|\b(?:public|private|protected|static|final|override|abstract|readonly|export|const)\b/,
    "annotate annotation attribute modifier tag flag declare qualify conditional preprocessor",
  ],
  [/\block\w*|\bsynchroni[sz]|mutex|atomic|\.withLock/i, "lock synchronize thread atomic mutex hold"],
  [
    /\b(?:del|delete|defer|finally|using|ensure|free|pop|shift)\b|\.use\b|free\(|=\s*(?:null|nil|None|NULL|0|false)\s*;?$|[-+]=\s*1|clear|release|dispose|close|reset/i,
    "remove delete clear clean release free close dispose reset cancel leak cleanup decrement shift end flush finally",
  ],
  [/\.\.\.\s*[\w$]|\*\*\w|Object\.assign|merge|concat/i, "merge combine include forward pass keep"],
  [/\b(?:for|foreach|each|loop|map|while|forEach)\b|\.each|\.iter/, "loop iterate each every all nested"],
  [/\b(?:log\w*|print\w*|puts|echo|warn\w*|console)\b/i, "log print output show report"],
  [/\b(?:print\w*|puts|echo|fmt|write\w*|append\w*|emit)\b/i, "write output emit show display render append"],
  [/[+-]=|\+\+|enumerate|\bcount/, "increment count track add accumulate decrement shift"],
  [
    /\b(?:int|str|float|Number|String|parse\w*|to_\w+|from|decode)\b|[pP]arse|_parse|parse_|\bto[A-Z]|unmarshal/,
    "convert cast parse coerce decode extract",
  ],
  [/lower|upper|casefold|ignoreCase|equalFold/i, "lower upper case insensitive normalise normalize sensitive"],
  [/#\s*if/, "include guard conditional section"],
  [/#\s*endif|^\s*[)}\]]+/, "close end terminate"],
  [/\[\s*\w.*\]\s*=|\bputs?\b|<<|\.push|\.append|\.add/, "store add append record insert emit contain"],
  [/\\0|\\n|'\\?''/, "terminate quote delimit newline escape"],
];

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    built: "build",
    caught: "catch",
    dealt: "deal",
    found: "find",
    given: "give",
    held: "hold",
    kept: "keep",
    sent: "send",
    shown: "show",
    thrown: "throw",
    written: "write",
  }),
);

/** `considers` and `considered` differ after one cut only. */
function root(word: string): string {
  const shorter = stem(irregular.get(word) ?? word);
  return shorter === word ? word : root(shorter);
}

const meaningsByRoot = meanings.map(([code, words]) => [code, new Set(words.split(" ").map(root))] as const);
/** What follows is denied. */
const denies =
  /(?<![\w-])(?:not|never|no|nothing|nobody|nowhere|without|missing|lacks?|lacking|fails? to|forg[eo]ts?(?: to)?|neglects? to|(?<!to )omits?|(?:ignores|swallows|discards)(?= (?:\S+ )?(?:errors?|exceptions?|failures?))|un(?= )|loses|unconditionally)(?![\w-])/gi;
/** What stands before is denied. */
const isGone =
  /(?<![\w-])(?:is |goes |remains )?(?:missing|absent|omitted|gone|forgotten|unchecked|unhandled|uninitiali[sz]ed|overlooked)(?![\w-])/i;
/** What is let in is not rejected. */
const isAccepted = /(?<![\w-])is (?:accepted|allowed|permitted|let in|let through)(?![\w-])/i;
/** Of names and of errors these are said in the same way; of data they tell what the code does. */
const isLost = /(?<![\w-])(?:is )?(?:removed|disappeared|vanished|lost|dropped|discarded|swallowed|ignored)(?![\w-])/i;
const failures = /^(?:errors?|exceptions?|failures?|promises?|rejections?)$/i;
/** An input that does not do something: the claim is about what happens then. */
const describesInput =
  /\b(?:that|which|who|whose)(?: \S+){0,2}?(?: (?:is|does|do|did|can|could|may|will|has|have|would))?\s*$|\b(?:can|could|may|might)\s*$/i;
const caseOnly = /(?<=\S )\b(?:when|whenever|if|while|unless|until|once|where|for which|before|after|prior to)\b.*$/i;
/** "A request without a customer" describes an input. */
const followsWithout =
  /^ (?:\w+ing\b|(?:\S+ ){0,3}?(?:check|guard|valid|verif|handling|test|lock|default|error|limit|bound|time-?out|conver|escap|sanit|quot)\w*)/i;
/** "A missing token is replaced": what becomes of it. */
const missingInput = /\bmissing (?:\S+ ){1,4}?(?:is|can|may|leads?|causes?|gets?)\b/i;
const otherFile = /\b(?:in|from|to|of) [\w./-]+\.(?!h\b)[a-z]{2,5}(?=$|[\s,;:)])/i;
/** Of what a text says, or what a thing is; "not" at the start of a clause contrasts. */
const otherDenial =
  /^not\b|, not\b|\bwithout\b.*\b(?:not|never)\b|\bawait|\bnever (?:returns?|throws?) (?:null|nil|None|undefined|true|false)\b|\bno longer(?! exist)|\bis not (?:what|true|needed|necessary|used|safe)\b|\b(?:says?|said|claims?|states?|promises|documented)\b/i;
/** The claim is about one of several, about tests, or about what the quoted lines cannot show. */
const beyond =
  /\b(?:tests?|specs?|coverage|tested|second|others?|both|another|rest|remaining|only|again|callers|elsewhere|instead|same|consistent\w*|properly|correctly|fully|always|guarantee\w*|reliabl\w*|enough|sufficient\w*|too|unused|consider|this-file|this-module)\b/i;
const fillers = new Set(
  `is be been being does do did done has have had there it that this which who its the a an of to in on at by for from with
  as into via than then so but not never no nor nothing nobody nowhere none without missing lack lacks lacking absent fail
  fails forget forgets omit omits un lose loses any anymore longer and or if when even
  though because since before after once until while new code function method class constant field value result line
  here currently explicitly anywhere itself each such up out off actually argument parameter option element entry thing
  them he they invocation expression statement can may might will thus variant own every left anybody everything
  also yet just now one inside within alias flag switch setting change's either exist exists existing silently property what how why get gets make made
  take taken is are am or if so up we us`.split(/\s+/),
);
const clauseEnd =
  /[;:](?= )|\. | - | [—–] |, (?:and|but|yet|nothing|nobody|there|they|it) (?=.*\b(?:not|never|no|nothing|nobody|check)\b)/i;
/** What follows tells why or what comes of it. */
const subordinate =
  /(?:,? (?:so|which|because|since|although|though|thus|hence|causing|leading|losing|leaving|meaning|(?<!without )making|rather than|unlike|where)|, as|, and|, but|, yet) .*$/i;
const inThisChange = / (?:in|by|with|from) (?:this|the) (?:change|patch|commit|diff|pull request|PR)\b/gi;
/** How much of what is said beside the denied word must stand in the quoted lines. */
const seemsDone = { telling: 0.33, generic: 0.6 };

export function contradictedWork(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const file = quote.side === "head" ? facts.text(quote.path, "head") : null;
  if (!file) return null;
  const shown = file.lines.slice(firstAbove(file.lines, quote.start) - 1, lastBelow(file.lines, quote.end));
  const own = readLines(shown);
  const around = readLines(enclosingLines(codeLines(file, quote.path), quote.start).split("\n"));
  const clauses = claim.plain
    .replaceAll(inThisChange, "")
    .replaceAll(/\bkeeps? track of\b/gi, "track")
    .split(clauseEnd);
  for (const [at, clause] of clauses.map(mainClause).entries()) {
    if (beyond.test(clause) || [otherDenial, missingInput, otherFile].some((one) => one.test(clause))) continue;
    const denied = deniedIn(clause.replace(caseOnly, ""));
    denied?.words.push(...(caseOnly.exec(clause)?.[0].match(/«\d+»/g) ?? []));
    // "They are not merged" says of what in the clause before it.
    if (denied?.words.length === 1) denied.words.push(...contentOf(clauses[at - 1] ?? ""));
    if (denied && isDone(denied, claim, own, around))
      return { isCertain: false, why: { kind: "quote-does-it", path: quote.path, line: quote.start } };
  }
  return null;
}

/** The reason is what is claimed where the main clause tells only what comes of it. */
function mainClause(clause: string): string {
  const main = clause.replace(subordinate, "");
  const reason = clause.slice(main.length).replace(/^,? (?:because|since|as) /, "");
  return reason.length + main.length < clause.length && main.search(denies) < 0
    ? reason.replace(subordinate, "")
    : main;
}

/** Comments and annotations above a line belong to it, as does a docstring below it. */
function firstAbove(lines: readonly string[], start: number): number {
  let from = start;
  while (from > 1 && from > start - 12 && /^\s*(?:@\w|#\[|\[\w|\/\/|\/?\*|#|--|"""|''')/.test(lines[from - 2] ?? ""))
    from--;
  return from;
}

function lastBelow(lines: readonly string[], end: number): number {
  return /^\s*(?:"""|''')/.test(lines[end] ?? "") ? end + 1 : end;
}

interface LineWords {
  text: string;
  identifiers: ReadonlySet<string>;
  meanings: ReadonlySet<string>;
}

/** The name that a line declares says what it is, not what it has. */
const declaredName =
  /\b(?:function\*?|def|fn|func|fun|class|struct|interface|enum|type|trait)\s+(?:\([^)]{0,80}\)\s*)?[\w$]+/g;
const longestLine = 300;

function readLines(lines: readonly string[]): LineWords[] {
  const cut = lines.map((text) => text.slice(0, longestLine));
  return cut.map((text) => ({
    text,
    identifiers: new Set(partsOf(text.replace(declaredName, " ")).map(root)),
    meanings: new Set(meaningsByRoot.flatMap(([code, words]) => (code.test(text) ? [...words] : []))),
  }));
}

function partsOf(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((one) => one.length > 1);
}

interface Denied {
  /** Content words; the first one is what is denied. */
  words: [string, ...string[]];
  isGone: boolean;
}

function deniedIn(clause: string): Denied | null {
  const cue = [...clause.matchAll(denies)].find(
    ({ 0: said, index }) => !/^without$/i.test(said) || followsWithout.test(clause.slice(index + said.length)),
  );
  const gone = isGone.exec(clause) ?? isLost.exec(clause);
  if (cue && !describesInput.test(clause.slice(0, cue.index))) {
    const after = contentOf(clause.slice(cue.index + cue[0].length));
    const before = contentOf(clause.slice(0, cue.index));
    const rest = clause.slice(cue.index + cue[0].length);
    if (/^missing$/i.test(cue[0]) && /^ (?:from|in|for|on|at|here)\b/.test(rest))
      return before.length === 0
        ? null
        : { words: [...before.toReversed(), ...after] as Denied["words"], isGone: true };
    // "Raises nothing" denies what stands before.
    const isObject = /^(?:nothing|nobody|nowhere)$/i.test(cue[0]) || /\bexist/.test(rest);
    const words = after.length > 0 ? [...after, ...before] : isObject ? before.toReversed() : [];
    if (words.length > 0) return { words: words as Denied["words"], isGone: false };
  }
  const accepted = isAccepted.exec(clause);
  if (accepted) return { words: ["reject", ...contentOf(clause.slice(0, accepted.index))], isGone: false };
  if (!gone || describesInput.test(clause.slice(0, gone.index))) return null;
  const subject = contentOf(clause.slice(0, gone.index)).toReversed();
  if (isLost.test(clause) && !subject.some((one) => one.startsWith("«") || failures.test(one))) return null;
  const before = subject.toSorted((a, b) => Number(failures.test(b)) - Number(failures.test(a)));
  const after = contentOf(clause.slice(gone.index + gone[0].length));
  return before.length > 0 ? { words: [...before, ...after] as Denied["words"], isGone: true } : null;
}

function contentOf(text: string): string[] {
  return (text.match(/«\d+»|[A-Za-z][\w'-]*/g) ?? []).filter(
    (one) => one.startsWith("«") || (one.length > 1 && !fillers.has(one.toLowerCase())),
  );
}

function isDone(
  { words, isGone: gone }: Denied,
  claim: ClaimText,
  own: readonly LineWords[],
  around: readonly LineWords[],
): boolean {
  const found = words.map((one) => standing(one, claim, own, around));
  if (found.some(({ isComment }) => isComment !== null)) return found.every(({ isComment }) => isComment !== false);
  const [head, ...others] = found;
  if (head === undefined || !fitsDeed(words, claim, own)) return false;
  const here = others.filter(({ isHere, isNear, isName }) => isHere || (isNear && isName));
  // A verb that the code has another word for: all it is done with stands there.
  if (!head.isHere)
    return (
      here.length === others.length &&
      here.some(({ isName }) => isName) &&
      here.filter(({ isConstruct }) => !isConstruct).length >= 2
    );
  if (![head, ...here].some((one) => !one.isConstruct && (one.isHere || head.isStrong)))
    return others.length > 0 && (head.isStrong ? here.length * 2 >= others.length : here.length === others.length);
  if (others.length === 0) return head.isStrong || (gone && head.isName);
  if (gone && head.isName) return others.every(({ isName, isHere, isNear }) => !isName || isHere || isNear);
  const total = others.reduce((sum, one) => sum + weight(one), 0);
  const share =
    others.reduce((sum, one) => sum + (here.includes(one) ? 1 : one.isNear ? 0.5 : 0) * weight(one), 0) / total;
  return share >= (head.isConstruct && !head.isStrong ? seemsDone.generic : seemsDone.telling);
}

const transfers = /^(?:pass|forward|giv|hand(?!l)|suppl|provid|propagat)/i;
const calls = /^(?:call|invok|run|execut|trigger)/i;
const assigns = /^(?:assign|initiali|set$|stor|populat)/i;
const reads = /^(?:read|us|referenc|access)/i;

/** Verbs that any line seems to do: what they are said of must stand where the line does that to it. */
function fitsDeed([head, ...others]: Denied["words"], claim: ClaimText, own: readonly LineWords[]): boolean {
  const lines = own.map(({ text }) => text).filter((text) => text.search(declaredName) < 0);
  const names = others.map((one) =>
    bareName(nameAt(one, claim))
      .split(/\.|::|->|#/)
      .pop()!,
  );
  const stands = (pattern: (name: string) => string) =>
    names.some((name) => lines.some((text) => new RegExp(pattern(escapePattern(name)), "i").test(text)));
  if (transfers.test(head)) return stands((name) => `[({,:=<].*${name.slice(0, 12)}`);
  if (calls.test(head)) return stands((name) => `(?<![\\w$])${name}\\s*[({<!]`) || stands((name) => `\\W${name}\\s*$`);
  if (assigns.test(head))
    return stands((name) => `${name}\\w*["']?\\s*(?::[^=]*)?:?=|${name}["']?\\s*:\\s*["'\\w[{]|[=({,].*${name}`);
  return !reads.test(head) || names.filter((name) => lines.some((text) => text.includes(name))).length > 1;
}

/** A name says which code is meant; of the other words, many say only what for. */
function weight({ isName }: Standing): number {
  return isName ? 3 : 1;
}

interface Standing {
  /** In the quoted lines. */
  isHere: boolean;
  isNear: boolean;
  isName: boolean;
  /** Shown by syntax alone. */
  isConstruct: boolean;
  isStrong: boolean;
  /** Whether comments show it; null where it is not about comments. */
  isComment: boolean | null;
}

/** Shown by few pieces of syntax only. */
const strong = new Set("return throw raise exception exit default annotate guard include".split(" ").map(root));

const comments = new Set(
  "comment doc document documentation docstring javadoc kdoc jsdoc phpdoc explain describe".split(" ").map(root),
);

function standing(word: string, claim: ClaimText, own: readonly LineWords[], around: readonly LineWords[]): Standing {
  const name = bareName(nameAt(word, claim));
  const none = { isConstruct: false, isStrong: false, isComment: null };
  if (name !== word) {
    const last = name.split(/\.|::|->|#/).pop()!;
    const has = ({ text }: LineWords) => text.includes(last);
    const uses = ({ text }: LineWords) => has({ text: text.replace(declaredName, " ") } as LineWords);
    return { ...none, isHere: own.some(uses), isNear: [...own, ...around].some(has), isName: true };
  }
  const roots = partsOf(word)
    .filter((one) => !fillers.has(one))
    .map(root);
  const inText = roots.some((one) => own.some(({ identifiers }) => identifiers.has(one)));
  const inMeaning = roots.some((one) => own.some(({ meanings: said }) => said.has(one)));
  return {
    isHere: inText || inMeaning,
    isNear: roots.some((one) => around.some(({ identifiers }) => identifiers.has(one))),
    isName: false,
    isConstruct: !inText && inMeaning,
    isStrong: inMeaning && roots.some((one) => strong.has(one)),
    isComment: roots.some((one) => comments.has(one)) ? inMeaning : null,
  };
}
