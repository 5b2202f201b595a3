// Tests the plan for a payload: examples first, then generated threads against the policy's invariants.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { provenFix } from "../../test/support/fix-of.ts";
import { inProportion, propertyRuns } from "../../test/support/property-runs.ts";
import type { Oid } from "../change/change.ts";
import { commentLimit } from "../review/comment-limits.ts";
import { parseMarker } from "../review/marker.ts";
import {
  fetchRefusal,
  planFixes,
  payloadRefusal,
  triageFromEvidence,
  threadsFromStore,
  threadsFromScan,
  type FixInput,
  type FixRow,
  type KnownThread,
} from "./plan-fixes.ts";
import { classifications, defaultThreadSettings, type ThreadFix, type ThreadTriage } from "./thread-payloads.ts";
import type { FixFlags } from "./policy.ts";
import { defaultTemplate } from "./render-reply.ts";
import type { FixOutcome, StoredScan } from "./thread-state.ts";
import type { CommentId, ReviewThread, ThreadComment, ThreadId, ThreadScan } from "./thread.ts";
import type { PullRequestRef } from "../pull-request.ts";
import { cases } from "../../test/support/cases.ts";
import { commentOf } from "../../test/support/thread-of.ts";

const pull: PullRequestRef = { host: "github.com", owner: "acme", repo: "shop", number: 7 };
const head = "a".repeat(40) as Oid;
const other = "c".repeat(40) as Oid;
const all: FixFlags = { applyReplies: true, applyResolutions: true, allowResolveInvalid: false, by: "person" };
const none: FixFlags = { ...all, applyReplies: false, applyResolutions: false };

const threadOf = (edit: Partial<KnownThread> = {}): KnownThread => ({
  threadId: "T1" as ThreadId,
  path: "till.ts",
  line: 10,
  isResolved: false,
  isOutdated: false,
  latestComment: "C1" as CommentId,
  otherHumans: false,
  canReply: true,
  canResolve: true,
  isAnswered: false,
  laterComment: false,
  sinceTriage: false,
  ...edit,
});

const fixOf = (edit: Partial<ThreadFix> = {}) => provenFix(head, edit);

const outcomeOf = (edit: Partial<FixOutcome> = {}): FixOutcome => ({
  at: 50,
  threadId: "T1" as ThreadId,
  classification: "valid",
  head,
  reply: "posted",
  resolution: "resolved",
  answered: "C1" as CommentId,
  why: null,
  ...edit,
});

function inputOf(
  edit: Partial<FixInput> & { fixes?: readonly ThreadFix[]; threads?: readonly KnownThread[]; at?: number } = {},
): FixInput {
  const { fixes = [fixOf()], threads = [threadOf()], at = 100, ...rest } = edit;
  return {
    pull,
    payload: { prNumber: 7, threads: fixes },
    seen: { at, head, threads },
    state: { scan: null, triage: triageFromEvidence([], fixes), outcomes: [], check: null, watch: null },
    code: new Map(
      fixes.map(({ threadId, commitSha }) => [
        threadId,
        { code: "changed", commit: commitSha === head ? "after-comment" : "not-reachable" },
      ]),
    ),
    settings: defaultThreadSettings,
    flags: all,
    template: defaultTemplate,
    ...rest,
  };
}

/** Read after everything that was done. */
const laterScan = { at: 99, head, threads: [] } as unknown as StoredScan;
const withOutcomes = (...outcomes: FixOutcome[]) => ({
  state: { scan: laterScan, triage: triageFromEvidence([], [fixOf()]), outcomes, check: null, watch: null },
});
const deeds = (input: FixInput) => planFixes(input).plan.actions.map((action) => action.do);

