// Calls that webhooks missed. What was said lately is listed and heard as the webhook would have told it: by the same rules
// of who is heeded, and each comment once. What is running or dealt with is left alone.
import type { CommentListed } from "../../world/github/app-lists.ts";
import type { StoredJob } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { type Mention } from "../../threads/mention.ts";
import type { Self, WebhookEvent } from "./events/event.ts";
import { issueComment } from "./events/issue-comment.ts";
import { reviewComment } from "./events/review-comment.ts";
import { heardIn } from "./jobs/answer/heard.ts";
import { answerKey } from "./jobs/answer/post-answer.ts";
import { pullRequestKey, repositoryKey } from "../../pull-request.ts";

/** A webhook may be on its way, and the clocks may differ. */
const settlingMs = 2 * 60_000;
/** Who asked longer ago has asked again, or found out. */
const longestMs = 24 * 3_600_000;

export interface CallSweeping {
  store: Store;
  /** Whose comments these are. */
  host: string;
  self(): Promise<Self>;
  /** What was said or edited since then. */
  comments(installation: number, since: number): AsyncIterable<CommentListed>;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Since the last look, or for the first time since so long ago; says how many were found. */
export async function sweepCalls(installation: number, needs: CallSweeping, firstMs: number): Promise<number> {
  const { journal } = needs.store;
  const now = needs.now();
  const last = await journal.answer(noted(installation, needs), "until");
  const since = Math.max(last === null ? now - firstMs : Number(last), now - longestMs);
  const until = Math.max(since, now - settlingMs);
  const self = await needs.self();
  let found = 0;
  for await (const listed of needs.comments(installation, since)) {
    const at = Date.parse(listed.comment.created_at);
    // An older one was edited, which asks nothing.
    if (at >= since && at < until && (await addMissed(listed, installation, self, needs))) found += 1;
  }
  // Not before all of them were heard: a look that failed is made up for by the next.
  await journal.keep(noted(installation, needs), "until", String(until), now);
  return found;
}

function noted(installation: number, { host }: Pick<CallSweeping, "host">): string {
  return `calls/${host}/${installation}`;
}

async function addMissed(
  listed: CommentListed,
  installation: number,
  self: Self,
  { store, host, now, log }: CallSweeping,
): Promise<boolean> {
  const told = asWebhook(listed, installation);
  const jobs = told === null ? [] : [told.event.job(told.payload, host, self) ?? []].flat();
  const answer = jobs.find(({ kind }) => kind === "answer");
  if (!answer) return false;
  const { mention } = heardIn(answer);
  if (await isKnown(mention, answer, store)) return false;
  await store.together(async (within) => {
    await within.installations.seen(repositoryKey({ host, ...listed }), installation, now());
    for (const job of jobs) await within.jobs.add(job);
  });
  // That somebody was called is worth a line; most of what people say in threads is not for us.
  if (mention.called !== "not") log("a call missed by webhooks", { page: answer.key, comment: mention.comment });
  return mention.called !== "not";
}

/** As `issue_comment` and `pull_request_review_comment` tell it; null where its address names no page. */
function asWebhook(
  { owner, repo, on, comment }: CommentListed,
  installation: number,
): { event: WebhookEvent; payload: unknown } | null {
  const around = {
    action: "created",
    repository: { name: repo, owner: { login: owner } },
    installation: { id: installation },
  };
  const [, kind, page] = /\/(pull|issues)\/(\d{1,9})#[^/]*$/.exec(comment.html_url) ?? [];
  if (page === undefined) return null;
  const number = Number(page);
  if (on === "line") return { event: reviewComment, payload: { ...around, pull_request: { number }, comment } };
  const issue = { number, pull_request: kind === "pull" ? {} : null };
  return { event: issueComment, payload: { ...around, issue, comment } };
}

async function isKnown(mention: Mention, answer: StoredJob, { outputs, turns, jobs }: Store): Promise<boolean> {
  const [output, taken, waiting] = await Promise.all([
    outputs.get(answerKey(mention)),
    turns.of(pullRequestKey(mention)),
    jobs.waiting("answer", answer.key),
  ]);
  const isTurn = taken.some(({ comment }) => comment === mention.node);
  return output !== null || isTurn || waiting.some((data) => heardIn({ data }).mention.node === mention.node);
}
