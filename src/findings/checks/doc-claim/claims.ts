// One statement of an added line about one thing that it names, with what is needed to judge it.
import type { Cited } from "./cited.ts";
import { citedIn } from "./cited.ts";
import type { DocLine } from "./doc-lines.ts";
import { isExample, isMade, isNoPathOfOurs, isNormative, isUnreal } from "./wording.ts";

export interface Claim<C extends Cited = Cited> {
  /** The document, or the file whose comment it is. */
  doc: string;
  isProse: boolean;
  line: number;
  raw: string;
  /** What of the line is documentation. */
  text: string;
  near: string;
  cited: C;
}

export type PathClaim = Claim<Extract<Cited, { is: "path" | "link" }>>;
export type NameClaim = Claim<Extract<Cited, { is: "name" }>>;
export type CommitClaim = Claim<Extract<Cited, { is: "commit" }>>;

/** A link says by itself that its target is there; anything else needs a word that claims something. */
export function claimsOf(doc: string, isProse: boolean, { line, raw, text, near }: DocLine): Claim[] {
  return citedIn(text).flatMap((cited) => {
    const said = cited.is === "link" ? isProse : isNormative(text);
    const clause = clauseAround(text, cited.shown);
    // A commit is cited for what it did once, and is there for good.
    const meant = cited.is === "commit" ? !isExample(clause.replaceAll(/https?:\S+/g, " ")) : !isUnreal(clause);
    return said && meant ? [{ doc, isProse, line, raw, text, near, cited }] : [];
  });
}

const clauseEnd = /[.;!?] |\s[-\u2013\u2014]\s|[()]/g;

/** The part of the line that speaks of the thing: what a line says elsewhere, it says of something else. Its own name is no word. */
function clauseAround(text: string, shown: string): string {
  const at = text.indexOf(shown);
  let start = 0;
  for (const match of text.matchAll(clauseEnd)) {
    if (match.index >= at + shown.length) return text.slice(start, match.index).replaceAll(shown, "");
    if (match.index < at) start = match.index + match[0].length;
  }
  return text.slice(start).replaceAll(shown, "");
}

export function pathClaims(claims: readonly Claim[]): PathClaim[] {
  return claims.filter((claim): claim is PathClaim => isOfPath(claim) && mayBeOurs(claim));
}

function isOfPath(claim: Claim): claim is PathClaim {
  return claim.cited.is === "path" || claim.cited.is === "link";
}

function mayBeOurs({ cited, near }: PathClaim): boolean {
  if (cited.is === "link") return !isNoPathOfOurs(cited.path.replace(/^(?:\.{1,2}\/)+/, ""));
  return !isNoPathOfOurs(cited.path) && !isMade(clauseAround(near, cited.shown));
}

export function nameClaims(claims: readonly Claim[]): NameClaim[] {
  return claims.filter((claim): claim is NameClaim => claim.cited.is === "name");
}

export function commitClaims(claims: readonly Claim[]): CommitClaim[] {
  return claims.filter((claim): claim is CommitClaim => claim.cited.is === "commit");
}

/** The other lines that name it: nobody vouches for himself, and neither do the change's other claims. */
export function otherUses<U extends { path: string; line: number }>(at: readonly U[], claims: readonly Claim[]): U[] {
  const own = new Set(claims.map(({ doc, line }) => `${doc}\0${line}`));
  return at.filter(({ path, line }) => !own.has(`${path}\0${line}`));
}
