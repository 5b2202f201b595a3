// Handles resolved and reopened threads: records them and reads feedback.
import * as z from "zod";
import { feedbackJobFor } from "../jobs/feedback-job.ts";
import type { WebhookEvent } from "./event.ts";
import { installationPart, payloadRepository, repositoryPart } from "./payload.ts";
import { pullRequestKey } from "../../../pull-request.ts";

const payload = z.object({
  action: z.enum(["resolved", "unresolved"]),
  thread: z.object({ node_id: z.string().min(1).max(300) }),
  pull_request: z.object({ number: z.int() }),
  repository: repositoryPart,
  sender: z.object({ type: z.string() }),
  installation: installationPart.optional(),
  /** When it happened; GitHub may leave it out. */
  updated_at: z.string().nullish(),
});

export const reviewThread: WebhookEvent = {
  name: "pull_request_review_thread",
  job(given, host) {
    const read = payload.safeParse(given);
    if (!read.success || !read.data.installation) return null;
    const { pull_request, repository, installation } = read.data;
    return feedbackJobFor({ ...payloadRepository(host, repository), number: pull_request.number }, installation.id);
  },
  async note(given, { host, receivedAt }, { threadOutcomes }) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { action, thread, pull_request, repository, sender } = read.data;
    const place = pullRequestKey({ ...payloadRepository(host, repository), number: pull_request.number });
    const saidBy = sender.type === "Bot" ? "bot" : "person";
    await threadOutcomes.keep({
      place,
      thread: thread.node_id,
      state: action,
      saidBy,
      at: timeOf(read.data, receivedAt),
    });
    return `thread ${action} ${place}`;
  },
};

/**
 * Uses GitHub's time, because deliveries arrive in any order. It has a resolution of seconds: within one second,
 * reopening wins over resolving, and then a person over a bot.
 */
function timeOf({ action, sender, updated_at }: z.infer<typeof payload>, receivedAt: number): number {
  const at = Date.parse(updated_at ?? "");
  if (Number.isNaN(at)) return receivedAt;
  return Math.floor(at / 1000) * 1000 + (action === "unresolved" ? 2 : 0) + (sender.type === "Bot" ? 0 : 1);
}
