// Doubts claims that something is not there, whatever their words, where the quoted line is its very declaration.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import type { ClaimContradiction } from "../claim-gate.ts";
import { bareName, nameAt, reported, slot, type ClaimText } from "./claim-text.ts";
import { declarationsOf, type Declaration } from "./code-lines.ts";

const nobody =
  "(?:not|never|nobody|nothing|nowhere|no one|fails? to|forg[eo]ts? to|before (?:anyone|anything|somebody))";
const isThere =
  "(?:declar|defin|exist|implement|wrote|writ(?:e|ten)\\b|creat|provid|offer|contain|resolv|found|find|extended with)\\w*";
const noun =
  "(?:definitions?|declarations?|functions?|methods?|class(?:es)?|helpers?|constants?|fields?|members?|propert(?:y|ies)|associations?|variables?|macros?|objects?|routines?|types?|symbols?|name|thing|one|sort|kind)";
/** That a thing is not there at all; "is not a function" says what it is. */
const deniesExistence = new RegExp(
  [
    `\\b${nobody}(?: \\S+){0,2}? #?${isThere}`,
    `\\b(?:no|without|lacks?|lacking|lost|misses|missing) (?:\\S+ ){0,2}?${noun}(?![\\w-])`,
    `\\b(?:no such|has none)\\b`,
    `\\b(?:undeclared|unresolved|implicitly declared|(?:undefined|uninitiali[sz]ed|unknown) ${noun})(?![\\w-])`,
  ].join("|"),
  "i",
);
const deniesImport =
  /\b(?:not|never|nobody|nothing|no|without|lacks?|lacking|missing|forg[eo]ts?)\b(?: \S+){0,3}? (?:import|use (?:statement|declaration|clause)|includ|brings?|in scope|into scope|require)\w*/i;
/** Of another place, time or case, the quoted declaration says nothing. */
const elsewhere =
  /\bno longer\b|\b(?:in|from|to|by|of) (?:[\w./-]+\.\w{1,5}|«\d+»)(?=$|[\s,;:.)])|\b(?:when|if|unless|until|tests?|documented|documentation|callers?)\b/i;

/** `title` names what the sentences after it call "it". */
export function deniedExistence(
  claim: ClaimText,
  title: ClaimText,
  finding: Finding,
  facts: GateFacts,
): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const file = quote.side === "head" ? facts.text(quote.path, "head") : null;
  if (!file || reported.test(claim.plain)) return null;
  for (const clause of claim.plain.split(
    /[,;:.](?= )| (?:that|which|but|yet|although|though|while|whereas|because|since|and|as|so) /,
  )) {
    const [denies, denied] = [deniesExistence.test(clause), deniesImport.test(clause)];
    if ((!denies && !denied) || elsewhere.test(clause)) continue;
    const fits = ({ kind, line, outermost }: Declaration) =>
      quote.start <= line &&
      line <= quote.end &&
      (kind === "import" ? denied : denies && (kind === "definition" || outermost || isField(quote.text)));
    const own = namesIn(clause, claim);
    for (const name of own.length > 0
      ? [...own, ...namesIn(claim.plain, claim)]
      : [...namesIn(claim.plain, claim), ...namesIn(title.plain, title)]) {
      const found = declarationsOf(name, file, quote.path).find(fits);
      if (found) return { isCertain: false, why: { kind: "is-declared", name, path: quote.path, line: found.line } };
    }
  }
  return null;
}

/** A variable of a function is set where it is declared: that it is not there may be said of its value. */
function isField(text: string): boolean {
  return /^\s*(?:(?:private|protected|public|internal|static|readonly|final|const|@\w+)\s+)+[^=(]*(?:[;=]|$)/.test(
    text,
  );
}

const mostNames = 12;
const wordOf = new RegExp(`${slot}|[A-Za-z_]\\w{2,}`, "g");

function namesIn(text: string, claim: ClaimText): string[] {
  const names = [...text.matchAll(wordOf)].map(([one]) =>
    bareName(nameAt(one, claim))
      .split(/\.|::|->/)
      .pop()!,
  );
  return [...new Set(names)].slice(0, mostNames);
}
