// Types of a webhook event: a payload in, jobs or a record out. Nothing is decided here.
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { StoreWithin } from "../../../world/store/store.ts";

/** The App's account on GitHub. */
export interface Self {
  /** Our account is `slug[bot]`. */
  slug: string;
  appId: number;
}

export interface WebhookEvent {
  /** As in the header `X-GitHub-Event`. */
  name: string;
  /** Without knowing who we are nobody can tell whether we are meant. */
  needsSelf?: true;
  /**
   * The job or jobs that a payload asks for; null: none. The payload is as it came, signed by GitHub and otherwise
   * unchecked; `self` is null while GitHub has not told who we are; `delivery` is the payload's id.
   */
  job(payload: unknown, host: string, self: Self | null, delivery?: string): StoredJob | readonly StoredJob[] | null;
  /** What needs no job is written down at once; says what, or null. */
  note?(payload: unknown, about: { host: string; receivedAt: number }, store: StoreWithin): Promise<string | null>;
}
