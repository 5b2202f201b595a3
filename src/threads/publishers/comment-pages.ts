// Divides the comments of threads into pages of bounded size, so that a program can read every one of them whole.
import type { CommentId, ReviewThread, ThreadComment, ThreadId } from "../thread.ts";

export interface CommentPage {
  /** A long thread may go on on the next page. */
  threads: readonly { threadId: ThreadId; comments: readonly ThreadComment[] }[];
  /** On this page, and of all threads. */
  comments: number;
  total: number;
  /** The last comment of this page, if there are more. */
  next: CommentId | null;
}

/** In characters of all bodies; a page has at least one comment. */
const pageBudget = 100_000;
/** What a comment takes besides its body. */
const perComment = 400;

/** The page after a comment, or the first one; null if no thread has that comment. */
export function commentPage(
  threads: readonly ReviewThread[],
  after: string | null,
  budget = pageBudget,
): CommentPage | null {
  const all = threads.flatMap(({ threadId, comments }) => comments.map((comment) => ({ threadId, comment })));
  const start = after === null ? 0 : all.findIndex(({ comment }) => comment.id === after) + 1;
  if (after !== null && start === 0) return null;
  let end = start;
  for (let left = budget; end < all.length; end += 1) {
    left -= all[end]!.comment.body.length + perComment;
    if (left < 0 && end > start) break;
  }
  const onPage = Map.groupBy(all.slice(start, end), ({ threadId }) => threadId);
  const isLast = end === all.length;
  return {
    threads: threads.flatMap(({ threadId, comments }) => {
      const some = onPage.get(threadId)?.map(({ comment }) => comment);
      // A thread without comments is shown on the last page.
      return some !== undefined
        ? [{ threadId, comments: some }]
        : isLast && comments.length === 0
          ? [{ threadId, comments }]
          : [];
    }),
    comments: end - start,
    total: all.length,
    next: isLast ? null : all[end - 1]!.comment.id,
  };
}
