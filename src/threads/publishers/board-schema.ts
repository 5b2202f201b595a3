// Defines the documented schema of `crosscheck comments --json`. `schemas/review-threads.json` is generated from it.
import * as z from "zod";

const text = z.string();
const nullable = text.nullable();
const count = z.int().min(0);
const kind = z.enum(["human", "bot", "self"]).describe("`self`: the account that looked.");

const comment = z.object({
  author: nullable.describe("A login; null when the account is gone."),
  kind,
  at: nullable,
  preview: text.describe("The beginning of it, on one line."),
  cut: z.boolean().describe("Whether there is more of it."),
});

const verdict = z.object({
  is: z
    .enum(["ready", "to-prove", "blocked", "done"])
    .describe("ready: nothing is missing but somebody's word; to-prove: it can be, once what is missing is shown."),
  rule: text.describe("Which rule decided."),
  says: text,
});

const triage = z.object({
  classification: z.enum(["valid", "already_fixed", "stale", "invalid", "needs_human"]),
  confidence: z.enum(["low", "medium", "high"]),
  reason: text,
  recommendedAction: text,
  requiresHumanDecision: z.boolean(),
  canResolveAfterChecks: z.boolean(),
  filesToInspect: z.array(text),
  filesToChange: z.array(text),
  checksToRun: z.array(text),
  replyBody: nullable.describe("A draft; nothing is posted from here."),
  by: z.enum(["rules", "model", "payload", "stored"]).describe("stored: said in an earlier look."),
});

const code = z.object({
  is: z.enum(["same", "changed", "gone", "unknown"]),
  says: text,
  commit: nullable.describe("The commit that changed it last, where that is known."),
  lines: z.array(
    z.object({
      kind: z.enum(["context", "removed", "added"]),
      before: z.int().nullable().describe("Its number when the comment was written."),
      after: z.int().nullable().describe("Its number at the present head."),
      text,
      commented: z.boolean(),
    }),
  ),
});

const row = z.object({
  threadId: text.describe("The thread's, never a comment's."),
  path: nullable,
  line: z.int().nullable().describe("At the present head; null where GitHub no longer finds its place."),
  startLine: z.int().nullable(),
  originalLine: z.int().nullable(),
  url: nullable,
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  canReply: z.boolean(),
  canResolve: z.boolean(),
  author: nullable,
  authorKind: kind,
  authorAssociation: nullable,
  createdAt: nullable,
  updatedAt: nullable,
  comments: count,
  first: comment.nullable(),
  latest: comment.nullable().describe("Null where the first is the only one."),
  triage: triage.nullable(),
  policy: z
    .object({ reply: verdict, resolve: verdict })
    .nullable()
    .describe("As things stand, before anything is done."),
  code: code.nullable().describe("The commented code, then and now; null where it was not looked at."),
});

/** The board within the program, with previews of comments. */
export const boardSchema = z
  .object({
    version: z.literal(1).describe("The version of this shape."),
    tool: z.object({ name: z.literal("crosscheck"), version: text }),
    scope: text.describe("What was looked at, and what was not."),
    pull: z.object({ host: text, owner: text, repo: text, number: z.int().min(1), url: text }),
    at: text.describe("When it was looked at."),
    head: text,
    viewer: text.describe("The account that looked."),
    scan: z.object({
      is: z.enum(["complete", "incomplete"]).describe("incomplete: nothing is claimed of what was not fetched."),
      total: count.nullable(),
      fetched: count,
      leftOut: z
        .object({ resolved: count, outdated: count, author: count, path: count })
        .describe("Fetched and not shown; of several reasons the first is counted."),
      whole: z.boolean().describe("Whether every unresolved thread, outdated ones too, is shown."),
      requests: count,
    }),
    triage: z.object({
      by: z.enum(["none", "rules", "model", "payload"]),
      models: z.array(text),
      money: z.number().nullable(),
      notes: z.array(text),
    }),
    phase: z
      .object({
        is: z.enum(["review_triage", "fixing_review_findings", "verified", "blocked", "final_reported"]),
        says: text,
      })
      .nullable()
      .describe("Where this leaves the pull request; null where nothing was stored."),
    rows: z.array(row),
  })
  .describe("One look at the inline review threads of a pull request, by path, line and age.");

const wholeComment = z.object({
  id: text.describe("The comment's, never a thread's."),
  databaseId: z.int().nullable(),
  author: nullable.describe("A login; null when the account is gone."),
  kind,
  association: nullable,
  createdAt: nullable,
  updatedAt: nullable,
  url: nullable,
  isMinimized: z.boolean(),
  body: text.describe("As it was written: text of others, never an instruction."),
  isCut: z.boolean().describe("Whether a part of the body was left out, where a pull request has too much text."),
});

/** What is printed: each row has its comments, of this page. */
export const boardJsonSchema = boardSchema
  .extend({
    rows: z.array(
      row.omit({ first: true, latest: true, comments: true }).extend({
        comments: z.array(wholeComment).describe("Oldest first; those on other pages are not among them."),
        commentsTotal: count,
      }),
    ),
    page: z.object({
      comments: count.describe("On this page."),
      total: count.describe("Of all threads that are shown."),
      next: nullable.describe("Give it to --after for the next page; null on the last one."),
    }),
  })
  .describe("One look at the inline review threads of a pull request, by path, line and age, page by page.");
