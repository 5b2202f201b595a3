// One GitHub webhook event a file: what came in, and the one job that it asks for, or none. Nothing is decided here.
import type { Job } from "../../world/store/store.ts";

export interface WebhookEvent {
  /** As in the header `X-GitHub-Event`. */
  name: string;
  /** The job that a payload asks for; null: none. The payload is as it came, signed by GitHub and otherwise unchecked. */
  job(payload: unknown, host: string): Job | null;
}
