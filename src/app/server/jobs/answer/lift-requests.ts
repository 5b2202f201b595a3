// After a dismissal: withdraws our request for changes if nothing of it is left, and corrects the check run.
import { conclusionOf } from "../../../../review/decision.ts";
import { editDraft } from "../../../../review/edit-draft.ts";
import { parseDraft } from "../../../../review/parse-draft.ts";
import { planAcquittal } from "../../../../review/plan.ts";
import { plan } from "../../../../review-change.ts";
import type { Store } from "../../../../world/store/store.ts";
import { readPast } from "../../../review/past-rounds.ts";
import { outcomeList, postPlan, retryIfUnknown } from "../../../review/post-plan.ts";
import type { Draft } from "../../../../review/draft.ts";
import type { PullRequestRef } from "../../../../pull-request.ts";
import { pullRequestKey } from "../../../../pull-request.ts";
import type { Installation } from "../../installation.ts";

export interface LiftNeeds {
  store: Store;
  installation: Pick<Installation, "reads" | "writes">;
  /** The repository's `checkRun`. */
  unreviewed: "neutral" | "failure";
  stop: AbortSignal;
  log(what: string, more?: Readonly<Record<string, unknown>>): void;
}

/** Whether a request for changes was withdrawn. */
export async function liftRequests(
  pull: PullRequestRef,
  { store, installation, unreviewed, stop, log }: LiftNeeds,
): Promise<boolean> {
  const place = pullRequestKey(pull);
  const [last] = await store.drafts.page({ place, state: "posted", limit: 1 });
  const saved = last && (await store.drafts.load(last.id));
  if (!saved) return false;
  const github = installation.writes();
  const past = await readPast(store, place, await github.output(pull));
  const draft = withoutDismissed(parseDraft(saved.draft), past);
  const planned = plan(draft, "code", { checkRun: true });
  if (planned === null) return false;
  const actions = planned.actions.filter((action) => action.do === "check-run" || action.do === "lift");
  const outcomes = await postPlan({ ...planned, actions, remember: null }, { github, store, stop });
  log("decided again after a dismissal", { outcomes: outcomeList(outcomes) });
  retryIfUnknown(outcomes);
  const { head } = await installation.reads.now(pull);
  const isOtherHead = head !== draft.change.head && conclusionOf(draft.decision) !== "failure";
  if (isOtherHead && (await isSkipped(place, head, store)))
    retryIfUnknown(await postPlan(planAcquittal(pull, head, unreviewed), { github, store, stop }));
  return outcomes.some((one) => one.do === "lift" && one.is !== "refused");
}

async function isSkipped(place: string, head: string, { outputs, rounds }: Store): Promise<boolean> {
  const run = await outputs.get(`${place}@${head}/check`);
  return run?.state === "done" && !(await rounds.of(place)).some((one) => one.head === head);
}

/** The event that a person chose was chosen for the findings of that time. */
export function withoutDismissed(draft: Draft, past: Draft["change"]["past"]): Draft {
  const dismissed = new Set(past.findings.filter(({ state }) => state === "dismissed").map(({ identity }) => identity));
  const of = draft.judged.filter(({ finding }) => dismissed.has(finding.identity));
  const edited = of.reduce((now, { finding: { id } }) => editDraft(now, { edit: "remove", finding: id }), draft);
  const { chosen: _, ...decision } = edited.decision;
  return { ...edited, change: { ...edited.change, past }, decision };
}
