// Saves what was posted for the next round. Runs after every posting, repeated or not, so a crash in between loses nothing.
import type { PastFinding, Round } from "../change/change.ts";
import type { GitHubWrites } from "./github-writes.ts";
import { parseMarker } from "./marker.ts";
import type { Plan } from "./plan.ts";
import { readBackAfterMs, type ActionOutcome } from "./post-once.ts";
import { pullRequestKey } from "../pull-request.ts";

/** Stores the rounds of a pull request and their findings. */
export interface RoundMemory {
  findings: {
    /** Adds, or replaces by pull request and identity. */
    keep(findings: readonly (Omit<PastFinding, "about"> & { place: string; about: string | null })[]): Promise<void>;
  };
  rounds: {
    /** Once per pull request, base and head. */
    add(round: Round & { place: string; at: number }): Promise<void>;
  };
}

export interface RememberContext {
  github: Pick<GitHubWrites, "output">;
  store: RoundMemory;
  clock: { now(): number; sleep(ms: number): Promise<void> };
}

export async function rememberRound(
  plan: Plan,
  outcomes: readonly ActionOutcome[],
  { github, store, clock }: RememberContext,
) {
  if (plan.remember === null || !isReviewPosted(outcomes)) return;
  const { round, findings } = plan.remember;
  const place = pullRequestKey(plan.pull);
  const isNew = ({ comment, state }: PastFinding) => comment === null && state === "open";
  const comments = findings.some(isNew) ? await postedComments(plan, outcomes, github, clock) : new Map();
  const unanswered = unansweredComments(plan, outcomes);
  const known = (finding: PastFinding): PastFinding => {
    if (isNew(finding)) return { ...finding, ...comments.get(finding.identity) };
    // Otherwise the next round would treat it as answered.
    return unanswered.has(finding.comment) ? { ...finding, state: "open" } : finding;
  };
  await store.findings.keep(findings.map((finding) => ({ place, ...findingRecord(known(finding)) })));
  // Last: a stored round implies that its findings are stored.
  await store.rounds.add({ place, ...round, at: clock.now() });
}

/** The review; in a round without one, the details comment. */
function isReviewPosted(outcomes: readonly ActionOutcome[]): boolean {
  const said = outcomes.find((one) => one.do === "review") ?? outcomes.find((one) => one.do === "details");
  return said !== undefined && (said.is === "done" || said.is === "adopted" || said.is === "already");
}

/** Comments whose reply may not have been posted. */
function unansweredComments({ actions }: Plan, outcomes: readonly ActionOutcome[]): Set<string | null> {
  const lost = new Set(outcomes.filter(({ is }) => is === "unknown").map(({ key }) => key));
  return new Set(actions.flatMap((action) => (action.do === "reply" && lost.has(action.key) ? [action.answers] : [])));
}

type CommentIds = Pick<PastFinding, "comment" | "thread">;

/** GitHub shows a new review after a delay; a finding stored without its comment would never be answered. */
async function postedComments(
  plan: Plan,
  outcomes: readonly ActionOutcome[],
  github: Pick<GitHubWrites, "output">,
  clock: RememberContext["clock"],
): Promise<Map<string, CommentIds>> {
  const review = plan.actions.find((action) => action.do === "review");
  const isNew = outcomes.some((one) => one.do === "review" && one.is === "done" && !one.withoutLines);
  const expected = isNew ? (review?.comments ?? []) : [];
  let found = new Map<string, CommentIds>();
  for (const ms of readBackAfterMs) {
    await clock.sleep(ms);
    found = await commentsByFinding(plan, github);
    if (expected.every(({ identity }) => found.has(identity))) return found;
  }
  return found;
}

/** Only comments of this review: replies and comments of earlier rounds carry the finding's identity too. */
async function commentsByFinding(plan: Plan, github: Pick<GitHubWrites, "output">): Promise<Map<string, CommentIds>> {
  const key = plan.actions.find((action) => action.do === "review")?.key;
  const found = new Map<string, CommentIds>();
  for (const { kind, id, body, thread } of await github.output(plan.pull)) {
    const marked = kind === "line" ? parseMarker(body) : null;
    if (marked?.finding === undefined || marked.key !== key) continue;
    found.set(marked.finding, { comment: id, thread: thread?.id ?? null });
  }
  return found;
}

function findingRecord({ identity, state, about, comment, thread }: PastFinding) {
  return { identity, state, about: about && JSON.stringify(about), comment, thread };
}
