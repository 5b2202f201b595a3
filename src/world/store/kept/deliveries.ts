// Webhook deliveries from acknowledgement until they have become jobs.

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
  /** The number of takes so far; read it before the transaction that takes some. */
  takes(): Promise<number>;
  /**
   * The same as those pending, of other events than those named, within a transaction alone: whoever takes next waits
   * until it ends, and gets what came after. Null when others took some since `takes` was asked: their jobs would count as
   * younger than those of this transaction, which was begun before. It is to be undone, and begun anew.
   */
  take(takes: number, limit: number, except?: readonly string[]): Promise<readonly Delivery[] | null>;
  /** False if another process has finished it already. */
  finish(id: string, outcome: string): Promise<boolean>;
  /** Deletes the bodies of finished deliveries, which are other people's text. Ids are kept to detect duplicates. */
  discard(): Promise<void>;
}
