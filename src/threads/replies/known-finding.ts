// Finds the finding that a thread is about: by the stored comment id, or by the marker in our comment.
import { parseMarker } from "../../review/marker.ts";
import type { AskedFinding } from "../words/conversation/finding-texts.ts";
import { isOwn } from "../mention.ts";
import type { LineTurn } from "../mention/conversation-github.ts";

export interface KnownFinding extends AskedFinding {
  /** GitHub's node id of the comment that reports it. */
  comment: string | null;
}

export type ThreadFinding<F extends KnownFinding = KnownFinding> =
  | { is: "known"; finding: F }
  /** Ours by its marker, but no longer stored: only the comment's text is left. */
  | { is: "only-marker" }
  | { is: "none" };

export function findingOfThread<F extends KnownFinding>(
  root: Pick<LineTurn, "node" | "author" | "body"> | null,
  known: readonly F[],
  self: string,
): ThreadFinding<F> {
  if (root === null) return { is: "none" };
  const byComment = known.find(({ comment }) => comment === root.node);
  if (byComment) return { is: "known", finding: byComment };
  const marked = markedFinding(root, self);
  if (marked === undefined) return { is: "none" };
  const byMarker = known.find(({ identity }) => identity === marked);
  return byMarker ? { is: "known", finding: byMarker } : { is: "only-marker" };
}

/** Anybody can paste a marker: it counts only in our own comments. */
export function markedFinding(root: Pick<LineTurn, "author" | "body"> | null, self: string): string | undefined {
  return root !== null && root.author !== null && isOwn(root.author, self)
    ? parseMarker(root.body)?.finding
    : undefined;
}
