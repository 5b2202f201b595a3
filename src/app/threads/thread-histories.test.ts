// Plays random histories of threads, with comments, edits, pushes, reopenings and runs by two people, and compares what is
// done with independently written rules.
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../test/support/property-runs.ts";
import { commentOf } from "../../../test/support/thread-of.ts";
import { triageOf } from "../../../test/support/thread-story.ts";
import { storedScan } from "./comments/stored-scan.ts";
import type { Oid } from "../../change/change.ts";
import type { PullRequestRef } from "../../pull-request.ts";
import { advance } from "../../threads/lifecycle.ts";
import type { Action } from "../../review/plan.ts";
import { againstResolving, newsOfThread } from "../../threads/fix/known-threads.ts";
import { planFixes, threadsFromScan, type FixCode, type KnownThread } from "../../threads/plan-fixes.ts";
import { defaultTemplate } from "../../threads/render-reply.ts";
import { emptyThreadState } from "../../threads/thread-events.ts";
import { defaultThreadSettings, type FixPayload } from "../../threads/thread-payloads.ts";
import type { FixOutcome, ThreadState } from "../../threads/thread-state.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadScan } from "../../threads/thread.ts";

const pull: PullRequestRef = { host: "github.com", owner: "acme", repo: "shop", number: 7 };
const people = ["ada", "bob"] as const;
type Person = (typeof people)[number];
const threadCount = 2;

interface WrittenComment {
  id: CommentId;
  author: string;
  body: string;
  /** Written by a run, not by hand. */
  isReply: boolean;
  editedAt: number | null;
}

interface SimulatedThread {
  id: ThreadId;
  resolved: boolean;
  /** Number of pushes that changed its code since the comment. */
  changes: number;
  comments: WrittenComment[];
  /** Of the last reopening. */
  reopenedAt: number | null;
}

interface Reader {
  state: ThreadState;
  /** Made at their last look; null before it. */
  payload: FixPayload | null;
  /** How many comments of each thread they have seen, and when. */
  seen: readonly number[];
  /** When they last saw each thread. */
  seenAt: readonly number[];
  lookedAt: number;
  headSeen: number;
  /** Threads that they resolved or saw resolved. GitHub tells nobody else of a reopening. */
  sawResolved: Set<number>;
}

const byOthers = fc.oneof(
  fc.record({ do: fc.constant("comment" as const), by: fc.constantFrom("ada", "bob", "eve"), thread: fc.nat(1) }),
  fc.record({ do: fc.constant("edit" as const), by: fc.constantFrom("ada", "eve", "rabbit"), thread: fc.nat(1) }),
  fc.record({ do: fc.constant("bot" as const), thread: fc.nat(1) }),
  fc.record({ do: fc.constant("push" as const), changes: fc.subarray([0, 1]) }),
);
const event = fc.oneof(
  { weight: 4, arbitrary: byOthers },
  fc.record({ do: fc.constant("reopen" as const), thread: fc.nat(1) }),
  fc.record({ do: fc.constant("look" as const), by: fc.constantFrom(...people), filtered: fc.boolean() }),
  fc.record({
    do: fc.constant("run" as const),
    by: fc.constantFrom(...people),
    asks: fc.constantFrom("person" as const, "person" as const, "automatic" as const),
    detached: fc.boolean(),
    /** The payload names the latest comment, read elsewhere. */
    names: fc.boolean(),
    /** Between what was decided and each write. */
    meanwhile: fc.option(byOthers, { freq: 3 }),
  }),
);
type HistoryEvent = typeof event extends fc.Arbitrary<infer T> ? T : never;

class History {
  at = 1;
  commits = 1;
  readonly threads: SimulatedThread[] = Array.from({ length: threadCount }, (_, index) => ({
    id: `T${index}` as ThreadId,
    resolved: false,
    changes: 0,
    comments: [{ id: `C${index}` as CommentId, author: "rabbit", body: "Close it", isReply: false, editedAt: null }],
    reopenedAt: null,
  }));
  readonly readers: Record<Person, Reader> = { ada: this.newReader(), bob: this.newReader() };
  readonly resolved: string[] = [];
  readonly wrong: string[] = [];
  replies = 0;

  private newReader(): Reader {
    return {
      state: emptyThreadState(pull),
      payload: null,
      seen: [],
      seenAt: [],
      lookedAt: 0,
      headSeen: 0,
      sawResolved: new Set(),
    };
  }

