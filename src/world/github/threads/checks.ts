// Summarises GitHub's checks of a commit. Only "success" counts as passed; an unknown value is a failure. Our own check
// run is left out, because a review that waits for checks would wait for itself.
import type { Oid } from "../../../change/change.ts";
import { Refused, UserError } from "../../../errors.ts";
import type { RemoteChecks } from "../../../threads/thread.ts";
import { commitChecks, type CheckNode, type CommitChecksData } from "../queries/commit-checks.ts";
import { ownCheckName } from "../own-check-name.ts";
import type { ThreadRequests } from "./pages.ts";
import { type PullRequestRef, repositoryKey, type RepositoryRef } from "../../../pull-request.ts";

type Run = RemoteChecks["runs"][number];

/** Pages of 100; GitHub's rollup covers the rest. */
const mostPages = 20;

export async function readChecks(requests: ThreadRequests, pull: PullRequestRef, head: Oid): Promise<RemoteChecks> {
  const { owner, repo: name } = pull;
  const runs: Run[] = [];
  const own: Run[] = [];
  let isWhole = false;
  let sum: string | null = null;
  let after: string | null = null;
  for (let turned = 0; turned < mostPages; turned += 1) {
    const data: CommitChecksData = await requests.query(commitChecks, { owner, name, commit: head, after });
    if (!data.repository) throw new Refused(requests.who, 404, "no repository");
    const { object } = data.repository;
    if (object?.oid === undefined) throw unknownCommit(requests.who, pull, head);
    const rollup = object.statusCheckRollup ?? null;
    if (rollup === null) break;
    sum = rollup.state;
    for (const node of rollup.contexts.nodes ?? [])
      if (node !== null) (isOwn(node, pull, head) ? own : runs).push(runOf(node));
    const { hasNextPage, endCursor } = rollup.contexts.pageInfo;
    after = endCursor;
    isWhole = !hasNextPage;
    if (!hasNextPage || after === null) break;
  }
  return { head, state: stateOf(runs, isWhole && explains(own, sum) ? null : sum), runs };
}

/** Recognised by its external id (`review/plan.ts`), whatever the App's name. */
function isOwn(node: CheckNode, repository: RepositoryRef, head: Oid): boolean {
  if (node.__typename !== "CheckRun" || node.name !== ownCheckName) return false;
  const key = node.externalId?.toLowerCase() ?? "";
  return key.startsWith(`${repositoryKey(repository)}#`.toLowerCase()) && key.endsWith(`@${head}/check`);
}

/** GitHub's rollup includes our own run: if that decides it, the rollup says nothing about the others. */
function explains(own: readonly Run[], sum: string | null): boolean {
  return own.some(({ state }) => state === stateOf([], sum));
}

function runOf(node: CheckNode): Run {
  if (node.__typename === "CheckRun") {
    const state = node.status === "COMPLETED" ? (conclusions[node.conclusion ?? ""] ?? "failed") : "pending";
    return { name: node.name, state, url: node.detailsUrl ?? node.url };
  }
  return { name: node.context, state: statuses[node.state] ?? "failed", url: node.targetUrl };
}

/** Neutral means passed with remarks. */
const conclusions: Readonly<Record<string, Run["state"]>> = {
  SUCCESS: "passed",
  NEUTRAL: "passed",
  SKIPPED: "skipped",
};
const statuses: Readonly<Record<string, Run["state"]>> = {
  SUCCESS: "passed",
  PENDING: "pending",
  EXPECTED: "pending",
};

/** The worse of the runs and GitHub's rollup. If everything was skipped, nothing was checked. */
function stateOf(runs: readonly Run[], sum: string | null): RemoteChecks["state"] {
  const states = new Set(runs.map(({ state }) => state));
  if (sum !== null && sum !== "SUCCESS") states.add(statuses[sum] ?? "failed");
  for (const state of ["failed", "pending", "passed"] as const) if (states.has(state)) return state;
  return "none";
}

function unknownCommit(who: string, { owner, repo }: PullRequestRef, commit: string): UserError {
  return new UserError(
    `${who} has no commit ${commit.slice(0, 12)} in ${owner}/${repo}`,
    "Push it first: GitHub only has checks for commits that were pushed.",
  );
}
