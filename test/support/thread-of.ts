// Review threads and their comments for tests, with defaults for what a test does not name.
import type { CommentId, ReviewThread, ThreadComment, ThreadId } from "../../src/threads/thread.ts";

export function commentOf(more: Partial<ThreadComment> = {}): ThreadComment {
  return {
    id: "C1" as CommentId,
    databaseId: 1,
    author: "ada",
    authorKind: "human",
    authorAssociation: null,
    body: "",
    isCut: false,
    path: null,
    line: null,
    createdAt: null,
    updatedAt: null,
    lastEditedAt: null,
    url: null,
    isMinimized: false,
    viewerCanUpdate: false,
    viewerCanDelete: false,
    ...more,
  };
}

export function threadOf({ comments = [], ...more }: Partial<ReviewThread> = {}): ReviewThread {
  return {
    threadId: "T1" as ThreadId,
    prNumber: 1,
    path: "src/a.ts",
    line: null,
    startLine: null,
    originalLine: 4,
    originalCommit: null,
    diffHunk: null,
    isResolved: false,
    isOutdated: false,
    author: "ada",
    authorKind: "human",
    authorAssociation: null,
    firstComment: comments[0] ?? null,
    latestComment: comments.at(-1) ?? null,
    comments,
    createdAt: null,
    updatedAt: null,
    url: null,
    source: "github-graphql",
    canReply: true,
    canResolve: true,
    ...more,
  };
}
