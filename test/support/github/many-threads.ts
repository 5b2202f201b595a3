// Threads by the thousand, put into the state at once: told one by one they would take minutes.
import type { Hub } from "../../../src/standin/github/hub.ts";
import {
  takeId,
  type Login,
  type Pull,
  type Review,
  type ReviewComment,
  type SimulatedThread,
} from "../../../src/standin/github/state.ts";

export interface ManyThreads {
  threads: number;
  /** In each of them, or by the number of the thread. */
  comments: number | ((thread: number) => number);
  by: Login;
  path?: (thread: number) => string;
  body?: (thread: number, comment: number) => string;
  thread?: (thread: number) => Partial<SimulatedThread>;
}

export function addManyThreads(hub: Hub, pull: Pull, given: ManyThreads): SimulatedThread[] {
  const { state, clock } = hub;
  const at = clock.now();
  const review: Review = {
    id: takeId(state),
    pull: pull.id,
    author: given.by,
    state: "COMMENTED",
    body: "",
    commit: pull.head.oid,
    submittedAt: at,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
  // At the front, where it is found at once.
  state.reviews.unshift(review);
  return Array.from({ length: given.threads }, (_, n) => {
    const thread = addThread(hub, pull, given, n);
    const count = typeof given.comments === "number" ? given.comments : given.comments(n);
    for (let nth = 0; nth < count; nth += 1) state.reviewComments.push(commentIn(hub, thread, review, given, n, nth));
    return thread;
  });
}

function addThread({ state }: Hub, pull: Pull, given: ManyThreads, n: number): SimulatedThread {
  const thread: SimulatedThread = {
    id: takeId(state),
    pull: pull.id,
    path: given.path?.(n) ?? `src/${n}.ts`,
    subject: "LINE",
    side: "RIGHT",
    startSide: null,
    line: n + 1,
    startLine: null,
    originalLine: n + 1,
    originalStartLine: null,
    originalCommit: pull.head.oid,
    diffHunk: `@@ -1,2 +1,2 @@\n context\n+line ${n}`,
    outdated: false,
    resolvedBy: null,
    ...given.thread?.(n),
  };
  state.threads.push(thread);
  return thread;
}

function commentIn(
  { state, clock }: Hub,
  thread: SimulatedThread,
  review: Review,
  given: ManyThreads,
  n: number,
  nth: number,
): ReviewComment {
  const at = clock.now() + nth * 1000;
  return {
    id: takeId(state),
    pull: thread.pull,
    thread: thread.id,
    review: review.id,
    author: given.by,
    body: given.body?.(n, nth) ?? `comment ${nth} in thread ${n}`,
    replyTo: null,
    commit: review.commit,
    createdAt: at,
    updatedAt: at,
    minimized: null,
  };
}
