// Defines the texts of `crosscheck fix-comments`: why a thread may or may not be answered and resolved, and the result.
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

/** GitHub requires an unexpected permission for this. */
const resolvingNeeds =
  "resolving needs a token that may write contents (contents: write), and does not work with fine-grained personal tokens";

export function policyRuleText(rule: PolicyRule): string {
  switch (rule.rule) {
    case "allowed":
      if (rule.because !== undefined) return `allowed by you: ${shorten(oneLine(rule.because), 200)}`;
      return rule.by === "person" ? "requested by you" : "requested by the config or a program";
    case "not-asked":
      return "allowed, but not requested";
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
    case "no-triage":
      return "it has no stored triage: run crosscheck comments with --triage auto or --triage-payload";
    case "other-class":
      return `the stored triage says ${rule.triage}, the payload ${rule.payload}: triage it again, or correct the payload`;
    case "new-head":
      return `there are new commits since the threads were read at ${short(rule.read)}: run crosscheck comments again`;
    case "later-comment":
      return "a person wrote in the thread after it was read: read what it says now with crosscheck comments --include-outdated, then try again";
    case "reopened":
      return "somebody reopened it after it was resolved: a person has to look at it and ask for it";
    case "another-human":
      return "another person took part: only a person's own flag can resolve it";
    case "cannot-reply":
      return "this token has no permission to reply here";
    case "cannot-resolve":
      return `this token has no permission to resolve it: ${resolvingNeeds}`;
    case "missing":
      return `the payload lacks ${list(rule.what.map((one) => needed[one]))}`;
    case "verification-elsewhere":
      return "the verification is for neither the head nor the commit of the fix";
    case "verification-result":
      return `the verification ${shown(rule.command)} ${ended(rule.result)}`;
    case "commit-not-reachable":
      return `the commit ${short(rule.commit)} is not part of the head`;
    case "commit-before-comment":
      return `the commit ${short(rule.commit)} is older than the comment, or not a commit of this pull request`;
    case "code-unchanged":
      return "the commented code has not changed since the comment; if the fix is elsewhere, give whyUnchanged";
    case "code-unknown":
      return "it is not known whether the commented code has changed since the comment; if that is fine, give whyUnchanged";
    case "unexplained":
      return "the reply that says why the code is unchanged is not posted: pass --apply, not --apply-resolutions alone";
    case "class-not-allowed":
      return rule.class === "valid"
        ? "valid is not in reviewComments.autoResolveClassifications"
        : `${rule.class} is not in reviewComments.autoResolveClassifications; a person may override that with --allow-resolve ${rule.class} and a --reason`;
    case "invalid-not-allowed":
      return "a comment that is considered wrong is only resolved by a person with --allow-resolve-invalid";
    case "not-outdated":
      return "GitHub does not say that it is outdated, and the payload has no evidence";
    case "checks":
      return checkTroubleText(rule.trouble);
    case "empty-reply":
      return "the reply is empty";
    case "says-resolved":
      return 'the reply says "resolved" before the thread is resolved: say what was done instead, or put the word in backticks if it refers to code';
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
      return "the payload says that the checks passed, but has no passing run at the head: run crosscheck check";
    case "watch-elsewhere":
      return `GitHub's checks were watched at ${short(trouble.head)}, not at the head: run crosscheck watch`;
    case "watch-result":
      // Timed out is the waiting, not a check.
      return trouble.result === "failed"
        ? "GitHub's checks failed"
        : "GitHub's checks had not finished when they were last read: run crosscheck watch";
  }
}

function ended(result: "failed" | "skipped" | "timed-out" | "unknown"): string {
  switch (result) {
    case "failed":
      return "failed";
    case "skipped":
      return "were skipped";
    case "timed-out":
      return "took too long";
    case "unknown":
      return "ended with an unknown result";
  }
}

function shown(command: string): string {
  return `"${shorten(oneLine(command), 60)}"`;
}

function short(commit: string): string {
  return oneLine(commit).slice(0, 12);
}

/** The error and its remedy. */
export function refusalText(refusal: PayloadRefusal): [sentence: string, remedy: string] {
  const scan = "Read them first: crosscheck comments";
  switch (refusal.why) {
    case "disabled":
      return [
        "This repository's config does not allow replying to or resolving review threads (reviewComments.enabled is false)",
        "Do it on GitHub, or change the config on the base branch.",
      ];
    case "other-number":
      return [
        `The payload is for pull request ${refusal.payload}, not ${refusal.asked}`,
        "Use the payload for that pull request, or name the payload's pull request with --pr.",
      ];
    case "no-scan":
      return ["The threads of this pull request have not been read", `${scan}, or pass --detached.`];
    case "scan-of-another-pull":
      return [
        `The threads that were read belong to pull request ${refusal.number}`,
        `Read this one's threads with crosscheck comments --pr, or pass --detached.`,
      ];
    case "incomplete-scan":
      return ["The last scan did not read all threads", "Run crosscheck comments again with a larger --max-threads."];
    case "failed-scan":
      return [
        `The last scan of the threads failed${refusal.what === null ? "" : `: ${shorten(oneLine(refusal.what), 200)}`}`,
        "Run crosscheck comments again.",
      ];
    case "not-scanned":
      return [
        `These threads were not in the last scan: ${ids(refusal.threads)}`,
        "Run crosscheck comments again, remove them from the payload, or pass --detached.",
      ];
    case "too-many-threads":
      return [
        `The pull request has more than ${refusal.seen} threads, and some threads of the payload are beyond that limit`,
        "Answer those on GitHub, or remove them from the payload.",
      ];
    case "not-on-pull":
      return [
        `The pull request does not have these threads: ${ids(refusal.threads)}`,
        "Remove them from the payload; crosscheck comments --json lists the threads that exist.",
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
  skipped: "skipped",
  blocked: "blocked",
  planned: "planned",
  failed: "failed",
  "not-tried": "not attempted",
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
    place: row.path === null ? "(no file)" : `${oneLine(row.path)}${row.line === null ? "" : `:${row.line}`}`,
    threadId: oneLine(row.threadId),
    classification: row.classification.replaceAll("_", " "),
    parts: [part("reply", reply), part("resolution", resolution)],
  };
}

export const replyDiffers =
  "an earlier attempt posted a different text, which was kept: edit it on GitHub if it is wrong";
export const replyFailedFirst = "the reply was not posted";
const dryRunDid = "Nothing was posted, resolved or stored.";

export function dryRunNote(planned: boolean): string {
  return planned ? `${dryRunDid} Pass --apply-replies, --apply-resolutions or --apply to do it.` : dryRunDid;
}

export const detachedNote =
  "Threads that were not in the last scan are accepted (--detached). A resolution needs a stored triage all the same.";
export const stoppedNote =
  "GitHub is rate limiting or not responding, so the rest was not attempted. Run the same command later; finished steps are not repeated.";

export function cannotResolve(message: string): string {
  return `GitHub refused to resolve it (${shorten(oneLine(message), 120)}): ${resolvingNeeds}`;
}
