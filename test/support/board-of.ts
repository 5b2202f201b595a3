// A board as `crosscheck comments` makes one, with what a test wants different.
import type { Board, BoardRow } from "../../src/threads/publishers/board.ts";
import type { ThreadId } from "../../src/threads/thread.ts";

export function rowOf(overrides: Partial<BoardRow> = {}): BoardRow {
  return {
    threadId: "PRRT_1" as ThreadId,
    path: "src/cart.ts",
    line: 12,
    startLine: null,
    originalLine: 10,
    url: "https://github.com/acme/shop/pull/7#discussion_r1",
    isResolved: false,
    isOutdated: false,
    canReply: true,
    canResolve: true,
    author: "coderabbitai[bot]",
    authorKind: "bot",
    authorAssociation: "NONE",
    createdAt: "2026-01-02T12:00:00Z",
    updatedAt: "2026-01-04T12:00:00Z",
    comments: 2,
    first: {
      author: "coderabbitai[bot]",
      kind: "bot",
      at: "2026-01-02T12:00:00Z",
      preview:
        "The total is rounded before the discount is taken off, so three items at 0.335 come to one cent too much.",
      cut: false,
    },
    latest: {
      author: "ada",
      kind: "human",
      at: "2026-01-04T12:00:00Z",
      preview: "Rounded at the end now, please look again.",
      cut: false,
    },
    triage: {
      classification: "already_fixed",
      confidence: "medium",
      reason: "The line was changed by 4be1c02 after the comment, and what it quoted is no longer there.",
      recommendedAction: "Check that the change answers the comment, then reply with the commit.",
      requiresHumanDecision: false,
      canResolveAfterChecks: true,
      filesToInspect: ["src/cart.ts"],
      filesToChange: [],
      checksToRun: ["npm test"],
      replyBody: null,
      by: "rules",
    },
    policy: {
      reply: { is: "to-prove", rule: "missing", says: "a reply needs evidence and verification" },
      resolve: { is: "blocked", rule: "class-not-allowed", says: "the config does not permit it for already_fixed" },
    },
    code: {
      is: "changed",
      says: "Changed by 4be1c02 after the comment.",
      commit: "4be1c02a4be1c02a4be1c02a4be1c02a4be1c02a",
      lines: [
        { kind: "context", before: 9, after: 11, text: "  const sum = items.reduce(add, 0);", commented: false },
        { kind: "removed", before: 10, after: null, text: "  return round(sum) * (1 - discount);", commented: true },
        { kind: "added", before: null, after: 12, text: "  return round(sum * (1 - discount));", commented: false },
        { kind: "context", before: 11, after: 13, text: "}", commented: false },
      ],
    },
    ...overrides,
  };
}

export function boardOf(overrides: Partial<Board> = {}): Board {
  return {
    pull: { host: "github.com", owner: "acme", repo: "shop", number: 7, url: "https://github.com/acme/shop/pull/7" },
    at: "2026-01-05T12:00:00Z",
    head: "9d3c1f0a9d3c1f0a9d3c1f0a9d3c1f0a9d3c1f0a",
    viewer: "kim",
    scan: {
      is: "complete",
      total: 6,
      fetched: 6,
      leftOut: { resolved: 2, outdated: 0, author: 0, path: 0 },
      whole: true,
      requests: 2,
    },
    triage: { by: "rules", models: [], money: 0, notes: [] },
    phase: { is: "blocked", says: "Phase blocked: 2 threads wait for a person's decision." },
    rows: manyRows(),
    ...overrides,
  };
}

export function manyRows(): BoardRow[] {
  const base = rowOf();
  const triage = base.triage!;
  const human = { author: "grace", authorKind: "human" as const, comments: 1, latest: null };
  return [
    base,
    rowOf({
      ...human,
      threadId: "PRRT_2" as ThreadId,
      line: 40,
      createdAt: "2026-01-05T09:00:00Z",
      first: {
        author: "grace",
        kind: "human",
        at: "2026-01-05T09:00:00Z",
        preview: "Should a guest really be able to keep a cart for a year? I would have thought that a week is plenty.",
        cut: false,
      },
      triage: {
        ...triage,
        classification: "needs_human",
        confidence: "high",
        reason: "It asks a question about what the product should do.",
        recommendedAction: "Answer it yourself.",
        requiresHumanDecision: true,
        canResolveAfterChecks: false,
      },
      policy: {
        reply: { is: "blocked", rule: "needs-human", says: "a person has to answer it" },
        resolve: { is: "blocked", rule: "needs-human", says: "a person has to decide, whatever the flags" },
      },
      code: {
        is: "same",
        says: "Unchanged since the comment was written.",
        commit: null,
        lines: [
          { kind: "context", before: 38, after: 39, text: "/** How long a guest's cart is kept. */", commented: false },
          { kind: "context", before: 39, after: 40, text: "export const keepFor = 365 * day;", commented: true },
        ],
      },
    }),
    rowOf({
      threadId: "PRRT_3" as ThreadId,
      path: "src/checkout/payment/providers/invoice/regional-invoice-number-format.ts",
      line: null,
      originalLine: 128,
      isOutdated: true,
      author: "github-advanced-security[bot]",
      latest: null,
      comments: 1,
      createdAt: "2025-11-01T09:00:00Z",
      triage: {
        ...triage,
        classification: "stale",
        confidence: "high",
        reason: "GitHub says that it is outdated, and the line is gone.",
      },
      code: {
        is: "gone",
        says: "Gone: the file was deleted by 4be1c02.",
        commit: "4be1c02a4be1c02a4be1c02a4be1c02a4be1c02a",
        lines: [
          {
            kind: "removed",
            before: 128,
            after: null,
            text: "  const pattern = new RegExp(region.format + '-' + year);",
            commented: true,
          },
        ],
      },
    }),
    rowOf({
      threadId: "PRRT_4" as ThreadId,
      path: "test/cart.test.ts",
      line: 3,
      author: "kim",
      authorKind: "self",
      comments: 1,
      latest: null,
      createdAt: "2026-01-05T11:20:00Z",
      first: {
        author: "kim",
        kind: "self",
        at: "2026-01-05T11:20:00Z",
        preview: "No test for an empty cart.",
        cut: false,
      },
      triage: {
        ...triage,
        classification: "valid",
        confidence: "high",
        by: "model",
        reason: "No test calls total() with an empty list.",
        recommendedAction: "Add a test for an empty cart.",
        replyBody: "Agreed: there is no test for an empty cart yet. One will be added.",
      },
      code: null,
    }),
  ];
}