  play(one: HistoryEvent): void {
    this.at += 10;
    if (one.do === "comment") this.write(one.thread, one.by, "Please look again");
    else if (one.do === "bot") this.write(one.thread, "rabbit", "It is still open");
    else if (one.do === "edit") this.edit(one.thread, one.by);
    else if (one.do === "push") {
      this.commits += 1;
      for (const index of one.changes) this.threads[index]!.changes += 1;
    } else if (one.do === "reopen") this.reopen(this.threads[one.thread]!);
    else if (one.do === "look") this.look(one.by, one.filtered);
    else this.run(one);
  }

  private write(index: number, author: string, body: string): void {
    const { comments, id } = this.threads[index]!;
    comments.push({ id: `${id}-${comments.length}` as CommentId, author, body, isReply: false, editedAt: null });
  }

  private edit(index: number, by: string): void {
    const own = this.threads[index]!.comments.findLast(({ author, isReply }) => author === by && !isReply);
    if (own !== undefined) own.editedAt = this.at;
  }

  private reopen(thread: SimulatedThread): void {
    if (!thread.resolved) return;
    thread.resolved = false;
    thread.reopenedAt = this.at;
  }

  private head(): Oid {
    return this.commits.toString(16).padStart(40, "a") as Oid;
  }

  private scan(viewer: Person): ThreadScan {
    return {
      pull,
      head: this.head(),
      viewer,
      threads: this.threads.map((thread) => shownTo(viewer, thread)),
      total: threadCount,
      complete: true,
      requests: 1,
    };
  }

  /** A filtered look shows the first thread only. */
  private look(by: Person, filtered: boolean): void {
    const reader = this.readers[by];
    const scan = this.scan(by);
    const shown = filtered ? scan.threads.slice(0, 1) : scan.threads;
    const stored = storedScan(scan, { threads: shown }, this.at, reader.state.scan);
    const triage = scan.threads.map(({ threadId }) => triageOf(threadId, "valid"));
    reader.state = advance(reader.state, { kind: "scanned", scan: stored, triage });
    reader.seen = this.threads.map(({ comments }, index) =>
      index < shown.length ? comments.length : (reader.seen[index] ?? 0),
    );
    reader.seenAt = this.threads.map((_, index) => (index < shown.length ? this.at : (reader.seenAt[index] ?? 0)));
    [reader.lookedAt, reader.headSeen] = [this.at, this.commits];
    for (const [index, thread] of this.threads.entries()) if (thread.resolved) reader.sawResolved.add(index);
    reader.payload = {
      prNumber: 7,
      threads: scan.threads.map(({ threadId }) => ({
        threadId,
        classification: "valid",
        fixSummary: "Closed",
        verification: [{ command: "npm test", result: "passed", sha: scan.head }],
        commitSha: scan.head,
        checks: "passed",
      })),
    };
  }

  private run({ by, asks, detached, names, meanwhile }: Extract<HistoryEvent, { do: "run" }>): void {
    const reader = this.readers[by];
    if (reader.payload === null) return;
    const scan = this.scan(by);
    const triaged = (threadId: ThreadId) => reader.state.scan?.threads.find((one) => one.threadId === threadId);
    const latest = (threadId: ThreadId) =>
      names ? this.threads.find(({ id }) => id === threadId)?.comments.at(-1)?.id : undefined;
    const readUpTo = (threadId: ThreadId) => latest(threadId) ?? triaged(threadId)?.latestComment;
    const code = new Map(
      this.threads.map(({ id, changes }): [string, FixCode] => [
        id,
        { code: changes > 0 ? "changed" : "unchanged", commit: changes > 0 ? "after-comment" : "before-comment" },
      ]),
    );
    const seen = threadsFromScan(scan, this.at, { readUpTo, triaged });
    const { plan, rows } = planFixes({
      pull,
      payload: detached ? { ...reader.payload } : reader.payload,
      seen,
      state: reader.state,
      code,
      settings: { ...defaultThreadSettings, autoResolveClassifications: ["valid"] },
      flags: { applyReplies: true, applyResolutions: true, allowResolveInvalid: false, by: asks },
      template: defaultTemplate,
    });
    const done = new Set<Action>();
    for (const action of plan.actions) {
      if (meanwhile !== null) this.play(meanwhile);
      const index = this.threads.findIndex((thread) => "thread" in action && thread.id === action.thread);
      const rule = this.againstWriting(action, seen.threads[index]!, by, scan.head);
      if (rule) continue;
      done.add(action);
      if (action.do === "reply") this.reply(index, by, action.body, names);
      if (action.do === "resolve") this.resolve(index, by, asks);
    }
    const outcomes = rows.map(({ threadId, reply, resolve, answers }): FixOutcome => ({
      at: this.at,
      threadId,
      classification: "valid",
      head: scan.head,
      reply: reply.action && done.has(reply.action) ? "posted" : "skipped",
      resolution: resolve.action && done.has(resolve.action) ? "resolved" : "skipped",
      answered: reply.action && done.has(reply.action) ? answers : null,
      why: null,
    }));
    reader.state = advance(reader.state, { kind: "fixed", outcomes });
  }

