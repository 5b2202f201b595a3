// Tests that anything GitHub can send becomes a thread or nothing, never an error.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReviewThread } from "../../../threads/thread.ts";
import { authorKind, loginOf } from "./authors.ts";
import { inOrder, normaliseThread } from "./normalise.ts";

const look = { prNumber: 12, viewer: "crosscheck[bot]" };
const comment = (more: object = {}) => ({
  id: "PRRC_1",
  fullDatabaseId: "2807916915",
  author: { __typename: "User", login: "ada" },
  authorAssociation: "MEMBER",
  body: "Why?",
  path: "src/a.ts",
  line: 4,
  createdAt: "2026-01-05T12:00:00Z",
  updatedAt: "2026-01-05T12:00:00Z",
  url: "https://example.com/1",
  state: "SUBMITTED",
  isMinimized: false,
  viewerDidAuthor: false,
  viewerCanUpdate: false,
  viewerCanDelete: false,
  ...more,
});
const node = (more: object = {}, comments: readonly unknown[] = [comment()]) => ({
  id: "PRRT_1",
  isResolved: false,
  isOutdated: false,
  path: "src/a.ts",
  line: 4,
  startLine: null,
  originalLine: 3,
  viewerCanReply: true,
  viewerCanResolve: true,
  start: { nodes: [{ diffHunk: "@@ -1 +1 @@\n+x", originalCommit: { oid: "c".repeat(40) } }] },
  comments: { nodes: comments, pageInfo: { hasNextPage: false, endCursor: null } },
  ...more,
});
const thread = (more: object = {}, comments?: readonly unknown[]) => normaliseThread(node(more, comments), look)!;

describe("a thread", () => {
  test("has the fields of GitHub and of its first and latest comment", () => {
    const later = comment({ id: "PRRC_2", body: "So.", updatedAt: "2026-01-06T12:00:00Z" });
    expect(thread({}, [comment(), later])).toMatchObject({
      threadId: "PRRT_1",
      prNumber: 12,
      line: 4,
      originalLine: 3,
      originalCommit: "c".repeat(40),
      diffHunk: "@@ -1 +1 @@\n+x",
      author: "ada",
      authorKind: "human",
      authorAssociation: "MEMBER",
      createdAt: "2026-01-05T12:00:00Z",
      updatedAt: "2026-01-06T12:00:00Z",
      url: "https://example.com/1",
      firstComment: { id: "PRRC_1", databaseId: 2_807_916_915, body: "Why?" },
      latestComment: { id: "PRRC_2", body: "So." },
    });
  });

  test.each<[string, unknown, Partial<ReviewThread>]>([
    [
      "without comments",
      node({ start: { nodes: [] } }, []),
      {
        firstComment: null,
        latestComment: null,
        author: null,
        createdAt: null,
        url: null,
        diffHunk: null,
        authorKind: "human",
      },
    ],
    ["without a list of comments", node({ comments: null, start: null }), { comments: [], originalCommit: null }],
    ["of a deleted account", node({}, [comment({ author: null })]), { author: null, authorKind: "human" }],
    [
      "without a current location",
      node({ path: null, line: null, startLine: null, originalLine: null, isOutdated: true }),
      { path: null, line: null, originalLine: null, isOutdated: true },
    ],
    [
      "on a deleted commit",
      node({ start: { nodes: [{ diffHunk: "", originalCommit: null }] } }),
      { originalCommit: null, diffHunk: null },
    ],
    ["whose first comment GitHub does not show", node({}, [null, comment()]), { author: "ada" }],
    ["on a whole file", node({ line: null, originalLine: null }), { line: null, path: "src/a.ts" }],
    ["on line zero", node({ line: 0 }), { line: null }],
    [
      "without permissions",
      node({ viewerCanReply: undefined, viewerCanResolve: null }),
      { canReply: false, canResolve: false },
    ],
  ])("%s", (_, input, expected) => {
    expect(normaliseThread(input, look)).toMatchObject(expected);
  });

  test("keeps a minimised comment and marks it", () => {
    expect(thread({}, [comment({ isMinimized: true })]).comments).toMatchObject([{ isMinimized: true, body: "Why?" }]);
  });

  test("excludes pending comments of its author", () => {
    expect(thread({}, [comment(), comment({ id: "PRRC_2", state: "PENDING" })]).comments).toHaveLength(1);
    expect(normaliseThread(node({}, [comment({ state: "PENDING" })]), look)).toBeNull();
  });

  test("continues with the comments of later pages", () => {
    const more = thread({}, [comment({ id: "PRRC_9", body: "Last." })]).comments;
    expect(normaliseThread(node(), look, more)!.latestComment!.body).toBe("Last.");
  });

  test("without an id is null", () => {
    for (const input of [null, undefined, "x", 3, [], {}, node({ id: "" }), node({ id: 7 })])
      expect(normaliseThread(input, look)).toBeNull();
  });

  test("is built from any input without an error", () => {
    const anything = fc.anything({ maxDepth: 3 });
    const keys = Object.fromEntries(Object.keys(comment()).map((key) => [key, anything]));
    const comments = fc.record({ nodes: fc.oneof(anything, fc.array(fc.oneof(anything, fc.record(keys)))) });
    const outer = Object.fromEntries(Object.keys(node()).map((key) => [key, anything]));
    fc.assert(
      fc.property(
        fc.record({ ...outer, id: fc.string({ minLength: 1 }), comments, start: fc.oneof(comments, anything) }),
        (input) => {
          const normalised = normaliseThread(input, look);
          if (normalised === null) return;
          expect(normalised.threadId).toBe(input.id);
          expect(normalised.latestComment).toBe(normalised.comments.at(-1) ?? null);
          for (const value of [
            normalised.path,
            normalised.author,
            normalised.createdAt,
            normalised.url,
            normalised.diffHunk,
          ])
            expect(value === null || typeof value === "string").toBe(true);
          for (const value of [normalised.line, normalised.startLine, normalised.originalLine])
            expect(value === null || Number.isSafeInteger(value)).toBe(true);
          expect(normalised.comments.every(({ body }) => typeof body === "string")).toBe(true);
        },
      ),
    );
  });
});