describe("a plan", () => {
  test("has the reply before the resolution, each with its own key and rule", () => {
    const { plan, rows } = planFixes(inputOf());
    expect(plan).toMatchObject({ pull, head, remember: null });
    expect(plan.actions.map(({ do: deed, key }) => [deed, key as string])).toEqual([
      ["reply", "github.com/acme/shop#7/reply/T1/C1"],
      ["resolve", `github.com/acme/shop#7/resolve/T1/${head}`],
    ]);
    expect(plan.actions[1]).toMatchObject({ thread: "T1", proof: { by: "commit", evidence: head } });
    expect(rows).toMatchObject([{ threadId: "T1", path: "till.ts", line: 10, classification: "valid", answers: "C1" }]);
  });

  test("keys differ by thread, comment, head and round, not by text", () => {
    const keys = [
      inputOf(),
      inputOf({ threads: [threadOf({ threadId: "T2" as ThreadId })], fixes: [fixOf({ threadId: "T2" })] }),
      inputOf({ threads: [threadOf({ latestComment: "C2" as CommentId })] }),
      inputOf({ fixes: [fixOf({ replyBody: "Other words" })] }),
      inputOf(withOutcomes(outcomeOf({ at: 60, answered: null }))),
    ].map((input) => planFixes(input).plan.actions.map(({ key }) => key));
    expect(new Set(keys.map(([reply]) => reply)).size).toBe(3);
    expect(new Set(keys.map(([, resolve]) => resolve)).size).toBe(3);
  });

  test("names its evidence", () => {
    const settings = { ...defaultThreadSettings, autoResolveClassifications: ["stale", "already_fixed"] } as const;
    const proofOf = (fix: Partial<ThreadFix>, thread: Partial<KnownThread> = {}, flags = all) =>
      planFixes(inputOf({ settings, flags, fixes: [fixOf(fix)], threads: [threadOf(thread)] })).rows[0]!.resolve.action
        ?.proof;
    expect(proofOf({ classification: "already_fixed", evidence: "gone" })).toEqual({ by: "test", evidence: "gone" });
    expect(proofOf({ classification: "stale" }, { isOutdated: true })).toEqual({ by: "test", evidence: "outdated" });
    const invalid = { classification: "invalid", rationale: "The caller does it" } as const;
    expect(proofOf(invalid)).toBeUndefined();
    expect(proofOf(invalid, {}, { ...all, allowResolveInvalid: true })).toEqual({
      by: "person",
      evidence: "The caller does it",
    });
  });

  test("a thread that was not seen is not touched", () => {
    const { plan, rows } = planFixes(inputOf({ threads: [] }));
    expect(plan.actions).toEqual([]);
    expect(rows[0]).toMatchObject({ path: null, reply: { ruling: { rule: { rule: "gone" } } } });
  });
});

describe("done before", () => {
  cases<[string, Partial<Parameters<typeof inputOf>[0]>, string[]]>("%s", (_, edit) => deeds(inputOf(edit)), [
    ["resolved by us after the look", { ...withOutcomes(outcomeOf({ at: 150 })) }, []],
    ["resolved by us at the moment of the look", { ...withOutcomes(outcomeOf({ at: 100 })) }, []],
    ["resolved by us, and seen open since", { ...withOutcomes(outcomeOf({ at: 50 })) }, ["resolve"]],
    ["… with a new comment", { ...withOutcomes(outcomeOf({ answered: "C0" as CommentId })) }, ["reply", "resolve"]],
    ["a resolution that failed", { ...withOutcomes(outcomeOf({ at: 150, resolution: "failed" })) }, ["resolve"]],
    [
      "a reply that failed",
      { ...withOutcomes(outcomeOf({ reply: "failed", resolution: "skipped", answered: null })) },
      ["reply", "resolve"],
    ],
    [
      "what was only planned",
      { ...withOutcomes(outcomeOf({ at: 150, reply: "planned", resolution: "planned" })) },
      ["reply", "resolve"],
    ],
    [
      "an outcome of another thread",
      { ...withOutcomes(outcomeOf({ at: 150, threadId: "T9" as ThreadId })) },
      ["reply", "resolve"],
    ],
    ["our reply is the latest comment", { threads: [threadOf({ isAnswered: true })] }, ["resolve"]],
    ["resolved on GitHub", { threads: [threadOf({ isResolved: true })] }, []],
    ["nothing to answer", { threads: [threadOf({ latestComment: null })] }, ["resolve"]],
  ]);
});

