// Defines the documented schema of `--format json`. `schemas/draft.json` is generated from it; saved reviews are parsed
// by it.
import * as z from "zod";
import { categories, findingOutcomes, passes, severities } from "../../findings/finding.ts";
import { verdictNames } from "../decision.ts";

const text = z.string();
const number = z.number();
const reason = z.looseObject({ kind: text }).describe("Why, as data; `says` beside it is the same for people.");
const place = z.object({ path: text, side: z.enum(["base", "head"]), start: z.int(), end: z.int() });
const quote = place.extend({ text });

export const draftSchema = z
  .object({
    version: z.literal(1).describe("The version of this shape."),
    tool: z.object({ name: z.literal("crosscheck"), version: text }),
    id: text,
    change: z.object({
      from: text.describe("What was reviewed, as people would name it."),
      pull: z
        .object({
          host: text,
          owner: text,
          repo: text,
          number: z.int(),
          url: text,
          author: text.nullable().describe("A login; null when the account is gone."),
          fork: z.boolean(),
        })
        .nullable()
        .describe("The pull request; null for a local change."),
      base: text,
      head: text.describe("A commit, or for staged and working files a tree."),
      owned: z.object({ is: z.enum(["mine", "theirs", "unknown"]), why: text }),
      title: text,
      branch: text.nullable(),
      additions: z.int(),
      deletions: z.int(),
      files: z
        .array(
          z.object({
            path: text,
            oldPath: text.nullable(),
            status: z.enum(["added", "deleted", "modified", "renamed", "copied", "type-changed"]),
            additions: z.int(),
            deletions: z.int(),
            binary: z.boolean(),
            category: z.enum(["source", "test", "config", "docs", "infra"]),
            language: text.nullable(),
            effectiveLines: z.int(),
            depth: z
              .enum(["full", "summary", "left-out"])
              .describe("How closely reviewers read it, when there are any."),
            recent: z
              .object({ changes: z.int(), fixes: z.int(), days: z.int() })
              .nullable()
              .describe("How often it changed before this change, in changes of 4 or more files of code."),
          }),
        )
        .describe(
          "With 4 or more files of code: where to look first, by recent churn and added lines; else as in the diff.",
        ),
      cuts: z.array(z.looseObject({ kind: text, says: text })).describe("What was left out or cut short."),
    }),
    summary: z.object({
      what: z.array(text),
      why: text.nullable().describe("Null where the author does not say."),
      description: text.nullable().describe("How the author's description begins, where it states no reason."),
      goal: text.nullable().describe("Null where the author claims none, or where it would only repeat the title."),
      issue: text.nullable(),
      verdict: z
        .enum(["achieved", "partially", "not-achieved", "unverifiable"])
        .nullable()
        .describe("Null without a goal, and where nothing was run or read that could show it."),
      says: text.nullable().describe("The verdict with what shows it."),
    }),
    concerns: z.array(
      z.object({
        id: text,
        text,
        source: z.enum(["body", "issue", "request"]),
        status: z.enum(["verified", "failed", "open"]),
        how: text.nullable(),
      }),
    ),
    intent: z.looseObject({
      tags: z.array(z.looseObject({ tag: text, recognised: z.boolean() })),
      noReview: z.boolean(),
      wip: z.boolean(),
      commitsScanned: z.int(),
      commitsTotal: z.int(),
    }),
    triage: z.looseObject({
      tier: z.enum(["Lite", "Standard", "Full"]),
      crossStack: z.boolean(),
      roster: z.array(text),
      leftOut: z.array(z.object({ path: text, hunks: z.array(z.int()).nullable(), why: text, lines: z.int() })),
      sensitive: z.array(z.object({ path: text, line: z.int().nullable(), topic: text })),
    }),
    findings: z.array(
      z.object({
        id: text,
        identity: text.describe("Stays the same across moves and rebases."),
        label: text
          .nullable()
          .describe(
            "As the terminal shows it: 1, 2 … or A, B …; the same for findings of one cause, null if not shown.",
          ),
        kind: text,
        at: place,
        severity: z.enum(severities),
        confidence: number,
        root: z.enum(["CODE", "DOC", "NEW"]),
        category: z.enum(categories),
        pass: z.enum(passes),
        claim: z.enum(["present", "absent", "unreachable", "introduced", "mismatch"]),
        proof: z.enum(["proven", "argued"]),
        improvement: z.boolean(),
        title: text,
        explanation: text,
        evidence: z.array(quote).min(1),
        fix: z.object({ at: place, text }).nullable(),
        sources: z.array(text).min(1),
        outcome: z.enum(findingOutcomes),
        inline: z.boolean().describe("Posted on its line, and not only listed."),
        before: z
          .object({ severity: z.enum(severities), confidence: number })
          .describe("As it was found, before any mark."),
        marks: z.array(
          z.object({
            by: text,
            why: reason,
            says: text,
            outcome: z.enum(findingOutcomes).nullable(),
            confidence: number.nullable(),
            severity: z.enum(severities).nullable(),
          }),
        ),
      }),
    ),
    counts: z.object({
      byOutcome: z.record(text, z.int()),
      bySeverity: z.record(text, z.int()).describe("Posted findings only."),
    }),
    reports: z.array(
      z.object({
        unit: text,
        by: z.enum(["check", "reviewer", "execution"]),
        status: z.enum(["ran", "failed", "skipped"]),
        why: reason.nullable(),
        says: text.nullable(),
        findings: z.int(),
        verdicts: z.array(z.object({ pass: text, says: text, evidence: text })),
        model: text.nullable().describe("The model that answered; null for what is no reviewer."),
        cost: z
          .object({
            tokensIn: z.int(),
            cacheReads: z.int(),
            cacheWrites: z.int(),
            tokensOut: z.int(),
            money: number.nullable(),
          })
          .nullable()
          .describe(
            "Tokens read anew, from a cache, into a cache, and written; dollars, null where no price is known.",
          ),
        notes: z.array(text).describe("What a reviewer looked at and found sound, and what it could not look at."),
        ms: number,
      }),
    ),
    verification: z
      .array(
        z.object({
          check: text,
          result: text,
          ms: number.nullable(),
          command: z.array(text).nullable(),
          ok: z.boolean(),
        }),
      )
      .describe("What was run and how it ended; empty where nothing was."),
    tests: z
      .object({
        runs: z.array(
          z.object({
            runner: text,
            cwd: text,
            command: z.array(text),
            passed: z.int(),
            skipped: z.int(),
            failed: z.array(
              z.object({
                file: text.nullable(),
                name: text,
                since: z.enum(["new", "before", "flaky", "unknown"]),
                onBase: z.enum(["passed", "failed", "absent", "not-run"]),
                message: text.nullable(),
              }),
            ),
            newlyPassing: z.array(text),
            ms: number,
            trouble: text.nullable().describe("Why there is nothing to count."),
          }),
        ),
        proof: z
          .looseObject({ is: z.enum(["proven", "not-proven", "not-run"]), says: text })
          .nullable()
          .describe("For a bugfix: whether its tests fail without it."),
      })
      .nullable()
      .describe("The tests that were run; null where none were."),
    probe: z
      .looseObject({ by: z.enum(["rules", "model"]), tooLow: z.boolean() })
      .nullable()
      .describe(
        "The break-point probe, by schemas/break-point-probe.schema.json under `probe`; null where there was none.",
      ),
    agent: z
      .object({
        name: text,
        answered: z.int().describe("Questions that it answered."),
        separate: z.int().describe("Of these, how many it says it answered in a context of their own."),
      })
      .nullable()
      .describe("The coding agent that answered the reviewers' questions; null where none did."),
    crossModel: z
      .object({
        counts: z.object({
          agreement: z.int(),
          "first-only": z.int(),
          "second-only": z.int(),
          contradiction: z.int(),
        }),
        arbiter: text.nullable(),
        disputes: z.array(
          z.object({
            id: text,
            finding: text,
            bucket: z.enum(["first-only", "second-only", "contradiction"]),
            place: text,
            severity: z.enum(severities),
            flaggedBy: z.array(text),
            claim: text,
            outcome: z.looseObject({ is: z.enum(["arbitrated", "not-arbitrated"]) }),
            before: z.object({ confidence: number }),
            after: z.object({ confidence: number }),
          }),
        ),
      })
      .nullable()
      .describe("What the reviewers and a second opinion agree and differ on; null where there was no second opinion."),
    coverage: z
      .object({
        total: z.int(),
        byReviewers: z.int(),
        byChecksOnly: z.int(),
        unread: z.int(),
        hunks: z.array(
          z.object({
            hunk: text,
            path: text,
            lines: z.int(),
            checks: z.array(text),
            reviewers: z.array(z.object({ unit: text, depth: z.enum(["full", "summary"]) })),
            leftOut: text.nullable(),
          }),
        ),
        withoutLines: z.array(z.object({ path: text, why: text })),
        notCovered: z
          .array(z.object({ what: z.array(text), languages: z.array(text), files: z.int() }))
          .describe("Code that checks are meant for and could not judge."),
      })
      .describe("Changed lines: byReviewers + byChecksOnly + unread = total."),
    decision: z.object({
      event: z.enum(["APPROVE", "COMMENT", "REQUEST_CHANGES"]),
      verdict: z.enum(verdictNames).describe("As in the summary's Verdict."),
      conclusion: z.enum(["success", "neutral", "failure"]).describe("Of the check run."),
      rules: z.array(z.looseObject({ rule: text, says: text })),
      chosenBy: text.nullable(),
    }),
  })
  .describe("One review, as `crosscheck review --format json` prints it.");

export type DraftJson = z.infer<typeof draftSchema>;
