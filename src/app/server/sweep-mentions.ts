// Adds jobs for mentions that webhooks missed. Recent comments go through the same rules as webhooks, each once.
import type { CommentListed } from "../../world/github/app-lists.ts";
import type { StoredJob } from "../../world/store/kept/jobs.ts";
import type { Store } from "../../world/store/store.ts";
import { type Mention } from "../../threads/mention.ts";
import type { Self, WebhookEvent } from "./events/event.ts";
import { issueComment } from "./events/issue-comment.ts";
import { reviewComment } from "./events/review-comment.ts";
import { mentionContext } from "./jobs/answer/mention-authority.ts";
import { answerKey } from "./jobs/answer/post-answer.ts";
import { pullRequestKey, repositoryKey } from "../../pull-request.ts";

/** A webhook may still arrive, and clocks may differ. */
const settlingMs = 2 * 60_000;
/** Older mentions are not worth an answer any more. */
const longestMs = 24 * 3_600_000;

export interface MentionSweepNeeds {
  store: Store;
  /** The host of the comments. */
  host: string;
  self(): Promise<Self>;
  /** Comments that were written or edited since then. */
  comments(installation: number, since: number): AsyncIterable<CommentListed>;
  now(): number;
  log(what: string, about: Readonly<Record<string, unknown>>): void;
}

/** Covers the time since the last sweep; the first one goes back `firstMs`. Returns the number of jobs added. */
export async function sweepMentions(installation: number, needs: MentionSweepNeeds, firstMs: number): Promise<number> {
  const { journal } = needs.store;
  const now = needs.now();
  const last = await journal.answer(noted(installation, needs), "until");
  const since = Math.max(last === null ? now - firstMs : Number(last), now - longestMs);
  const until = Math.max(since, now - settlingMs);
  const self = await needs.self();
  let found = 0;
  for await (const listed of needs.comments(installation, since)) {
    const at = Date.parse(listed.comment.created_at);
    // An edit of an older comment is not a mention.
    if (at >= since && at < until && (await addMissed(listed, installation, self, needs))) found += 1;
  }
  // Only after all comments: the next sweep repeats one that failed.
  await journal.keep(noted(installation, needs), "until", String(until), now);
  return found;
}

function noted(installation: number, { host }: Pick<MentionSweepNeeds, "host">): string {
  return `calls/${host}/${installation}`;
}

async function addMissed(
  listed: CommentListed,
  installation: number,
  self: Self,
  { store, host, now, log }: MentionSweepNeeds,
): Promise<boolean> {
  const webhook = asWebhook(listed, installation);
  const jobs = webhook === null ? [] : [webhook.event.job(webhook.payload, host, self) ?? []].flat();
  const answer = jobs.find(({ kind }) => kind === "answer");
  if (!answer) return false;
  const { mention } = mentionContext(answer);
  if (await isKnown(mention, answer, store)) return false;
  await store.together(async (within) => {
    await within.installations.seen(repositoryKey({ host, ...listed }), installation, now());
    for (const job of jobs) await within.jobs.add(job);
  });
  // Most comments do not mention us, so only mentions are logged.
  if (mention.called !== "not") log("a mention missed by webhooks", { page: answer.key, comment: mention.comment });
  return mention.called !== "not";
}

/** The payload of `issue_comment` or `pull_request_review_comment`; null if the address has no number. */
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
  return output !== null || isTurn || waiting.some((data) => mentionContext({ data }).mention.node === mention.node);
}
