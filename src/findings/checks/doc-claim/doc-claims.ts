// Turns the citations of an added line into claims that can be checked.
import type { DocCitation } from "./citations.ts";
import { findCitations } from "./citations.ts";
import type { DocLine } from "./doc-lines.ts";
import { speaksOfExample, speaksOfCreation, isForeignPath, isNormative, speaksOfAbsence } from "./wording.ts";

export interface DocClaim<C extends DocCitation = DocCitation> {
  /** The document, or the file whose comment it is. */
  doc: string;
  isProse: boolean;
  line: number;
  raw: string;
  /** What of the line is documentation. */
  text: string;
  near: string;
  citation: C;
}

/** A claim that the repository contradicts. */
export interface FalseClaim {
  kind: "missing-path" | "missing-name" | "missing-commit" | "wrong-line" | "wrong-place";
  claim: DocClaim;
  title: string;
  explanation: string;
  confidence: number;
}

export type PathClaim = DocClaim<Extract<DocCitation, { is: "path" | "link" }>>;
export type NameClaim = DocClaim<Extract<DocCitation, { is: "name" }>>;
export type CommitClaim = DocClaim<Extract<DocCitation, { is: "commit" }>>;

/** A link says by itself that its target is there; anything else needs a word that claims something. */
export function claimsOnLine(doc: string, isProse: boolean, { line, raw, text, near }: DocLine): DocClaim[] {
  return findCitations(text).flatMap((citation) => {
    const said = citation.is === "link" ? isProse : isNormative(text);
    const clause = clauseAround(text, citation.shown);
    // A commit is cited for what it did once, and is there for good.
    const meant =
      citation.is === "commit" ? !speaksOfExample(clause.replaceAll(/https?:\S+/g, " ")) : !speaksOfAbsence(clause);
    return said && meant ? [{ doc, isProse, line, raw, text, near, citation }] : [];
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

export function pathClaims(claims: readonly DocClaim[]): PathClaim[] {
  return claims.filter((claim): claim is PathClaim => isOfPath(claim) && mayBeOurs(claim));
}

function isOfPath(claim: DocClaim): claim is PathClaim {
  return claim.citation.is === "path" || claim.citation.is === "link";
}

function mayBeOurs({ citation, near }: PathClaim): boolean {
  if (citation.is === "link") return !isForeignPath(citation.path.replace(/^(?:\.{1,2}\/)+/, ""));
  return !isForeignPath(citation.path) && !speaksOfCreation(clauseAround(near, citation.shown));
}

export function nameClaims(claims: readonly DocClaim[]): NameClaim[] {
  return claims.filter((claim): claim is NameClaim => claim.citation.is === "name");
}

export function commitClaims(claims: readonly DocClaim[]): CommitClaim[] {
  return claims.filter((claim): claim is CommitClaim => claim.citation.is === "commit");
}

/** The other lines that name it: nobody vouches for himself, and neither do the change's other claims. */
export function otherUses<U extends { path: string; line: number }>(
  at: readonly U[],
  claims: readonly DocClaim[],
): U[] {
  const own = new Set(claims.map(({ doc, line }) => `${doc}\0${line}`));
  return at.filter(({ path, line }) => !own.has(`${path}\0${line}`));
}
