// Threads and comments as others saved them, in the form in which GitHub sends them.
import type { ReviewThread } from "../../src/threads/thread.ts";
import { normaliseThread } from "../../src/world/github/threads/normalise.ts";

interface SavedComment {
  author: string | null;
  is_bot: boolean;
  createdAt: string | null;
  body: string;
  diffHunk: string | null;
}
export interface SavedThread {
  id: string;
  isResolved: boolean;
  /** Null where whoever saved it did not ask. */
  isOutdated: boolean | null;
  path: string | null;
  line: number | null;
  startLine: number | null;
  originalLine: number | null;
  comments: SavedComment[];
  /** Of the whole text; the one that was saved may be cut. */
  says_addressed_in_commit: boolean;
}
/** As REST shows it. */
export interface LoneComment {
  id: number;
  thread_root: number;
  path: string;
  line: number | null;
  original_line: number | null;
  start_line: number | null;
  original_commit_id: string | null;
  author: string;
  is_bot: boolean;
  author_association: string;
  created_at: string;
  body: string;
  diff_hunk: string;
  html_url: string;
}

/** Null where it throws, loses a comment or part of one, or takes a machine for a human. */
export function normalised(
  node: unknown,
  said: readonly { author: string | null; is_bot: boolean; body: string }[],
): ReviewThread | null {
  try {
    const thread = normaliseThread(node, { prNumber: 1, viewer: "nobody" });
    const isWhole =
      thread?.comments.length === said.length &&
      said.every(({ author, is_bot, body }, at) => {
        const comment = thread.comments[at]!;
        return comment.body === body && (author === null || (comment.authorKind === "bot") === is_bot);
      });
    return isWhole ? thread : null;
  } catch (error) {
    console.log(`failed: ${String(error)}`);
    return null;
  }
}

export function savedNode({ comments, ...row }: SavedThread) {
  return {
    ...row,
    start: { nodes: comments.slice(0, 1).map(({ diffHunk }) => ({ diffHunk, originalCommit: null })) },
    comments: {
      nodes: comments.map(({ author, is_bot, body, createdAt }, at) => ({
        id: `${row.id}/${at}`,
        author: actor(author, is_bot),
        body,
        path: row.path,
        createdAt,
      })),
    },
  };
}

export function loneNode(all: readonly LoneComment[]) {
  const first = all[0]!;
  return {
    id: `thread-of-${first.thread_root}`,
    path: first.path,
    line: first.line,
    startLine: first.start_line,
    originalLine: first.original_line,
    isOutdated: first.line === null,
    start: { nodes: [{ diffHunk: first.diff_hunk, originalCommit: { oid: first.original_commit_id } }] },
    comments: {
      nodes: all.map((one) => ({
        id: `comment-${one.id}`,
        fullDatabaseId: String(one.id),
        author: actor(one.author, one.is_bot),
        authorAssociation: one.author_association,
        body: one.body,
        path: one.path,
        line: one.line,
        createdAt: one.created_at,
        url: one.html_url,
      })),
    },
  };
}

function actor(login: string | null, isBot: boolean) {
  return login === null ? null : { __typename: isBot ? "Bot" : "User", login: login.replace(/\[bot\]$/, "") };
}
