// Decides claims that a named symbol does not exist or is not imported, where the file shows otherwise.
import type { Finding } from "../../finding.ts";
import type { GateFacts } from "../../gate.ts";
import { bareName, nameAt, slot, type ClaimText } from "./claim-text.ts";
import { codeLines, declarationsOf, importsOf, type Declaration } from "./code-lines.ts";
import type { ClaimContradiction } from "../claim-gate.ts";

/** `scope`: the name is said to mean nothing at this line, which an import refutes as well. */
type AbsenceKind = "existence" | "scope" | "import" | "value";

export interface AbsenceClaim {
  name: string;
  kind: AbsenceKind;
  /** Where it is said to be absent: a class, a file; null where the claim names no place. */
  within: string | null;
}

const noun =
  "(?:function|method|class|helper|constant|variable|symbol|identifier|type|struct|command|property|module|package|namespace|macro|hook|component|interface|trait|enum|routine|procedure|protocol|header|library|action)";
const subject = `(?:${noun} )*(?<name>${slot}|[A-Za-z_$][\\w$]*[?!]?)(?: ${noun})?`;
const thing = `(?<name>${slot}|[A-Za-z_$][\\w$]*)`;

const unknown = "(?:undefined|undeclared|unresolved|unknown|non-?existent|uninitiali[sz]ed)";

const shapes: readonly (readonly [AbsenceKind, string])[] = [
  ["existence", `${subject} (?:does|did|do) not exist`],
  [
    "import",
    `${subject} is (?:not|never) (?:imported|included|required|brought into scope|in scope|in import (?:block|list)s?)`,
  ],
  ["import", `[^.;]{0,60} without (?:importing|including|requiring) ${subject}`],
  [
    "import",
    `${subject} is (?:used|called|invoked|referenced|needed)\\b[^.;]{0,40}? (?:without|but|yet|although|though|while|and|despite)\\b[^.;]{0,40}?\\b(?:without|not|never|no|missing)\\b[^.;]{0,20}?\\bimport`,
  ],
  [
    "import",
    `${subject} is (?:used|called|invoked|referenced|needed)\\b[^.;]{0,40}? (?:without|but|yet|although|though|while)\\b[^.;]{0,20}?(?:import|include)\\w*[^.;]{0,20}?\\bnot (?:contain|list|have)`,
  ],
  [
    "import",
    `${subject} is (?:used|called|invoked|referenced|needed)[^.;]{0,20}? without (?:import\\w*|includ\\w*|requir\\w*)`,
  ],
  ["import", `(?:missing|no) (?:import|include)s? (?:statement )?(?:of|for) ${subject}`],
  ["import", `${subject} can not be (?:resolved|found)\\b[^.;]{0,30}\\bimport`],
  [
    "existence",
    `${subject} is (?:used|called|invoked|referenced|needed|instantiated)\\b[^.;]{0,40}? (?:without|but|yet|although|though|while|and|despite)\\b[^.;]{0,40}?\\b(?:without|not|never|no|nowhere)\\b[^.;]{0,30}?\\b(?:defin\\w*|declar\\w*|exist\\w*|of that name|by that name|called that)`,
  ],
  [
    "scope",
    `${subject} is (?:not|never|nowhere) (?:defined|declared|implemented|found|to be found|known)(?: as ${noun})?`,
  ],
  [
    "existence",
    `${subject} (?:lacks|has no|is missing|is without|is lacking) (?:definition|declaration|implementation|body)`,
  ],
  ["scope", `${subject} can not be (?:resolved|found|located)`],
  ["scope", `${subject} is (?:undeclared|unresolved|unknown|non-?existent|unimplemented)(?: ${noun})?`],
  ["value", `${subject} is (?:undefined|unset|uninitiali[sz]ed)(?: ${noun})?`],
  ["scope", `${unknown}(?: (?:${noun}|reference|to|of|for))*:? (?<name>${slot})`],
  ["scope", `${unknown}(?: (?:${noun}|reference|to|of|for))+:? ${thing}`],
  ["existence", `(?:missing|no) (?:definition|declaration|implementation) (?:of|for) ${subject}`],
  [
    "existence",
    `(?:there is|is there) no (?:such )?(?:${noun} (?:named |called )?${thing}|${thing.replace("<name>", "<late>")} ${noun})`,
  ],
  ["scope", `can not (?:find|resolve|locate) (?:${noun} )?${subject}`],
  [
    "existence",
    `(?<within>${slot}|[A-Z]\\w+) (?:has no|does not (?:contain|have|define|declare|provide|offer|include)|lacks|is missing)(?: definition (?:for|of)| ${noun}(?: named| called)?) ${thing}`,
  ],
  [
    "existence",
    `(?<within>${slot}|[A-Z]\\w+) (?:has no|does not (?:contain|have|define|declare|provide|offer|include)|lacks|is missing) ${thing} ${noun}`,
  ],
];
const patterns = shapes.map(
  ([kind, shape]) =>
    [kind, new RegExp(`(?<![\\w«]|\\b(?:of|for|by|with|covers|calls|using|about) )${shape}(?![\\w»-])`, "i")] as const,
);

/** What follows must not narrow the claim to some case, such as "when the cart is empty" or "in older browsers". */
const narrows =
  /^ (?:when|if|for|until|unless|while|after|once|to|by|outside|during|under|except|only|of|at (?!runtime|top|all)|before (?!use|it is|being))/i;
const place =
  /^ (?:anywhere |nowhere )?(?:in|on|within|inside|inside of|among|by|from) («\d+»|[\w./-]+)(?=$|[\s.,;:)])/i;
const ownPlace = /^(?:this|the|same)-\w+$|^(?:scope|react|there|program|project|codebase|repository|repo)$/i;

/** Null where the title makes no such claim, or one that a program cannot decide. */
export function absenceClaim(claim: ClaimText): AbsenceClaim | null {
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(claim.plain);
    const groups = match?.groups;
    const said = groups?.name ?? groups?.late;
    if (!match || said === undefined) continue;
    const rest = claim.plain.slice(match.index + match[0].length);
    if (narrows.test(rest)) return null;
    const where = groups?.within ?? place.exec(rest)?.[1] ?? null;
    const within = where === null || ownPlace.test(where) ? null : bareName(nameAt(where, claim));
    return { name: bareName(nameAt(said, claim)), kind, within };
  }
  return null;
}

export function contradictedAbsence(claim: ClaimText, finding: Finding, facts: GateFacts): ClaimContradiction | null {
  const said = absenceClaim(claim);
  const [quote] = finding.evidence;
  if (!said || quote.side !== "head") return null;
  const path = placeOf(said, quote.path, facts);
  const file = path === null ? null : facts.text(path, "head");
  if (path === null || !file) return null;
  const target = said.kind === "import" ? said.name : memberOf(said.name, path, facts);
  if (target === null) return null;
  const found = said.kind === "import" ? importing(said.name, path, facts) : declared(target, said.kind, path, facts);
  const quoted = (one: Declaration) => path === quote.path && quote.start <= one.line && one.line <= quote.end;
  // A quoted import may be the very line that fails.
  if (said.kind !== "import" && found.some((one) => one.kind === "import" && quoted(one))) return null;
  const best = found.find(quoted) ?? found.find(({ outermost }) => outermost) ?? found[0];
  if (!best) return null;
  return {
    isCertain: quoted(best) || best.outermost,
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
