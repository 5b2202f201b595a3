// Reads the feedback on our comments of a pull request.
import { Refused } from "../../errors.ts";
import type { FeedbackReads, ReactedThread } from "../../threads/learn/feedback-github.ts";
import { hostNamed } from "./address.ts";
import { commentFeedback, type FeedbackThreadNode } from "./queries/comment-feedback.ts";
import { openRequests, type RequestOptions, type Requests } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

/** Of 50 threads each. */
const mostPages = 40;

export function openFeedbackReads(options: RequestOptions): FeedbackReads {
  const requests = openRequests(options);
  const here = ({ host }: Pick<PullRequestRef, "host">) => {
    if (hostNamed(host) !== options.api.host) throw new Error(`asked ${options.api.host} for something on ${host}`);
  };
  return {
    async taken(pull) {
      here(pull);
      return await readTaken(requests, pull);
    },
    async mayWrite(pull, login) {
      here(pull);
      return await mayWrite(requests, pull, login);
    },
  };
}

/** The remaining rate limit of this hour; reading it is free. A host without limits returns none. */
export async function readAllowances(options: RequestOptions): Promise<{ limit: number; remaining: number }[]> {
  try {
    const { resources } = await openRequests(options).get<RateLimit>("/rate_limit", {});
    return [resources.core, resources.graphql].filter((one) => one !== undefined);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return [];
    throw error;
  }
}

interface RateLimit {
  resources: { core?: { limit: number; remaining: number }; graphql?: { limit: number; remaining: number } };
}

async function readTaken(requests: Requests, pull: PullRequestRef) {
  const threads: ReactedThread[] = [];
  let isAll = true;
  let page = await readPage(requests, pull, null);
  for (let pages = 1; ; pages += 1) {
    threads.push(...page.threads);
    isAll &&= page.isWhole;
    if (page.next === null || pages === mostPages) break;
    page = await readPage(requests, pull, page.next);
  }
  return { author: page.author, threads, complete: isAll && page.next === null };
}

interface TakenPage {
  author: string | null;
  threads: readonly ReactedThread[];
  /** True if no thread was left out. */
  isWhole: boolean;
  /** The cursor of the next page. */
  next: string | null;
}

async function readPage(
  requests: Requests,
  { owner, repo: name, number }: PullRequestRef,
  after: string | null,
): Promise<TakenPage> {
  const { repository } = await requests.query(commentFeedback, { owner, name, number, after });
  const pull = repository?.pullRequest;
  if (!pull) throw new Refused(requests.who, 404, `no pull request ${number}`);
  const { nodes, pageInfo } = pull.reviewThreads;
  return {
    author: pull.author?.login ?? null,
    threads: (nodes ?? []).flatMap((node) => (node ? threadOf(node) : [])),
    isWhole: (nodes ?? []).every((node) => node === null || isWhole(node)),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/** Only threads started by this account. Replies by bots do not count. */
function threadOf({ isResolved, resolvedBy, first: begun, answers }: FeedbackThreadNode): ReactedThread[] {
  const first = begun.nodes?.[0];
  if (!first?.viewerDidAuthor) return [];
  const thumbs = { THUMBS_UP: "+1", THUMBS_DOWN: "-1" } as const;
  const reactions = (first.reactions.nodes ?? []).flatMap((node) => {
    const by = node?.user?.login;
    return by && Object.hasOwn(thumbs, node.content)
      ? { by, content: thumbs[node.content as keyof typeof thumbs] }
      : [];
  });
  return [
    {
      body: first.body,
      reactions,
      resolvedBy: isResolved ? (resolvedBy?.login ?? null) : null,
      answers: (answers.nodes ?? [])
        .filter((node) => node !== null && node.id !== first.id && !node.viewerDidAuthor)
        .flatMap((node) => (node?.author?.__typename === "User" ? { by: node.author.login, body: node.body } : [])),
    },
  ];
}

function isWhole({ first, answers }: FeedbackThreadNode): boolean {
  return !first.nodes?.[0]?.reactions.pageInfo.hasNextPage && !answers.pageInfo.hasPreviousPage;
}

/** GitHub returns 404 for people who are not collaborators of a private repository. */
async function mayWrite(requests: Requests, { owner, repo }: PullRequestRef, login: string): Promise<boolean> {
  try {
    const { permission } = await requests.get<{ permission: string }>(
      "/repos/{owner}/{repo}/collaborators/{login}/permission",
      { owner, repo, login },
    );
    return permission === "write" || permission === "admin";
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return false;
    throw error;
  }
}
