// Decides claims that a named symbol does not exist or is not imported, where the file shows otherwise.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { bareName, nameAt, reported, slot, type ClaimText } from "./claim-text.ts";
import { codeLines, declarationsOf, importsOf, type Declaration } from "./code-lines.ts";
import type { ClaimContradiction } from "../claim-gate.ts";

/** `scope`: the name is said to mean nothing at this line, which an import refutes as well. */
type AbsenceKind = "existence" | "scope" | "import" | "value";

export interface AbsenceClaim {
  name: string;
  kind: AbsenceKind;
  /** Where it is said to be absent: a class, a file; null where the claim names no place. */
  within: string | null;
  /** A bare word of the sentence, which may be no name: "an order that does not exist". */
  isWord: boolean;
  /** Said in so many words; otherwise the words may mean something else. */
  isPlain: boolean;
}

const noun =
  "(?:function|method|class|helper|constant|variable|symbol|identifier|type|struct|command|property|module|package|namespace|macro|hook|component|interface|trait|enum|routine|procedure|protocol|header|library|action|field|member|map|name|object|model|statement|block|reference)";
const plainName = "[A-Za-z_$][\\w$]*[?!]?";
const subject = `(?:${noun} )*(?<name>${slot}|${plainName})(?:,? ${noun})?`;
const thing = `(?:${noun} |named |called |with |of |for |to |: )*(?<name>${slot}|${plainName})(?: ${noun})?`;
const marked = thing.replace(`|${plainName}`, "");

const denies = "(?:not|never|nowhere|no|without|missing|lacks?|lacking)";
const uses = "(?:used|called|invoked|referenced|needed|instantiated|accessed|relied on)";
/** Between a name and the denial: that it is used here, or that it is the subject still. */
const joins = `(?:,? (?:is|it|that|which|but|yet|and|although|though|while|despite|however|there|has|have|by|here|in|this-\\w+|can|could|does|do|did|will|would|${uses}|${noun}|imports?|import block|import list))*,?`;
const fillers = `(?: (?:is|be|to|of|for|as|in|any|that|this|it|ever|been|having|${noun}|this-\\w+|valid|matching|corresponding|actual|by))*`;
const imports =
  "(?:import(?:s|ed|ing)?|includ(?:es?|ed|ing)|inclusion|requir(?:es?|ed|ing)|brought into scope|in scope|in import (?:block|list)s?)";
const exists =
  "(?:defin(?:es?|ed|ing|itions?)|declar(?:es?|ed|ing|ations?)|exist(?:s|ing|ent)?|implement(?:s|ed|ing|ations?)?|member|of that name|by that name|called that|provides?)";
const finds = "(?:found|find|resolv(?:ed?|able)|known|locat(?:ed?)|recogni[sz]ed?|accessible)";
const unknown =
  "(?:undefined|undeclared|unresolved|unresolvable|unknown|non-?existent|nonexisting|uninitiali[sz]ed|unimplemented|implicit declaration of|no such|phantom|hallucinated)";
const end = "(?![\\w»-])";

