// Reads a pull request page by page; the next pages of all lists are requested together.
import { Refused, Unavailable } from "../../errors.ts";
import {
  pullSnapshot,
  type About,
  type Connection,
  type ListName,
  type Lists,
  type PullSnapshotData,
  type PullSnapshotVariables,
  type ThreadNode,
} from "./queries/pull-snapshot.ts";
import { threadComments } from "./queries/thread-comments.ts";
import type { Requests } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

type NodeOf<L> = NonNullable<L> extends Connection<infer N> ? N : never;
export type ReadLists = { [name in ListName]: NodeOf<Lists[name]>[] };

export interface PullPages {
  viewer: string;
  repository: { name: string; owner: { login: string; viewerCanAdminister?: boolean } };
  about: About;
  head: string;
  commitsTotal: number;
  lists: ReadLists;
}

/** GitHub limits lists to 250 commits and 3,000 files; the others are limited here. */
const mostPages: Readonly<Record<ListName, number>> = {
  commits: 3,
  files: 30,
  reviews: 50,
  reviewThreads: 100,
  comments: 100,
};
const everyList = Object.keys(mostPages) as ListName[];
/** The lists that contain our own output. */
const outputLists: readonly ListName[] = ["reviews", "reviewThreads", "comments"];
/** If the head moves while reading, reading starts again, a limited number of times. */
const fresh = 3;

/** An invisible issue is left out; any other missing value is an error. */
const mayMiss = (path: readonly (string | number)[]) => path.includes("closingIssuesReferences");

export async function readPullPages(requests: Requests, pull: PullRequestRef): Promise<PullPages> {
  for (let attempt = 1; attempt <= fresh; attempt += 1) {
    const pages = await readOnce(requests, pull);
    if (pages) return pages;
  }
  throw new Unavailable(requests.who, "the pull request was pushed to again and again while it was read");
}

/** Null if the head moved between two pages. */
async function readOnce(requests: Requests, pull: PullRequestRef): Promise<PullPages | null> {
  const first = await page(requests, pull, variablesOf(pull, everyList, {}, true));
  const lists = emptyLists();
  const rest = await turnPages(requests, pull, first.pull, lists, everyList);
  if (!rest) return null;
  await completeThreads(requests, lists.reviewThreads);
  return {
    viewer: first.data.viewer!.login,
    repository: first.repository,
    about: first.pull as About,
    head: first.pull.headRefOid,
    commitsTotal: first.pull.commits?.totalCount ?? 0,
    lists,
  };
}

/** Reads only comments and reviews, before posting, when a moving head does not matter. */
export async function readOutput(
  requests: Requests,
  pull: PullRequestRef,
): Promise<Pick<ReadLists, "reviews" | "reviewThreads" | "comments">> {
  const first = await page(requests, pull, variablesOf(pull, outputLists, {}, false));
  const lists = emptyLists();
  await turnPages(requests, pull, first.pull, lists, outputLists, true);
  await completeThreads(requests, lists.reviewThreads);
  return lists;
}

type PullNode = NonNullable<NonNullable<PullSnapshotData["repository"]>["pullRequest"]>;

async function turnPages(
  requests: Requests,
  pull: PullRequestRef,
  first: PullNode,
  into: ReadLists,
  names: readonly ListName[],
  anyHead = false,
): Promise<boolean> {
  let node = first;
  let asked = names;
  for (let turned = 1; ; turned += 1) {
    const after: Partial<Record<ListName, string | null>> = {};
    for (const name of asked) {
      const list = node[name];
      (into[name] as unknown[]).push(...nodesOf<unknown>(list));
      if (list?.pageInfo.hasNextPage && turned < mostPages[name]) after[name] = list.pageInfo.endCursor;
    }
    asked = asked.filter((name) => name in after);
    if (asked.length === 0) return true;
    node = (await page(requests, pull, variablesOf(pull, asked, after, false))).pull;
    if (!anyHead && node.headRefOid !== first.headRefOid) return false;
  }
}

async function page(requests: Requests, pull: PullRequestRef, variables: PullSnapshotVariables) {
  const data = await requests.query(pullSnapshot, variables, mayMiss);
  const { repository } = data;
  if (!repository?.pullRequest) throw new Refused(requests.who, 404, `no pull request ${pull.number}`);
  return { data, repository, pull: repository.pullRequest };
}

function variablesOf(
  pull: PullRequestRef,
  names: readonly ListName[],
  after: Partial<Record<ListName, string | null>>,
  about: boolean,
): PullSnapshotVariables {
  const switches = Object.fromEntries(everyList.map((name) => [name, names.includes(name)]));
  const cursors = Object.fromEntries(everyList.map((name) => [`${name}After`, after[name] ?? null]));
  const { owner, repo, number } = pull;
  return { owner, name: repo, number, about, ...switches, ...cursors } as PullSnapshotVariables;
}

/** Long threads are continued separately, because our latest reply may be at their end. */
async function completeThreads(requests: Requests, threads: ThreadNode[]): Promise<void> {
  for (const thread of threads) {
    const all = [...nodesOf(thread.comments)];
    let { pageInfo } = thread.comments;
    while (pageInfo.hasNextPage && all.length < 10_000) {
      const data = await requests.query(threadComments, { thread: thread.id, after: pageInfo.endCursor });
      const more = data.node?.comments;
      if (!more) break;
      all.push(...nodesOf(more));
      pageInfo = more.pageInfo;
    }
    thread.comments = { nodes: all, pageInfo };
  }
}

function nodesOf<N>(list: { nodes: readonly (N | null)[] | null } | null | undefined): N[] {
  return (list?.nodes ?? []).filter((node): node is N => node !== null);
}

function emptyLists(): ReadLists {
  return { commits: [], files: [], reviews: [], reviewThreads: [], comments: [] };
}
