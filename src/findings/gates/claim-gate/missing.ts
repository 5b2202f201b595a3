// Decides claims that something is missing from the quoted line, where it stands in that line.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { bareName, escapePattern, hasWholeName, nameAt, slot, type ClaimText } from "./claim-text.ts";
import { codeLines, declarationsOf } from "./code-lines.ts";
import type { ClaimContradiction } from "../claim-gate.ts";

const word = `(?:${slot}|[\\w/?'.-]+)`;
/** Up to four words, up to what ends a noun phrase; a verb there means that the phrase only describes an input. */
const phrase = `(?<what>${word}(?: ${word}){0,3}?)(?=$|[,;:.)—–]| (?:on|in|for|before|after|around|to|of|from|at|by|as|and (?:may|can|will|could|might|so|then|thus|is|therefore|never)|so|that|which|but|when|with|here|since|because|is (?:set|given|present|specified|passed|provided|used|taken)|exists?)(?: |$))`;
const used =
  "(?:specifying|giving|passing|setting|using|holding|taking|calling|adding|having|including|acquiring|providing|doing|performing|applying)? ?";

const shapes: readonly string[] = [
  `^missing ${phrase}`,
  `(?:is|are) missing ${phrase}`,
  `\\b(?:lacks?|lacking|omits?) ${phrase}`,
  // After a verb or a call; "fails for orders without a customer" describes an input.
  `(?<=(?:\\b(?:\\w+ed|runs?|made|sent|done|goes|built|written|set|call|request|query)|${slot}) )without ${used}${phrase}`,
  `\\bwithout ${used.replace("? ?", " ")}${phrase}`,
  `(?:^|there is |has |with |since |as |because )no ${phrase}`,
  `(?:^|[,;:] (?!as |but |and )|\\b(?:but|as|because|since|and|while|though) )(?<what>${word}(?: ${word}){0,3}?)(?: (?:of|for|in|on|to) [^,;:]{1,40})? is (?:missing|absent|omitted|left out|lacking|forgotten|not (?:set|given|specified|present|provided|supplied|applied|declared|used))(?= ?(?:$|[,;:.)—–]| (?:here|before|after|and|so|which|when|in this-)))`,
  `\\b(?:forgot|forgets|forgetting|neglects|fails|failed|does nothing|do nothing) to (?<what>[a-z]+)`,
  `\\b(?:does|do|did) not (?<what>await)`,
  `\\b(?:is|are) (?:not|never) (?:marked|declared|made|flagged)(?: as)? (?<what>${slot}|[a-z]+)`,
  `\\b(?:is|are|it) (?:not|never) (?<done>[a-z]+ed|held|caught|thrown|reset|set up|run)(?= ?(?:$|[,;:.)—–]| (?:with|before|after|and|so|when|in|to|hence|here|which|by|if)\\b))`,
];
const patterns = shapes.map((shape) => new RegExp(shape, "i"));

/** The claim is about one of several: another one may well stand in the line. */
const oneOfMany =
  /\b(?:second|third|fourth|other|others|latter|inner|outer|both|another|one of|again|rest|remaining|only)\b/i;

