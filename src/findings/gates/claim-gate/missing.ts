// Decides claims that something is missing at the quoted line, where the line or the block around it has it.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import type { ClaimContradiction } from "../claim-gate.ts";
import { bareName, escapePattern, hasWholeName, nameAt, slot, type ClaimText } from "./claim-text.ts";
import { codeLines, declarationsOf, enclosingLines } from "./code-lines.ts";
import { conceptOf } from "./concepts.ts";
import { guardedName } from "./guards.ts";

/** What a sentence says is missing: `what` begins with it, `subject` is what stands before it in its clause. */
interface Lack {
  what: string;
  subject: string;
  /** "is never closed" denies a verb; "without a timeout" denies a noun. */
  isDeed: boolean;
  /** The words deny the thing so plainly that its mere name in the code refutes them. */
  isPlain: boolean;
  clause: string;
}

const word = `(?:${slot}|[\\w$/?'.@=-]+)`;
const deniesNoun =
  "no|without|missing|lacks?|lacking|lack of|absence of|omits?|omitting|omission of|forgot|forgets|outside of|outside|needs|add|adding|skips";
const neglects = "(?:fail|neglect|omit)(?:s|ed|ing)? to|failure to|forg[eo]ts? to|forgetting to|does nothing to";
const wishes = "(?:should|must|could|can|needs to|ought to) (?:be|have been)";
const wishesFor = "(?:should|must|needs to|ought to) (?:use|have|add|include|call|set|pass|take|hold)";
const denials = new RegExp(
  `(?<![\\w-])(?:(?<verb>not|never|un|${neglects}|${wishes})|${wishesFor}|${deniesNoun})(?= )`,
  "gi",
);
/** "the timeout is missing": what is missing stands before it. */
const isGone = new RegExp(
  `^(?<what>${word}(?: (?!is )${word}){0,3}?)(?: (?:of|for|in|on|to|around|before|at) [^,;:]{1,40}?)? (?:is )?(?:(?:missing|absent|omitted|left out|left off|lacking|forgotten)|not (?:set|given|specified|present|provided|supplied|applied|declared|used|passed|there|configured|performed|done|made|taken|held|acquired|in place))(?= ?(?:$|[,;:.)—–]| (?:here|before|after|and|so|which|in this-|around|on)))`,
  "i",
);
const caseOnly = /(?<!^)\b(?:when|whenever|if|while|unless|until|once)\b(?:(?! and )[^,;])*/gi;
/** "A report that does not validate drops the batch": what the subject is like is an input, not the defect. */
const objectClause =
  /\b(?:for|with|on|by|of|from) (?:\S{1,40} ){1,3}?(?:that|which|who) (?:is|are|was|were|does|do|has|have) (?:not|never|no) .*$/i;
const subjectClause =
  /^((?:\S{1,40} ){1,4}?)(?:that|which|who) (?:does|do|did|is|are|was|were|has|have|had|can|could|will) (?:not|never) \S{1,40} /i;