describe("the author", () => {
  test.each([
    [{ __typename: "User", login: "ada" }, "ada", "human"],
    [{ __typename: "Bot", login: "coderabbitai" }, "coderabbitai[bot]", "bot"],
    [{ __typename: "Bot", login: "copilot-pull-request-reviewer" }, "copilot-pull-request-reviewer[bot]", "bot"],
    [{ __typename: "User", login: "renovate[bot]" }, "renovate[bot]", "bot"],
    [{ __typename: "User", login: "K8s-CI-Robot" }, "K8s-CI-Robot", "bot"],
    // A person may have the name of an App: only `[bot]` tells.
    [{ __typename: "User", login: "claude" }, "claude", "human"],
    [{ __typename: "User", login: "robot-lover" }, "robot-lover", "human"],
    [{ __typename: "Mannequin", login: "imported" }, "imported", "human"],
    [{ __typename: "Bot", login: "crosscheck" }, "crosscheck[bot]", "self"],
    [{ __typename: "Bot", login: "CrossCheck" }, "CrossCheck[bot]", "self"],
    // Not the App, but a person of that name.
    [{ __typename: "User", login: "crosscheck" }, "crosscheck", "human"],
    [null, null, "human"],
    [{ __typename: "User" }, null, "human"],
  ])("%j", (author, login, kind) => {
    expect(loginOf(author)).toBe(login);
    expect(authorKind(loginOf(author), look.viewer)).toBe(kind);
  });

  test("is the viewer if GitHub says so", () => {
    expect(thread({}, [comment({ viewerDidAuthor: true })])).toMatchObject({ authorKind: "self" });
  });
});

describe("order", () => {
  const at = (path: string | null, line: number | null, createdAt: string | null, id: string) =>
    thread({ path, line, originalLine: null, id }, [comment({ createdAt })]);

  test("is by path, line, time and id; threads without a location are last", () => {
    const sorted = [
      at("a.ts", 2, "2026-01-01T00:00:00Z", "9"),
      at("a.ts", 10, "2026-01-01T00:00:00Z", "2"),
      at("a.ts", 10, "2026-01-01T00:00:00Z", "3"),
      at("a.ts", 10, "2026-01-02T00:00:00Z", "1"),
      at("a.ts", 10, null, "0"),
      at("a.ts", null, "2026-01-01T00:00:00Z", "0"),
      at("b.ts", 1, "2026-01-01T00:00:00Z", "0"),
      at(null, null, "2026-01-01T00:00:00Z", "0"),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (shuffled) => {
        expect(shuffled.toSorted(inOrder)).toEqual(sorted);
      }),
    );
  });

  test("uses the original location if there is no current one", () => {
    const outdated = thread({ id: "lost", line: null, originalLine: 5 });
    const [before, after] = [thread({ id: "before", line: 4 }), thread({ id: "after", line: 6 })];
    expect([after, outdated, before].toSorted(inOrder).map(({ threadId }) => threadId)).toEqual([
      "before",
      "lost",
      "after",
    ]);
  });
});
