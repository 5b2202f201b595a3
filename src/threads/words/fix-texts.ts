// Texts of `crosscheck fix-comments`: why a thread may or may not be answered and resolved, and the result.
import type { FixRow, PayloadRefusal } from "../plan-fixes.ts";
import type { CheckTrouble, NeededEvidence, PolicyRule } from "../policy.ts";
import type { FixOutcome } from "../thread-state.ts";
import { list, oneLine, shorten } from "../../review/words/text.ts";

const needed: Record<NeededEvidence, string> = {
  fixSummary: "a fixSummary",
  evidence: "evidence",
  rationale: "a rationale",
  verification: "a verification",
  commitSha: "a commitSha",
};

/** GitHub's permission for it, which is unexpected. */
const resolvingNeeds =
  "resolving needs a token that may write contents (contents: write), and does not work with fine-grained personal tokens";

export function policyRuleText(rule: PolicyRule): string {
  switch (rule.rule) {
    case "allowed":
      return rule.by === "person" ? "asked for by you" : "asked for by the config or a program";
    case "not-asked":
      return "allowed, and not asked for";
    case "already-resolved":
      return "the thread is resolved";
    case "resolved-before":
      return "it was resolved before and has not been reopened since";
    case "already-answered":
      return "its latest comment is answered";
    case "nothing-to-answer":
      return "it has no comment to answer";
    case "gone":
      return "the pull request no longer has this thread";
    case "needs-human":
      return "a person has to decide";
    case "triage-needs-human":
      return "the stored triage says that a person has to decide";
    case "another-human":
      return "another person took part: only a person's own flag can resolve it";
    case "cannot-reply":
      return "this token has no permission to reply here";
    case "cannot-resolve":
      return `this token has no permission to resolve it: ${resolvingNeeds}`;
    case "missing":
      return `the payload lacks ${list(rule.what.map((one) => needed[one]))}`;
    case "verification-elsewhere":
      return "nothing was verified at the head or at the commit of the fix";
    case "verification-result":
      return `the verification ${shown(rule.command)} ${ended(rule.result)}`;
    case "commit-not-reachable":
      return `the commit ${short(rule.commit)} is not part of the head`;
    case "class-not-allowed":
      return `${rule.class} is not in reviewComments.autoResolveClassifications`;
    case "invalid-not-allowed":
      return "a comment that is considered wrong is only resolved by a person with --allow-resolve-invalid";
    case "not-outdated":
      return "GitHub does not say that it is outdated, and the payload has no evidence";
    case "checks":
      return checkTroubleText(rule.trouble);
    case "empty-reply":
      return "there is nothing to say";
    case "says-resolved":
      return 'the reply says "resolved" before that is so: say what was done, and put the word in backticks where code is meant';
  }
}

function checkTroubleText(trouble: CheckTrouble): string {
  switch (trouble.why) {
    case "check-elsewhere":
      return `the stored checks are of ${short(trouble.head)}, not of the head: run crosscheck check`;
    case "check-dirty":
      return "the stored checks ran on files that were not committed: commit them, and run crosscheck check";
    case "check-result":
      return `the checks ${ended(trouble.result)}`;
    case "payload-result":
      return `the payload says that checks ${ended(trouble.result)}`;
    case "no-evidence":
      return "nothing shows that the checks passed: run crosscheck check";
    case "payload-elsewhere":
      return "the payload says that the checks passed, and shows nothing that passed at the head: run crosscheck check";
    case "watch-elsewhere":
      return `GitHub's checks were watched at ${short(trouble.head)}, not at the head: run crosscheck watch`;
    case "watch-result":
      return trouble.result === "pending"
        ? "GitHub's checks have not ended: run crosscheck watch"
        : `GitHub's checks ${ended(trouble.result)}`;
  }
}

function ended(result: "failed" | "skipped" | "timed-out" | "unknown" | "pending"): string {
  switch (result) {
    case "failed":
      return "failed";
    case "skipped":
      return "were skipped";
    case "timed-out":
      return "took too long";
    case "unknown":
      return "ended with an unknown result";
    case "pending":
      return "have not ended";
  }
}

function shown(command: string): string {
  return `"${shorten(oneLine(command), 60)}"`;
}