describe("seen threads", () => {
  const comment = (edit: Partial<ThreadComment>): ThreadComment =>
    commentOf({ databaseId: null, author: "rabbit[bot]", authorKind: "bot", body: "Close it", ...edit });
  const seen = (comments: readonly ThreadComment[], asker?: string) => {
    const thread = { threadId: "T1", comments, latestComment: comments.at(-1) ?? null } as Partial<ReviewThread>;
    const scan = { pull, head, threads: [thread] } as unknown as ThreadScan;
    const [one] = threadsFromScan(scan, 1, { asker: asker ?? null }).threads;
    return [one!.otherHumans, one!.isAnswered];
  };
  const reply = planFixes(inputOf()).rows[0]!.reply.action!.body;

  test("another human is neither us, a bot, nor the requester", () => {
    expect(seen([comment({})])).toEqual([false, false]);
    expect(seen([comment({}), comment({ authorKind: "self", author: "ada" })])).toEqual([false, false]);
    expect(seen([comment({ authorKind: "human", author: "bob" }), comment({})])).toEqual([true, false]);
    expect(seen([comment({ authorKind: "human", author: null })], "bob")).toEqual([true, false]);
    expect(seen([comment({ authorKind: "human", author: "Bob" })], "bob")).toEqual([false, false]);
    expect(seen([])).toEqual([false, false]);
  });

  test("is answered by our own reply only, even if someone copies it", () => {
    expect(seen([comment({}), comment({ authorKind: "self", body: reply })])).toEqual([false, true]);
    expect(seen([comment({}), comment({ authorKind: "self", body: "By hand" })])).toEqual([false, false]);
    expect(seen([comment({}), comment({ authorKind: "bot", body: reply })])).toEqual([false, false]);
    expect(seen([comment({ authorKind: "self", body: reply }), comment({})])).toEqual([false, false]);
    // `logger` of `log`, `checked` of `check`.
    const finding = "Wrong\n\n<!-- crosscheck:key=github.com/acme/shop#7@abc/auto finding=f -->";
    expect(seen([comment({ authorKind: "self", body: finding })])).toEqual([false, false]);
  });

  test("a person's comment is later if it follows the one that was read, ours never is", () => {
    const comments = [
      comment({ id: "C1" as CommentId }),
      comment({ id: "C2" as CommentId, authorKind: "human", author: "bob" }),
      comment({ id: "C3" as CommentId, authorKind: "self", body: reply }),
    ];
    const isLater = (readUpTo: string | null | undefined, more: readonly ThreadComment[] = []) => {
      const thread = { threadId: "T1", comments: [...comments, ...more], latestComment: null };
      const scan = { pull, head, threads: [thread] } as unknown as ThreadScan;
      return threadsFromScan(scan, 1, { readUpTo: () => readUpTo as CommentId }).threads[0]!.laterComment;
    };
    expect([isLater("C1"), isLater("C2"), isLater("C3")]).toEqual([true, false, false]);
    // One that is gone, one without comments, and one that was never read.
    expect([isLater("C9"), isLater(null), isLater(undefined)]).toEqual([true, true, false]);
    expect(isLater("C3", [comment({ authorKind: "self", author: "ada", body: "By hand" })])).toBe(true);
    expect(isLater("C3", [comment({ authorKind: "self", author: "our-app[bot]", body: "An answer" })])).toBe(false);
  });

  test("a person's edit of a comment is later than the thread as it was triaged, a bot's is not", () => {
    const edited = (authorKind: ThreadComment["authorKind"], editedAt: string | null | undefined) => {
      const comments = [comment({ authorKind, lastEditedAt: "2026-01-02T00:00:00Z" })];
      const scan = {
        pull,
        head,
        threads: [{ threadId: "T1", comments, latestComment: null }],
      } as unknown as ThreadScan;
      const reader = {
        readUpTo: () => "C1" as CommentId,
        triaged: () => ({ latestComment: "C1" as CommentId, editedAt }),
      };
      const [known] = threadsFromScan(scan, 1, reader).threads;
      return [known!.laterComment, known!.sinceTriage];
    };
    expect(edited("human", null)).toEqual([true, true]);
    expect(edited("human", "2026-01-02T00:00:00Z")).toEqual([false, false]);
    expect(edited("bot", null)).toEqual([false, false]);
    // State of an older version does not say.
    expect(edited("human", undefined)).toEqual([false, false]);
  });

  test("a payload that names a later comment does not make a triage newer", () => {
    const comments = [comment({ id: "C1" as CommentId }), comment({ id: "C2" as CommentId, authorKind: "human" })];
    const scan = { pull, head, threads: [{ threadId: "T1", comments, latestComment: null }] } as unknown as ThreadScan;
    const triaged = () => ({ latestComment: "C1" as CommentId, editedAt: null });
    const [known] = threadsFromScan(scan, 1, { readUpTo: () => "C2" as CommentId, triaged }).threads;
    expect([known!.laterComment, known!.sinceTriage]).toEqual([false, true]);
  });

  test("a stored scan gives the same result except for the last author", () => {
    const { isAnswered: _, laterComment: _later, sinceTriage: _since, ...stored } = threadOf();
    const scan = { at: 5, head, threads: [stored] } as unknown as StoredScan;
    expect(threadsFromStore(scan)).toEqual({ at: 5, head, threads: [threadOf()] });
  });
});

