// Adds jobs for pull requests and mentions that webhooks missed, since GitHub does not resend failed deliveries by itself.
import type { Oid } from "../../change/change.ts";
import { planSkip } from "../../review/plan.ts";
import { actionHash } from "../../review/post-once.ts";
import { reviewPullJobFor, type ReviewPullData } from "./jobs/review-pull-data.ts";
import type { OpenPullListed } from "../../world/github/app-lists.ts";
import type { Output } from "../../world/store/kept/outputs.ts";
import type { Store } from "../../world/store/store.ts";
import { sweepMentions, type MentionSweepNeeds } from "./sweep-mentions.ts";
import { pullRequestKey, type PullRequestRef, repositoryKey } from "../../pull-request.ts";

const sweepEveryMs = 15 * 60_000;

/** Longer than the three days in which GitHub can resend a delivery. */
const keptMs = 30 * 24 * 3_600_000;

export interface SweepNeeds {
  store: Store;
  installations(): Promise<readonly number[]>;
  pulls(installation: number): AsyncIterable<OpenPullListed>;
  /** Absent: mentions are not answered. */
  calls?: Pick<MentionSweepNeeds, "host" | "self" | "comments">;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Runs once per interval, on whichever replica comes first. Returns the number of jobs added. */
export async function sweep(needs: SweepNeeds, everyMs = sweepEveryMs): Promise<number> {
  const { store, log } = needs;
  if (!(await store.pacing.turn("sweep", needs.now(), everyMs))) return 0;
  const given = await givenUp(store);
  let found = 0;
  for (const installation of await needs.installations()) {
    try {
      for await (const pull of needs.pulls(installation))
        if (await addMissed(pull, installation, given, needs)) found += 1;
      if (needs.calls) found += await sweepMentions(installation, { ...needs, ...needs.calls }, sweepEveryMs);
    } catch (error) {
      // A suspended installation, or a failed request, must not hold up the others.
      log("not swept", { installation, why: error instanceof Error ? error.message : String(error) });
    }
  }
  await store.retention.clear(needs.now() - keptMs);
  log("swept", { found });
  return found;
}

/** Jobs that failed for good at this head: another attempt would only cost money. */
async function givenUp({ jobs }: Store): Promise<ReadonlySet<string>> {
  const failed = await jobs.failed(10_000);
  return new Set(failed.map(({ key, data }) => `${key}@${(data as Partial<ReviewPullData> | null)?.head ?? ""}`));
}

async function addMissed(
  { head, draft, author, ...pull }: OpenPullListed,
  installation: number,
  given: ReadonlySet<string>,
  { store, now, log }: SweepNeeds,
): Promise<boolean> {
  const place = pullRequestKey(pull);
  const checkOutput = await store.outputs.get(`${place}@${head}/check`);
  const isReady = !draft && saysDraft(checkOutput, pull, head);
  if ((checkOutput?.state === "done" && !isReady) || given.has(`${place}@${head}`)) return false;
  const [waiting, drafts, rounds] = await Promise.all([
    store.jobs.waiting("review-pull", place),
    store.drafts.list({ place, state: "waiting" }),
    store.rounds.of(place),
  ]);
  if (waiting.length > 0 || [...drafts, ...rounds].some((one) => one.head === head)) return false;
  const trigger = isReady ? "ready_for_review" : rounds.length === 0 ? "opened" : "synchronize";
  const data: ReviewPullData = { pull, installation, request: null, trigger, head, author };
  await store.together(async ({ jobs, installations }) => {
    await installations.seen(repositoryKey(pull), installation, now());
    await jobs.add(reviewPullJobFor(data));
  });
  log("missed by webhooks", { pull: place, head });
  return true;
}

/** The only output for this head is the notice that the pull request is a draft. */
function saysDraft(output: Output | null, pull: PullRequestRef, head: string): boolean {
  const { actions } = planSkip({ why: "draft", shown: "draft" }, pull, head as Oid, { checkRun: true });
  return output !== null && actions.some((action) => actionHash(action) === output.hash);
}
