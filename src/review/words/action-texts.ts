// The sentences of the GitHub Action.
/** Why there is no pull request to review. */
export type NoPull = "no-branch" | "no-pull" | "merge-queue" | "not-of-pull-request" | "newer-commit";

/** Why the report of another workflow is not believed. */
export type RefusedReport = "expired" | "too-large" | "bad-archive" | "bad-report" | "other-pull" | "other-commit";

export const noPullTexts: Record<NoPull, string> = {
  "no-branch": "There is nothing to review: the event is not about a branch that exists.",
  "no-pull": "There is nothing to review: the branch has no open pull request.",
  "merge-queue": "Nothing is reviewed in the merge queue: its pull requests were reviewed before.",
  "not-of-pull-request": "There is nothing to review: the other workflow did not run for a pull request.",
  "newer-commit": "Not reviewed: the pull request has a newer commit, which has a run of its own.",
};

export const readOnlyTexts = {
  fork: "Nothing was posted: for pull requests from forks, GitHub gives this event a token that cannot write. Use pull_request_target.",
  dependabot: "Nothing was posted: GitHub gives runs of Dependabot a token that cannot write. Use pull_request_target.",
} as const;

export const headMovedSinceText =
  "Nothing was posted: the pull request has a newer commit, which has a run of its own.";

export function refusedReportText(run: number, why: RefusedReport | "no-such-test"): string {
  return `The report of the tests in run ${run} was not used: ${refusals[why]}.`;
}

const refusals: Record<RefusedReport | "no-such-test", string> = {
  expired: "its artifact has expired",
  "too-large": "its artifact is too large",
  "bad-archive": "its artifact must hold one file, crosscheck-tests.json, and nothing else",
  "bad-report": "it does not have the form that Crosscheck writes",
  "other-pull": "it names another pull request",
  "other-commit": "it names another commit",
  "no-such-test": "the commit has no such tests",
};

export function modelsNotAskedText(labels: readonly string[]): string {
  const remedy =
    labels.length === 0
      ? "Name a label in the input allow, as in allow: writers, label:review, to let people ask for it."
      : `Somebody who can label it can add ${labels.map((label) => JSON.stringify(label)).join(" or ")}.`;
  return `No model was asked: the author cannot write to this repository. ${remedy}`;
}

export const refusedPostingText =
  "GitHub refused to post all of it. Give the job permissions: contents: read, pull-requests: write, checks: write.";

export const unknownPostingText =
  "GitHub did not confirm all of it. Run the job again: what has arrived is found, and nothing is posted twice.";
