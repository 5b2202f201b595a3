// Turns the citations of an added line into claims that can be checked.
import type { DocCitation } from "./citations.ts";
import { findCitations } from "./citations.ts";
import type { DocLine } from "./doc-lines.ts";
import {
  mentionsExample,
  mentionsCreation,
  isForeignPath,
  isNormative,
  mentionsAbsence,
  statesAbsence,
} from "./wording.ts";

export interface DocClaim<C extends DocCitation = DocCitation> {
  /** The document, or the file that contains the comment. */
  doc: string;
  isProse: boolean;
  line: number;
  raw: string;
  /** The documentation part of the line. */
  text: string;
  near: string;
  citation: C;
  /** The sentence has words with which things that need not exist are described, such as "before" or "called". */
  isDoubtful: boolean;
}

/** A claim that the repository contradicts. */
export interface FalseClaim {
  kind:
    | "missing-path"
    | "missing-name"
    | "missing-commit"
    | "missing-command"
    | "missing-heading"
    | "wrong-line"
    | "wrong-place"
    | "contradicted";
  claim: Pick<DocClaim, "doc" | "line" | "raw">;
  title: string;
  explanation: string;
  confidence: number;
}

export type PathClaim = DocClaim<Extract<DocCitation, { is: "path" | "link" }>>;
export type NameClaim = DocClaim<Extract<DocCitation, { is: "name" }>>;
export type CommitClaim = DocClaim<Extract<DocCitation, { is: "commit" }>>;

/** A link claims that its target exists; anything else needs wording that makes a claim. */
export function claimsOnLine(doc: string, isProse: boolean, { line, raw, text, near }: DocLine): DocClaim[] {
  return findCitations(text).flatMap((citation) => {
    const isClaim = citation.is === "link" ? isProse : isNormative(text);
    const clause = clauseAround(text, citation.written);
    // A commit is cited for a past change and exists permanently.
    const isCurrent =
      citation.is === "commit" ? !mentionsExample(clause.replaceAll(/https?:\S+/g, " ")) : !statesAbsence(clause);
    const isDoubtful = citation.is !== "commit" && mentionsAbsence(clause);
    const isSent = text.slice(0, text.indexOf(citation.written)).toLowerCase().endsWith("see ");
    if (isDoubtful && (citation.is === "link" || (citation.is === "path" && !isProse && !isSent))) return [];
    return isClaim && isCurrent ? [{ doc, isProse, line, raw, text, near, citation, isDoubtful }] : [];
  });
}

const clauseEnd = /[.;!?] |\s[-\u2013\u2014]\s|[()]/g;

/** The clause of the line that mentions the thing, without its own name; other clauses are about other things. */
function clauseAround(text: string, written: string): string {
  const at = text.indexOf(written);
  let start = 0;
  for (const match of text.matchAll(clauseEnd)) {
    if (match.index >= at + written.length) return text.slice(start, match.index).replaceAll(written, "");
    if (match.index < at) start = match.index + match[0].length;
  }
  return text.slice(start).replaceAll(written, "");
}

export function pathClaims(claims: readonly DocClaim[]): PathClaim[] {
  return claims.filter((claim): claim is PathClaim => isOfPath(claim) && mayBeOurs(claim));
}

function isOfPath(claim: DocClaim): claim is PathClaim {
  return claim.citation.is === "path" || claim.citation.is === "link";
}

function mayBeOurs({ citation, near }: PathClaim): boolean {
  if (citation.is === "link") return !isForeignPath(citation.path.replace(/^(?:\.{1,2}\/)+/, ""));
  return !isForeignPath(citation.path) && !mentionsCreation(clauseAround(near, citation.written));
}

export function nameClaims(claims: readonly DocClaim[]): NameClaim[] {
  return claims.filter((claim): claim is NameClaim => claim.citation.is === "name");
}

export function commitClaims(claims: readonly DocClaim[]): CommitClaim[] {
  return claims.filter((claim): claim is CommitClaim => claim.citation.is === "commit");
}

/** Uses on other lines: neither the claim itself nor other claims of the change confirm it. */
export function otherUses<U extends { path: string; line: number }>(
  at: readonly U[],
  claims: readonly DocClaim[],
): U[] {
  const own = new Set(claims.map(({ doc, line }) => `${doc}\0${line}`));
  return at.filter(({ path, line }) => !own.has(`${path}\0${line}`));
}
