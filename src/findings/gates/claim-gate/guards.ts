// Finds guards: whether code tests a name before it is used, and whether a sentence says that nobody does.
import { escapePattern, nameAt, slot, type ClaimText } from "./claim-text.ts";

const nothing = "(?:null|nil|none|undefined|nullptr|empty|blank|missing|absent|zero)";
const tests =
  "(?:check|verif|validat|guard|ensur|reject|assert|handl)(?:s|es|ed|ing|y|ying|ies|ied|e|ling|led|ation|ion|ication)?";
/** That a value may be nothing, or that nobody tests it. */
const speaksOfGuard = new RegExp(
  [
    `\\b${nothing}[ -](?:pointer|reference|deref\\w*|access|safety|${tests})`,
    "\\bNullPointerException|\\bNullReferenceException|\\bNPE\\b|\\bdereferenc\\w+|\\bunconditional(?:ly)?\\b|\\bblindly\\b",
    `\\b(?:may|might|could|can|is possibly|potentially|would)(?: \\S+){0,2}? ${nothing}\\b`,
    `\\b(?:without|no|not|never|nobody|missing|lacks?|lacking|fails? to|should|must|needs? to|consider|add|adding|safer to|un)(?: \\S+){0,3}? ${tests}\\b`,
    `\\bassum(?:es|ing)\\b|\\bguard against\\b`,
  ].join("|"),
  "i",
);
/** The guard itself is the subject. */
const blamesGuard =
  /\b(?:redundant|unnecessary|needless|superfluous|inverted|useless|pointless|always|too late|too early|wrong|instead of|only|swallow\w*|silent\w*|dead|unreachable|bypass\w*|falsy|truthy|coerc\w*|skip\w*)\b/i;
const asksForTests = /\b(?:tests?|specs?|coverage)\b/i;
const mostNames = 12;
const clauses = /[,;:](?= )|\. | - | (?:but|and|so|yet|while|because|since|which) /i;

/** The name that the sentence says to be untested, where the code tests it. */
export function guardedName(claim: ClaimText, code: string): string | null {
  for (const clause of claim.plain.split(clauses)) {
    if (!speaksOfGuard.test(clause) || blamesGuard.test(clause) || asksForTests.test(clause)) continue;
    const own = namesIn(clause, claim).filter((name) => code.includes(name));
    // A clause that names nothing of the code speaks of what the sentence names.
    const names = own.length > 0 || clause.includes("«") ? own : namesIn(claim.plain, claim);
    const found = [...new Set(names)].slice(0, mostNames).find((name) => isGuarded(name, code));
    if (found !== undefined) return found;
  }
  return null;
}

/** Names in full; of a call or an access, what it is done on, and a call's arguments, since these are used. */
function namesIn(clause: string, claim: ClaimText): string[] {
  return [...clause.matchAll(new RegExp(`${slot}|[A-Za-z_]\\w{2,}`, "g"))].flatMap(({ 0: said, index }) => {
    const text = nameAt(said, claim);
    if ((text === said && said.startsWith("«")) || clause[index - 1] === ".") return [];
    const called = /^(.*?)(?:\.|->|::)?\w+\((.*)\)$/s.exec(text);
    const isAccessed = /\b(?:access\w*|dereferenc\w*|reads?|reading|calls?|calling|invokes?)(?: \w+)? $/i.test(
      clause.slice(0, index),
    );
    const parts = called
      ? [text, called[1]!, ...called[2]!.split(",")]
      : [isAccessed ? text.replace(/(?:\.|->)\w+$/, "") : text];
    return parts
      .map((one) => one.trim().replace(/^[$&*@]+|\[[^\]]*\]$|\(\)$/g, ""))
      .filter((one) => /^[\w$][\w$.>()"'-]+$/.test(one));
  });
}

const nil = "(?:null|nil|None|undefined|nullptr|NULL|nullopt)";

function isGuarded(name: string, code: string): boolean {
  if (!code.includes(name)) return false;
  const target = `(?<![\\w$])(?:[\\w$]+(?:\\(\\))?(?:\\.|->|::))*[$&*@]?${escapePattern(name)}(?![\\w$])`;
  return [
    `${target}(?:\\(\\))?\\s*(?:[!=]==?|is not|is)\\s*(?:${nil}\\b|""|'')`,
    `\\b${nil}\\s*[!=]==?\\s*${target}`,
    `(?:(?<![\\w$])!|\\bnot\\s)\\s*\\(?${target}(?!\\s*(?:[.(\\[]|->))`,
    `\\b(?:if|unless|while|guard|elif|assert)\\b\\s*\\(?\\s*${target}\\s*(?:[):{]|&&|\\|\\||\\band\\b|\\bor\\b|then\\b|$)`,
    `${target}\\s*(?:&&|\\?\\?|\\?\\.|&\\.|\\?:)`,
    `(?:(?<![A-Za-z])(?:valid|check|verif|assert|ensure|require|present|exist|empty|blank|isset|typeof|has)|Valid|Check|Verif|Assert|Ensure|Require|Present|Exist|Null|Nil|Empty|Blank)\\w*[!?]?\\s*\\(?\\s*!?${target}`,
    `${target}\\s*(?:\\.|->|::)\\s*(?:nil\\?|blank\\?|present\\?|empty\\?|any\\?|isPresent|is_some|is_none|is_null|isEmpty|is_empty|isBlank|HasValue|has_value|(?:length|size)(?:\\(\\))?\\s*[<>=!])`,
    `\\b(?:if|guard|while)\\s+let\\b.*=\\s*&?${target}`,
    `${target}\\s*(?:instanceof|is_a\\?)`,
  ].some((guard) => new RegExp(guard).test(code));
}
