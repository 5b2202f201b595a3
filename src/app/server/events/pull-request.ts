// Handles pull-request events: opened, pushed, reopened, ready, retitled, or review requested.
import { createHash } from "node:crypto";
import * as z from "zod";
import type { Trigger } from "../../../change/config.ts";
import { readIntent } from "../../../change/intent.ts";
import { reviewPullJobFor, type ReviewPullData } from "../jobs/review-pull-data.ts";
import type { WebhookEvent } from "./event.ts";
import { installationPart, payloadRepository, repositoryPart } from "./payload.ts";
import { closedJobs } from "./pull-closed.ts";

const payload = z.object({
  action: z.string(),
  number: z.int(),
  changes: z.object({ title: z.object({ from: z.string() }).optional() }).optional(),
  pull_request: z.object({
    title: z.string(),
    head: z.object({ sha: z.string() }),
    user: z.object({ login: z.string() }).nullish(),
  }),
  requested_reviewer: z.object({ login: z.string() }).nullish(),
  repository: repositoryPart,
  installation: installationPart.optional(),
});

/** Maps actions to the repository's `review.triggers`. */
const triggerOf: Readonly<Record<string, Trigger>> = {
  opened: "opened",
  reopened: "opened",
  edited: "opened",
  synchronize: "synchronize",
  ready_for_review: "ready_for_review",
  converted_to_draft: "ready_for_review",
  review_requested: "review_requested",
};

export const pullRequest: WebhookEvent = {
  name: "pull_request",
  job(given, host, self) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { action, number, repository, installation, changes, pull_request: now, requested_reviewer } = read.data;
    if (action === "closed") return closedJobs(given, host);
    const trigger = triggerOf[action];
    const request = action === "edited" ? newIntent(changes?.title?.from, now.title) : null;
    if (trigger === undefined || (action === "edited" && request === null)) return null;
    if (action === "review_requested" && (self === null || requested_reviewer?.login !== `${self.slug}[bot]`))
      return null;
    const pull = { ...payloadRepository(host, repository), number };
    const data: ReviewPullData = {
      pull,
      installation: installation?.id ?? null,
      request,
      trigger,
      head: now.head.sha,
      author: now.user?.login,
    };
    return reviewPullJobFor(data);
  },
};

/** The author's new request if a new title asks for something else on the same head; null: unchanged. */
function newIntent(before: string | undefined, now: string): string | null {
  return before === undefined || intentIn(before) === intentIn(now) ? null : intentIn(now);
}

/** Names what a title's tags ask for, independent of the wording. */
export function intentIn(title: string): string {
  const { tags } = readIntent({ title, body: null, commits: [] });
  const asked = tags.filter(({ recognised, ignored }) => recognised && ignored === null).map(({ tag }) => tag);
  return `intent-${createHash("sha256").update(JSON.stringify(asked.toSorted())).digest("hex").slice(0, 16)}`;
}
