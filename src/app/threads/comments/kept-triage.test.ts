import { expect, test } from "vitest";
import { scanOf, thread, triageOf } from "../../../../test/support/thread-story.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId } from "../../../threads/thread.ts";
import { keptTriage } from "./kept-triage.ts";

const fetched = (id: string, comment: string) =>
  ({ threadId: id as ThreadId, latestComment: { id: comment as CommentId, authorKind: "human" } }) as ReviewThread;

const state = {
  scan: scanOf([thread("one"), thread("two"), thread("three"), thread("gone")]),
  triage: [
    triageOf("one", "valid"),
    triageOf("two", "stale"),
    triageOf("three", "needs_human"),
    triageOf("gone", "valid"),
  ],
};

test("a stored triage is valid until someone replies; a required decision stays longer", () => {
  const now = [
    fetched("one", "one-comment"),
    fetched("two", "another"),
    fetched("three", "another"),
    fetched("new", "x"),
  ];
  expect(keptTriage(state, now).map(({ threadId }) => threadId)).toEqual(["one", "three"]);
});

test("our own reply does not invalidate it", () => {
  const answered = { ...fetched("two", "ours"), latestComment: { authorKind: "self" } as ThreadComment };
  expect(keptTriage(state, [answered]).map(({ threadId }) => threadId)).toEqual(["two"]);
});

test("threads without a stored triage have none", () => {
  expect(keptTriage({ scan: null, triage: [] }, [fetched("one", "x")])).toEqual([]);
});
