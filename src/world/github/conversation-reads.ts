// Reads conversations on GitHub, without write access.
import type { Oid } from "../../change/change.ts";
import { Refused } from "../../errors.ts";
import type { Turn } from "../../threads/conversation.ts";
import type {
  ConversationReads,
  IsCountedTurn,
  LineTurn,
  ConversationPage,
  ConversationStart,
  ConversationTurns,
} from "../../threads/mention/conversation-github.ts";
import { hostNamed } from "./address.ts";
import { pageStart } from "./queries/page-start.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";

/** Maximum number of comments of one list. */
const mostPages = 50;
const perPage = 100;
const mostTurns = 100;

export interface ConversationReadOptions extends RequestOptions {
  /** The path of the repository's own file. */
  config: string;
}

export function openConversationReads({ config, ...options }: ConversationReadOptions): ConversationReads {
  const requests = openRequests(options);
  const here = (host: string) => {
    if (hostNamed(host) !== options.api.host) throw new Error(`asked ${options.api.host} for something on ${host}`);
  };
  return {
    async start(page) {
      here(page.host);
      return await readStart(requests, page, config);
    },
    mayWrite: async ({ owner, repo }, login) => await mayWrite(requests, owner, repo, login),
    lineComment: async ({ owner, repo }, id) => {
      const found = await orNull(() =>
        requests.get<Listed>("/repos/{owner}/{repo}/pulls/comments/{id}", { owner, repo, id }),
      );
      return found && lineTurn(found);
    },
    async thread(page, root, counts) {
      here(page.host);
      return await readThread(requests, page, root, counts);
    },
    async page(page, counts) {
      here(page.host);
      return await readPage(requests, page, counts);
    },
  };
}

async function readStart(requests: Requests, page: ConversationPage, config: string): Promise<ConversationStart> {
  const { owner, repo: name, number, isPull } = page;
  const { repository } = await requests.query(pageStart, { owner, name, number, config, isPull, isIssue: !isPull });
  if (!repository) throw new Refused(requests.who, 404, "no repository");
  const { pullRequest: pull, defaultBranchRef } = repository;
  if (isPull && !pull) throw new Refused(requests.who, 404, `no pull request ${number}`);
  const file = (isPull ? pull?.baseRef : defaultBranchRef)?.target?.file?.object;
  return {
    head: (pull?.headRefOid ?? null) as Oid | null,
    config: file?.isTruncated === false ? (file.text ?? null) : null,
  };
}

/** GitHub's older permission value has four levels and reports `write` for maintainers and custom roles. */
async function mayWrite(requests: Requests, owner: string, repo: string, login: string): Promise<boolean> {
  const found = await orNull(() =>
    requests.get<{ permission: string }>("/repos/{owner}/{repo}/collaborators/{login}/permission", {
      owner,
      repo,
      login,
    }),
  );
  return found !== null && (found.permission === "write" || found.permission === "admin");
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null;
    throw error;
  }
}

/** The fields of a comment that are used. */
interface Listed {
  id: number;
  node_id: string;
  in_reply_to_id?: number;
  user: { login: string } | null;
  body?: string | null;
  created_at: string;
  updated_at: string;
}

function turnOf({ id, user, body, created_at, updated_at }: Listed): Turn {
  return { id, author: user?.login ?? null, body: body ?? "", createdAt: created_at, updatedAt: updated_at };
}

function lineTurn(comment: Listed): LineTurn {
  return { ...turnOf(comment), node: comment.node_id, inReplyTo: comment.in_reply_to_id ?? null };
}

/**
 * GitHub lists the comments of a pull request, not of a thread. Read newest first, back to the start of the thread, one
 * page in memory at a time.
 */
async function readThread(
  requests: Requests,
  { owner, repo, number }: ConversationPage,
  root: LineTurn,
  counts: IsCountedTurn,
): Promise<ConversationTurns> {
  const found: Turn[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await requests.get<Listed[]>("/repos/{owner}/{repo}/pulls/{number}/comments", {
      owner,
      repo,
      number,
      sort: "created",
      direction: "desc",
      since: root.createdAt,
      per_page: perPage,
      page,
    });
    found.push(...listed.filter(({ in_reply_to_id }) => in_reply_to_id === root.id).map(turnOf));
    if (listed.length < perPage) break;
  }
  return newest([root, ...found.toReversed()].filter(counts));
}

function newest(all: readonly Turn[], before = 0): ConversationTurns {
  const turns = all.slice(-mostTurns);
  return { turns, earlier: before + all.length - turns.length };
}

/** From the last page backwards, located by the number of comments; GitHub lists the oldest first. */
async function readPage(
  requests: Requests,
  { owner, repo, number }: ConversationPage,
  counts: IsCountedTurn,
): Promise<ConversationTurns> {
  const at = { owner, repo, number };
  const { comments } = await requests.get<{ comments: number }>("/repos/{owner}/{repo}/issues/{number}", at);
  const list = async (page: number) =>
    (await requests.get<Listed[]>("/repos/{owner}/{repo}/issues/{number}/comments", { ...at, per_page: perPage, page }))
      .map(turnOf)
      .filter(counts);
  // One extra, because someone may have commented since.
  let page = Math.max(1, Math.ceil(comments / perPage)) + 1;
  const found: Turn[] = [];
  for (let read = 0; page >= 1 && found.length < mostTurns && read < mostPages; page -= 1, read += 1)
    found.unshift(...(await list(page)));
  return newest(found, page * perPage);
}