test("refusals in their order", () => {
  const { isAnswered: _, laterComment: _later, sinceTriage: _since, ...stored } = threadOf();
  const scan: StoredScan = {
    at: 1,
    head,
    viewer: "ada",
    is: "complete",
    whole: true,
    threads: [stored],
    leftOut: 0,
    why: null,
  };
  const facts = {
    payload: { prNumber: 7, threads: [fixOf()] },
    settings: defaultThreadSettings,
    asked: null,
    pull,
    state: { pull, scan },
    detached: false,
  };
  expect(payloadRefusal(facts)).toBeNull();
  expect(payloadRefusal({ ...facts, asked: 7 })).toBeNull();
  expect(payloadRefusal({ ...facts, state: { pull: { ...pull, owner: "ACME" }, scan } })).toBeNull();
  expect(payloadRefusal({ ...facts, asked: 8 })).toEqual({ why: "other-number", asked: 8, payload: 7 });
  expect(payloadRefusal({ ...facts, settings: { enabled: false }, asked: 8 })).toEqual({ why: "disabled" });
  expect(payloadRefusal({ ...facts, state: { pull, scan: null } })).toEqual({ why: "no-scan" });
  expect(payloadRefusal({ ...facts, state: { pull: { ...pull, number: 9 }, scan } })).toEqual({
    why: "scan-of-another-pull",
    number: 9,
  });
  expect(payloadRefusal({ ...facts, payload: { ...facts.payload, prNumber: 9 } })).toMatchObject({
    why: "scan-of-another-pull",
  });
  expect(payloadRefusal({ ...facts, state: { pull, scan: { ...scan, is: "incomplete" } } })).toEqual({
    why: "incomplete-scan",
  });
  expect(payloadRefusal({ ...facts, state: { pull, scan: { ...scan, is: "failed", why: "x" } } })).toEqual({
    why: "failed-scan",
    what: "x",
  });
  expect(payloadRefusal({ ...facts, state: { pull, scan: { ...scan, threads: [] } } })).toEqual({
    why: "not-scanned",
    threads: ["T1"],
  });
  expect(payloadRefusal({ ...facts, detached: true, state: { pull, scan: null } })).toBeNull();
  expect(payloadRefusal({ ...facts, detached: true, pull: { ...pull, number: 9 } })).toMatchObject({
    why: "other-number",
  });
});

test("fields that a scan lacks", () => {
  const payload = { prNumber: 7, threads: [fixOf()] };
  const look = (threads: readonly KnownThread[], complete: boolean, detached: boolean) =>
    fetchRefusal(payload, { threads, complete }, detached);
  expect(look([threadOf()], false, true)).toBeNull();
  expect(look([], true, false)).toBeNull();
  expect(look([], true, true)).toEqual({ why: "not-on-pull", threads: ["T1"] });
  expect(look([], false, false)).toEqual({ why: "too-many-threads", seen: 0 });
});