const clauseEnd =
  /[,;:.)—–](?= |$)| ?\(| - | (?:which|where|that|because|since|so|but|although|though|as|hence|thus|meaning|leading|causing|risking|allowing|making|resulting|leaving|and(?= (?:may|can|will|could|might|so|then|thus|is|therefore|never|it|this)))(?= |$)/i;
const preposition =
  / (?:on|in|for|before|after|around|to|of|from|at|by|with|into|here|against|within|inside|over|under|used|defined|needed|required)(?= |$).*$/i;
/** Stands between the denial and the thing, and adds nothing. */
const soft =
  /^(?:any|some|sort|kind|form|of|proper|properly|explicit|explicitly|appropriate|suitable|such|corresponding|required|necessary|adequate|sufficient|early|to|be|being|have|having|has|gets?|sets?|setting|specif(?:y|ies|ied|ying)|pass(?:es|ed|ing)?|provid(?:es?|ed|ing)|giv(?:es?|en|ing)|us(?:es?|ed|ing)|hold(?:s|ing)?|held|tak(?:es?|en|ing)|call(?:s|ed|ing)?(?= .)|add(?:s|ed|ing)?|includ(?:es?|ed|ing)|acquir(?:es?|ed|ing)|appl(?:y|ies|ied|ying)|perform(?:s|ed|ing)?|do|does|doing|done|contain(?:s|ing)?|wrap(?:s|ped|ping)?|enclosed|surrounded|(?:guarded|protected|covered|backed)(?= (?:by|with|in) )|run(?:s|ning)?|executed|inside|within|under|in|with|by|as|via|through|marked|declared|flagged|made|there|is|are|it|first|correctly|safely|(?:code|logic|step|call|attempt|mechanism|way)(?= to )) (?=.)/i;

function lacksIn(plain: string): Lack[] {
  // A "when" or "if" begins the case, not the defect.
  const clauses = plain.replace(caseOnly, "").replace(subjectClause, "$1").replace(objectClause, "").split(clauseEnd);
  return clauses.flatMap((clause) => {
    const text = clause?.trim() ?? "";
    // The claim is about one of several: another one may well stand in the line.
    return oneOfMany.test(text) ? [] : [...deniedIn(text), ...goneIn(text)];
  });
}

function deniedIn(text: string): Lack[] {
  return [...text.matchAll(denials)].flatMap(({ 0: cue, index, groups }): Lack[] => {
    const subject = text.slice(0, index).trimEnd();
    const rest = text.slice(index + cue.length + 1);
    const isDeed = groups?.verb !== undefined;
    if (/^(?:longer|matter|need|doubt|one|only|just|more|way|effect)\b/i.test(rest) || notCode.test(rest)) return [];
    const isPlain = deniesPlainly(cue.toLowerCase(), subject, rest);
    return alternatives(withoutSoft(rest)).map((what) => ({ what, subject, isDeed, isPlain, clause: text }));
  });
}

/** "Fails for orders without a customer" and "a missing customer is ignored" describe an input. */
function deniesPlainly(cue: string, subject: string, rest: string): boolean {
  if (cue === "missing") return /^$|\bis$/i.test(subject) && !/^\S+(?: \S+){0,2} (?:is|can|may|leads?)\b/i.test(rest);
  if (cue === "without")
    return (
      /^\w+ing\b/i.test(rest) ||
      /(?:\b(?:\w+ed|runs?|made|sent|done|goes|built|written|set|call|request|query)|»)$/i.test(subject)
    );
  if (cue === "no") return /^$|\b(?:there is|has|with)$/i.test(subject);
  if (cue === "un" || cue === "not" || cue === "never")
    return (
      /^$|\b(?:is|it)$/i.test(subject) && /^(?:\w+ed|held|caught|thrown|reset|run|marked \w+|made \w+)\b/i.test(rest)
    );
  if (/^(?:could|can) be/.test(cue)) return /^(?:marked|declared|made)\b/i.test(rest);
  return !/^(?:needs|add|adding|skips|outside)|^(?:should|must|ought to) (?!be|have been)/.test(cue);
}

function goneIn(text: string): Lack[] {
  const match = isGone.exec(text.replace(/^(?:and|but|while|yet) /i, ""));
  return match ? [{ what: match.groups!.what!, subject: "", isDeed: false, isPlain: true, clause: text }] : [];
}

/** "no guard or optional chaining", "awaited/handled"; past a preposition stands the place. */
function alternatives(text: string): string[] {
  const parts = text.split(/ (?:or|nor|and) |(?<=[a-z])\/(?=[a-z])/i);
  const end = parts.findIndex((part) => preposition.test(part));
  return (end < 0 ? parts : parts.slice(0, end + 1)).map(withoutSoft);
}

function withoutSoft(text: string): string {
  let rest = text.trim();
  for (let shorter = rest.replace(soft, ""); shorter !== rest; shorter = rest.replace(soft, "")) rest = shorter;
  return rest.split(" ").slice(0, 6).join(" ");
}

const oneOfMany =
  /\b(?:second|third|fourth|other|others|latter|inner|outer|both|another|one of|again|rest|remaining|only)\b/i;
/** People ask for these; no line of code can show that they are there. */
const notCode = /\b(?:tests?|tested|specs?|coverage|covered|docs?|documentation|documented|comments?|changelog)\b/i;

export function contradictedMissing(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const file = quote.side === "head" ? facts.text(quote.path, "head") : null;
  if (!file || !/\w/.test(claim.plain)) return null;
  const lines = codeLines(file, quote.path);
  const code = quotedCode(lines, quote);
  const lacks = lacksIn(claim.plain);
  const guarded = guardedName(claim, code);
  if (guarded !== null)
    return {
      isCertain: false,
      why: { kind: "quote-has-it", what: `check of ${guarded}`, path: quote.path, line: quote.start },
    };
  for (const lack of lacks) {
    const targets = targetsOf(claim, lack.what);
    const isDeclared = () =>
      declarationsOf(bareName(targets[0] ?? ""), file, quote.path).some(
        ({ line }) => quote.start <= line && line <= quote.end,
      );
    const isCertain =
      quoteHas(lack, claim, code, targets, () => enclosingLines(lines, quote.start), isDeclared) ??
      (seemsDone(lack, claim, code) ? false : null);
    if (isCertain !== null)
      return {
        isCertain,
        why: {
          kind: "quote-has-it",
          what: spelledOut(lack.what.replace(preposition, ""), claim),
          path: quote.path,
          line: quote.start,
        },
      };
  }
  return null;
}

function spelledOut(what: string, claim: ClaimText): string {
  return what.replace(new RegExp(slot, "g"), (one) => nameAt(one, claim));
}

/** Whether the code gives a value to the name that is said to have none: the one after the verb, or the last before it. */
function isAssigned({ what, subject }: Lack, claim: ClaimText, code: string): boolean {
  const named = new RegExp(slot, "g");
  const bare = /([A-Za-z_]\w{2,})(?: is)?$/.exec(subject)?.[1];
  const one = what.match(named)?.[0] ?? subject.match(named)?.at(-1) ?? bare ?? claim.plain.match(named)?.[0];
  const name = one && escapePattern(bareName(nameAt(one, claim)));
  return name !== undefined && new RegExp(`(?<![\\w$])${name}\\s*(?:[({]|:?=(?!=)|:[^=;]*[({[])`).test(code);
}

const longestCode = 4000;

/** The quoted lines, with the annotations above them, which belong to the same declaration. */
function quotedCode(lines: readonly string[], { start, end }: { start: number; end: number }): string {
  let from = start - 1;
  while (from > 0 && /^\s*(?:@\w|#\[|\[\w)/.test(lines[from - 1] ?? "")) from--;
  return lines.slice(from, end).join("\n").slice(0, longestCode);
}

/** What the sentence names besides the missing thing: the place where it should be. */
function targetsOf(claim: ClaimText, what: string): string[] {
  const own = new Set([...what.replace(preposition, "").matchAll(new RegExp(slot, "g"))].map(([one]) => one));
  return [...claim.plain.matchAll(new RegExp(`${slot}|[A-Za-z_]\\w{2,}`, "g"))]
    .filter(([one]) => !own.has(one))
    .map(([one]) =>
      bareName(nameAt(one, claim))
        .split(/\.|::|->/)
        .pop()!,
    )
    .filter((one) => one !== "");
}

const deniedCall = new RegExp(`\\b(?:call|invok|us|trigger|runn?)(?:s|es|ed|e|ing)? (${slot})(?![\\w-])`, "i");

/** Whether the code has what is said to be missing: true if certainly, false if it seems so, null if not. */
function quoteHas(
  lack: Lack,
  claim: ClaimText,
  code: string,
  targets: readonly string[],
  around: () => string,
  isDeclared: () => boolean,
): boolean | null {
  // A marked name is the whole thing: "without `IF EXISTS` can fail".
  const head = new RegExp(`^${slot}`).exec(lack.what)?.[0] ?? lack.what.replace(preposition, "");
  const spelled = bareName(nameAt(head.split(" ")[0]!, claim));
  if (/^\.?await(?:ed|ing|s)?$/i.test(spelled)) return hasAwait(code, targets);
  const isCalled = (one: string) => new RegExp(`(?<![\\w$])${escapePattern(one)}\\s*\\(`).test(code);
  if (lack.isDeed && /^(?:called|invoked)$/i.test(head)) return targets.some(isCalled) && !isDeclared() ? false : null;
  const user = /^used\b/i.test(head) ? /(\S+)(?: is)?$/.exec(lack.subject)?.[1] : undefined;
  if (lack.isDeed && user && isCalled(bareName(nameAt(user, claim)))) return isDeclared() ? null : false;
  const isCall = lack.isDeed && /^[\w$.]+\(.*\)$/.test(nameAt(head.split(" ")[0]!, claim));
  const isNamedCall = isCall || deniedCall.exec(lack.clause)?.[1] === head;
  if (isNamedCall && isCalled(spelled) && !isDeclared()) return false;
  if (/^(?:in-class )?initiali[sz]|^(?:assigned|updated|populated)\b/i.test(head) && isAssigned(lack, claim, code))
    return false;
  // "no method guard": some test of it.
  const tested = /^(?:\S+ )*?(\S+) (?:guard|check|validation|restriction|verification)s?$/i.exec(head)?.[1];
  if (tested && /\b(?:if|unless|assert|guard|require|throw|raise)\b/.test(code) && standsIn(tested, claim, code))
    return false;
  const concept = conceptOf({ ...lack, what: spelledOut(lack.what, claim) });
  if (concept) {
    if (concept.code.test(code) && concernsTargets(concept.code, code, claim, targets, around)) return false;
    return concept.around?.test(around()) ? false : null;
  }
  if (
    !(lack.isPlain && claim.isTitle) &&
    !(spelled !== head && (keyword.test(spelled) || !/^[\w$]+$/.test(spelled)) && !lack.isDeed)
  )
    return null;
  const words = head.split(" ").filter((one) => !sorts.test(one) && !/^(?:not|null)$/i.test(one));
  if (words.length === 0 || words.length > 3 || (lack.isDeed && tooGeneral.test(words[0]!))) return null;
  if (!words.every((one) => standsIn(one, claim, code))) return null;
  return lack.isDeed || isArgumentOf(words.at(-1)!, claim, code, targets) ? false : null;
}

const inspects = /^(?:check|verif|validat|test|look|compar|examin|consult|inspect|honou?r|respect|enforc|guard)/i;
const conditional = /\b(?:if|elif|unless|guard|assert\w*|require\w*|while)\b|\bthrowIf/i;
/** The claim is about some case only, or about when it happens. */
const narrowed =
  /\b(?:when|if|unless|until|once|only|always|again|before|after|all|every|each|more|anymore|longer|instead)\b/i;
const shortestDeed = 5;

/** Whether the quoted line, read word by word, does what is denied: to be decided by who understands it. */
function seemsDone({ what, subject, isDeed, clause }: Lack, claim: ClaimText, code: string): boolean {
  // Of several lines, others than the meant one may do it.
  if (code.includes("\n") || narrowed.test(clause)) return false;
  const spelled = (text: string) => contentWords(spelledOut(text, claim));
  const [first, ...rest] = spelled(what);
  if (first === undefined) return false;
  const stands = (one: string) => standsIn(one, claim, code);
  if (inspects.test(first) && (isDeed || /ing$/.test(first)))
    return conditional.test(code) && spelled(sentenceOf(clause, claim)).some((one) => one !== first && stands(one));
  if (conceptOf({ what: spelledOut(what, claim), subject }) || /^await/i.test(first)) return false;
  const calls = callsIn(code.replace(declaredName, " "));
  const stem = stemOf(first.toLowerCase());
  const isCalled = calls.some(({ name }) => partsOf(name).some((one) => one.startsWith(stem)));
  const isExact = calls.some(({ name }) => name === first);
  if (stem.length >= shortestDeed && isCalled && (isExact || !tooGeneral.test(first)))
    return rest.length === 0 ? isDeed || isExact : rest.some(stands);
  return !isDeed && rest.length > 0 && [first, ...rest].every(stands);
}

function sentenceOf(clause: string, { plain }: ClaimText): string {
  return plain.split(/[;:.](?= |$)/).find((one) => one.includes(clause)) ?? clause;
}

const noContent =
  /^(?:not|never|and|or|nor|to|of|for|in|on|at|by|as|with|into|from|that|this|it|is|be|are|least|most|one|two|so|out|off|up|there|any|other|against)$/i;

function contentWords(text: string): string[] {
  return text.split(/[^\w$@:.()-]+/).filter((one) => /[a-z]{3}/i.test(one) && !noContent.test(one));
}

/** Marked as code, these are constructs and no data. */
const keyword =
  /^(?:@\w+|--\w[\w-]*|continue|break|return|throw|raise|final|override|static|const|async|volatile|finally|default|defer|weak|readonly|private|using|with|yield|synchronized|key|\w+(?:\.\w+)*\(\))$/;
const tooGeneral =
  /^(?:used?|using|needed|pass(?:ed)?|assigned|cover(?:ed)?|defined?|declared?|import(?:ed)?|read|set|given|sent|required?|allowed|expected|support(?:ed)?|removed?|written|write|stored?|returned?|return|logged|changed?|updated?|works?|match(?:es|ed)?|fail(?:s|ed)?|throws?|thrown|have|has|hold|get|gets|exist|equal|contain|reached|safe|valid|enough|stop|run|know|mean|null|true|false|job|seen|kept|keep|the|for|to|a)$/i;
/** Says what sort of thing is missing, and is seldom written in the code itself. */
const sorts =
  /^(?:modifier|annotation|attribute|prop|property|argument|parameter|keyword|statement|call|clause|operator|option|flag|block|directive|decorator|import|case|branch|unique|proper|explicit|suitable|necessary|required|specific|single|new|validation|header)s?$/i;

/** Each identifier's parts, lower case: `withTimeout` says "timeout". */
function standsIn(said: string, claim: ClaimText, code: string): boolean {
  const name = nameAt(said, claim).replace(/\(\.*\)$/, "");
  if (name !== said || !/^[a-z'-]+$/i.test(said)) return code.includes(name) && /[\w>)\]"']/.test(name);
  const stem = stemOf(said.toLowerCase());
  return stem.length >= 3 && partsOf(code).some((one) => one.startsWith(stem) && one.length <= stem.length + 5);
}

function stemOf(said: string): string {
  const stem = said.replace(/'s$/, "").replace(/(?:ation|ing|ed|ion|s)$/, "");
  return stem.length >= 3 ? stem.replace(/(.)\1$/, "$1") : said;
}

/** The name that a line declares says what it is, not what it has. */
const declaredName =
  /\b(?:function\*?|def|fn|func|fun|class|struct|interface|enum|type|trait)\s+(?:\([^)]*\)\s*)?[\w$]+/g;

function partsOf(code: string): string[] {
  return code
    .replace(declaredName, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((one) => one !== "");
}

/** Before the call that the claim names; without one, before the outermost expression of a single line. */
function hasAwait(code: string, targets: readonly string[]): boolean | null {
  if (!/\bawait\b/.test(code)) return null;
  const called = targets
    .filter((one) => !/^(?:async|function|await|if|for|while|return)$/i.test(one))
    .filter((one) => new RegExp(`(?<![\\w$])${escapePattern(one)}\\s*\\(`, "i").test(code));
  const isAwaited = (one: string) => {
    const target = escapePattern(one);
    return (
      new RegExp(`\\bawait\\s+(?:[\\w$.?!]+(?:\\([^()]*\\))?\\.)?${target}\\s*\\(`, "i").test(code) ||
      new RegExp(`(?<![\\w$])${target}\\s*\\(.*\\)\\s*\\.await\\b`, "i").test(code) ||
      new RegExp(
        `\\bawait\\s+(?:Promise\\.(?:all|allSettled)|asyncio\\.gather)\\s*\\(.*(?<![\\w$])${target}\\s*\\(`,
        "i",
      ).test(code)
    );
  };
  if (called.length > 0) return called.every(isAwaited) || null;
  if (code.includes("\n")) return null;
  const before = code.slice(0, code.search(/\bawait\b/));
  const depth = Array.from(before).reduce(
    (sum, char) => sum + ("([".includes(char) ? 1 : ")]".includes(char) ? -1 : 0),
    0,
  );
  return depth <= 0 || code.includes(".await") || null;
}

/** A guard of another name is not the one that is said to be missing. */
function concernsTargets(
  concept: RegExp,
  code: string,
  claim: ClaimText,
  targets: readonly string[],
  around: () => string,
): boolean {
  if (targets.some((one) => isAlsoUsedBare(one, concept, code))) return false;
  const named = claim.names
    .map(({ text }) => bareName(text))
    .filter((one) => targets.includes(one) && hasWholeName(code, one));
  if (named.length === 0)
    return claim.names.every(
      ({ text, marked }) =>
        !marked || hasWholeName(`${code}\n${around()}`, bareName(text)) || !/^[a-z_$][\w$]*$/.test(text),
    );
  const guard = concept.exec(code)!;
  const near = !code.includes("\n")
    ? code
    : code.slice(Math.max(0, guard.index - 40), guard.index + guard[0].length + 40);
  return named.some((one) => hasWholeName(near, one));
}

/** `where("lower(host) = ?", host)`: what is done to one use of a value is not done to the other. */
function isAlsoUsedBare(name: string, concept: RegExp, code: string): boolean {
  if (!/^[\w$]+$/.test(name)) return false;
  const line = code.split("\n").find((one) => concept.test(one) && hasWholeName(one, name)) ?? "";
  const calls = callsIn(line).filter(({ name: callee }) => concept.test(callee));
  // `synchronized(pending) { pending.add(one) }` covers what stands in its block.
  if (calls.length === 0 || calls.some(({ to }) => /^\s*\{/.test(line.slice(to)))) return false;
  const starts = calls.map(({ from }) => line.slice(0, from).search(/[\w$.>:-]+\s*$/));
  const isInCall = (at: number) => calls.some(({ to }, call) => starts[call]! <= at && at < to);
  const others = Array.from(line, (char, at) => (isInCall(at) ? " " : char)).join("");
  return hasWholeName(others.replace(/^[^=(]*=(?!=)/, ""), name);
}

/** An argument of another call than the named one does not count. */
function isArgumentOf(what: string, claim: ClaimText, code: string, targets: readonly string[]): boolean {
  const calls = callsIn(code);
  const target = calls.find((one) => targets.includes(one.name));
  const at = code.toLowerCase().indexOf(stemOf(bareName(nameAt(what, claim)).toLowerCase()));
  const inner = calls.findLast((one) => one.from < at && at < one.to);
  return !target || !inner || (target.from <= inner.from && inner.to <= target.to);
}

function callsIn(code: string): { name: string; from: number; to: number }[] {
  return [...code.matchAll(/(?<![\w$])([\w$]+[!?]?)\s*\(/g)].map(({ 0: all, 1: name, index }) => {
    let depth = 1;
    let to = index + all.length;
    for (; to < code.length && depth > 0; to++) depth += code[to] === "(" ? 1 : code[to] === ")" ? -1 : 0;
    return { name: name!, from: index + all.length - 1, to };
  });
}