  /** As it is checked right before each write. */
  private againstWriting(action: Action, known: KnownThread, by: Person, head: Oid): boolean {
    const { comments } = this.scan(by).threads.find(({ threadId }) => threadId === known.threadId)!;
    const judged = { head, latestComment: known.latestComment, editedAt: known.editedAt ?? null };
    const news = newsOfThread({ head: this.head(), comments }, judged, pull);
    if (action.do === "resolve") return againstResolving(news, judged) !== null;
    return news.laterComment || news.answer !== null;
  }

  private reply(index: number, by: Person, body: string, names: boolean): void {
    const thread = this.threads[index]!;
    const last = thread.comments.at(-1)!;
    if (last.isReply) this.wrong.push(`${thread.id}: ${by} answers an answer`);
    if (thread.changes === 0) this.wrong.push(`${thread.id}: a fix is claimed, and the code is unchanged`);
    if (!names && this.hasUnreadWord(index, by)) this.wrong.push(`${thread.id}: ${by} answers past a person`);
    thread.comments.push({
      id: `${thread.id}-${thread.comments.length}` as CommentId,
      author: by,
      body,
      isReply: true,
      editedAt: null,
    });
    this.replies += 1;
  }

  private resolve(index: number, by: Person, asks: "person" | "automatic"): void {
    const thread = this.threads[index]!;
    const { lookedAt, headSeen, sawResolved } = this.readers[by];
    if (thread.resolved) this.wrong.push(`${thread.id}: resolved twice`);
    if (thread.changes === 0) this.wrong.push(`${thread.id}: resolved with unchanged code`);
    if (this.hasUnreadWord(index, by)) this.wrong.push(`${thread.id}: resolved over a later comment`);
    if (headSeen !== this.commits) this.wrong.push(`${thread.id}: resolved at a head that ${by} has not seen`);
    if (sawResolved.has(index) && thread.reopenedAt !== null && thread.reopenedAt > lookedAt)
      this.wrong.push(`${thread.id}: resolved over a reopening`);
    const others = thread.comments.filter((one) => one.author !== "rabbit" && one.author !== by);
    if (asks === "automatic" && others.length > 0) this.wrong.push(`${thread.id}: resolved without a person`);
    thread.resolved = true;
    sawResolved.add(index);
    this.resolved.push(thread.id);
  }

  /** A person wrote something that this person has not seen, by hand or by a run of their own. */
  private hasUnreadWord(index: number, by: Person): boolean {
    const { seen, seenAt } = this.readers[by];
    const unread = this.threads[index]!.comments.filter(
      ({ editedAt }, at) => at >= (seen[index] ?? 0) || (editedAt ?? 0) > (seenAt[index] ?? 0),
    );
    return unread.some(({ author, isReply }) => author !== "rabbit" && !(isReply && author === by));
  }
}

function shownTo(viewer: Person, { id, resolved, comments }: SimulatedThread): ReviewThread {
  const shown = comments.map((one): ThreadComment =>
    commentOf({
      id: one.id,
      author: one.author,
      body: one.body,
      authorKind: one.author === "rabbit" ? "bot" : one.author === viewer ? "self" : "human",
      lastEditedAt: one.editedAt === null ? null : new Date(one.editedAt).toISOString(),
      authorAssociation: one.author === "eve" ? "NONE" : "MEMBER",
    }),
  );
  return {
    threadId: id,
    comments: shown,
    firstComment: shown[0] ?? null,
    latestComment: shown.at(-1) ?? null,
    path: "till.ts",
    line: 1,
    isResolved: resolved,
    isOutdated: false,
    canReply: true,
    canResolve: true,
  } as unknown as ReviewThread;
}

test("no run overrides a person, claims a fix without a change, or answers twice", () => {
  let [resolved, replies] = [0, 0];
  fc.assert(
    fc.property(fc.array(event, { minLength: 4, maxLength: 24 }), (events) => {
      const history = new History();
      for (const one of events) history.play(one);
      expect(history.wrong).toEqual([]);
      resolved += history.resolved.length;
      replies += history.replies;
    }),
    propertyRuns(10_000),
  );
  expect(Math.min(resolved, replies)).toBeGreaterThan(50);
});
