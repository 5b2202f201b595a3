import fc from "fast-check";
import { expect, test } from "vitest";
import { commentOf, threadOf } from "../../../test/support/thread-of.ts";
import type { CommentId, ReviewThread, ThreadId } from "../thread.ts";
import { commentPage, type CommentPage } from "./comment-pages.ts";

/** Threads with comments of these lengths. */
function threadsOf(lengths: readonly (readonly number[])[]): ReviewThread[] {
  return lengths.map((bodies, at) =>
    threadOf({
      threadId: `T${at}` as ThreadId,
      comments: bodies.map((length, index) =>
        commentOf({ id: `C${at}-${index}` as CommentId, body: "x".repeat(length) }),
      ),
    }),
  );
}

const ids = ({ threads }: CommentPage) => threads.flatMap(({ comments }) => comments.map(({ id }) => id));

test("what fits is one page", () => {
  expect(commentPage(threadsOf([[10, 10], [], [10]]), null)).toMatchObject({
    threads: [{ threadId: "T0" }, { threadId: "T1", comments: [] }, { threadId: "T2" }],
    comments: 3,
    total: 3,
    next: null,
  });
});

test("a long thread goes on on the next page, and a comment is never cut", () => {
  const threads = threadsOf([[100, 5000], [100]]);
  const first = commentPage(threads, null, 1000)!;
  expect([ids(first), first.next]).toEqual([["C0-0"], "C0-0"]);
  const second = commentPage(threads, first.next, 1000)!;
  expect([ids(second), second.next, second.comments, second.total]).toEqual([["C0-1"], "C0-1", 1, 3]);
  expect(ids(commentPage(threads, second.next, 1000)!)).toEqual(["C1-0"]);
});

test("a comment that is gone begins no page", () => {
  expect(commentPage(threadsOf([[1]]), "C9")).toBeNull();
});

test("the pages together have every comment once, in order, and every thread", () => {
  const lengths = fc.array(fc.array(fc.nat(3000), { maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 9000 }), (given, budget) => {
      const threads = threadsOf(given);
      const seen: string[] = [];
      const shown = new Set<string>();
      for (let after: string | null = null; ;) {
        const page: CommentPage = commentPage(threads, after, budget)!;
        seen.push(...ids(page));
        for (const { threadId } of page.threads) shown.add(threadId);
        if (page.next === null) break;
        expect(page.comments).toBeGreaterThan(0);
        after = page.next;
      }
      expect(seen).toEqual(threads.flatMap(({ comments }) => comments.map(({ id }) => id)));
      expect([...shown].toSorted()).toEqual(threads.map(({ threadId }) => threadId).toSorted());
    }),
  );
});
