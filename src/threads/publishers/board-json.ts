// Publishes the board as JSON, with whole comments; its schema is in `board-schema.ts` and `schemas/review-threads.json`.
import { plainJson } from "../../review/words/text.ts";
import type { ThreadComment } from "../thread.ts";
import { boardWords } from "../words/board-texts.ts";
import type { Board, BoardRow } from "./board.ts";
import type { CommentPage } from "./comment-pages.ts";

export function boardJson(board: Board, page: CommentPage, version: string): string {
  const { comments, total, next } = page;
  const rows = new Map(board.rows.map((row) => [row.threadId, row]));
  const whole = {
    version: 1,
    tool: { name: "crosscheck", version },
    scope: boardWords.scope,
    ...board,
    rows: page.threads.flatMap((thread) => {
      const row = rows.get(thread.threadId);
      return row === undefined ? [] : [wholeRow(row, thread.comments)];
    }),
    page: { comments, total, next },
  };
  return `${plainJson(JSON.stringify(whole, null, 2))}\n`;
}

function wholeRow(
  { first: _first, latest: _latest, comments: total, ...row }: BoardRow,
  comments: readonly ThreadComment[],
) {
  return { ...row, comments: comments.map(wholeComment), commentsTotal: total };
}

function wholeComment(comment: ThreadComment) {
  const { id, databaseId, author, authorKind, authorAssociation, createdAt, updatedAt, url } = comment;
  const { isMinimized, body, isCut } = comment;
  return {
    id,
    databaseId,
    author,
    kind: authorKind,
    association: authorAssociation,
    createdAt,
    updatedAt,
    url,
    isMinimized,
    body,
    isCut,
  };
}