/** What code says where people use other words. */
const concepts: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:null|nil|none|undefined)[ -](?:check|guard|test)\w*$|^check for (?:null|nil|none)$/,
    /[!=]==?\s*(?:null|nil|None|NULL|nullptr|undefined)\b|\b(?:null|nil|NULL)\s*[!=]=|\bis (?:not )?(?:None|null)\b|\?\?|requireNonNull|\bguard let\b|\bif let\b/,
  ],
  [/^(?:optional chaining|safe call|safe navigation)s?$/, /\?\.|&\./],
  [
    /^(?:error|exception)[ -](?:handling|handler|check)$|^try[ /-](?:catch|block|except|await)$|^(?:catch|rescue|except)(?: (?:block|clause))?$/,
    /\bcatch\b|\bexcept\b|\brescue\b|\btry\s*[{:]|\btry\s+await\b|\.catch\(|\berr\w*\s*!=\s*nil/,
  ],
  [/^propagat/, /\?\s*(?:[;.)]|$)|\bthrows?\b|\braise\b|\breturn\b.*\berr/],
  [
    /^(?:lock|mutex|synchroni[sz]ation|locking|synchroni[sz]ed|locked|guarded)$/,
    /\block\w*\s*\(|\.lock\b|\.Lock\(|\bsynchronized\b|\bMutex\b/,
  ],
  [/^(?:timeout|time limit|deadline|time-?out)$/, /time_?out|max-?time|deadline/i],
  [/^(?:default|default (?:case|branch|clause|arm))$/, /\bdefault\b|case _|_ =>/],
  [/^(?:reset|cleared|zeroed)$/, /=\s*(?:0|null|nil|None|NULL|""|''|\[\]|\{\}|false)\s*;?\s*$|\breset|\bclear/],
  [
    /^(?:closed|disposed|released|freed|cleaned)$/,
    /\bclose|\bdispose|\busing\b|\bdefer\b|\bfree\(|\brelease|\bwith\b/i,
  ],
  [/^(?:escaped|escaping|sanitized|sanitization|encoded|output encoding)$/, /escape|sanitiz|encode|htmlspecialchars/i],
];
/** Says what sort of thing is missing, and is seldom written in the code itself. */
const sorts =
  /^(?:modifier|annotation|attribute|prop|property|argument|parameter|keyword|statement|call|clause|operator|option|flag|block|directive|decorator|import|case|unique|proper|explicit|suitable|necessary|required|specific|single|new|validation|header)s?$/i;

export function contradictedMissing(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const file = quote.side === "head" ? facts.text(quote.path, "head") : null;
  // Past a "when" or "if" stands the case, not the defect.
  const plain = claim.plain.replace(/(?<!^)\b(?:when|whenever|if|while|unless|until|once|where)\b.*$/i, "").trimEnd();
  if (!file || oneOfMany.test(plain)) return null;
  const code = quotedCode(codeLines(file, quote.path), quote);
  for (const pattern of patterns) {
    const match = pattern.exec(plain);
    if (!match?.groups) continue;
    const what = match.groups.what ?? match.groups.done!;
    const targets = targetsOf(claim, match.index, match[0], what);
    const says = match.groups.done
      ? saysDone(what.toLowerCase(), claim, match.index, code, targets, () =>
          declarationsOf(bareName(targets[0] ?? ""), file, quote.path).some(
            ({ line }) => quote.start <= line && line <= quote.end,
          ),
        )
      : saysWhat(what, claim, code, targets);
    if (says)
      return {
        ...says,
        why: {
          kind: "quote-has-it",
          what: nameAt(what, claim).replace(new RegExp(slot, "g"), (one) => nameAt(one, claim)),
          path: quote.path,
          line: quote.start,
        },
      };
  }
  return null;
}

type Said = Pick<ClaimContradiction, "isCertain"> | null;

/** The quoted lines, with the annotations above them, which belong to the same declaration. */
function quotedCode(lines: readonly string[], { start, end }: { start: number; end: number }): string {
  let from = start - 1;
  while (from > 0 && /^\s*(?:@\w|#\[|\[\w)/.test(lines[from - 1] ?? "")) from--;
  return lines.slice(from, end).join("\n");
}

/** What the title names besides the missing thing: the place where it should be. */
function targetsOf(claim: ClaimText, at: number, matched: string, what: string): string[] {
  const rest = `${claim.plain.slice(0, at)} ${matched.replace(what, " ")} ${claim.plain.slice(at + matched.length)}`;
  const own = new Set([...what.matchAll(new RegExp(slot, "g"))].map(([one]) => one));
  return [...rest.matchAll(new RegExp(`${slot}|[A-Za-z_]\\w{2,}`, "g"))]
    .filter(([one]) => !own.has(one))
    .map(([one]) =>
      bareName(nameAt(one, claim))
        .split(/\.|::|->/)
        .pop()!,
    )
    .filter((one) => one !== "");
}

function saysWhat(what: string, claim: ClaimText, code: string, targets: readonly string[]): Said {
  const plain = what.toLowerCase();
  const spelled = bareName(nameAt(what, claim));
  if (plain === "await" || /^\.?await$/.test(spelled)) return saysAwait(code, targets);
  const concept = concepts.find(([said]) => said.test(plain))?.[1];
  if (concept)
    return concept.test(code) && concernsTargets(concept, code, claim, targets) ? { isCertain: false } : null;
  const words = what.split(" ").filter((one) => !sorts.test(one) && !/^(?:not|null)$/i.test(one));
  if (words.length === 0 || !words.every((one) => standsIn(one, claim, code))) return null;
  return isArgumentOf(words.at(-1)!, claim, code, targets) ? { isCertain: false } : null;
}

/** Each identifier's parts, lower case: `withTimeout` says "timeout". */
function standsIn(said: string, claim: ClaimText, code: string): boolean {
  const name = nameAt(said, claim);
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
function saysAwait(code: string, targets: readonly string[]): Said {
  if (!/\bawait\b/.test(code)) return null;
  const called = targets.filter((one) => new RegExp(`(?<![\\w$])${escapePattern(one)}\\s*\\(`, "i").test(code));
  const isAwaited = (one: string) => {
    const target = escapePattern(one);
    return (
      new RegExp(`\\bawait\\s+(?:[\\w$.?!]+(?:\\([^()]*\\))?\\.)?${target}\\s*\\(`, "i").test(code) ||
      new RegExp(`(?<![\\w$])${target}\\s*\\(.*\\)\\s*\\.await\\b`, "i").test(code)
    );
  };
  if (called.length > 0) return called.every(isAwaited) ? { isCertain: true } : null;
  if (code.includes("\n")) return null;
  const before = code.slice(0, code.search(/\bawait\b/));
  const depth = Array.from(before).reduce(
    (sum, char) => sum + ("([".includes(char) ? 1 : ")]".includes(char) ? -1 : 0),
    0,
  );
  return depth <= 0 || code.includes(".await") ? { isCertain: true } : null;
}

/** A guard of another name is not the one that is said to be missing. */
function concernsTargets(concept: RegExp, code: string, claim: ClaimText, targets: readonly string[]): boolean {
  const named = claim.names
    .map(({ text }) => bareName(text))
    .filter((one) => targets.includes(one) && hasWholeName(code, one));
  if (named.length === 0)
    return claim.names.every(
      ({ text, marked }) => !marked || hasWholeName(code, bareName(text)) || !/^[a-z_$][\w$]*$/.test(text),
    );
  const guard = concept.exec(code)!;
  const near = !code.includes("\n")
    ? code
    : code.slice(Math.max(0, guard.index - 40), guard.index + guard[0].length + 40);
  return named.some((one) => hasWholeName(near, one));
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

function saysDone(
  verb: string,
  claim: ClaimText,
  at: number,
  code: string,
  targets: readonly string[],
  isDeclared: () => boolean,
): Said {
  const subject = claim.plain.slice(0, at).toLowerCase();
  if (verb === "awaited") return saysAwait(code, targets);
  if (verb === "called" || verb === "invoked") {
    const call = targets.find((one) => new RegExp(`(?<![\\w$])${escapePattern(one)}\\s*\\(`).test(code));
    return call !== undefined && !isDeclared() ? { isCertain: false } : null;
  }
  if ((verb === "checked" || verb === "handled") && /\berrors?\b/.test(subject))
    return /\berr\w*\s*[!=]=\s*nil|\bcatch\b|\bexcept\b|\brescue\b/.test(code) ? { isCertain: false } : null;
  if ((verb === "acquired" || verb === "taken" || verb === "held") && /\b(?:lock|mutex)\b/.test(subject))
    return /\block\w*\s*\(|\.lock\b|\.Lock\(|\bsynchronized\b/.test(code) ? { isCertain: false } : null;
  const concept = concepts.find(([said]) => said.test(verb))?.[1];
  if (concept)
    return concept.test(code) && concernsTargets(concept, code, claim, targets) ? { isCertain: false } : null;
  return !/^(?:used|needed|passed|assigned|covered|documented|tested|defined|declared|imported|read|set|given|sent|required|allowed|expected|supported|removed|written|stored|returned|logged)$/.test(
    verb,
  ) && standsIn(verb, claim, code)
    ? { isCertain: false }
    : null;
}
