import { expect, test } from "vitest";
import { boardOf, rowOf } from "../../../test/support/board-of.ts";
import { commentOf, threadOf } from "../../../test/support/thread-of.ts";
import type { Board } from "./board.ts";
import { boardJsonSchema } from "./board-schema.ts";
import { boardJson } from "./board-json.ts";
import { commentPage } from "./comment-pages.ts";

function printed(board: Board, body = "Close it"): string {
  const threads = board.rows.map(({ threadId }) => threadOf({ threadId, comments: [commentOf({ body })] }));
  return boardJson(board, commentPage(threads, null)!, "1.2.3");
}

test("has the documented shape, and nothing else", () => {
  const data: unknown = JSON.parse(printed(boardOf()));
  expect(boardJsonSchema.parse(data)).toEqual(data);
  const bare = rowOf({
    path: null,
    line: null,
    originalLine: null,
    author: null,
    createdAt: null,
    updatedAt: null,
    url: null,
  });
  const empty = { ...bare, authorAssociation: null, first: null, latest: null, triage: null, policy: null, code: null };
  const other: unknown = JSON.parse(printed(boardOf({ rows: [empty], phase: null })));
  expect(boardJsonSchema.parse(other)).toEqual(other);
});

test("hidden characters of a comment are escaped, and mean the same", () => {
  const body = "a\u202eb\u001b[2Jc";
  const json = printed(boardOf({ rows: [rowOf()] }), body);
  expect([json.includes("\u202e"), json.includes("\u001b")]).toEqual([false, false]);
  expect(JSON.parse(json)).toMatchObject({
    rows: [{ comments: [{ id: "C1", body, isCut: false }], commentsTotal: 2 }],
  });
});
