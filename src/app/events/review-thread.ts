// A review thread was resolved, or opened again: noted for learning.
import * as z from "zod";
import type { WebhookEvent } from "./event.ts";
import { pullKey, pullOf, repositoryPart } from "./payload.ts";

const payload = z.object({
  action: z.enum(["resolved", "unresolved"]),
  thread: z.object({ node_id: z.string().min(1).max(300) }),
  pull_request: z.object({ number: z.int() }),
  repository: repositoryPart,
  sender: z.object({ type: z.string() }),
});

export const reviewThread: WebhookEvent = {
  name: "pull_request_review_thread",
  job: () => null,
  async note(given, { host, receivedAt }, { threadOutcomes }) {
    const read = payload.safeParse(given);
    if (!read.success) return null;
    const { action, thread, pull_request, repository, sender } = read.data;
    const place = pullKey(pullOf(host, repository, pull_request.number));
    const saidBy = sender.type === "Bot" ? "bot" : "person";
    await threadOutcomes.keep({ place, thread: thread.node_id, state: action, saidBy, at: receivedAt });
    return `thread ${action} ${place}`;
  },
};
