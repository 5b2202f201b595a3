// Selects what the token's account has written on a pull request.
import type { OwnComment } from "../../change/github.ts";
import type { ReadLists } from "./pull-pages.ts";
import type { OwnNode } from "./queries/pull-snapshot.ts";

/** A pending review is visible to its author only, so it was not posted. */
const pending = "PENDING";
const changesRequested = "CHANGES_REQUESTED";

export function ownOutput({
  reviews,
  reviewThreads,
  comments,
}: Pick<ReadLists, "reviews" | "reviewThreads" | "comments">): OwnComment[] {
  return [
    ...reviews
      .filter((node) => node.viewerDidAuthor && node.state !== pending)
      .map((node) => ({
        ...own("review", node, null),
        ...(node.state === changesRequested && { requestsChanges: true as const }),
      })),
    ...reviewThreads.flatMap((thread) => {
      const { id, isResolved, path, line } = thread;
      return (thread.comments.nodes ?? [])
        .filter((node) => node !== null)
        .filter((node) => node.viewerDidAuthor && node.state !== pending)
        .map((node) => own("line", node, { id, resolved: isResolved, path, line }));
    }),
    ...comments.filter((node) => node.viewerDidAuthor).map((node) => own("conversation", node, null)),
  ];
}

function own(kind: OwnComment["kind"], { id, url, body }: OwnNode, thread: OwnComment["thread"]): OwnComment {
  return { kind, id, url, body, thread };
}