const bool = fc.boolean();
const mostly = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const text = fc.constantFrom(
  undefined,
  "",
  "Closed the till",
  "@bob #12 <img src=x> https://evil.example",
  "Resolved.",
  "It says `resolved` now",
  "```js\nopen(",
);
const ran = fc.record({
  command: fc.constantFrom("npm test", "make `x` | y"),
  result: fc.constantFrom("passed", "passed", "passed", "failed", "unknown"),
  sha: fc.constantFrom<string>(head, head, head.slice(0, 9), other),
});
// Nothing is resolved without: most have some.
const verification = fc.oneof(
  { weight: 4, arbitrary: fc.array(ran, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant([]) },
);
const fixes = fc.record({
  classification: fc.constantFrom(...classifications),
  fixSummary: text,
  evidence: text,
  rationale: text,
  replyBody: fc.constantFrom(undefined, undefined, "Done, see the commit", "@all it is resolved"),
  verification,
  commitSha: fc.constantFrom<string | undefined>(undefined, head, head, head, other),
  checks: fc.constantFrom("passed", "passed", undefined, "failed"),
});
const threads = fc.record({
  isResolved: fc.constantFrom(false, false, false, true),
  isOutdated: bool,
  otherHumans: bool,
  canReply: mostly,
  canResolve: mostly,
  isAnswered: fc.constantFrom(false, false, false, true),
});
const pairs = fc.array(
  fc.record({ fix: fixes, thread: threads, triage: fc.constantFrom(null, "same", "same", "same", "needs_human") }),
  {
    minLength: 4,
    maxLength: 4,
  },
);
const wishes = fc.record({
  flags: fc.record({
    applyReplies: bool,
    applyResolutions: mostly,
    allowResolveInvalid: bool,
    by: fc.constantFrom("person", "automatic"),
  }),
  settings: fc.record({
    autoReply: bool,
    autoResolve: bool,
    autoResolveClassifications: fc.subarray([...classifications]),
    requireChecksBeforeResolve: bool,
  }),
});

type Generated<A> = A extends fc.Arbitrary<infer T> ? T : never;

function generated(given: { pairs: Generated<typeof pairs>; wishes: Generated<typeof wishes> }): FixInput {
  const id = (at: number) => `T${at}` as ThreadId;
  const triage = given.pairs.flatMap((one, at): ThreadTriage[] =>
    one.triage === null
      ? []
      : [
          {
            threadId: id(at),
            classification: one.triage === "same" ? one.fix.classification : one.triage,
            requiresHumanDecision: false,
          } as unknown as ThreadTriage,
        ],
  );
  return inputOf({
    fixes: given.pairs.map(({ fix }, at) => ({ ...fix, threadId: id(at) })),
    threads: given.pairs.map(({ thread }, at) =>
      threadOf({ ...thread, threadId: id(at), latestComment: `C${at}` as CommentId }),
    ),
    flags: given.wishes.flags,
    settings: { ...defaultThreadSettings, ...given.wishes.settings },
    state: { scan: null, triage, outcomes: [], check: null, watch: null },
  });
}

/** What is recorded when everything in the plan was done at `at`. */
function recorded(rows: readonly FixRow[], at: number): FixOutcome[] {
  return rows.map(({ threadId, classification, answers, reply, resolve }) => ({
    at,
    threadId,
    classification,
    head,
    reply: reply.action ? "posted" : "skipped",
    resolution: resolve.action ? "resolved" : "skipped",
    answered: reply.action ? answers : null,
    why: null,
  }));
}

/** How GitHub shows it then. */
function performed(threadsBefore: readonly KnownThread[], rows: readonly FixRow[]): KnownThread[] {
  return threadsBefore.map((thread, at) => ({
    ...thread,
    ...(rows[at]!.reply.action && { latestComment: `R${at}` as CommentId, isAnswered: true }),
    ...(rows[at]!.resolve.action && { isResolved: true }),
  }));
}

test("generated threads: nothing unrequested, nothing twice, and reopened threads are handled again", () => {
  const counted = { replies: 0, resolutions: 0, reopened: 0 };
  fc.assert(
    fc.property(fc.record({ pairs, wishes }), (given) => {
      const input = generated(given);
      const { plan, rows } = planFixes(input);
      lawful(input, rows);
      expect(plan.actions).toEqual(
        rows.flatMap(({ reply, resolve }) => [reply.action, resolve.action]).filter(Boolean),
      );
      expect(new Set(plan.actions.map(({ key }) => key)).size).toBe(plan.actions.length);
      counted.replies += rows.filter(({ reply }) => reply.action).length;
      counted.resolutions += rows.filter(({ resolve }) => resolve.action).length;
      expect(
        planFixes({ ...input, flags: none, settings: { ...input.settings, autoReply: false, autoResolve: false } }).plan
          .actions,
      ).toEqual([]);

      // The same payload again: by what was recorded alone, and by a new look alone.
      const state = { ...input.state, outcomes: recorded(rows, 150) };
      expect(planFixes({ ...input, state }).plan.actions).toEqual([]);
      const after = performed(input.seen.threads, rows);
      expect(planFixes({ ...input, seen: { at: 200, head, threads: after } }).plan.actions).toEqual([]);
      expect(planFixes({ ...input, state, seen: { at: 200, head, threads: after } }).plan.actions).toEqual([]);

      // Reopened and read again: a person may have it resolved once more, under another key; it is not answered again.
      const reopened = after.map((thread, at) =>
        rows[at]!.resolve.action ? { ...thread, isResolved: false } : thread,
      );
      const readAgain = { ...state, scan: { ...laterScan, at: 180 } };
      const again = planFixes({ ...input, state: readAgain, seen: { at: 200, head, threads: reopened } });
      const byPerson = input.flags.applyResolutions && input.flags.by === "person";
      expect(again.plan.actions.map((one) => one.do === "resolve" && one.thread)).toEqual(
        byPerson ? rows.flatMap(({ resolve }) => resolve.action?.thread ?? []) : [],
      );
      const keys = new Set(plan.actions.map(({ key }) => key));
      expect(again.plan.actions.filter(({ key }) => keys.has(key))).toEqual([]);
      counted.reopened += again.plan.actions.length;

      // Somebody speaks: what was answered and is open is answered again.
      const spoken = reopened.map((thread, at) => ({
        ...thread,
        latestComment: `N${at}` as CommentId,
        isAnswered: false,
      }));
      const answered = planFixes({ ...input, state, seen: { at: 200, head, threads: spoken } }).rows;
      for (const [at, row] of rows.entries())
        if (row.reply.action) expect(answered[at]!.reply.action?.answers).toBe(`N${at}`);
    }),
    propertyRuns(2500),
  );
  expect(Math.min(counted.replies, counted.resolutions, counted.reopened)).toBeGreaterThan(inProportion(50));
});

function lawful({ flags, settings, seen, state, payload }: FixInput, rows: readonly FixRow[]): void {
  for (const [at, { reply, resolve, classification }] of rows.entries()) {
    const thread = seen.threads[at]!;
    expect(reply.action !== null).toBe(reply.ruling.allowed);
    expect(resolve.action !== null).toBe(resolve.ruling.allowed);
    if (reply.action || resolve.action)
      expect([classification === "needs_human", thread.isResolved]).toEqual([false, false]);
    if (reply.action) lawfulReply(reply.action.body, reply.action.key, flags.applyReplies || settings.autoReply);
    if (!resolve.action) continue;
    expect(flags.applyResolutions || settings.autoResolve).toBe(true);
    expect(state.triage.find(({ threadId }) => threadId === thread.threadId)?.classification).not.toBe("needs_human");
    if (thread.otherHumans) expect([flags.by, flags.applyResolutions]).toEqual(["person", true]);
    expect(payload.threads[at]!.commitSha === other && classification === "valid").toBe(false);
    expect(resolve.action.proof.evidence).not.toBe("");
  }
}

function lawfulReply(body: string, key: string, asked: boolean): void {
  expect(asked).toBe(true);
  expect(body.length).toBeLessThan(commentLimit);
  expect(parseMarker(body)?.key).toBe(key);
  const said = body.slice(0, body.lastIndexOf("<!--"));
  const prose = said.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "");
  expect(prose).not.toMatch(/\bresolved\b/i);
  expect(prose).not.toMatch(/(?:^|\s)@\w|<img|https:|#\d/);
}
