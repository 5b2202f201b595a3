// A pull request was opened, pushed to, reopened, made ready, retitled, or the bot was asked to look at it.
import { createHash } from "node:crypto";
import * as z from "zod";
import { readIntent } from "../../change/intent.ts";
import type { WebhookEvent } from "./event.ts";

const payload = z.object({
  action: z.string(),
  number: z.int(),
  changes: z.object({ title: z.object({ from: z.string() }).optional() }).optional(),
  pull_request: z.object({ title: z.string() }),
  repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.int() }).optional(),
});

const asks: ReadonlySet<string> = new Set([
  "opened",
  "synchronize",
  "reopened",
  "ready_for_review",
  "converted_to_draft",
  "review_requested",
]);

export const pullRequest: WebhookEvent = {
  name: "pull_request",
  job(given, host) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { action, number, repository, installation, changes, pull_request: now } = read.data;
    const request = action === "edited" ? newIntent(changes?.title?.from, now.title) : null;
    if (!asks.has(action) && request === null) return null;
    const pull = { host, owner: repository.owner.login, repo: repository.name, number };
    return {
      kind: "review-pull",
      // One review per pull request at a time, in order.
      key: `${pull.host}/${pull.owner}/${pull.repo}#${pull.number}`,
      data: { pull, installation: installation?.id ?? null, request },
    };
  },
};

/** What the author now asks for, when a new title asks for something else on the same head (RVW-11); null: the same. */
function newIntent(before: string | undefined, now: string): string | null {
  if (before === undefined) return null;
  const [old, said] = [before, now].map((title) => JSON.stringify(readIntent({ title, body: null, commits: [] })));
  return old === said ? null : `intent-${createHash("sha256").update(said!).digest("hex").slice(0, 16)}`;
}