/** From plain to free: only the first rows may refute a claim with certainty. */
const shapes: readonly (readonly [AbsenceKind, string, "plain" | "free"])[] = [
  ["existence", `${subject} (?:does|did|do) not exist`, "plain"],
  ["import", `${subject} is (?:not|never) ${imports}`, "plain"],
  ["scope", `${subject} is (?:not|never|nowhere) (?:defined|declared|implemented|found|to be found|known)`, "plain"],
  [
    "existence",
    `${subject} (?:lacks|has no|is missing|is without|is lacking) (?:definition|declaration|implementation|body)`,
    "plain",
  ],
  ["value", `${subject} is (?:undefined|unset|uninitiali[sz]ed)(?: ${noun})?`, "plain"],
  ["scope", `${subject} is ${unknown}(?: ${noun})?`, "plain"],
  [
    "existence",
    `(?:there is|is there) no (?:such )?(?:${noun} (?:named |called )?(?<name>${slot}|${plainName})|(?<late>${slot}|${plainName}) ${noun})`,
    "plain",
  ],
  [
    "existence",
    `(?<within>${slot}|[A-Z]\\w+) (?:(?:has|declares|defines|contains|provides|offers|exposes|implements) no|does not (?:contain|have|define|declare|provide|offer|include|expose|implement)|lacks|is missing)(?: definition (?:for|of)| ${noun}(?: named| called)?) (?<name>${slot}|${plainName})`,
    "plain",
  ],
  [
    "existence",
    `(?<within>${slot}|[A-Z]\\w+) (?:(?:has|declares|defines|contains|provides|offers|exposes|implements) no|does not (?:contain|have|define|declare|provide|offer|include|expose|implement)|lacks|is missing) (?<name>${slot}|${plainName}) ${noun}`,
    "plain",
  ],
  ["import", `${subject}${joins} ${denies}${fillers} ${imports}`, "free"],
  [
    "import",
    `${subject}${joins} import\\w*${fillers} (?:is )?(?:missing|removed|dropped|deleted|gone|absent|not (?:contain|list|have|include))`,
    "free",
  ],
  ["import", `missing ${marked}(?: ${noun})? (?:import|include|inclusion)`, "free"],
  ["import", `${subject} (?:should|must|needs to) be imported`, "free"],
  ["import", `(?:${denies}|forgot to|forgets to|fails to|nothing)${fillers} ${imports} ${thing}`, "free"],
  ["import", `import (?:statement )?(?:of|for) ${thing} is (?:missing|absent)`, "free"],
  ["existence", `${subject}${joins} ${denies}${fillers} ${exists}`, "free"],
  ["import", `${subject}${joins} not (?:contain|list|have|include) it`, "free"],
  ["existence", `${subject} is not member of (?<within>${slot}|[A-Z]\\w+)`, "free"],
  ["existence", `${subject} is (?:missing|absent) from (?<within>${slot}|[A-Z]\\w+)`, "free"],
  ["scope", `${subject}${joins} ${denies}${fillers} ${finds}`, "free"],
  ["existence", `(?:${denies}|nothing|fails to|forgot to)${fillers} ${exists} ${thing}`, "free"],
  ["existence", `(?:no|without) (?:such )?${marked} (?:in|on|within) (?:this|the)-\\w+`, "free"],
  ["existence", `(?:no|without) (?:such )?${noun} (?:named |called |with name |by name )${thing}`, "free"],
  ["scope", `(?:can not|unable to|not) (?:find|resolve|locate)(?: ${noun})* ${thing}`, "free"],
  ["scope", `${unknown}(?: (?:${noun}|to|of|for))*:? ${marked}`, "free"],
  ["scope", `${unknown}(?: (?:${noun}|to|of|for))+:? ${thing}`, "free"],
  ["scope", `^${unknown}: (?<name>${plainName})`, "free"],
];
const patterns = shapes.map(
  ([kind, shape, how]) =>
    [
      kind,
      new RegExp(`(?<![\\w«]|\\b(?:of|for|by|with|covers|using|about) )${shape}${end}`, "gi"),
      how === "plain",
    ] as const,
);

/** What follows must not narrow the claim to some case, such as "when the cart is empty" or "in older browsers". */
const narrows =
  /^ (?:when|if|for|until|unless|while|after|once|to|by|outside|during|under|except|only|of|at (?!runtime|top|all|module|file|class|global|package)|before (?!use|it is|being))/i;
const place =
  /^ (?:anywhere |nowhere )?(?:in|on|within|inside|inside of|among|by|from) («\d+»|[\w./-]+)(?=$|[\s.,;:)])/i;
const mostReadings = 12;
const notName =
  /^(?:that|which|it|this|there|what|is|and|but|yet|code|function|method|class|value|user|data|file|can|of|for|to|by|they|name)$/i;
const ownPlace = /^(?:this|the|same)-\w+$|^(?:scope|react|there|program|project|codebase|repository|repo)$/i;

/** What the sentence may say to be absent; the code decides which reading is meant. */
export function absenceClaims(claim: ClaimText): AbsenceClaim[] {
  if (reported.test(claim.plain)) return [];
  return patterns.flatMap(([kind, pattern, isPlain]) =>
    [...claim.plain.matchAll(pattern)].flatMap((match): AbsenceClaim[] => {
      const said = match.groups?.name ?? match.groups?.late ?? "";
      const rest = claim.plain.slice(match.index + match[0].length);
      const after = place.exec(rest);
      if (said === "" || notName.test(said) || (!after && narrows.test(rest))) return [];
      const where = match.groups?.within ?? (kind === "import" ? null : after?.[1]) ?? null;
      const within = where === null || ownPlace.test(where) ? null : bareName(nameAt(where, claim));
      return [
        {
          name: bareName(nameAt(said, claim)),
          kind,
          within,
          isWord: !said.startsWith("«"),
          isPlain: isPlain && claim.isTitle,
        },
      ];
    }),
  );
}

