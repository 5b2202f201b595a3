// Reads the threads of a pull request page by page and thread by thread, so that memory is bounded.
import type { Oid } from "../../../change/change.ts";
import { Refused, Unavailable } from "../../../errors.ts";
import type { ReviewThread, ThreadComment, ThreadReads, ThreadScan } from "../../../threads/thread.ts";
import { reviewThreadComments } from "../queries/review-threads-comments.ts";
import { reviewThreads, type ReviewThreadNode } from "../queries/review-threads.ts";
import type { Requests, Tally } from "../request.ts";
import { openKeeping, shareOfOneScan, type KeepText, type Share } from "./kept-text.ts";
import { inOrder, normaliseComments, normaliseThread, shortenBodies, type RawThreads } from "./normalise.ts";
import type { PullRequestRef } from "../../../pull-request.ts";

type ScanOptions = Parameters<ThreadReads["threads"]>[1];

const largestPage = 100;
/** Reduces the page size if a page is too large to answer or to receive. */
const smallPage = 10;
/** A longer thread is not read to its end, and the scan counts as incomplete. */
const mostComments = 10_000;
/** If the head moves while reading, reading starts again, a limited number of times. */
const fresh = 3;

/** The read-only request functions. */
export type ThreadRequests = Pick<Requests, "get" | "query" | "who">;

export async function readThreads(
  requests: ThreadRequests,
  pull: PullRequestRef,
  options: ScanOptions,
): Promise<ThreadScan> {
  let taken = 0;
  const tally = () => void (taken += 1);
  for (let attempt = 1; attempt <= fresh; attempt += 1) {
    const scan = await readOnce({ requests, tally }, pull, options);
    if (scan) return { ...scan, requests: taken };
  }
  throw new Unavailable(requests.who, "the pull request was pushed to again and again while its threads were read");
}

interface Asking {
  requests: ThreadRequests;
  tally: Tally;
}

type About = Omit<ThreadScan, "threads" | "complete" | "requests">;

/** What was read so far. */
interface Gathered {
  about: About | null;
  found: Map<string, ReviewThread>;
  share: Share;
  /** Number of threads received, whether kept or not. */
  fetched: number;
  isWhole: boolean;
  goesOn: boolean;
  after: string | null;
  size: number;
}

/** Null when the head moved between two pages. */
async function readOnce(
  asking: Asking,
  pull: PullRequestRef,
  { max, wholeBodies = false, progress }: ScanOptions,
): Promise<ThreadScan | null> {
  const most = Math.max(1, Math.floor(max));
  const all: Gathered = {
    about: null,
    found: new Map(),
    share: shareOfOneScan(wholeBodies),
    fetched: 0,
    isWhole: true,
    goesOn: true,
    after: null,
    size: largestPage,
  };
  while (all.goesOn && all.fetched < most) {
    const before = all.fetched;
    const about = await takePage(asking, pull, all, Math.min(all.size, most - all.fetched));
    all.about ??= about;
    if (about.head !== all.about.head) return null;
    progress?.(all.fetched, about.total);
    // A page that promises more but brings nothing would loop forever.
    if (all.after === null || all.fetched === before) break;
  }
  const threads = [...all.found.values()].toSorted(inOrder);
  return { ...all.about!, threads, complete: !all.goesOn && all.isWhole, requests: 0 };
}

/** Keeps nothing of the page but the reduced threads. */
async function takePage(asking: Asking, pull: PullRequestRef, all: Gathered, first: number): Promise<About> {
  const { left } = all.share;
  const keep = openKeeping(all.share);
  const shorten = () => {
    // A page that is requested again is counted once.
    all.share.left = left;
    return keep;
  };
  const { page, largest } = await pageOf(asking, pull, { first, after: all.after, shorten });
  const look: RawThreads = { prNumber: pull.number, viewer: page.about.viewer, longestBody: all.share.most };
  for (const node of page.nodes) {
    const { thread, whole } = await wholeThread(asking, node, look, keep);
    if (thread) all.found.set(thread.threadId, thread);
    all.isWhole &&= whole;
  }
  all.fetched += page.nodes.length;
  all.size = Math.min(all.size, largest);
  all.goesOn = page.goesOn;
  all.after = page.cursor;
  return page.about;
}

interface Page {
  about: About;
  nodes: readonly (ReviewThreadNode | null)[];
  goesOn: boolean;
  cursor: string | null;
}

interface Wanted {
  first: number;
  after: string | null;
  /** Called when a page starts to arrive. */
  shorten(): KeepText;
}

async function pageOf(asking: Asking, pull: PullRequestRef, wanted: Wanted) {
  try {
    return { page: await ask(asking, pull, wanted), largest: largestPage };
  } catch (error) {
    if (!(error instanceof Unavailable) || wanted.first <= smallPage) throw error;
    return { page: await ask(asking, pull, { ...wanted, first: smallPage }), largest: smallPage };
  }
}

const listOfThreads = ["data", "repository", "pullRequest", "reviewThreads", "nodes"];

async function ask({ requests, tally }: Asking, pull: PullRequestRef, wanted: Wanted): Promise<Page> {
  const { owner, repo: name, number } = pull;
  const { first, after, shorten } = wanted;
  const data = await requests.query(reviewThreads, { owner, name, number, first, after }, undefined, tally, {
    list: listOfThreads,
    begin: () => {
      const keep = shorten();
      return (node) => shortenBodies(node, keep);
    },
  });
  const { repository, viewer } = data;
  if (!repository?.pullRequest) throw new Refused(requests.who, 404, `no pull request ${number}`);
  const { headRefOid, reviewThreads: list } = repository.pullRequest;
  return {
    about: {
      // By its current name: a renamed repository can be read by its old name, but not written to.
      pull: { ...pull, owner: repository.owner.login, repo: repository.name },
      head: headRefOid as Oid,
      viewer: viewer.login,
      total: Number.isSafeInteger(list.totalCount) ? list.totalCount : null,
    },
    nodes: list.nodes ?? [],
    goesOn: list.pageInfo.hasNextPage,
    cursor: list.pageInfo.endCursor,
  };
}

/** Threads of more than fifty comments are continued separately. */
async function wholeThread(
  { requests, tally }: Asking,
  node: ReviewThreadNode | null,
  look: RawThreads,
  keep: KeepText,
): Promise<{ thread: ReviewThread | null; whole: boolean }> {
  if (node === null) return { thread: null, whole: false };
  const more: ThreadComment[] = [];
  let { pageInfo } = node.comments;
  while (pageInfo.hasNextPage && pageInfo.endCursor !== null && more.length < mostComments) {
    const variables = { thread: node.id, after: pageInfo.endCursor };
    const data = await requests.query(reviewThreadComments, variables, isGone, tally);
    const list = data.node?.comments;
    // Its last comment was deleted while reading, so what was read is outdated.
    if (!list) return { thread: null, whole: true };
    more.push(...normaliseComments(list, { ...look, keep }, node.path));
    pageInfo = list.nodes?.length ? list.pageInfo : { ...list.pageInfo, endCursor: null };
  }
  return { thread: normaliseThread(node, look, more), whole: !pageInfo.hasNextPage };
}

export const isGone = (path: readonly (string | number)[]) => path.length === 1 && path[0] === "node";
