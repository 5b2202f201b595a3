// Defines the store of webhook deliveries, from acknowledgement until they have become jobs.

export interface Delivery {
  id: string;
  event: string;
  /** As received, after its signature was verified. */
  body: string;
  receivedAt: number;
}

/** As received: UTF-8 bytes or text. */
export interface NewDelivery extends Omit<Delivery, "body"> {
  body: string | Buffer;
}

export interface Deliveries {
  /** False if a delivery of that id exists. Durable when it returns. */
  accept(delivery: NewDelivery): Promise<boolean>;
  /** Accepted and not yet handled, oldest first. */
  pending(limit: number): Promise<readonly Delivery[]>;
  /** The number of `take` calls so far; read it before starting a transaction that takes some. */
  takes(): Promise<number>;
  /**
   * Pending deliveries except those of the given events, locked until the transaction ends: the next caller waits and
   * gets later ones. Null if others took some since `takes` was read: this transaction started before theirs, so its
   * jobs would be ordered first. Roll it back and start again.
   */
  take(takes: number, limit: number, except?: readonly string[]): Promise<readonly Delivery[] | null>;
  /** False if another process has finished it already. */
  finish(id: string, outcome: string): Promise<boolean>;
  /** Deletes the bodies of finished deliveries, which are other people's text. Ids are kept to detect duplicates. */
  discard(): Promise<void>;
}