export function contradictedAbsence(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  for (const said of absenceClaims(claim).slice(0, mostReadings)) {
    const found = contradiction(said, finding, facts);
    if (found) return found;
  }
  return null;
}

function contradiction(said: AbsenceClaim, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const [quote] = finding.evidence;
  const path = quote.side === "head" ? placeOf(said, quote.path, facts) : null;
  const file = path === null ? null : facts.text(path, "head");
  if (path === null || !file) return null;
  const target = said.kind === "import" ? said.name : memberOf(said.name, path, facts);
  if (target === null) return null;
  const found = (
    said.kind === "import" ? importing(said.name, path, facts) : declared(target, said.kind, path, facts)
  ).filter(({ kind }) => !said.isWord || kind !== "value" || (said.kind === "scope" && said.isPlain));
  const quoted = (one: Declaration) => path === quote.path && quote.start <= one.line && one.line <= quote.end;
  // A quoted import may be the very line that fails.
  if (said.kind !== "import" && found.some((one) => one.kind === "import" && quoted(one))) return null;
  const best = found.find(quoted) ?? found.find(({ outermost }) => outermost) ?? found[0];
  if (!best) return null;
  return {
    isCertain: said.isPlain && (quoted(best) || best.outermost),
    why: { kind: "is-declared", name: said.name, path, line: best.line },
  };
}

/** The file that the claim is about: the quoted one, or the one it names; null where the place is something else. */
function placeOf({ within }: AbsenceClaim, quoted: string, facts: GateFacts): string | null {
  if (within === null) return quoted;
  const isNamed = (path: string) =>
    path === within || path.endsWith(`/${within}`) || stemOf(path) === within.toLowerCase();
  if (isNamed(quoted)) return quoted;
  const file = facts.text(quoted, "head");
  if (file && declarationsOf(within, file, quoted).some(({ kind }) => kind === "definition")) return quoted;
  return facts.change.files.flatMap(({ newPath }) => newPath ?? []).find(isNamed) ?? null;
}

function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .toLowerCase();
}

/** The last part of a dotted name, where its receiver is the file's own class, module or object. */
function memberOf(name: string, path: string, facts: GateFacts): string | null {
  const parts = name.split(/\.|::|->/);
  const last = parts.pop()!;
  const receiver = parts.join(".");
  if (receiver === "" || /^(?:\$?this|self|cls|super|static|Self)$/.test(receiver) || /^[<"']|\.h$/.test(name))
    return last;
  const file = facts.text(path, "head");
  const own = file && declarationsOf(receiver, file, path).some(({ kind }) => kind === "definition");
  return own || stemOf(path) === receiver.toLowerCase() ? last : null;
}

function importing(name: string, path: string, facts: GateFacts): Declaration[] {
  const file = facts.text(path, "head")!;
  const short = name.split(/\.|::/).pop()!;
  const imported = importsOf(name, codeLines(file, path));
  // What the file itself defines needs no import.
  return imported.length > 0
    ? imported
    : declarationsOf(short, file, path).filter(({ kind, outermost }) => kind === "definition" && outermost);
}

/** An import shows that a name is meant to exist elsewhere, not that it does. */
function declared(name: string, kind: AbsenceKind, path: string, facts: GateFacts): Declaration[] {
  const found = declarationsOf(name, facts.text(path, "head")!, path);
  const own = found.filter((one) => one.kind !== "import");
  // In JavaScript "x is undefined" may speak of the value.
  const isValue = (one: Declaration) =>
    kind === "value" && one.kind === "value" && /\.(?:[mc]?[jt]sx?|vue|svelte)$/.test(path);
  if (own.length > 0 || kind === "existence") return own.filter((one) => !isValue(one));
  return found.map((one) => ({ ...one, outermost: false }));
}
