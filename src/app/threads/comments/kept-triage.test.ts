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

test("what was said holds until somebody speaks; that a person decides holds longer", () => {
  const now = [
    fetched("one", "one-comment"),
    fetched("two", "another"),
    fetched("three", "another"),
    fetched("new", "x"),
  ];
  expect(keptTriage(state, now).map(({ threadId }) => threadId)).toEqual(["one", "three"]);
});

test("an answer of one's own changes nothing of it", () => {
  const answered = { ...fetched("two", "ours"), latestComment: { authorKind: "self" } as ThreadComment };
  expect(keptTriage(state, [answered]).map(({ threadId }) => threadId)).toEqual(["two"]);
});

test("of what was never said, nothing is kept", () => {
  expect(keptTriage({ scan: null, triage: [] }, [fetched("one", "x")])).toEqual([]);
});