function short(commit: string): string {
  return oneLine(commit).slice(0, 12);
}

/** What is wrong, and what to do about it. */
export function refusalText(refusal: PayloadRefusal): [sentence: string, remedy: string] {
  const scan = "Look at the threads first: crosscheck comments";
  switch (refusal.why) {
    case "disabled":
      return [
        "This repository's config does not let review threads be answered or resolved (reviewComments.enabled is false)",
        "Do it on GitHub, or change the config on the base branch.",
      ];
    case "other-number":
      return [
        `The payload is of pull request ${refusal.payload}, and pull request ${refusal.asked} is meant`,
        "Give the payload that was made for it, or name the payload's own with --pr.",
      ];
    case "no-scan":
      return ["The threads of this pull request have not been looked at", `${scan}, or give --detached.`];
    case "scan-of-another-pull":
      return [
        `The threads that were looked at are those of pull request ${refusal.number}`,
        `Look at this one's: crosscheck comments --pr, or give --detached.`,
      ];
    case "incomplete-scan":
      return [
        "The last look at the threads did not reach all of them",
        "Look again with a larger --max-threads: crosscheck comments",
      ];
    case "failed-scan":
      return [
        `The last look at the threads failed${refusal.what === null ? "" : `: ${shorten(oneLine(refusal.what), 200)}`}`,
        "Look again: crosscheck comments",
      ];
    case "not-scanned":
      return [
        `These threads were not among those that were looked at: ${ids(refusal.threads)}`,
        "Look again with crosscheck comments, take them out of the payload, or give --detached.",
      ];
    case "too-many-threads":
      return [
        `The pull request has more than ${refusal.seen} threads, and some of the payload's are not among the first of them`,
        "Answer those on GitHub, or take them out of the payload.",
      ];
    case "not-on-pull":
      return [
        `The pull request has no such threads: ${ids(refusal.threads)}`,
        "Take them out of the payload; crosscheck comments --json lists those that are there.",
      ];
  }
}

function ids(threads: readonly string[]): string {
  const some = threads.slice(0, 20).map((id) => shorten(oneLine(id), 80));
  return threads.length > some.length ? `${some.join(", ")} and ${threads.length - some.length} more` : some.join(", ");
}

type Done = FixOutcome["reply"] | FixOutcome["resolution"] | "not-tried";

const doneWords: Record<Done, string> = {
  posted: "posted",
  resolved: "resolved",
  already: "already done",
  skipped: "left out",
  blocked: "blocked",
  planned: "would be done",
  failed: "failed",
  "not-tried": "not tried",
};

/** One line; the caller adds colour. */
export interface FixLine {
  place: string;
  threadId: string;
  classification: string;
  parts: readonly { what: "reply" | "resolution"; is: Done; says: string }[];
}

export function fixLine(
  row: Pick<FixRow, "threadId" | "path" | "line" | "classification">,
  reply: { is: Done; why: string },
  resolution: { is: Done; why: string },
): FixLine {
  const part = (what: "reply" | "resolution", { is, why }: { is: Done; why: string }) => ({
    what,
    is,
    says: `${what === "reply" ? "Reply" : "Resolution"}: ${doneWords[is]}${why === "" ? "" : ` (${why})`}`,
  });
  return {
    place: row.path === null ? "(no place)" : `${oneLine(row.path)}${row.line === null ? "" : `:${row.line}`}`,
    threadId: oneLine(row.threadId),
    classification: row.classification.replaceAll("_", " "),
    parts: [part("reply", reply), part("resolution", resolution)],
  };
}

export const replyDiffers =
  "an earlier attempt had arrived with other words, which stand: change them on GitHub if they are wrong";
export const replyFailedFirst = "its reply was not posted";
export const dryRunNote =
  "Nothing was posted, resolved or stored. Give --apply-replies, --apply-resolutions or --apply to do it.";
export const detachedNote = "The stored scan and triage were left out of account (--detached).";
export const stoppedNote =
  "GitHub asks to wait, or does not answer: the rest was not tried. Run the same command later; what is done is not done twice.";

export function cannotResolve(message: string): string {
  return `GitHub refuses to resolve it (${shorten(oneLine(message), 120)}): ${resolvingNeeds}`;
}
