// Defines the types of a webhook event: a payload in, jobs or a record out. Nothing is decided here.
import type { StoredJob } from "../../../world/store/kept/jobs.ts";
import type { StoreWithin } from "../../../world/store/store.ts";

/** The App's account on GitHub. */
export interface Self {
  /** Our account is `slug[bot]`. */
  slug: string;
  appId: number;
}

export interface WebhookEvent {
  /** The value of the header `X-GitHub-Event`. */
  name: string;
  /** The event cannot be handled without knowing our own account. */
  needsSelf?: true;
  /**
   * The jobs that a payload requests; null: none. The payload is signed by GitHub but not validated; `self` is null
   * until GitHub has told us our account; `delivery` is the payload's id.
   */
  job(payload: unknown, host: string, self: Self | null, delivery?: string): StoredJob | readonly StoredJob[] | null;
  /** Records what needs no job; returns a description of it, or null. */
  note?(payload: unknown, about: { host: string; receivedAt: number }, store: StoreWithin): Promise<string | null>;
}
