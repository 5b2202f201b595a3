// Finds the lines of a diff on which a comment about a finding can stand.
import type { CodeLocation } from "../change/change.ts";
import { takesComment, type FileDiff } from "../change/diff.ts";
import type { Finding } from "./finding.ts";
import { isOfCommit } from "./quote.ts";

/**
 * The lines of its fix, so that it is one click away; else its own lines; else the first of them; else another line that it quotes, of its own file before others. Null where the
 * diff shows none of these.
 */
export function commentLocation(files: readonly FileDiff[], { at, evidence, fix }: Finding): CodeLocation | null {
  const quoted = evidence.filter((quote) => quote.side === "head" && !isOfCommit(quote));
  const isOwn = ({ path }: CodeLocation) => Number(path === at.path);
  const fixed = fix !== undefined && isOverlapping(fix.at, at) ? [fix.at] : [];
  const places = [...fixed, at, { ...at, end: at.start }, ...quoted.toSorted((a, b) => isOwn(b) - isOwn(a))];
  const place = places.find((one) => takesComment(files, one));
  return place ? { path: place.path, side: place.side, start: place.start, end: place.end } : null;
}

function isOverlapping(one: CodeLocation, other: CodeLocation): boolean {
  return one.path === other.path && one.side === other.side && one.start <= other.end && other.start <= one.end;
}
