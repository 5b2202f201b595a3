// Converts GitHub's nodes to threads. Pure and total: missing or malformed values become null or empty, never an error,
// because accounts get deleted and threads can be empty.
import type { Oid } from "../../../change/change.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId } from "../../../threads/thread.ts";
import { authorKind, loginOf } from "./authors.ts";
import { bothEnds, lastLines, type KeepText } from "./kept-text.ts";

/** Data about the threads that is not in the nodes. */
export interface RawThreads {
  prNumber: number;
  /** The viewer's login. */
  viewer: string;
  keep?: KeepText;
  /** Of a body, in characters, without `keep`. */
  longestBody?: number;
}

type Node = Readonly<Record<string, unknown>>;

/** Null for a node without id and for a pending thread of the viewer. `more` are comments of later pages. */
export function normaliseThread(
  given: unknown,
  look: RawThreads,
  more: readonly ThreadComment[] = [],
): ReviewThread | null {
  const node = objectIn(given);
  const id = textIn(node, "id");
  if (!node || id === null || isUnposted(node)) return null;
  const path = textIn(node, "path");
  const comments = [...normaliseComments(node["comments"], look, path, true), ...more];
  const [first = null] = comments;
  const start = firstNode(node["start"]) ?? firstNode(node["comments"]);
  return {
    threadId: id as ThreadId,
    prNumber: look.prNumber,
    path,
    line: lineIn(node, "line"),
    startLine: lineIn(node, "startLine"),
    originalLine: lineIn(node, "originalLine"),
    originalCommit: commitIn(start),
    diffHunk: hunkIn(start),
    isResolved: node["isResolved"] === true,
    isOutdated: node["isOutdated"] === true,
    author: first?.author ?? null,
    authorKind: first?.authorKind ?? "human",
    authorAssociation: first?.authorAssociation ?? null,
    firstComment: first,
    latestComment: comments.at(-1) ?? null,
    comments,
    createdAt: first?.createdAt ?? null,
    updatedAt: latest(comments),
    url: first?.url ?? null,
    source: "github-graphql",
    canReply: node["viewerCanReply"] === true,
    canResolve: node["viewerCanResolve"] === true,
  };
}

/** Normalises one page of comments. `path` is the thread's path, which most comments share. */
export function normaliseComments(
  connection: unknown,
  look: RawThreads,
  path: string | null,
  isStart = false,
): ThreadComment[] {
  return nodesIn(connection).flatMap((node, at) => normaliseComment(node, look, path, isStart && at === 0) ?? []);
}

/** Reduces a thread to what is kept. */
export function shortenBodies(thread: unknown, keep: KeepText): unknown {
  const connection = objectIn(objectIn(thread)?.["comments"]);
  if (connection === null) return thread;
  const nodes = nodesIn(connection).map((node, at) => {
    const text = textIn(node, "body") ?? "";
    const body = keep(text, at === 0);
    return { ...node, body, bodyCut: body !== text };
  });
  return { ...objectIn(thread), comments: { ...connection, nodes } };
}

function normaliseComment(node: Node, look: RawThreads, shared: string | null, isFirst: boolean): ThreadComment | null {
  const id = textIn(node, "id");
  if (id === null || isPending(node)) return null;
  const author = loginOf(objectIn(node["author"]));
  const path = textIn(node, "path");
  const text = textIn(node, "body") ?? "";
  const body = look.keep?.(text, isFirst) ?? bothEnds(text, look.longestBody);
  const [createdAt, updatedAt] = [textIn(node, "createdAt"), textIn(node, "updatedAt")];
  return {
    id: id as CommentId,
    databaseId: numberIn(node["fullDatabaseId"]),
    author,
    authorKind: node["viewerDidAuthor"] === true ? "self" : authorKind(author, look.viewer),
    authorAssociation: textIn(node, "authorAssociation"),
    body,
    isCut: node["bodyCut"] === true || body !== text,
    // Deduplicates equal texts.
    path: path === shared ? shared : path,
    line: lineIn(node, "line"),
    createdAt,
    updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
    lastEditedAt: textIn(node, "lastEditedAt"),
    url: textIn(node, "url"),
    isMinimized: node["isMinimized"] === true,
    viewerCanUpdate: node["viewerCanUpdate"] === true,
    viewerCanDelete: node["viewerCanDelete"] === true,
  };
}

/** Sorts by path, line, time and id; threads without a place come last. */
export function inOrder(one: ReviewThread, other: ReviewThread): number {
  return (
    compare(one.path, other.path) ||
    compare(one.line ?? one.originalLine, other.line ?? other.originalLine) ||
    compare(one.createdAt, other.createdAt) ||
    compare(one.threadId, other.threadId)
  );
}

function compare<T extends string | number>(one: T | null, other: T | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** A pending review is visible to its author only. */
function isPending(node: Node): boolean {
  return node["state"] === "PENDING";
}

function isUnposted(thread: Node): boolean {
  const comments = nodesIn(thread["comments"]);
  return comments.length > 0 && comments.every(isPending);
}

function latest(comments: readonly ThreadComment[]): string | null {
  const times = comments.flatMap(({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? []);
  return times.reduce<string | null>((newest, time) => (newest === null || time > newest ? time : newest), null);
}

function commitIn(comment: Node | null): Oid | null {
  return textIn(objectIn(comment?.["originalCommit"]), "oid") as Oid | null;
}

function hunkIn(comment: Node | null): string | null {
  const hunk = textIn(comment, "diffHunk");
  return hunk === null ? null : lastLines(hunk);
}

function firstNode(connection: unknown): Node | null {
  return nodesIn(connection)[0] ?? null;
}

function nodesIn(connection: unknown): Node[] {
  const nodes = objectIn(connection)?.["nodes"];
  return Array.isArray(nodes) ? nodes.map(objectIn).filter((node) => node !== null) : [];
}

function objectIn(value: unknown): Node | null {
  return typeof value === "object" && value !== null ? (value as Node) : null;
}

/** An empty text counts as null. */
function textIn(node: Node | null, name: string): string | null {
  const value = node?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function lineIn(node: Node, name: string): number | null {
  const value = node[name];
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : null;
}

/** GraphQL sends large numbers as text. */
function numberIn(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}
