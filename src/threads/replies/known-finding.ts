// Finds the finding that a thread is about: by the stored comment id, or by the marker in our comment.
import { readMarker } from "../../review/marker.ts";
import type { SpokenFinding } from "../words/conversation/finding.ts";
import { isOwn } from "../mention.ts";
import type { LineTurn } from "../mention/github.ts";

export interface KnownFinding extends SpokenFinding {
  /** GitHub's node id of the comment that reports it. */
  comment: string | null;
}

export type Meant<F extends KnownFinding = KnownFinding> =
  | { is: "known"; finding: F }
  /** Ours by its marker, but no longer stored: only the comment's text is left. */
  | { is: "only-marker" }
  | { is: "none" };

export function findingMeant<F extends KnownFinding>(
  root: Pick<LineTurn, "node" | "author" | "body"> | null,
  known: readonly F[],
  self: string,
): Meant<F> {
  if (root === null) return { is: "none" };
  const byComment = known.find(({ comment }) => comment === root.node);
  if (byComment) return { is: "known", finding: byComment };
  // Anybody can paste a marker: it counts only in our own comments.
  const marked = root.author !== null && isOwn(root.author, self) ? readMarker(root.body)?.finding : undefined;
  if (marked === undefined) return { is: "none" };
  const byMarker = known.find(({ identity }) => identity === marked);
  return byMarker ? { is: "known", finding: byMarker } : { is: "only-marker" };
}
