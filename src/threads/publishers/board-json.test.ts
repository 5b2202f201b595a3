import { expect, test } from "vitest";
import { boardOf, rowOf } from "../../../test/support/board-of.ts";
import { boardSchema } from "./board-schema.ts";
import { boardJson } from "./board-json.ts";

test("has the documented shape, and nothing else", () => {
  const data: unknown = JSON.parse(boardJson(boardOf(), "1.2.3"));
  expect(boardSchema.parse(data)).toEqual(data);
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
  const other: unknown = JSON.parse(boardJson(boardOf({ rows: [empty], phase: null }), "1.2.3"));
  expect(boardSchema.parse(other)).toEqual(other);
});

test("hidden characters of a comment are escaped, and mean the same", () => {
  const first = { ...rowOf().first!, preview: "a\u202eb\u001b[2Jc" };
  const json = boardJson(boardOf({ rows: [rowOf({ first })] }), "1.2.3");
  expect([json.includes("\u202e"), json.includes("\u001b")]).toEqual([false, false]);
  expect(JSON.parse(json)).toMatchObject({ rows: [{ first: { preview: first.preview } }] });
});
