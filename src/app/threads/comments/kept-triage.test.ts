import { expect, test } from "vitest";
import { commentOf, threadOf } from "../../../../test/support/thread-of.ts";
import { head, pull, scanOf, thread, triageOf } from "../../../../test/support/thread-story.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadScan } from "../../../threads/thread.ts";
import { keptTriage } from "./kept-triage.ts";

const by = (authorKind: ThreadComment["authorKind"], id: string, more: Partial<ThreadComment> = {}) =>
  commentOf({ id: id as CommentId, authorKind, ...more });
const fetched = (id: string, ...later: ThreadComment[]) =>
  threadOf({ threadId: id as ThreadId, comments: [by("human", `${id}-comment`), ...later] });
const scanned = (...threads: ReviewThread[]): ThreadScan => ({
  pull,
  head,
  viewer: "kim",
  threads,
  total: threads.length,
  complete: true,
  requests: 1,
});

const state = {
  scan: scanOf([thread("one"), thread("two", { editedAt: null }), thread("three"), thread("gone")]),
  triage: [
    triageOf("one", "valid"),
    triageOf("two", "stale"),
    triageOf("three", "needs_human"),
    triageOf("gone", "valid"),
  ],
};
const kept = (...threads: ReviewThread[]) => keptTriage(state, scanned(...threads)).map(({ threadId }) => threadId);

test("a stored triage is valid until someone replies; a required decision stays longer", () => {
  const other = by("human", "another");
  expect(kept(fetched("one"), fetched("two", other), fetched("three", other), fetched("new"))).toEqual([
    "one",
    "three",
  ]);
});

test("a required decision outlasts a scan that does not reach its thread", () => {
  const incomplete = { ...scanned(fetched("one")), complete: false };
  expect(keptTriage(state, incomplete).map(({ threadId }) => threadId)).toEqual(["one", "three"]);
});

test("our own reply does not invalidate it, unless someone wrote before it", () => {
  expect(kept(fetched("two", by("self", "ours")))).toEqual(["two"]);
  expect(kept(fetched("two", by("human", "another"), by("self", "ours")))).toEqual([]);
  expect(kept(fetched("two", by("bot", "another"), by("self", "ours")))).toEqual([]);
});

test("an edited comment invalidates it", () => {
  const comments = [by("human", "two-comment", { lastEditedAt: "2026-01-02T00:00:00Z" })];
  expect(kept(threadOf({ threadId: "two" as ThreadId, comments }))).toEqual([]);
});

test("a deleted comment invalidates it", () => {
  expect(kept(threadOf({ threadId: "two" as ThreadId, comments: [by("human", "older")] }))).toEqual([]);
});

test("threads without a stored triage have none", () => {
  expect(keptTriage({ scan: null, triage: [] }, scanned(fetched("one")))).toEqual([]);
});
